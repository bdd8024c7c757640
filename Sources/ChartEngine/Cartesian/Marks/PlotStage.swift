import ChartModel
import JSONModel

/// Where marks stand, and how far the draw-in has come: all that a mark knows of the plot around it.
///
/// It never changes, so that all marks of a layout share one.
final class PlotStage: Sendable {
  let space: AxesSpace
  let plot: Rect
  let window: ViewWindow
  let left: ValueAxisLayout
  let right: ValueAxisLayout
  let standing: Standing
  /// The distance of neighbouring slots, in coordinates of the x axis.
  let slot: Double
  let words: EntryWords
  /// The path of the selected entry: its series and its place in that.
  let selection: [Int]?
  let animation: AnimationSpec
  /// How far the draw-in has come, from 0 to 1, after easing, which may overshoot.
  let phase: Double
  /// The author's colours to take in turn; empty for the standard ones.
  let palette: [Color]
  /// The side of the plot beyond which the x axis has its labels; `nil` if it has none.
  let labelledSide: PositionAxisSpec.Side?
  /// Entries whose colours stand for other numbers pale; `nil` where none do.
  let shownColors: ClosedRange<Double>?

  init(
    space: AxesSpace, plot: Rect, window: ViewWindow, left: ValueAxisLayout, right: ValueAxisLayout, standing: Standing,
    slot: Double, words: EntryWords, selection: [Int]?, animation: AnimationSpec,
    phase: Double, palette: [Color], labelledSide: PositionAxisSpec.Side?, shownColors: ClosedRange<Double>?
  ) {
    (self.space, self.plot, self.window, self.left, self.right) = (space, plot, window, left, right)
    (self.standing, self.slot, self.words) = (standing, slot, words)
    (self.selection, self.animation, self.phase) = (selection, animation, phase)
    (self.palette, self.labelledSide, self.shownColors) = (palette, labelledSide, shownColors)
  }

  /// The same place for what stands there of other data.
  func showing(_ standing: Standing) -> PlotStage {
    PlotStage(
      space: space, plot: plot, window: window, left: left, right: right, standing: standing, slot: slot, words: words,
      selection: nil, animation: animation, phase: phase, palette: palette, labelledSide: labelledSide,
      shownColors: shownColors)
  }

  /// The series as they stand here.
  /// - Parameter hidden: For each series of the spec whether it is left out.
  func marks(except hidden: [Bool]) -> [any SeriesMark] {
    standing.data.series.compactMap { series in
      hidden.indices.contains(series.index) && hidden[series.index]
        ? nil : series.spec.kind.markStyle.mark(series, on: self)
    }
  }

  var canvas: Canvas { space.canvas }

  var data: PlotData { standing.data }
  var groups: BarGroups { standing.groups }
  var stacks: Stacks { standing.stacks }

  /// The axis that measures a series.
  func axis(_ side: SeriesSpec.AxisSide) -> ValueAxisLayout { side == .left ? left : right }

  /// The author's colour for a series, or the palette's.
  func color(of series: PlotSeries) -> Color {
    series.spec.color ?? Palette.color(at: series.index, in: palette, on: canvas.surface)
  }

  /// The points of a series that are in view, or that far outside of it, in coordinates.
  /// - Complexity: O(log *n*)
  func points(of series: PlotSeries, within slack: Double) -> Range<Int> {
    let positions = series.points.positions
    let first = positions.lowerBound(of: window.start - slack)
    return first..<max(first, positions.upperBound(of: window.end + slack))
  }

  /// What the chart lies on.
  var background: Color { canvas.surface.color }

  /// The place in the spec of the selected entry, if it is one of a series.
  func selectedIndex(in series: PlotSeries) -> Int? {
    selection.flatMap { $0.count == 2 && $0[0] == series.index ? $0[1] : nil }
  }
}

// MARK: - Slots

extension PlotStage {
  /// The sides of a series' columns, in coordinates from the middle of their slots.
  func sides(of series: PlotSeries) -> ClosedRange<Double> {
    let range = groups.range(of: series.index) ?? 0...0
    return range.lowerBound * slot...range.upperBound * slot
  }

  /// The points of a series whose slots are in view, or a part of them.
  /// - Complexity: O(log *n*)
  func pointsOfSlots(of series: PlotSeries) -> Range<Int> { points(of: series, within: slot / 2 * (1 - 1e-6)) }

  /// A height in px, but not much beyond the plot, where there is nothing to be seen.
  func nearPlot(_ y: Double) -> Double { min(max(y, plot.minY - 1_000), plot.maxY + 1_000) }
}

// MARK: - Drawing in

extension PlotStage {
  /// Whether the chart is being drawn in.
  var isDrawingIn: Bool { animation.kind != .none && phase < 1 }

  /// Whether there is something to be seen already: before a draw-in starts there is nothing (L10).
  var hasBegun: Bool { !isDrawingIn || phase > 0 }

  /// A height as far as an animation has brought it in which marks grow out of a line; in others they are as high as they will be.
  /// - Parameters:
  ///   - line: Asked for only where marks grow.
  ///   - alsoByStroke: Whether they grow as well where lines are drawn stroke by stroke.
  func grown(_ y: Double, from line: @autoclosure () -> Double, alsoByStroke: Bool = false) -> Double {
    guard isDrawingIn || phase > 1, animation.kind == .grow || (alsoByStroke && animation.kind == .stroke) else {
      return y
    }
    let line = line()
    return line + (y - line) * phase
  }

  /// Up to where marks are to be seen, in px from the left, that come in by being uncovered in some kinds of animations;
  /// infinite where they do not.
  func drawnEdge(uncoveredBy kinds: [AnimationSpec.Kind]) -> Double {
    guard isDrawingIn else { return .infinity }
    guard phase > 0 else { return -.infinity }
    return kinds.contains(animation.kind) ? wipeEdge : .infinity
  }

  /// Up to where a wipe has uncovered the plot, in px from the left.
  var wipeEdge: Double {
    let box = wipeBox
    return box.minX + box.width * max(phase, 0)
  }

  /// What a wipe uncovers: the plot with what reaches over its edges.
  var wipeBox: Rect { uncovered(12) }

  /// The plot as high as the chart, with so many px to each side.
  func uncovered(_ reach: Double) -> Rect {
    Rect(x: plot.minX - reach, y: 0, width: plot.width + 2 * reach, height: max(canvas.size.height, 0))
  }

  /// Nodes as a wipe across the plot uncovers them: by itself, or as far as it has come.
  func wiped(_ nodes: [Node], entering: Bool) -> [Node] {
    if entering { return [Node(.group(nodes), entrance: .wipe(wipeBox))] }
    guard isDrawingIn else { return nodes }
    let box = wipeBox
    let seen = Rect(x: box.minX, y: box.minY, width: box.width * max(phase, 0), height: box.height)
    return seen.width > 0 ? [Node(.cropped(seen, nodes))] : []
  }

  /// Up to where an animation by count has come among the points in view; `nil` if there is none.
  func counted(_ inView: Range<Int>) -> Range<Int>? {
    guard animation.kind == .count, phase < 1 else { return nil }
    return 0..<inView.lowerBound + Int(saturating: Double(inView.count) * max(phase, 0))
  }
}
