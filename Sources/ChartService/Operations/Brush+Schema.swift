import ChartEngine
import JSONModel

extension Brush {
  /// As states have it, which go with the data that they belong to.
  static let schema: Schema<Brush> = Schema<Ends>.object(
    "Brush",
    "A part of a plot: what lies within an interval of its positions, of its values, or of the numbers of its colours.",
    initial: Ends()
  ) {
    Property(
      "x", \.x, .optional(interval),
      "From one position to another: numbers, ms since 1970, or the numbers of slots, with half a slot on both sides.")
    Property("y", \.y, .optional(interval), "From one value to another.")
    Property("colors", \.colors, .optional(interval), "From one number to another of those that colours stand for.")
  }.map(
    decode: { ends throws(InvalidValue) in
      guard let brush = Brush(x: ends.x, y: ends.y, colors: ends.colors) else {
        throw InvalidValue("expected `x`, `y` or `colors`")
      }
      return brush
    }, encode: { Ends(x: $0.x, y: $0.y, colors: $0.colors) })

  private struct Ends: Sendable {
    var x: ClosedRange<Double>?
    var y: ClosedRange<Double>?
    var colors: ClosedRange<Double>?
  }

  private static let interval: Schema<ClosedRange<Double>> = Schema<[Double]>.array(of: .number(), maxItems: 2).map(
    decode: { ends throws(InvalidValue) in
      guard ends.count == 2 else { throw InvalidValue("expected two numbers, got \(ends.count)") }
      return min(ends[0], ends[1])...max(ends[0], ends[1])
    }, encode: { [$0.lowerBound, $0.upperBound] })
}
