/// What a chart lies on, with the colours that can be read there: the theme's, and where an author chose another background,
/// others that stand out from that one.
public struct Surface: Hashable, Sendable {
  /// What lies behind everything, without any opacity: a translucent background lies on the theme's.
  public let color: Color
  /// Titles and labels: at least 4.5 : 1 against the surface (WCAG 2, AA).
  public let text: Color
  /// What matters less: shares, values, captions. At least 4.5 : 1, too.
  public let secondaryText: Color
  /// Leader lines and rules.
  public let line: Color
  /// What is switched off: hidden entries of a legend, a pie without data.
  public let disabled: Color
  /// What markers are written on, so that they stand out.
  public let markerBackground: Color
  /// Which colours of marks can be told from it.
  public let theme: Theme

  /// - Parameter background: What the author wants behind the chart, if it is not the theme's.
  public init(_ theme: Theme, background: Color? = nil) {
    guard let background, background != theme.background, background.alpha > 0 else {
      (color, text, secondaryText, line) = (theme.background, theme.text, theme.secondaryText, theme.line)
      (disabled, markerBackground, self.theme) = (theme.disabled, theme.markerBackground, theme)
      return
    }
    let color = background.over(theme.background)
    // White and black have the same contrast to a luminance of 0.18.
    let near = color.luminance < 0.18 ? Theme.dark : .light
    self.color = color
    self.theme = near
    text = near.text.legible(on: color)
    secondaryText = near.secondaryText.legible(on: color)
    line = near.line.standingOut(from: color, by: near.line.contrast(to: near.background))
    disabled = near.disabled.standingOut(from: color, by: near.disabled.contrast(to: near.background))
    markerBackground = near.markerBackground.standingOut(from: color, by: 4.5)
  }

  /// The extreme that stands out most: black or white.
  public var pole: Color { theme == .light ? .black : .white }
}
