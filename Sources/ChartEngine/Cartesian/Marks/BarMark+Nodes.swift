import ChartModel

extension CartesianLayout {
  /// The bars of a series that are in view, with their tracks.
  func bars(of series: PlotSeries) -> [Node] {
    let points = points(inView: series)
    guard let range = groups.range(of: series.index) else { return [] }
    let width = (range.upperBound - range.lowerBound) * chart.span.slot * frame.window.map.scale
    guard Double(points.count) * 0.5 <= max(plot.width, 1) || width >= 0.5 else {
      return [denseBars(of: series, points)]
    }
    let style = series.spec.bar
    let isNamed = points.count <= CartesianLayout.namedCount
    let isGrowing = entrances && [.grow, .stroke].contains(spec.common.animation.kind)
    let growth = BarGrowth(self, series)
    var nodes: [Node] = []
    for point in points {
      guard let bar = bar(point, of: series) else { continue }
      if let track = style.track {
        let rect = Rect(x: bar.rect.x, y: plot.minY, width: bar.rect.width, height: plot.height)
        let outline = BarOutline(BarShape(style.shape), in: rect, direction: .up)
        nodes.append(Node(outline.shape, style: Style(fill: track)))
      }
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
    return Node(.path(path), style: Style(fill: series.color, opacity: series.spec.bar.opacity))
  }

  // MARK: - Values

  /// The values of the bars in view, above them or inside (B6). None overlap.
  func valueLabels(of series: PlotSeries) -> [Node] {
    let style = series.spec.bar.labels
    guard style.position != .none, !isDrawingIn else { return [] }
    let font = Font(size: style.fontSize)
    var last = -Double.infinity
    return points(inView: series).compactMap { point in
      guard let bar = bar(point, of: series), plot.minX <= bar.rect.midX, bar.rect.midX <= plot.maxX else { return nil }
      let text = self.text(style.text, of: point, series)
      let width = font.width(of: text)
      guard bar.rect.midX - width / 2 >= last else { return nil }
      let y: Double
      let color: Color
      switch style.position {
      case .none: return nil
      case .above:
        y = bar.isNegative ? bar.rect.maxY + 4 + font.capHeight : bar.rect.minY - 4
        color = style.color ?? canvas.theme.secondaryText
      case .inside:
        guard bar.rect.height >= font.capHeight + 6, bar.rect.width >= width else { return nil }
        y = bar.isNegative ? bar.rect.maxY - 4 : bar.rect.minY + 4 + font.capHeight
        color = style.color ?? fillColor(of: bar, series).legibleText
      }
      last = bar.rect.midX + width / 2 + 2
      return Node(
        .text(
          Text(
            runs: [Text.Run(text, color: color)], at: Point(x: bar.rect.midX, y: y), anchor: .middle,
            size: font.size)))
    }
  }

  /// The colour behind what is written in a bar.
  private func fillColor(of bar: BarMark, _ series: PlotSeries) -> Color {
    switch fill(of: bar, series).fill {
    case .color(let color): color
    case .gradient(let gradient): gradient.stops.first?.color ?? series.color
    case nil: backgroundColor
    }
  }

  /// A template filled with what an entry says.
  func text(_ template: String, of point: Int, _ series: PlotSeries) -> String {
    Template(template).filled { filling($0, of: point, series) }.map(\.text).joined().oneLine
  }

  /// What a placeholder stands for.
  func filling(_ placeholder: String, of point: Int, _ series: PlotSeries) -> String? {
    switch placeholder {
    case "value": chart.format.value(series.value(at: point))
    case "x", "label": chart.positionText.text(at: series.points.positions[point])
    case "series": series.spec.name
    default: nil
    }
  }
}
