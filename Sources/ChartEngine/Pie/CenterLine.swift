import ChartModel

/// A line of the text in the hole.
struct CenterLine: Hashable, Sendable {
  let text: String
  let position: Point
  let font: Font
  /// Whether it is the one that matters: the only one with a number, else the last. The others say what it is.
  let isMain: Bool

  /// The lines of the text, or of the selected slice's, made smaller until they fit into the hole.
  static func lines(
    spec: PieSpec, selected: SliceMark?, total: Double, format: NumberFormat, frame: PieFrame, typeface: Typeface
  ) -> [CenterLine] {
    let holeRadius = frame.radius * spec.hole
    guard holeRadius >= 14, let text = text(spec: spec, selected: selected, total: total, format: format)
    else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(6).map { String($0).oneLine }
    let numbers = lines.indices.filter { lines[$0].contains(where: \.isNumber) }
    let main = numbers.count == 1 ? numbers[0] : lines.count - 1
    let fonts = lines.indices.map { index in
      index == main
        ? typeface.font(usual: lines.count > 1 ? 20 : 15, isBold: true) : typeface.font(usual: 12)
    }
    let factor = min(1, fitting(lines, fonts, radius: holeRadius - 4))
    let scaled = fonts.map { $0.sized(max(7, $0.size * factor)) }
    let height = scaled.reduce(0) { $0 + $1.lineHeight }
    // Words may be shortened, numbers may not: half a number is a wrong one.
    let width = 2 * (holeRadius - 4)
    guard zip(lines, scaled).allSatisfy({ !$0.contains(where: \.isNumber) || $1.width(of: $0) <= width }) else {
      return []
    }
    let middle = middle(spec: spec, frame: frame, holeRadius: holeRadius)
    var top = middle.y - height / 2
    return lines.indices.map { index in
      let font = scaled[index]
      defer { top += font.lineHeight }
      return CenterLine(
        text: font.truncated(lines[index], to: width),
        position: Point(x: middle.x, y: top + (font.lineHeight + font.capHeight) / 2), font: font,
        isMain: index == main)
    }
  }

  private static func text(spec: PieSpec, selected: SliceMark?, total: Double, format: NumberFormat) -> String? {
    if let selected {
      return Template(spec.center.selected ?? "{label}\n{percent}").text(selected.text(for:))
    }
    return spec.center.text.map { text in
      Template(text).text { placeholder in
        let (name, format) = format.named(by: placeholder)
        switch name {
        case "title": return spec.common.title ?? ""
        case "total": return format.value(total)
        default: return nil
        }
      }
    }
  }

  /// The middle of the hole, or of the part of it that a partial pie encloses.
  private static func middle(spec: PieSpec, frame: PieFrame, holeRadius: Double) -> Point {
    guard spec.sweep <= 270 else { return frame.center }
    let (sine, cosine) = sineAndCosine(degrees: normalizedDegrees(spec.startAngle) + spec.sweep / 2)
    let shift = holeRadius * (spec.sweep <= 180 ? 0.38 : 0.15)
    return Point(x: frame.center.x + shift * cosine, y: frame.center.y + shift * sine)
  }

  /// By how much the lines must shrink so that the box of each lies within the circle.
  private static func fitting(_ lines: [String], _ fonts: [Font], radius: Double) -> Double {
    let height = fonts.reduce(0) { $0 + $1.lineHeight }
    var top = -height / 2
    var factor = 1.0
    for (line, font) in zip(lines, fonts) {
      let width = font.width(of: String(line.prefix(200)))
      let far = max(abs(top), abs(top + font.lineHeight))
      factor = min(factor, radius / Point(x: width / 2, y: far).length)
      top += font.lineHeight
    }
    return factor
  }
}
