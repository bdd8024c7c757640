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
  /// The standard colours of marks, which can be told from it and from what ``covered(by:)`` says.
  public private(set) var palette: [Color]

  /// - Parameter background: What the author wants behind the chart, if it is not the theme's.
  public init(_ theme: Theme, background: Color? = nil) {
    guard let background, background != theme.background, background.alpha > 0 else {
      (color, text, secondaryText, line) = (theme.background, theme.text, theme.secondaryText, theme.line)
      (disabled, markerBackground, self.theme) = (theme.disabled, theme.markerBackground, theme)
      palette = Palette.standard(on: theme)
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
    palette = Palette.standard(on: near)
  }

  /// What stretches of an axis are painted with: seen well enough, and little enough for marks to stand out from it.
  public var band: Color { line.mixed(with: color, share: 0.85) }

  /// The surface with bands on it: standard colours are as much darker, or lighter on a dark one, as makes them stand out from
  /// these, too. From a band that is itself as dark as marks are nothing stands out that does from the surface, and so it changes
  /// none.
  public func covered(by bands: [Color]) -> Surface {
    let grounds = [color] + bands.map { $0.over(color) }
    var covered = self
    covered.palette = Palette.standard(on: theme).map { standard in
      (0..<20).lazy.map { standard.mixed(with: pole, share: Double($0) / 20) }
        .first { color in grounds.allSatisfy { color.contrast(to: $0) >= Palette.leastContrast } } ?? standard
    }
    return covered
  }

  /// The extreme that stands out most: black or white.
  public var pole: Color { theme == .light ? .black : .white }
}
