import ChartModel

/// How the title of an axis stands.
enum AxisTitle {
  /// Whether one at an axis that goes up and down is so short that it stands level, as `kg` and `°C` do: turned it would hardly be
  /// narrower.
  static func isLevel(_ title: String, _ font: Font) -> Bool {
    title.lines.count < 2 && font.width(of: title.oneLine) <= 2 * font.size
  }

  /// How much of the chart's width it takes off, in px. Level, it is farther from the labels, with which it would be read: kg 3.
  static func width(_ title: String, _ font: Font) -> Double {
    isLevel(title, font) ? font.width(of: title.oneLine) + 8 : height(title, font) + 2
  }

  /// How high all its lines are, in px.
  static func height(_ title: String, _ font: Font) -> Double { Double(max(title.lines.count, 1)) * font.lineHeight }

  /// Its lines as far as there is room along the axis, and none where hardly a letter of one would be left.
  static func lines(_ title: String, _ font: Font, within length: Double) -> [String] {
    let all = title.lines
    let lines = all.map { font.truncated($0, to: length) }
    return zip(lines, all).allSatisfy { $0 == $1 || $0.count > 3 } ? lines.filter { !$0.isEmpty } : []
  }

  /// What an author should know about a title of which this is written.
  static func warning(_ title: String, written: [Text]) -> String? {
    if written.isEmpty { return title.isEmpty ? nil : "the title was left out: there is no room for it" }
    let isWhole = written.map { $0.runs.map(\.text).joined() } == title.lines.filter { !$0.isEmpty }
    return isWhole ? nil : "the title was shortened: there is no room for all of it"
  }
}
