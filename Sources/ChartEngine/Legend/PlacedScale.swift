import ChartModel

/// A scale as it stands in a legend: in a column below the names, or level in a row.
struct PlacedScale: Hashable, Sendable {
  let scale: LegendScale
  let box: Rect
  private let font: Font
  private let rowHeight: Double
  private let isColumn: Bool
  private let title: String
  /// Of the sizes those that there is room for, the least first.
  private let samples: [LegendScale.Sample]
  /// How far their shapes reach, in radii.
  private let reach: Size

  private static let barWidth = 11.0
  private static let barLength = 96.0
  private static let gap = 7.0
  /// How far beside the bar a pointer still means it, in px.
  private static let reach = 6.0
  /// Between a size's number and the next size, in px.
  private static let spacing = 14.0
  /// The rows that a bar in a column takes up.
  private static let barRows = 5.0

  /// At the origin; `nil` if there is nothing that it could say in this much room.
  init?(_ scale: LegendScale, font: Font, rowHeight: Double, isColumn: Bool, widest: Double) {
    (self.scale, self.font, self.rowHeight, self.isColumn) = (scale, font, rowHeight, isColumn)
    title = scale.title.isEmpty ? "" : font.truncated(scale.title.oneLine, to: min(widest, 220))
    var samples: [LegendScale.Sample] = []
    var reach = Size(width: 1, height: 1)
    if case .sizes(let all, let symbol, _, _) = scale.form {
      reach = symbol.reach
      let fitting = all.filter { $0.radius <= 1.25 * rowHeight }
      // Every second of 1, 2, 5, 10 …: of many, neighbours would look too much alike.
      let step = fitting.count > 3 ? 2 : 1
      samples = fitting.indices.prefix(5).filter { $0 % step == 0 }.map { fitting[$0] }.reversed()
      guard !samples.isEmpty else { return nil }
    }
    (self.samples, self.reach) = (samples, reach)
    let titleWidth = title.isEmpty ? 0 : font.width(of: title)
    let size: Size
    switch (scale.form, isColumn) {
    case (.colors(_, let labels), true):
      let width = labels.map { font.width(of: $0.text) }.max() ?? 0
      size = Size(
        width: max(titleWidth, PlacedScale.barWidth + PlacedScale.gap + width),
        height: (PlacedScale.barRows + (title.isEmpty ? 0 : 1)) * rowHeight)
    case (.colors(_, let labels), false):
      let ends = PlacedScale.ends(of: labels).map { font.width(of: $0.words) }
      size = Size(
        width: (title.isEmpty ? 0 : titleWidth + PlacedScale.spacing) + ends.reduce(0, +)
          + PlacedScale.barLength + Double(ends.count) * PlacedScale.gap, height: rowHeight)
    case (.sizes, true):
      let widths = samples.map { font.width(of: $0.text) }
      let greatest = (samples.last?.radius ?? 0) * reach.width
      size = Size(
        width: max(titleWidth, max(2 * greatest, PlacedScale.barWidth) + PlacedScale.gap + (widths.max() ?? 0)),
        height: samples.reduce(title.isEmpty ? 0 : rowHeight) {
          $0 + max(rowHeight, 2 * $1.radius * reach.height + 4)
        })
    case (.sizes, false):
      let widths = samples.map { font.width(of: $0.text) + 2 * $0.radius * reach.width + PlacedScale.gap }
      size = Size(
        width: (title.isEmpty ? 0 : titleWidth + PlacedScale.spacing) + widths.reduce(0, +)
          + PlacedScale.spacing * Double(samples.count - 1),
        height: max(rowHeight, 2 * (samples.last?.radius ?? 0) * reach.height + 4))
    }
    guard size.width <= widest else { return nil }
    box = Rect(x: 0, y: 0, width: size.width, height: size.height)
  }

  private init(_ other: PlacedScale, box: Rect) {
    (scale, font, rowHeight, isColumn) = (other.scale, other.font, other.rowHeight, other.isColumn)
    (title, samples, reach) = (other.title, other.samples, other.reach)
    self.box = box
  }

