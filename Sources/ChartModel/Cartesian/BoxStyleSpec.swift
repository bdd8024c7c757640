package import JSONModel

/// How the values at each position are spread: a box between the quartiles with a line at the median, whiskers, and points beyond.
///
/// Source: Tukey, "Exploratory Data Analysis", 1977; quartiles as R's type 7 has them.
public struct BoxStyleSpec: SeriesStyle, Hashable, Sendable {
  /// Which values are drawn as points.
  public enum Points: String, CaseIterable, Hashable, Sendable {
    case none
    /// Those beyond the whiskers.
    case outliers
    /// All, over the box.
    case all
    /// All, right of the box.
    case beside
  }

  public var whiskers = WhiskerSpec()
  public var points = Points.outliers
  /// Whether the mean is shown, too.
  public var showsMean = false
  /// Of lines, in px.
  public var lineWidth = 1.5
  /// Of points, in px; 3, or 2 where all are drawn, if not given.
  public var radius: Double?
  /// What came of reckoning, once it is made ready to be drawn: one for each entry that is a box, `nil` for one that is a point.
  package var boxes: [BoxSummary?] = []
  /// Whether each series has slots of its own, rather than a share of each slot.
  package var hasOwnSlots = false
  package var warnings: [String] = []

  public init() {}

  package static let name = "box"
  package static let valuesMayBeMoments = true
  package static let documentation = "A box between the quartiles of the values at each position, with whiskers."
  package static let chartDocumentation = "How the values at each position are spread: boxes, whiskers and points."

  package var kind: SeriesSpec.Kind { .box(self) }
  package var standsInSlots: Bool { true }
  package var summarizes: Bool { true }
  package var isStackable: Bool { false }
  /// Boxes, of which there are at most as many as values, and the points beside them.
  package func entryCount(ofValues count: Int) -> Int { 2 * count }

  package func weight(ofEntries count: Int) -> Int {
    points == .all || points == .beside ? count / 2 : 100 + count / 2_000
  }

  package static let properties: [Property<BoxStyleSpec>] = [
    Property(
      "whiskers", \.whiskers, WhiskerSpec.schema,
      "How far whiskers reach: so many times the height of the box, or to `range`, or to percentiles such as `[5, 95]`."
    ),
    Property(
      "points", \.points, .word(),
      "Which values are drawn as points: `none`, `outliers`, `all`, or all `beside` the box."
    )
    .alsoCalled("outliers", "strip"),
    Property("mean", \.showsMean, .bool(), "Whether the mean is shown, too."),
    Property("lineWidth", \.lineWidth, .number(min: 0, max: 20), "How wide its lines are, in px."),
    Property(
      "radius", \.radius, .optional(.number(min: 0.5, max: 50)), "Of points, in px; 3, or 2 where all are drawn."),
  ]
}

/// How far the whiskers of a box reach.
public enum WhiskerSpec: Hashable, Sendable {
  /// To the last value that is no further from the box than so many times its height.
  case boxHeights(Double)
  /// To the least and the greatest value.
  case range
  /// To two percentiles, from 0 to 100.
  case percentiles(Double, Double)

  public init() { self = .boxHeights(1.5) }

  private enum Word: String, CaseIterable, Hashable, Sendable { case range }

  static let schema: Schema<WhiskerSpec> = .either(
    .either(
      Schema<Double>.number(min: 0, max: 1_000).map(
        decode: { heights throws(InvalidValue) in .boxHeights(heights) },
        encode: { if case .boxHeights(let heights) = $0 { heights } else { 1.5 } }),
      or: Schema<Word>.word().map(decode: { _ throws(InvalidValue) in .range }, encode: { _ in .range })),
    or: Schema<[Double]>.array(of: .number(min: 0, max: 100), maxItems: 2).map(
      decode: { ends throws(InvalidValue) in
        guard ends.count == 2, ends[0] < ends[1] else {
          throw InvalidValue("expected two percentiles, the lesser first, such as [5, 95]")
        }
        return .percentiles(ends[0], ends[1])
      }, encode: { if case .percentiles(let low, let high) = $0 { [low, high] } else { [] } }),
    encode: { whiskers in
      switch whiskers {
      case .boxHeights(let heights): JSON(heights)
      case .range: .string("range")
      case .percentiles(let low, let high): .array([JSON(low), JSON(high)])
      }
    }
  ).editingNumbers { whiskers, edit in
    switch whiskers {
    case .range: return .kept
    case .boxHeights(var heights):
      if edit(&heights, NumberBounds(min: 0, max: 1_000)) == .lost { heights = 1.5 }
      whiskers = .boxHeights(heights)
    case .percentiles(var low, var high):
      if edit(&low, NumberBounds(min: 0, max: 100)) == .lost { low = 0 }
      if edit(&high, NumberBounds(min: 0, max: 100)) == .lost { high = 100 }
      whiskers = low < high ? .percentiles(low, high) : .range
    }
    return .changed
  }
}

/// How some values are spread.
package struct BoxSummary: Hashable, Sendable {
  package var count: Int
  /// Where whiskers end, the quartiles, the median and the mean.
  package var low, lower, median, upper, high, mean: Double

  package init(count: Int, low: Double, lower: Double, median: Double, upper: Double, high: Double, mean: Double) {
    (self.count, self.low, self.lower, self.median) = (count, low, lower, median)
    (self.upper, self.high, self.mean) = (upper, high, mean)
  }
}

extension CartesianSpec.Kind {
  public static let box = CartesianSpec.Kind(BoxStyleSpec.self)
}
