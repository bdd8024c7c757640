import ChartModel

extension CartesianLayout {
  /// The tracks as high as the plot behind the bars (B4); one where bars stand on one another, and one for a bar of value
  /// 0, too.
  var tracks: [Node] {
    let slots = groups.columns.flatMap { column -> [Node] in
      guard let index = column.first(where: { chart.data.series($0)?.spec.bar.track != nil }),
        let series = chart.data.series(index), let track = series.spec.bar.track,
        let range = groups.range(of: index), !isDense(series)
      else { return [] }
      let map = frame.window.map
      return points(inView: series).compactMap { point in
        guard !series.points.values[point].isNaN else { return nil }
        let position = series.points.positions[point]
        let left = map.pixel(of: position + range.lowerBound * chart.span.slot)
        let right = map.pixel(of: position + range.upperBound * chart.span.slot)
        let rect = Rect(x: min(left, right), y: plot.minY, width: abs(right - left), height: plot.height)
        return Node(
          BarOutline(BarShape(series.spec.bar.shape), in: rect, direction: .up).shape, style: Style(fill: track))
      }
    }
    return slots.isEmpty ? [] : [Node(.group(slots))]
  }

  /// Whether several bars share a px.
  private func isDense(_ series: PlotSeries) -> Bool {
    guard let range = groups.range(of: series.index) else { return false }
    let width = (range.upperBound - range.lowerBound) * chart.span.slot * frame.window.map.scale
    return width < 0.5 && Double(points(inView: series).count) * 0.5 > max(plot.width, 1)
  }

  /// The bars of a series that are in view.
  func bars(of series: PlotSeries) -> [Node] {
    let points = points(inView: series)
    guard groups.range(of: series.index) != nil else { return [] }
    guard !isDense(series) else { return [denseBars(of: series, points)] }
    let isNamed = points.count <= CartesianLayout.namedCount
    let isGrowing = entrances && [.grow, .stroke].contains(spec.common.animation.kind)
    let growth = BarGrowth(self, series)
    var nodes: [Node] = []
    for point in points {
      guard let bar = bar(point, of: series) else { continue }
      guard bar.rect.height > 0, bar.rect.width > 0 else { continue }
      var node = Node(
        bar.outline(series).shape, style: fill(of: bar, series),
        meaning: isNamed ? meaning(of: point, series, kind: "bar") : nil)
      if isGrowing {
        let baseline = frame.axis(series.spec.axis).baseline
        node.entrance = .grow(baseline: baseline, during: growth.part(of: point))
      }
      nodes.append(node)
    }
    return nodes
  }

  /// What a bar is painted with: highlighted, of value 0, of its own colour, or as its series.
  func fill(of bar: BarMark, _ series: PlotSeries) -> Style {
    let style = series.spec.bar
    if bar.isSelected {
      return Style(
        fill: style.highlighted.color ?? CartesianLayout.highlightColor, opacity: style.highlighted.opacity)
    }
    if bar.isZero { return Style(fill: style.zero?.color ?? canvas.theme.disabled, opacity: style.opacity) }
    if style.colors.indices.contains(bar.index) {
      return Style(fill: style.colors[bar.index], opacity: style.opacity)
    }
    guard style.gradient.isEmpty else {
      return Style(fill: .gradient(.downwards(style.gradient.stops)), opacity: style.opacity)
    }
    return Style(fill: series.color, opacity: style.opacity)
  }

  /// The reference's green.
  static let highlightColor = Color(rgb: 0x228833)

  /// Bars of which several share a px: for each half px one that covers all that they cover.
  private func denseBars(of series: PlotSeries, _ points: Range<Int>) -> Node {
    let axis = frame.axis(series.spec.axis)
    let map = frame.window.map
    let positions = series.points.positions
    var path = Path()
    var start = points.lowerBound
    while start < points.upperBound {
      let column = (map.pixel(of: positions[start]) * 2).rounded(.down)
      let end = max(start + 1, min(positions.lowerBound(of: map.value(at: (column + 1) / 2)), points.upperBound))
      if let (low, high) = stacks.extent(of: series.index, in: start..<end) {
        let ends = (axis.y(of: low) ?? axis.baseline, axis.y(of: high) ?? axis.baseline)
        let share = isDrawingIn && spec.common.animation.kind != .wipe ? phase : 1
        let (top, bottom) = (min(ends.0, ends.1), max(ends.0, ends.1))
        let (upper, lower) = (
          axis.baseline + (top - axis.baseline) * share, axis.baseline + (bottom - axis.baseline) * share
        )
        path.move(to: Point(x: column / 2, y: upper))
        path.line(to: Point(x: column / 2 + 0.5, y: upper))
        path.line(to: Point(x: column / 2 + 0.5, y: lower))
        path.line(to: Point(x: column / 2, y: lower))
        path.close()
      }
      start = end
    }
    var node = Node(.path(path), style: Style(fill: series.color, opacity: series.spec.bar.opacity))
    if entrances, [.grow, .stroke].contains(spec.common.animation.kind) {
      node.entrance = .grow(baseline: axis.baseline)
    }
    return node
  }
}
