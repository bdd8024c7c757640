import ChartModel
import JSONModel

/// What is written in the middle of a gauge: the value, and below it what it is.
struct GaugeText: Hashable, Sendable {
  let lines: [Text]
  /// Whether something is left out, for want of room.
  let isIncomplete: Bool

  /// From one baseline to the next as a multiple of the size: there is little room.
  private static let spacing = 1.2

  /// - Parameters:
  ///   - middle: Of the lines.
  ///   - width: How wide they may be, in px, and `height` how high.
  ///   - size: Of the value's letters, in px, where there is room.
  init(value: String, measure: String, middle: Point, width: Double, height: Double, size: Double, on canvas: Canvas) {
    let (typeface, surface) = (canvas.typeface, canvas.surface)
    let value = value.oneLine
    var font = typeface.font(.given(size), isBold: true)
    let natural = font.width(of: value)
    // Numbers aren't cut: half a number is a wrong one.
    if natural > width, natural > 0 { font.size *= width / natural }
    let small = typeface.font(usual: min(max(size / typeface.scale * 0.42, 10), 16))
    var rows: [(text: String, font: Font, color: Color)] = []
    if font.size >= 9, font.size * GaugeText.spacing <= height, !value.isEmpty {
      rows.append((value, font, surface.text))
    }
    func lineCount(_ value: Double) -> Int {
      min(max(Int(saturating: (height - value * GaugeText.spacing) / (small.size * GaugeText.spacing)), 0), 2)
    }
    // A long name has two lines, if the value does not become much smaller for that.
    let smaller = font.size * 0.75
    if rows.count == 1, small.width(of: measure.oneLine) > width, lineCount(font.size) == 1, lineCount(smaller) == 2 {
      font.size = smaller
      rows[0].font = font
    }
    let lineCount = lineCount(rows.isEmpty ? 0 : font.size)
    let name = small.lines(of: measure.oneLine, within: width, atMost: max(lineCount, 1))
    let isShown = rows.count == (value.isEmpty ? 0 : 1)
    if lineCount > 0 { rows += name.lines.map { ($0, small, surface.secondaryText) } }
    isIncomplete = !isShown || !measure.isEmpty && (lineCount == 0 || !name.isWhole)
    var top = middle.y - rows.reduce(0) { $0 + $1.font.size * GaugeText.spacing } / 2
    lines = rows.map { row in
      let height = row.font.size * GaugeText.spacing
      defer { top += height }
      return Text(
        runs: [Text.Run(row.text, color: row.color, isBold: row.font.isBold)],
        at: Point(x: middle.x, y: top + (height + row.font.capHeight) / 2), anchor: .middle,
        size: row.font.size, halo: surface.color)
    }
  }
}
