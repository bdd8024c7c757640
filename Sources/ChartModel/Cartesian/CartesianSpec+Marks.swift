// How requests name entries.

extension CartesianSpec: SeriesKindSpec {
  public var kindName: String { kind.rawValue }

  /// - Complexity: O(1) in the number of points.
  public var weight: Int {
    series.indices.reduce(0) { $0 + series[$1].kind.style.weight(ofEntries: entryCount(inSeries: $1)) }
  }

  public var linkFilter: LinkFilter { select.filter }

  /// The names of the series.
  public var legendLabels: [String] { series.map(\.name) }

  public var seriesCount: Int { series.count }
  public func entryCount(inSeries index: Int) -> Int {
    series[index].held?.count ?? series[index].kind.style.entryCount(ofValues: series[index].values.count)
  }
}
