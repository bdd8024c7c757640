import ChartModel

// Constant lines and coloured stretches (A8).

extension CartesianLayout {
  /// The constant lines that lie above the series, or below (A8).
  func limits(above: Bool) -> [Node] {
    let nodes = spec.limits.filter { $0.isAbove == above }.compactMap { limitLine($0) }
    return nodes.isEmpty ? [] : [Node(.group(nodes))]
  }

  private func limitLine(_ limit: LimitSpec) -> Node? {
    let ends: [Point]
    switch rules.line(of: limit) {
    case .level(let y)?:
      let y = crispY(y, limit.rule.width)
      ends = [Point(x: plot.minX, y: y), Point(x: plot.maxX, y: y)]
    case .upright(let x)?:
      let x = crispX(x, limit.rule.width)
      ends = [Point(x: x, y: plot.minY), Point(x: x, y: plot.maxY)]
    case nil: return nil
    }
    return Node(
      .polyline(ends),
      style: Style(
        stroke: .color(limit.rule.color ?? canvas.surface.secondaryText), strokeWidth: limit.rule.width,
        strokeDash: limit.rule.dash),
      meaning: Meaning(role: .symbol, kind: "limit", label: words(of: limit)))
  }

  /// A limit in words: `Goal: 20`; only its label where this tells the place.
  private func words(of limit: LimitSpec) -> String {
    let place =
      if let side = limit.axis.side {
        chart.words.value(chart.value(of: limit) ?? .nan, on: side)
      } else {
        chart.words.position.text(at: chart.data.coordinate(of: limit.place) ?? .nan).shortened
      }
    guard let label = limit.label?.shortened else { return place }
    return label.contains(place) ? label : "\(label): \(place)"
  }

  /// What is seen besides the series, in words: limits, bands that have a label, and texts at places.
  var noteWords: [String] {
    let limits = spec.limits.filter { rules.line(of: $0) != nil }.map { "Limit \(words(of: $0))." }
    let bands = spec.bands.filter { rules.rect(of: $0) != nil }.compactMap(\.label).map { "Band \($0.shortened)." }
    let notes =
      spec.annotations.isEmpty
      ? []
      : texts.annotations.map { note in
        "Note: \(spec.annotations[note.index].text.oneLine.shortened)."
      }
    let all = limits + bands + notes
    return all.count > 20 ? all.prefix(20) + ["And \(all.count - 20) more notes."] : all
  }

  func band(_ band: BandSpec) -> [Node] {
    guard let rect = rules.rect(of: band) else { return [] }
    return [Node(.rect(rect, cornerRadius: 0), style: Style(fill: band.color ?? canvas.surface.band))]
  }

  /// What is written at limits and in bands, above the series.
  var ruleLabels: [Node] {
    let placed = [texts.bands, texts.limits].flatMap { $0.sorted { $0.key < $1.key }.map(\.value) }
    let nodes = placed.flatMap { $0.nodes(in: space) }
    return nodes.isEmpty ? [] : [Node(.group(nodes))]
  }
}
