import ChartModel

extension BarSeries {
  /// The bars that are in view.
  var nodes: [Node] {
    guard !isDense else { return [denseNode] }
    let points = layout.points(inView: series)
    let isNamed = points.count <= CartesianLayout.namedCount
    let growth = layout.entrances && layout.isGrowing ? BarGrowth(layout, series) : nil
    var nodes: [Node] = []
    nodes.reserveCapacity(points.count)
    for point in points {
      guard let bar = bar(at: point), bar.rect.height > 0, bar.rect.width > 0 else { continue }
      nodes.append(
        Node(
          outline(of: bar).shape, style: fill(of: bar),
          meaning: isNamed ? layout.meaning(of: point, series, kind: "bar") : nil,
          entrance: growth.map { .grow(baseline: axis.baseline, during: $0.part(of: point)) }))
    }
    return nodes
  }

  /// What a bar is painted with: highlighted, of value 0, of its own colour, or as its series.
  func fill(of bar: BarMark) -> Style {
    if bar.isSelected {
      return Style(
        fill: style.highlighted.color ?? CartesianLayout.highlightColor, opacity: style.highlighted.opacity)
    }
    if bar.isZero { return Style(fill: style.zero?.color ?? layout.canvas.theme.disabled, opacity: style.opacity) }
    if style.colors.indices.contains(bar.index) {
      return Style(fill: style.colors[bar.index], opacity: style.opacity)
    }
    guard style.gradient.isEmpty else {
      return Style(fill: .gradient(.downwards(style.gradient.stops)), opacity: style.opacity)
    }
    return Style(fill: series.color, opacity: style.opacity)
  }

  /// Bars of which several share a px: for each half px one that covers all that they cover.
  private var denseNode: Node {
    let points = layout.points(inView: series)
    let map = layout.frame.window.map
    let positions = series.points.positions
    let isGrowing = layout.isDrawingIn && layout.spec.common.animation.kind != .wipe
    let share = isGrowing ? layout.phase : 1
    let baseline = axis.baseline
    func y(of value: Double) -> Double { baseline + ((axis.y(of: value) ?? baseline) - baseline) * share }
    var path = Path()
    var start = points.lowerBound
    while start < points.upperBound {
      let column = (map.pixel(of: positions[start]) * 2).rounded(.down)
      let end = max(start + 1, min(positions.lowerBound(of: map.value(at: (column + 1) / 2)), points.upperBound))
      if let (low, high) = layout.stacks.extent(of: series.index, in: start..<end) {
        let (upper, lower) = (min(y(of: low), y(of: high)), max(y(of: low), y(of: high)))
        path.move(to: Point(x: column / 2, y: upper))
        path.line(to: Point(x: column / 2 + 0.5, y: upper))
        path.line(to: Point(x: column / 2 + 0.5, y: lower))
        path.line(to: Point(x: column / 2, y: lower))
        path.close()
      }
      start = end
    }
    return Node(
      .path(path), style: Style(fill: series.color, opacity: style.opacity),
      entrance: layout.entrances && layout.isGrowing ? .grow(baseline: baseline) : nil)
  }
}

// MARK: - Tracks

extension BarSeries {
  /// The tracks as high as the plot behind the bars, also behind one of value 0 (B4).
  fileprivate var tracks: [Node] {
    guard let track = style.track, !isDense else { return [] }
    let plot = layout.plot
    return layout.points(inView: series).compactMap { point in
      guard !series.points.values[point].isNaN else { return nil }
      let (left, right) = horizontalExtent(at: series.points.positions[point])
      let rect = Rect(x: min(left, right), y: plot.minY, width: abs(right - left), height: plot.height)
      return Node(BarOutline(shape, in: rect, direction: .up).shape, style: Style(fill: track))
    }
  }
}

extension CartesianLayout {
  /// The tracks of all bars: one where bars stand on one another.
  var tracks: [Node] {
    let nodes = groups.columns.flatMap { column -> [Node] in
      guard let index = column.first(where: { chart.data.series($0)?.spec.bar.track != nil }),
        let series = chart.data.series(index)
      else { return [] }
      return BarSeries(series, self)?.tracks ?? []
    }
    return nodes.isEmpty ? [] : [Node(.group(nodes))]
  }

  /// The reference's green.
  static let highlightColor = Color(rgb: 0x228833)
}