  /// The same at another place.
  func moved(to origin: Point) -> PlacedScale {
    PlacedScale(self, box: Rect(x: origin.x, y: origin.y, width: box.width, height: box.height))
  }

  // MARK: - Drawing

  /// Where the bar of colours is; `nil` for sizes.
  var bar: Rect? {
    guard case .colors(_, let labels) = scale.form else { return nil }
    if isColumn {
      let top = box.minY + (title.isEmpty ? 0 : rowHeight) + rowHeight / 2
      return Rect(x: box.minX, y: top, width: PlacedScale.barWidth, height: box.maxY - rowHeight / 2 - top)
    }
    let ends = PlacedScale.ends(of: labels)
    let x = rowStart + (ends.count > 1 ? font.width(of: ends[0].words) + PlacedScale.gap : 0)
    return Rect(
      x: x, y: box.midY - PlacedScale.barWidth / 2, width: PlacedScale.barLength, height: PlacedScale.barWidth)
  }

  /// Whether a pointer there means the bar of colours: it may be a little beside it.
  func isOnBar(_ place: Point) -> Bool { bar?.inset(by: -PlacedScale.reach).contains(place) ?? false }

  /// How far along the bar of colours a place is, from 0 at the least number to 1; less or more beyond its ends.
  func share(at place: Point) -> Double {
    guard let bar else { return 0 }
    return isColumn ? (bar.maxY - place.y) / bar.height : (place.x - bar.minX) / bar.width
  }

  /// - Parameter brushed: Which part of its bar is brushed, from 0 to 1; `nil` for all of it.
  func node(on surface: Surface, brushed: ClosedRange<Double>? = nil) -> Node {
    var nodes: [Node] = []
    if !title.isEmpty {
      let y = isColumn ? box.minY + rowHeight / 2 : box.midY
      nodes.append(text(title, x: box.minX, y: y, color: surface.secondaryText))
    }
    switch scale.form {
    case .colors(let colors, let labels):
      nodes += isColumn ? column(colors, labels, surface) : row(colors, labels, surface)
      if let brushed { nodes += marks(of: brushed, surface) }
    case .sizes(_, let symbol, let color, let opacity):
      let style = Style(fill: color, opacity: opacity)
      nodes += isColumn ? column(symbol, style, surface) : row(symbol, style, surface)
    }
    return Node(.group(nodes), meaning: Meaning(role: .symbol, kind: "legend entry", label: words))
  }

  /// What it says to those who don't see it: `engine, colors from 1 to 100`, `people, sizes of 2, 10, 50`.
  private var words: String {
    let text =
      switch scale.form {
      case .colors(_, let labels) where labels.count == 1: "color of \(labels[0].words)"
      case .colors(_, let labels): "colors from \(labels.first?.words ?? "") to \(labels.last?.words ?? "")"
      case .sizes: "sizes of \(samples.map(\.text).joined(separator: ", "))"
      }
    return scale.title.isEmpty ? text : "\(scale.title.shortened), \(text)"
  }

  /// What pales the rest of the bar, and a line around the part that is brushed.
  private func marks(of part: ClosedRange<Double>, _ surface: Surface) -> [Node] {
    guard let bar else { return [] }
    func rect(_ part: ClosedRange<Double>) -> Rect {
      let length = part.upperBound - part.lowerBound
      return isColumn
        ? Rect(
          x: bar.minX, y: bar.maxY - part.upperBound * bar.height, width: bar.width, height: length * bar.height)
        : Rect(x: bar.minX + part.lowerBound * bar.width, y: bar.minY, width: length * bar.width, height: bar.height)
    }
    var veil = surface.color
    veil.alpha = 190
    let rest = [0...part.lowerBound, part.upperBound...1].map { rect($0).inset(by: -0.5) }
    let shown = rect(part)
    // However little is brushed, it is to be seen.
    let line = shown.inset(by: -max(1, 2 - min(shown.width, shown.height) / 2))
    return rest.filter { $0.width > 1 && $0.height > 1 }
      .map { Node(.rect($0, cornerRadius: 0), style: Style(fill: veil)) }
      + [Node(.rect(line, cornerRadius: 1.5), style: Style(stroke: .color(surface.text), strokeWidth: 1.5))]
  }

