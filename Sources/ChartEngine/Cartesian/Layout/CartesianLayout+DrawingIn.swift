import ChartModel
import JSONModel

// MARK: - What there is to see, and to hit, while it is drawn in

extension CartesianLayout {
  /// The points of a series that are to be seen.
  func drawnPoints(of series: PlotSeries) -> Range<Int> {
    let inView = points(inView: series)
    guard isDrawingIn else { return inView }
    if spec.common.animation.kind == .count {
      let count = Int(saturating: (Double(inView.count) * min(max(phase, 0), 1)).rounded(.down))
      return inView.prefix(count)
    }
    let edge = drawnEdge(of: series)
    let map = frame.window.map
    guard edge < .infinity, map.isInvertible else { return inView }
    let end = series.points.positions.lowerBound(of: map.value(at: edge))
    return inView.lowerBound..<min(max(end, inView.lowerBound), inView.upperBound)
  }

  /// Whether a line comes in by its stroke. One with dashes doesn't: they can't be drawn and be there at the same time.
  func isStroked(_ series: PlotSeries) -> Bool {
    spec.common.animation.kind == .stroke && !series.isBar && series.spec.line.dash.isEmpty
  }

  /// Up to where a series is to be seen, in px from the left; infinite if all of it is.
  func drawnEdge(of series: PlotSeries) -> Double {
    guard isDrawingIn else { return .infinity }
    guard phase > 0 else { return -.infinity }
    switch spec.common.animation.kind {
    case .none, .sweep, .count, .grow: return .infinity
    case .wipe: return wipeEdge
    case .stroke:
      guard !series.isBar else { return .infinity }
      guard isStroked(series) else { return wipeEdge }
      return strokeEdge(of: LineMark(series, self), phase: phase)
    }
  }

  /// Up to where a wipe has uncovered the plot, in px from the left.
  var wipeEdge: Double {
    let box = wipeBox
    return box.minX + box.width * max(phase, 0)
  }

  /// What a wipe uncovers: the plot with what reaches over its edges.
  var wipeBox: Rect {
    let reach = 12.0
    return Rect(
      x: plot.minX - reach, y: 0, width: plot.width + 2 * reach, height: max(canvas.size.height, 0))
  }

  /// What is uncovered as a line's stroke goes on: the plot with what of the line reaches over its edges.
  func followBox(_ mark: LineMark) -> Rect {
    let reach = mark.reach
    return Rect(x: plot.minX - reach, y: 0, width: plot.width + 2 * reach, height: max(canvas.size.height, 0))
  }

  /// Up to where a line's stroke has come, in px from the left: the end of its longest piece, since all begin together.
  func strokeEdge(of mark: LineMark, phase: Double) -> Double {
    let box = followBox(mark)
    guard phase > 0 else { return box.minX }
    guard phase < 1 else { return box.maxX }
    let ends = mark.drawn(mark.subpaths, phase: phase).compactMap { piece in
      piece.segments.map(\.end.x).max().map { max($0, piece.start.x) }
    }
    return ends.max().map { min(max($0, box.minX), box.maxX) } ?? box.minX
  }
}
