/// How the title of an axis stands that goes up and down.
enum AxisTitle {
  /// Whether it is so short that it stands level, as `kg` and `°C` do: turned it would hardly be narrower.
  static func isLevel(_ title: String, _ font: Font) -> Bool { font.width(of: title.oneLine) <= 2 * font.size }

  /// How much of the chart's width it takes off, in px. Level, it is farther from the labels, with which it would be read: kg 3.
  static func width(_ title: String, _ font: Font) -> Double {
    isLevel(title, font) ? font.width(of: title.oneLine) + 8 : font.lineHeight + 2
  }
}
