import ChartModel

extension ChartSpec {
  /// From the least to the greatest value that its spokes show, sums where bars stand on one another; `nil` for a chart without
  /// spokes, or without values.
  private var spokeExtent: ClosedRange<Double>? {
    switch content {
    case let radar as RadarSpec:
      let numbers = radar.numbers.joined().filter(\.isFinite)
      return numbers.min().flatMap { least in numbers.max().map { least...$0 } }
    case let polar as PolarSpec:
      let (numbers, none) = (polar.numbers, polar.series.map { _ in false })
      return 0...max(PolarStacks(numbers, hidden: none, count: polar.spokeCount).greatest, 0)
    default: return nil
    }
  }

  /// What all of several charts with spokes show together; `nil` where they have none.
  static func spokeExtent(of charts: [ChartSpec]) -> ClosedRange<Double>? {
    charts.compactMap(\.spokeExtent).reduce(nil) { all, own in all.map(own.union) ?? own }
  }

  /// The chart with an axis along its spokes that shows all that others show, too.
  func sharingSpokes(_ extent: ClosedRange<Double>?) -> ChartSpec {
    guard let extent, var spoked = content as? any SpokedSpec else { return self }
    spoked.axis.sharedExtent = extent
    return ChartSpec(spoked)
  }
}
