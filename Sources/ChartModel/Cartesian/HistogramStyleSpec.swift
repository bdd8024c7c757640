package import JSONModel

/// How often numbers, moments or names occur: a bar for each bin, as high as there are entries in it.
///
/// What is counted are a series' values, or its positions where it has no values. All histograms of a chart have the same bins.
public struct HistogramStyleSpec: SeriesStyle, Hashable, Sendable {
  /// What the height of a bar says.
  public enum Measure: String, CaseIterable, Hashable, Sendable {
    /// How many entries are in the bin, or what their weights add up to.
    case count
    /// Which part of the series' entries that is.
    case percent
    /// The same over the width of the bin, so that the area of all bars is 1; over days of moments, over powers of ten on log axes.
    case density
  }

  public var bin = HistogramBinSpec()
  public var measure = Measure.count
  /// Whether a bar stands for all up to its bin.
  public var isCumulative = false
  /// How much each entry counts.
  public var weights: NumberChannelSpec?
  /// The curve that the bars would come near to if there were many more entries; none if not given.
  public var density: DensityCurveSpec?
  public var labels = BarLabelSpec()
  /// How the highlighted bar looks, where it looks otherwise.
  public var highlighted = HighlightedBarSpec()
  /// 1, or such that others can be seen through it where there are any, if not given.
  public var opacity: Double?
  /// Between bars, in px.
  public var gap = 1.0
  /// What came of counting, once it is made ready to be drawn.
  package var bins: CountedBins?

  public init() {}

  package static let name = "histogram"
  package static let documentation = "How often numbers, moments or names occur."
  package static let chartDocumentation = "How often numbers, moments or names occur: a bar for each bin."

  package var kind: SeriesSpec.Kind { .histogram(self) }
  package var standsInSlots: Bool { true }
  package var summarizes: Bool { true }
  package var needsValues: Bool { false }
  package func entryCount(ofValues count: Int) -> Int { HistogramBinSpec.maximumCount }
  package func weight(ofEntries count: Int) -> Int { 100 + count / 1_000 }

  package static let properties: [Property<HistogramStyleSpec>] = [
    Property(
      "bin", \.bin, HistogramBinSpec.schema,
      "How wide bins are: `true` for what suits the entries, about how many, or `{width: 5}`."
    )
    .alsoCalled("bins"),
    Property(
      "measure", \.measure, .word(),
      "What heights say: the `count` of entries, their share in `percent`, or their `density`, such that the area is 1."
    )
    .alsoCalled("stat"),
    Property("cumulative", \.isCumulative, .bool(), "Whether a bar stands for all up to its bin."),
    Property(
      "weights", \.weights, .optional(NumberChannelSpec.schema),
      "How much each entry counts: numbers, or the name of a column."
    )
    .alsoCalled("weight"),
    Property(
      "density", \.density, DensityCurveSpec.schema,
      "Whether the curve is drawn that the bars come near to: true, or `{bandwidth: 2}`."
    )
    .alsoCalled("curve", "kde"),
    Property("labels", \.labels, BarLabelSpec.schema, "Where heights are written: `none`, `above`, `inside`."),
    Property("highlighted", \.highlighted, HighlightedBarSpec.schema, "How the highlighted bar looks."),
    Property(
      "opacity", \.opacity, .optional(.number(min: 0, max: 1)),
      "1, or 0.6 where several lie over one another, if not given."),
    Property("gap", \.gap, .number(min: 0, max: 100), "Between bars, in px."),
  ]

  package static let channelNames = ["weights"]
  package var channels: [SeriesChannel] { weights.map { [$0.channel("weights")] } ?? [] }

  package mutating func fill(channel name: String, with values: ColumnSpec) {
    if name == "weights" { weights?.values = values }
  }
}

/// How wide the bins of a histogram are.
public struct HistogramBinSpec: Hashable, Sendable {
  /// About how many.
  public var count: Int?
  /// In units of the axis; on a log axis in powers of ten.
  public var width: Double?
  /// Of moments: a stretch of the calendar.
  public var unit: CalendarUnit?
  /// How many units make a bin; one if not given.
  public var step: Int?
  /// Where bins end and the next ones begin, in rising order.
  public var edges: [Double]?
  /// Whether each bin between `edges` stands for the whole number in its middle.
  package var areWholeNumbers = false
  /// Of names: those that have a bin in any case, before all others.
  package var names: [String] = []

