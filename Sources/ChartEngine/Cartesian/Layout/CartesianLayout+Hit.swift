import ChartModel

extension CartesianLayout {
  /// What is drawn at a point, the uppermost first: dots and lines, then bars; else the label of an axis or the plot.
  func hit(at point: Point) -> Hit {
    guard point.isFinite else { return Hit(kind: .none, at: point) }
    if let entry = frame.legend?.entry(at: point) {
      var hit = Hit(kind: .legend, at: point)
      (hit.index, hit.series, hit.label) = (entry.index, entry.index, entry.label)
      return hit
    }
    if let label = axisLabel(at: point) {
      var hit = Hit(kind: .axisLabel, at: point)
      (hit.value, hit.label) = (label.value, label.text)
      if frame.x.box.contains(point), chart.data.axis.isCategory { hit.index = Int(exactly: label.value) }
      return hit
    }
    let isInPlot = plot.contains(point)
    for layer in layers.reversed() {
      switch layer {
      case .line: if let hit = dot(at: point) ?? line(at: point) { return hit }
      case .bar: if isInPlot, let hit = bar(at: point) { return hit }
      case .area: continue
      }
    }
    return Hit(kind: isInPlot ? .plot : .none, at: point)
  }

  /// What lies below what, the lowest first.
  var layers: [SeriesSpec.Layer] {
    var layers: [SeriesSpec.Layer] = []
    for layer in spec.drawOrder + [.bar, .area, .line] where !layers.contains(layer) { layers.append(layer) }
    return layers
  }

  /// The selectable entry that is nearest to a point (V6): by x, then by y, then the uppermost.
  func nearestEntry(to point: Point) -> [Int]? {
    guard spec.highlight.isEnabled, point.isFinite else { return nil }
    let series = visibleSeries.filter(\.spec.isHighlightable)
    let candidates = series.map { series in
      var columns = series.points
      var x = frame.window.map
      let axis = frame.axis(series.spec.axis)
      if series.isBar {
        // Bars are where they are drawn, beside their position and as high as all below them.
        if let range = groups.range(of: series.index) {
          x.start += (range.lowerBound + range.upperBound) / 2 * chart.span.slot * x.scale
        }
        columns = stackedColumns(of: series) ?? columns
      }
      return NearestEntry.Candidates(columns: columns, x: x, y: axis.map)
    }
    guard let nearest = NearestEntry.search(point, in: candidates) else { return nil }
    guard (nearest.point - point).length <= spec.highlight.distance else { return nil }
    let found = series[nearest.series]
    return [found.index, found.specIndex(of: nearest.entry)]
  }

  /// The ends of a series' bars where they stand on others.
  private func stackedColumns(of series: PlotSeries) -> PointColumns? {
    guard groups.columns.contains(where: { $0.count > 1 && $0.contains(series.index) }) else { return nil }
    let transform = frame.axis(series.spec.axis).transform
    let ends = (0..<series.points.count).map { point in
      stacks.span(series: series.index, at: point).map { transform.coordinate(of: $0.end) } ?? .nan
    }
    return try? PointColumns(series.points.positions, ValueColumn(ends))
  }

  // MARK: - What is there exactly

  private func axisLabel(at point: Point) -> AxisLabel? {
    guard !plot.contains(point) else { return nil }
    return axisLabels.first { $0.box.contains(point) }
  }

  /// The labels of all axes.
  var axisLabels: [AxisLabel] {
    let values = [frame.left, frame.right].flatMap { $0.labels(plot: plot, bounds: canvas.bounds, theme: canvas.theme) }
    return frame.x.labels + values
  }

  private func bar(at point: Point) -> Hit? {
    let coordinate = frame.window.map.value(at: point.x)
    for series in visibleSeries.reversed() where series.isBar {
      let positions = series.points.positions
      let reach = chart.span.slot / 2 * (1 + 1e-9)
      for index in positions.lowerBound(of: coordinate - reach)..<positions.upperBound(of: coordinate + reach) {
        guard let bar = bar(index, of: series), isUncovered(point.x), bar.outline(series).contains(point) else {
          continue
        }
        return hit(.bar, at: point, series, index)
      }
    }
    return nil
  }

  /// A dot that is drawn at a point.
  private func dot(at point: Point) -> Hit? {
    for series in visibleSeries.reversed() where !series.isBar && series.spec.line.dots.place != .none {
      let mark = LineMark(styleOf: series, self)
      guard !mark.isDense, crop(for: mark).contains(point), isDrawn(mark, at: point.x) else { continue }
      let radius = mark.dotRadius + mark.dotBorder / 2
      let found = dotPoints(of: series).filter { index in
        guard let place = place(of: index, in: series), isCounted(index, of: series) else { return false }
        return (place - point).length <= radius
      }
      // Of dots on one another the last one drawn is seen.
      if let index = found.last { return hit(.point, at: point, series, index) }
    }
    return nil
  }

  /// A line whose stroke is at a point.
  private func line(at point: Point) -> Hit? {
    for series in visibleSeries.reversed() where !series.isBar && series.spec.line.width > 0 {
      let style = series.spec.line
      let mark = isDrawingIn ? LineMark(series, self) : LineMark(series, near: point, self)
      guard crop(for: mark).contains(point), passes(mark, point, within: style.width / 2) else { continue }
      let x = frame.window.map
      guard
        let nearest = NearestEntry.search(
          point, in: [NearestEntry.Candidates(columns: series.points, x: x, y: frame.axis(series.spec.axis).map)])
      else { continue }
      return hit(.point, at: point, series, nearest.entry)
    }
    return nil
  }

  private func hit(_ kind: Hit.Kind, at point: Point, _ series: PlotSeries, _ index: Int) -> Hit {
    var hit = Hit(kind: kind, at: point)
    hit.series = series.index
    hit.index = series.specIndex(of: index)
    hit.value = series.value(at: index)
    hit.label = chart.positionText.text(at: series.points.positions[index])
    return hit
  }

  /// Whether the stroke of a line, as far as it is drawn in, covers a point.
  private func passes(_ mark: LineMark, _ point: Point, within distance: Double) -> Bool {
    guard isDrawingIn else { return mark.passes(point, within: distance) }
    guard phase > 0 else { return false }
    guard strokes(mark) else { return isDrawn(mark, at: point.x) && mark.passes(point, within: distance) }
    return mark.drawn(mark.pieces, phase: phase).contains { $0.distance(to: point, below: distance) <= distance }
  }

  /// Whether the draw-in has come to a place of what belongs to a line.
  private func isDrawn(_ mark: LineMark, at x: Double) -> Bool {
    guard isDrawingIn else { return true }
    switch spec.common.animation.kind {
    case .wipe: return isUncovered(x)
    case .stroke where strokes(mark): return x < strokeEdge(of: mark, phase: phase)
    case .stroke: return x < wipeEdge
    case .none, .sweep, .grow, .count: return phase > 0
    }
  }

  /// Whether a wipe has come to a place.
  func isUncovered(_ x: Double) -> Bool {
    guard isDrawingIn, spec.common.animation.kind == .wipe else { return true }
    return x < wipeEdge
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
}

extension BarMark {
  /// What is drawn and hit.
  func outline(_ series: PlotSeries) -> BarOutline {
    let style = series.spec.bar
    return BarOutline(
      rect, isNegative: isNegative, shape: isSelected ? style.highlighted.shape ?? style.shape : style.shape)
  }
}
