public import ChartModel

/// A line of text.
public struct Text: Hashable, Sendable {
  public enum Anchor: String, Hashable, Sendable {
    case start, middle, end
  }

  /// A piece of it in one colour, weight and size.
  public struct Run: Hashable, Sendable {
    public var text: String
    public var color: Color
    public var isBold: Bool
    /// In px; `nil` for that of the text.
    public var size: Double?

    public init(_ text: String, color: Color, isBold: Bool = false, size: Double? = nil) {
      self.text = text
      self.color = color
      self.isBold = isBold
      self.size = size
    }
  }

  public var runs: [Run]
  /// Where its anchor lies on the baseline.
  public var position: Point
  public var anchor: Anchor
  /// In px.
  public var size: Double
  /// About its position, clockwise, in degrees.
  public var rotation: Double
  /// The colour of a rim around the letters, so that they can be read where lines pass behind them; `nil` for none.
  public var halo: Color?

  /// How wide the rim is that a halo adds to all sides of letters, in px.
  public static let haloWidth = 2.0

  public init(
    runs: [Run], at position: Point, anchor: Anchor, size: Double, rotation: Double = 0, halo: Color? = nil
  ) {
    self.runs = runs
    self.position = position
    self.anchor = anchor
    self.size = size
    self.rotation = rotation
    self.halo = halo
  }
}
