import ChartModel

// Constant lines and coloured stretches (A8).

extension CartesianLayout {
  /// The constant lines that lie above the series, or below (A8).
  func limits(above: Bool) -> [Node] {
    guard !spec.limits.isEmpty else { return [] }
    let labels = limitLabels
    let nodes = spec.limits.enumerated().filter { $1.isAbove == above }.flatMap { index, limit -> [Node] in
      guard let line = limitLine(limit) else { return [] }
      return [line] + (labels[index].map { [Node(.text($0))] } ?? [])
    }
    return nodes.isEmpty ? [] : [Node(.group(nodes))]
  }

  /// Whether an axis says where values are: one without series says nothing.
  private func isMeasured(_ side: SeriesSpec.AxisSide) -> Bool {
    spec.series.isEmpty ? side == .left : marks.contains { $0.series.spec.axis == side }
  }

  /// Where a limit is, in px; `nil` if that is beyond the plot, or its axis measures nothing.
  private func height(of limit: LimitSpec) -> Double? {
    guard isMeasured(limit.axis), plot.width > 0,
      let y = frame.axis(limit.axis).y(of: limit.value), y >= plot.minY - 0.5, y <= plot.maxY + 0.5
    else { return nil }
    return y
  }

  private func limitLine(_ limit: LimitSpec) -> Node? {
    guard let y = height(of: limit) else { return nil }
    let format = chart.words.format.value(limit.value)
    let crisp = crispY(y, limit.rule.width)
    return Node(
      .polyline([Point(x: plot.minX, y: crisp), Point(x: plot.maxX, y: crisp)]),
      style: Style(
        stroke: .color(limit.rule.color ?? canvas.theme.secondaryText), strokeWidth: limit.rule.width,
        strokeDash: limit.rule.dash),
      meaning: Meaning(role: .symbol, kind: "limit", label: (limit.label.map { "\($0.shortened): " } ?? "") + format))
  }

  /// What is written at the limits, by their places in the spec: above the line, or below it where that is beyond the plot
  /// or taken by another label or line, which it would seem to belong to. The first ones stay.
  var limitLabels: [Int: Text] {
    let font = Font(size: 11)
    // A closure: the method by itself would be one for a copy of the layout, with all that it holds.
    let lines = spec.limits.compactMap { height(of: $0) }
    var labels: [Int: Text] = [:]
    var taken: [Rect] = []
    for (index, limit) in spec.limits.enumerated() {
      guard let y = height(of: limit), let label = limit.label?.oneLine, !label.isEmpty else { continue }
      let text = font.truncated(label, to: max(plot.width - 8, 0))
      let width = font.width(of: text)
      let places = [(y - 4, false), (y + 4 + font.capHeight, true)].compactMap { baseline, isBelow -> Rect? in
        let box = Rect(
          x: plot.maxX - 4 - width, y: baseline - font.capHeight, width: width, height: font.capHeight)
        guard isBelow || y - font.lineHeight >= plot.minY, !taken.contains(where: box.intersects),
          !lines.contains(where: { $0 > box.minY && $0 < box.maxY })
        else { return nil }
        return box
      }
      guard let box = places.first else { continue }
      taken.append(Rect(x: box.x - 4, y: box.y - 2, width: box.width + 8, height: box.height + 4))
      labels[index] = Text(
        runs: [Text.Run(text, color: limit.rule.color ?? canvas.theme.secondaryText)],
        at: Point(x: box.maxX, y: box.maxY), anchor: .end, size: font.size)
    }
    return labels
  }

  /// The limits of which the label was left out, though they are seen.
  var unlabelledLimits: [Int] {
    let labels = limitLabels
    return spec.limits.indices.filter { index in
      let limit = spec.limits[index]
      return limit.label?.oneLine.isEmpty == false && height(of: limit) != nil && labels[index] == nil
    }
  }

  func band(_ band: BandSpec) -> [Node] {
    guard let rect = rect(of: band) else { return [] }
    let color = band.color ?? canvas.theme.line.mixed(with: backgroundColor, share: 0.7)
    return [Node(.rect(rect, cornerRadius: 0), style: Style(fill: color))]
  }

  /// What is written in bands, above the series.
  var bandLabels: [Node] {
    let font = Font(size: 11)
    return spec.bands.compactMap { band in
      guard let label = band.label, !label.isEmpty, let rect = rect(of: band) else { return nil }
      let (left, right) = (max(rect.minX, plot.minX) + 4, min(rect.maxX, plot.maxX) - 4)
      guard right > left, rect.maxY > plot.minY, rect.minY < plot.maxY else { return nil }
      return Node(
        .text(
          Text(
            runs: [Text.Run(font.truncated(label.oneLine, to: right - left), color: canvas.theme.secondaryText)],
            at: Point(x: left, y: max(rect.minY, plot.minY) + 4 + font.capHeight), anchor: .start, size: font.size)))
    }
  }

  /// Where a band is, whichever of its ends comes first; `nil` if one of them is nowhere.
  private func rect(of band: BandSpec) -> Rect? {
    let ends = [band.from, band.to].map { end in end.map { chart.coordinate(of: $0, on: band.axis) ?? .nan } }
    guard !ends.contains(where: { $0?.isNaN ?? false }) else { return nil }
    let isSwapped = if let from = ends[0], let to = ends[1] { from > to } else { false }
    let (from, to) = isSwapped ? (ends[1], ends[0]) : (ends[0], ends[1])
    switch band.axis {
    case .x:
      let map = frame.window.map
      // Names are bands of a slot's width themselves.
      let half = chart.data.axis.isCategory ? 0.5 : 0
      let start = from.map { map.pixel(of: $0 - half) } ?? plot.minX
      let end = to.map { map.pixel(of: $0 + half) } ?? plot.maxX
      return Rect(x: min(start, end), y: plot.minY, width: abs(end - start), height: plot.height)
    case .left, .right:
      let side: SeriesSpec.AxisSide = band.axis == .left ? .left : .right
      guard isMeasured(side) else { return nil }
      let map = frame.axis(side).map
      let (low, high) = (from.map(map.pixel) ?? plot.maxY, to.map(map.pixel) ?? plot.minY)
      return Rect(x: plot.minX, y: min(low, high), width: plot.width, height: abs(high - low))
    }
  }
}
