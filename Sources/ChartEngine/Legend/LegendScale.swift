public import ChartModel

/// What the legend says of entries that show numbers: which colour or which size stands for which.
public struct LegendScale: Hashable, Sendable {
  /// A number in words, and where on the way from the least to the greatest it is, from 0 to 1.
  public struct Label: Hashable, Sendable {
    public var text: String
    public var share: Double
    /// What it is where no other number stands between the ends, in a row or when read out: without decimals that only
    /// that needs.
    public var words: String

    public init(_ text: String, at share: Double, words: String? = nil) {
      (self.text, self.share, self.words) = (text, share, words ?? text)
    }
  }

  /// A number in words, and the radius in px of the circle that stands for it.
  public struct Sample: Hashable, Sendable {
    public var text: String
    public var radius: Double

    public init(_ text: String, radius: Double) {
      (self.text, self.radius) = (text, radius)
    }
  }

  public enum Form: Hashable, Sendable {
    /// A bar of colours at equal steps from the least number to the greatest. Of its labels, which rise, the first and the
    /// last are always written.
    case colors([Color], [Label])
    /// Symbols of some sizes, the largest first. As large ones are taken as there is room for.
    case sizes([Sample], LegendSymbol, Color, opacity: Double)
  }

  /// What the numbers are; empty if that isn't known.
  public var title: String
  public var form: Form

  public init(title: String, _ form: Form) {
    (self.title, self.form) = (title, form)
  }

  /// The same of several series: in the colour of none of them.
  func shared(titled title: String, _ color: Color) -> LegendScale {
    switch form {
    case .colors: LegendScale(title: title, form)
    case .sizes(let samples, let symbol, _, let opacity):
      LegendScale(title: title, .sizes(samples, symbol, color, opacity: opacity))
    }
  }

  var isOfColors: Bool { if case .colors = form { true } else { false } }

  /// What a warning calls it.
  var name: String {
    switch form {
    case .colors: "colors"
    case .sizes: "sizes"
    }
  }
}