  /// The greatest number at the top, as on an axis.
  private func column(_ colors: [Color], _ labels: [LegendScale.Label], _ surface: Surface) -> [Node] {
    guard let bar else { return [] }
    var nodes = [self.bar(bar, .downwards(stops(colors.reversed())))]
    for label in labels {
      nodes.append(
        text(label.text, x: bar.maxX + PlacedScale.gap, y: bar.maxY - label.share * bar.height, color: surface.text))
    }
    return nodes
  }

  private func row(_ colors: [Color], _ labels: [LegendScale.Label], _ surface: Surface) -> [Node] {
    let ends = PlacedScale.ends(of: labels)
    guard let bar, let last = ends.last else { return [] }
    var nodes = ends.dropLast().map { text($0.words, x: rowStart, y: box.midY, color: surface.text) }
    var gradient = LinearGradient(from: .zero, to: Point(x: 1, y: 0), stops: stops(colors))
    gradient.isRelative = true
    nodes.append(self.bar(bar, gradient))
    nodes.append(text(last.words, x: bar.maxX + PlacedScale.gap, y: box.midY, color: surface.text))
    return nodes
  }

  private func column(_ symbol: LegendSymbol, _ style: Style, _ surface: Surface) -> [Node] {
    let half = max((samples.last?.radius ?? 0) * reach.width, PlacedScale.barWidth / 2)
    var y = box.minY + (title.isEmpty ? 0 : rowHeight)
    return samples.flatMap { sample -> [Node] in
      let height = max(rowHeight, 2 * sample.radius * reach.height + 4)
      defer { y += height }
      return [
        Node(symbol.shape(at: Point(x: box.minX + half, y: y + height / 2), radius: sample.radius), style: style),
        text(sample.text, x: box.minX + 2 * half + PlacedScale.gap, y: y + height / 2, color: surface.text),
      ]
    }
  }

  private func row(_ symbol: LegendSymbol, _ style: Style, _ surface: Surface) -> [Node] {
    var x = rowStart
    return samples.flatMap { sample -> [Node] in
      let half = sample.radius * reach.width
      let start = x + 2 * half + PlacedScale.gap
      defer { x = start + font.width(of: sample.text) + PlacedScale.spacing }
      return [
        Node(symbol.shape(at: Point(x: x + half, y: box.midY), radius: sample.radius), style: style),
        text(sample.text, x: start, y: box.midY, color: surface.text),
      ]
    }
  }

  /// What is written before and after a bar in a row: the least number and the greatest one, once if they are the same.
  private static func ends(of labels: [LegendScale.Label]) -> [LegendScale.Label] {
    labels.count < 2 ? labels : [labels[0], labels[labels.count - 1]]
  }

  /// Where a row goes on after the title.
  private var rowStart: Double {
    box.minX + (title.isEmpty ? 0 : font.width(of: title) + PlacedScale.spacing)
  }

  private func bar(_ rect: Rect, _ gradient: LinearGradient) -> Node {
    Node(.rect(rect, cornerRadius: 2.5), style: Style(fill: .gradient(gradient)))
  }

  private func stops(_ colors: [Color]) -> [LinearGradient.Stop] {
    colors.enumerated().map { LinearGradient.Stop(Double($0) / Double(max(colors.count - 1, 1)), $1) }
  }

  /// A text whose digits are centred on a height.
  private func text(_ text: String, x: Double, y: Double, color: Color) -> Node {
    Node(
      .text(
        Text(
          runs: [Text.Run(text, color: color)], at: Point(x: x, y: y + font.capHeight / 2), anchor: .start,
          size: font.size)))
  }
}
