import ChartModel

extension CartesianLayout {
  /// What is drawn at a point, the uppermost first; else the label of an axis or the plot.
  func hit(at point: Point) -> Hit {
    guard point.isFinite else { return Hit(kind: .none, at: point) }
    let place = space.axes(point)
    return handle(at: place).map { handle in
      var hit = Hit(kind: handle == .none ? .overview : .handle, at: point)
      if handle != .none { hit.label = handle.rawValue }
      return hit
    } ?? dragged(hit(below: point))
  }

  /// A hit with what a drag from there does.
  private func dragged(_ hit: Hit) -> Hit {
    let place = space.axes(hit.point)
    guard spec.select.brush != .none, hit.kind != .legend, plot.contains(place) else { return hit }
    var hit = hit
    hit.drag = brushArea?.part(at: place) == nil ? .brush : .move
    return hit
  }

  /// What is there besides handles.
  func hit(below point: Point) -> Hit {
    guard point.isFinite else { return Hit(kind: .none, at: point) }
    if let hit = frame.legend?.hit(at: point) { return hit }
    if let scale = frame.legend?.colorScale, scale.isOnBar(point), let number = colorBar?.number(at: point) {
      var hit = Hit(kind: .legend, at: point)
      hit.value = number
      return hit
    }
    let place = space.axes(point)
    if let label = axisLabel(at: place) {
      var hit = Hit(kind: .axisLabel, at: point)
      (hit.value, hit.label) = (label.value, label.words)
      if frame.x.box.contains(place), chart.data.axis.isCategory { hit.index = Int(exactly: label.value) }
      return hit
    }
    for layer in layers.reversed() {
      for part in LayerPart.allCases {
        for mark in marks.reversed() {
          if let entry = mark.hit(at: place, part, of: layer) { return hit(entry, of: mark, at: point) }
        }
      }
    }
    return Hit(kind: plot.contains(place) ? .plot : .none, at: point)
  }

  /// The entry that is hit, or the one nearest to it.
  func path(pickedBy hit: Hit) -> [Int]? {
    switch hit.kind {
    case .bar, .point, .plot: break
    case .slice, .crumb, .legend, .axisLabel, .handle, .overview, .none: return nil
    }
    guard spec.highlight.isEnabled else { return nil }
    if let series = hit.series, let index = hit.index, chart.isSelectable([series, index], hidden: view.hidden) {
      return [series, index]
    }
    return nearestEntry(to: space.axes(hit.point))
  }

  /// The selectable entry that is nearest to a point in the space of the axes (V6): by x, then by y, then the uppermost; of marks that lie anywhere,
  /// by distance. What can be seen goes before what is out of view.
  /// - Complexity: O(log *n*) a series, as a rule.
  func nearestEntry(to point: Point) -> [Int]? {
    guard spec.highlight.isEnabled, point.isFinite else { return nil }
    let marks = marks.filter(\.series.spec.isHighlightable)
    var nearest = nearest(to: point, among: marks.map { ($0, $0.drawnPoints) })
    if nearest == nil, !isDrawingIn {
      nearest = self.nearest(to: point, among: marks.map { ($0, 0..<$0.series.points.count) })
    }
    guard let nearest, (nearest.place - point).length <= spec.highlight.distance else { return nil }
    return [nearest.mark.series.index, nearest.mark.series.specIndex(of: nearest.point)]
  }

  /// The nearest of some points of each mark.
  private func nearest(
    to point: Point, among marks: [(mark: any SeriesMark, points: Range<Int>)]
  ) -> (mark: any SeriesMark, point: Int, place: Point)? {
    let alongAxis = marks.filter { $0.mark.nearness == .position }
    let beside = alongAxis.map { $0.mark.candidates(beside: point, in: $0.points) }
    var nearest = NearestEntry.search(point, in: beside.map(\.candidates)).map { found in
      (mark: alongAxis[found.series].mark, point: beside[found.series].points[found.entry], place: found.point)
    }
    // The uppermost of those that are equally near.
    for (mark, points) in marks where mark.nearness == .distance {
      let limit = nearest.map { ($0.place - point).length } ?? .infinity
      guard let found = mark.nearest(to: point, in: points, within: limit) else { continue }
      nearest = (mark, found.point, found.place)
    }
    return nearest
  }

  // MARK: - What is there exactly

  private func axisLabel(at point: Point) -> AxisLabel? {
    guard !plot.contains(point) else { return nil }
    return axisLabels.first { $0.box.contains(point) }
  }

  /// The labels of all axes.
  var axisLabels: [AxisLabel] {
    frame.x.labels + [frame.left, frame.right].flatMap { $0.labels(plot: plot, in: space) }
  }

  private func hit(_ entry: Int, of mark: any SeriesMark, at point: Point) -> Hit {
    let series = mark.series
    var hit = Hit(kind: mark.hitKind, at: point)
    hit.series = series.index
    hit.index = series.specIndex(of: entry)
    hit.value = series.value(at: entry)
    hit.label = mark.positionText(of: entry)
    return hit
  }
}
