package import JSONModel

/// What charts about a centre have in common whose series have a value on each of some named spokes: radars and roses.
public protocol SpokedSpec: SeriesKindSpec {
  /// The names of the spokes, clockwise; they are numbered from 1 where there are none.
  var labels: [String] { get set }
  var series: [SpokeSeriesSpec] { get set }
  /// A file or table from which names and values are read.
  var data: DataSpec? { get set }
  var axis: SpokeAxisSpec { get set }
  /// Where the first spoke is, in degrees clockwise from three o'clock.
  var startAngle: Double { get set }
}

extension SpokedSpec {
  public var seriesCount: Int { series.count }
  public func entryCount(inSeries index: Int) -> Int { series[index].values.count }
  public var legendLabels: [String] { series.map(\.name) }

  /// How many spokes there are.
  public var spokeCount: Int {
    labels.isEmpty ? min(series.reduce(0) { max($0, $1.values.count) }, Self.maximumSpokeCount) : labels.count
  }

  /// More spokes than degrees could not be told apart.
  public static var maximumSpokeCount: Int { 360 }

  /// A mark has an outline and a word or two: it takes about as long as a bar and a half.
  public var weight: Int { series.reduce(0) { $0 + $1.values.count * 3 / 2 } }

  /// The name of a spoke.
  package func label(ofSpoke index: Int) -> String {
    labels.indices.contains(index) ? labels[index] : "\(index + 1)"
  }

  /// What all of them declare.
  static var spokedProperties: [Property<Self>] {
    [
      Property(
        "labels", \Self.labels, .array(of: .name, maxItems: maximumSpokeCount),
        "The names of the spokes, clockwise; numbers from 1 if not given."
      ).alsoCalled("spokes", "categories", "indicator", "x"),
      Property("series", \Self.series, SpokeSeriesSpec.listSchema, "Values on the spokes: a list, or the only series."),
      Property(
        "data", \Self.data, .optional(DataSpec.schema),
        "A file or table to read from: its column `x` names the spokes, the series' columns are their values."),
      Property(
        "startAngle", \Self.startAngle, .number(), "Where the first spoke is: degrees clockwise from three o'clock."),
    ]
  }

  /// - Throws: ``InvalidValue`` where names, values and data don't go together.
  package func checkSpokes() throws(InvalidValue) {
    var faults = FaultList()
    if data != nil, !labels.isEmpty {
      try faults.add(InvalidValue("give either `labels` or `data`, not both", at: JSONPath([.key("data")])))
    }
    for (index, series) in series.enumerated() {
      let most = labels.isEmpty ? Self.maximumSpokeCount : labels.count
      guard series.values.count > most else { continue }
      let reason = "expected at most \(most) values" + (labels.isEmpty ? "" : ", as there are labels")
      try faults.add(
        InvalidValue(
          "\(reason), got \(series.values.count)", at: JSONPath([.key("series"), .index(index), .key("values")])))
    }
    try faults.check()
  }
}
