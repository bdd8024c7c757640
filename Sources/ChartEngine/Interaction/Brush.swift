/// The part of a plot that is brushed: what lies within an interval of its positions, of its values, or of the numbers that colours
/// stand for.
public struct Brush: Hashable, Sendable {
  /// Positions from one to another: numbers, milliseconds since 1970, or of names the numbers of slots, where half a slot on
  /// both sides belongs to each. `nil` for all of them.
  public var x: ClosedRange<Double>?
  /// The same of the values of the first axis that measures a series.
  public var y: ClosedRange<Double>?
  /// From one number to another of those that colours stand for.
  public var colors: ClosedRange<Double>?

  /// - Returns: `nil` if nothing is left out, or an end is no number.
  public init?(x: ClosedRange<Double>?, y: ClosedRange<Double>?, colors: ClosedRange<Double>? = nil) {
    let ends = [x, y, colors].compactMap(\.self)
    guard !ends.isEmpty, ends.allSatisfy({ $0.lowerBound.isFinite && $0.upperBound.isFinite }) else { return nil }
    (self.x, self.y, self.colors) = (x, y, colors)
  }

  /// Whether it is a part of the plot itself.
  var isOfPlaces: Bool { x != nil || y != nil }
}

extension Brush? {
  /// The same with other numbers of colours, or none.
  func with(colors: ClosedRange<Double>?) -> Brush? { Brush(x: self?.x, y: self?.y, colors: colors) }
}

/// How a pointer that went down on a plot with a brush changes it.
public struct BrushDrag: Hashable, Sendable {
  /// What it moves along an axis.
  public enum Part: Hashable, Sendable {
    /// Nothing: the interval stays as it was.
    case none
    /// Both ends: a new interval begins where the pointer went down.
    case new
    /// The whole interval.
    case whole
    case lower, upper
  }

  public var x: Part
  public var y: Part
  /// Where the pointer went down, as coordinates of both axes.
  public var origin: [Double]
  /// The brush as it was then.
  public var before: Brush?
}
