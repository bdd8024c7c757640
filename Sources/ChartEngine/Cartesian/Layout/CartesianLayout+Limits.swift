import ChartModel

// Constant lines and coloured stretches (A8).

extension CartesianLayout {
  /// The constant lines that lie above the series, or below (A8).
  func limits(above: Bool) -> [Node] {
    let nodes = spec.limits.filter { $0.isAbove == above }.compactMap { limitLine($0) }
    return nodes.isEmpty ? [] : [Node(.group(nodes))]
  }

  private func limitLine(_ limit: LimitSpec) -> Node? {
    let (ends, place): ([Point], String)
    switch rules.line(of: limit) {
    case .level(let y)?:
      let y = crispY(y, limit.rule.width)
      ends = [Point(x: plot.minX, y: y), Point(x: plot.maxX, y: y)]
      place = limit.axis.side.map { chart.words.value(chart.value(of: limit) ?? .nan, on: $0) } ?? ""
    case .upright(let x)?:
      let coordinate = chart.data.coordinate(of: limit.place) ?? .nan
      let x = crispX(x, limit.rule.width)
      ends = [Point(x: x, y: plot.minY), Point(x: x, y: plot.maxY)]
      place = chart.words.position.text(at: coordinate).shortened
    case nil: return nil
    }
    return Node(
      .polyline(ends),
      style: Style(
        stroke: .color(limit.rule.color ?? canvas.surface.secondaryText), strokeWidth: limit.rule.width,
        strokeDash: limit.rule.dash),
      meaning: Meaning(role: .symbol, kind: "limit", label: (limit.label.map { "\($0.shortened): " } ?? "") + place))
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