  public init() {}

  /// The most bins that there are.
  public static let maximumCount = 10_000

  static let schema: Schema<HistogramBinSpec> = .either(
    .either(
      objectSchema, or: .only(\.optionalCount, .integer(min: 1, max: maximumCount), of: HistogramBinSpec())),
    or: Schema<Bool>.bool().map(
      expectation: "true, a number of bins, or an object such as {width: 5}",
      decode: { isBinned throws(InvalidValue) in
        guard isBinned else {
          throw InvalidValue(
            expected: "true, a number of bins, or an object such as {width: 5}", got: .bool(false))
        }
        return HistogramBinSpec()
      }, encode: { _ in true }))

  private var optionalCount: Int {
    get { count ?? 1 }
    set { count = newValue }
  }

  private static let objectSchema = Schema.object(
    "HistogramBins", "How wide bins are; as suits the entries if not given.", initial: HistogramBinSpec()
  ) {
    Property(
      "count", \.count, .optional(.integer(min: 1, max: maximumCount)), "About how many; edges are round numbers.")
    Property(
      "width", \.width, .optional(.number(above: 0)),
      "How wide; edges are multiples of it. On a log axis it is in powers of ten.")
    Property("unit", \.unit, .optional(.word()), "Of moments: by the clocks of the chart's time zone.")
    Property(
      "step", \.step, .optional(.integer(min: 1, max: 10_000)), "How many units make a bin; one if not given.")
    Property(
      "edges", \.edges, .optional(.array(of: .number(), maxItems: maximumCount + 1)),
      "Where bins end and the next ones begin, in rising order; what is beyond is not counted.")
  }.validated { spec, faults throws(InvalidValue) in try spec.validate(&faults) }

  private func validate(_ faults: inout FaultList) throws(InvalidValue) {
    let given = [("count", count != nil), ("width", width != nil), ("unit", unit != nil), ("edges", edges != nil)]
      .filter(\.1).map(\.0)
    if given.count > 1 {
      try faults.add(InvalidValue("give one of `count`, `width`, `unit` and `edges`", at: .key(given[1])))
    }
    if step != nil, unit == nil { try faults.add(InvalidValue("is for bins with a `unit`", at: .key("step"))) }
    guard let edges else { return }
    if edges.count < 2 {
      try faults.add(InvalidValue("expected two edges or more, got \(edges.count)", at: .key("edges")))
    }
    for index in edges.indices.dropFirst() where edges[index] <= edges[index - 1] {
      try faults.add(
        InvalidValue(
          "expected more than \(JSON(edges[index - 1]).text), the edge before it, got \(JSON(edges[index]).text)",
          at: JSONPath([.key("edges"), .index(index)])))
    }
  }
}

/// The curve that the bars of a histogram come near to the more entries there are: an estimate of their density by normal
/// curves about each entry.
public struct DensityCurveSpec: Hashable, Sendable {
  /// The standard deviation of those, in units of the axis; by Silverman's rule if not given.
  public var bandwidth: Double?
  /// In px.
  public var width = 2.0

  public init() {}

  static let schema: Schema<DensityCurveSpec?> = .either(
    .optional(
      .object("DensityCurve", "The curve that the bars come near to.", initial: DensityCurveSpec()) {
        Property(
          "bandwidth", \.bandwidth, .optional(.number(above: 0)),
          "How much it is smoothed, in units of the axis; by Silverman's rule if not given.")
        Property("width", \.width, .number(min: 0, max: 20), "How wide the curve is, in px.")
      }),
    or: Schema<Bool>.bool().map(
      decode: { isVisible throws(InvalidValue) in isVisible ? DensityCurveSpec() : nil }, encode: { $0 != nil }))
}

/// What came of counting the entries of a histogram.
package struct CountedBins: Hashable, Sendable {
  /// Where bins end and the next ones begin, one more than there are bins, as coordinates of the axis; empty where names are
  /// counted.
  package var edges: [Double] = []
  /// Whether each bin stands for the whole number in its middle.
  package var areWholeNumbers = false
  /// Points of the density curve, as coordinates and heights.
  package var curve: [Point] = []
  /// What could not be counted, and why.
  package var warnings: [String] = []

  package init() {}
}

extension CartesianSpec.Kind {
  public static let histogram = CartesianSpec.Kind(HistogramStyleSpec.self)
}
