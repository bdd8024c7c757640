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
}
