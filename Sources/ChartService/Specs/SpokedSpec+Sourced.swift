import ChartModel
import JSONModel

extension RadarSpec: SourcedSpec {}
extension PolarSpec: SourcedSpec {}

/// Names and values on spokes are read as those of bars in slots are: from the same columns of the same files.
extension SourcedSpec where Self: SpokedSpec {
  /// The plot that has the same data.
  private var plot: CartesianSpec {
    var plot = CartesianSpec(
      kind: .bar,
      series: series.map { series in
        var bars = SeriesSpec(.bar(BarStyleSpec()), name: series.name, values: series.values)
        bars.column = series.column
        return bars
      })
    plot.data = data
    plot.x.scale = .category
    return plot
  }

  func heldData(
    from reader: SpecReader, _ buffers: RequestBuffers, keeping previous: HeldData
  ) throws(InvalidValue) -> HeldData {
    try plot.heldData(from: reader, buffers, keeping: previous)
  }

  func filled(with held: HeldData) throws(InvalidValue) -> Self {
    let plot = try plot.filled(with: held)
    var spec = self
    if let data {
      if !data.transform.isEmpty { spec.common.format.areComputed = true }
      spec.data = nil
      spec.labels = plot.x.values.entries.map { entry in
        switch entry {
        case .number(let number): JSON(number).text
        case .text(let text): text
        case .missing: ""
        }
      }
      let count = plot.series.reduce(spec.labels.count) { max($0, $1.values.count) }
      guard count <= Self.maximumSpokeCount else {
        throw InvalidValue(
          "expected at most \(Self.maximumSpokeCount) rows, one for each spoke, got \(count): choose some with `where`",
          at: JSONPath([.key("data")]))
      }
    }
    if spec.series.isEmpty { spec.series = plot.series.map { SpokeSeriesSpec(name: $0.name) } }
    for (index, series) in plot.series.enumerated() { spec.series[index].values = series.values }
    try spec.checkSpokes()
    return spec
  }

  func complete(_ held: inout HeldData, from stored: StoredData) throws(InvalidValue) {
    try plot.complete(&held, from: stored)
  }

  var columns: [ColumnSpec] { series.map(\.values) }
}
