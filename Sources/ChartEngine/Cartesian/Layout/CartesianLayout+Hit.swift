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

  /// The entry that is hit, or the one nearest to it.
  func path(pickedBy hit: Hit) -> [Int]? {
    switch hit.kind {
    case .bar, .point, .plot: break
    case .slice, .legend, .axisLabel, .none: return nil
    }
    guard spec.highlight.isEnabled else { return nil }
    if let series = hit.series, let index = hit.index, chart.isSelectable([series, index], hidden: view.hidden) {
      return [series, index]
    }
    return nearestEntry(to: hit.point)
  }

  /// What lies below what, the lowest first.
  var layers: [SeriesSpec.Layer] {
    var layers: [SeriesSpec.Layer] = []
    for layer in spec.drawOrder + [.bar, .area, .line] where !layers.contains(layer) { layers.append(layer) }
    return layers
  }

  /// The selectable entry that is nearest to a point (V6): by x, then by y, then the uppermost. What can be seen goes
  /// before what is out of view.
  /// - Complexity: O(log *n*) a series.
  func nearestEntry(to point: Point) -> [Int]? {
    guard spec.highlight.isEnabled, point.isFinite else { return nil }
    let series = visibleSeries.filter(\.spec.isHighlightable)
    var nearest = nearest(to: point, in: series.map { ($0, drawnPoints(of: $0)) })
    if nearest == nil, !isDrawingIn { nearest = self.nearest(to: point, in: series.map { ($0, 0..<$0.points.count) }) }
    guard let nearest, (nearest.place - point).length <= spec.highlight.distance else { return nil }
    return [nearest.series.index, nearest.series.specIndex(of: nearest.point)]
  }

  /// The nearest of some points of each series.
  private func nearest(
    to point: Point, in series: [(PlotSeries, Range<Int>)]
  ) -> (series: PlotSeries, point: Int, place: Point)? {
    var points: [[Int]] = []
    let candidates = series.map { series, range in
      var x = frame.window.map
      // Bars are where they are drawn, beside their position.
      if let range = groups.range(of: series.index) {
        x.start += (range.lowerBound + range.upperBound) / 2 * chart.span.slot * x.scale
      }
      let near = x.isInvertible ? series.points.pointsBeside(x.value(at: point.x), in: range) : []
      points.append(near)
      // Of these few the places as they are drawn: on other bars, or while they grow.
      let heights = ValueColumn(near.map { place(of: $0, in: series)?.y ?? .nan })
      let positions = try? PositionColumn(near.map { series.points.positions[$0] })
      let columns = positions.flatMap { try? PointColumns($0, heights) } ?? series.points[0..<0]
      return NearestEntry.Candidates(columns: columns, x: x, y: PixelMap(scale: 1))
    }
    guard let found = NearestEntry.search(point, in: candidates) else { return nil }
    return (series[found.series].0, points[found.series][found.entry], found.point)
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
    for series in visibleSeries.reversed() where series.isBar && point.x < drawnEdge(of: series) {
      let positions = series.points.positions
      let reach = chart.span.slot / 2 * (1 + 1e-9)
      guard let bars = BarSeries(series, self) else { continue }
      for index in positions.lowerBound(of: coordinate - reach)..<positions.upperBound(of: coordinate + reach) {
        guard let bar = bars.bar(at: index), bars.outline(of: bar).contains(point) else { continue }
        return hit(.bar, at: point, series, index)
      }
    }
    return nil
  }

  /// A dot that is drawn at a point.
  private func dot(at point: Point) -> Hit? {
    for series in visibleSeries.reversed() where !series.isBar && series.spec.line.dots.place != .none {
      let mark = LineMark(styleOf: series, self)
      guard !mark.isDense, crop(for: mark).contains(point), point.x < drawnEdge(of: series) else { continue }
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
      let distance = series.spec.line.width / 2
      let isStroked = isDrawingIn && isStroked(series)
      // How long the drawn part of a stroke is, only all of the line can tell.
      let mark = isStroked ? LineMark(series, self) : LineMark(series, near: point, self)
      guard crop(for: mark).contains(point) else { continue }
      if isStroked {
        guard mark.drawn(mark.pieces, phase: phase).pass(point, within: distance) else { continue }
      } else {
        guard point.x < drawnEdge(of: series), mark.pieces.pass(point, within: distance) else { continue }
      }
      let drawn = drawnPoints(of: series)
      guard let nearest = nearest(to: point, in: [(series, drawn.isEmpty ? 0..<series.points.count : drawn)]) else {
        continue
      }
      return hit(.point, at: point, series, nearest.point)
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
}
