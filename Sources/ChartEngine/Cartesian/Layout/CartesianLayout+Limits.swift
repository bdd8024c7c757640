import ChartModel

// Constant lines and coloured stretches (A8).

extension CartesianLayout {
  /// The constant lines that lie above the series, or below (A8).
  func limits(above: Bool) -> [Node] {
    let nodes = spec.limits.filter { $0.isAbove == above }.compactMap { limitLine($0) }
    return nodes.isEmpty ? [] : [Node(.group(nodes))]
  }

  private func limitLine(_ limit: LimitSpec) -> Node? {
    guard let y = rules.height(of: limit) else { return nil }
    let format = chart.words.format.value(limit.value)
    let crisp = crispY(y, limit.rule.width)
    return Node(
      .polyline([Point(x: plot.minX, y: crisp), Point(x: plot.maxX, y: crisp)]),
      style: Style(
        stroke: .color(limit.rule.color ?? canvas.surface.secondaryText), strokeWidth: limit.rule.width,
        strokeDash: limit.rule.dash),
      meaning: Meaning(role: .symbol, kind: "limit", label: (limit.label.map { "\($0.shortened): " } ?? "") + format))
  }

  func band(_ band: BandSpec) -> [Node] {
    guard let rect = rules.rect(of: band) else { return [] }
    let color = band.color ?? canvas.surface.line.mixed(with: canvas.surface.color, share: 0.7)
    return [Node(.rect(rect, cornerRadius: 0), style: Style(fill: color))]
  }

  /// What is written at limits and in bands, above the series.
  var ruleLabels: [Node] {
    let placed = [texts.bands, texts.limits].flatMap { $0.sorted { $0.key < $1.key }.map(\.value) }
    let nodes = placed.flatMap { $0.nodes(in: space) }
    return nodes.isEmpty ? [] : [Node(.group(nodes))]
  }
}
