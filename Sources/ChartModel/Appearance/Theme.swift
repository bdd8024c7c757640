/// Whether a chart is drawn for light or dark surroundings.
public enum Theme: String, CaseIterable, Hashable, Sendable {
  case light
  case dark

  /// What the chart lies on.
  public var background: Color { self == .light ? .white : Color(rgb: 0x16181D) }
  /// Titles and labels.
  public var text: Color { self == .light ? Color(rgb: 0x1F2328) : Color(rgb: 0xE8EAED) }
  /// What matters less: shares, values, captions. At least 4.5 : 1 against the background (WCAG 2, AA).
  public var secondaryText: Color { self == .light ? Color(rgb: 0x656D76) : Color(rgb: 0x9DA5B0) }
  /// Leader lines and rules.
  public var line: Color { self == .light ? Color(rgb: 0xAFB8C1) : Color(rgb: 0x5A626E) }
  /// What markers are written on: the other theme's, so that they stand out.
  public var markerBackground: Color { self == .light ? Color(rgb: 0x2B3038) : Color(rgb: 0xE8EAED) }
  /// What is switched off: hidden entries of a legend, a pie without data.
  public var disabled: Color { self == .light ? Color(rgb: 0xD0D7DE) : Color(rgb: 0x3A404A) }
}
