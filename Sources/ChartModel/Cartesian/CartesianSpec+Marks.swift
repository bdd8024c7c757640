// How requests name entries.

extension CartesianSpec: SeriesKindSpec {
  public var kindName: String { kind.rawValue }

  /// - Complexity: O(1) in the number of points.
  public var weight: Int { series.reduce(0) { $0 + $1.kind.style.weight(ofEntries: $1.values.count) } }

  /// The names of the series.
  public var legendLabels: [String] { series.map(\.name) }

  public var seriesCount: Int { series.count }
  public func entryCount(inSeries index: Int) -> Int { series[index].values.count }
}
