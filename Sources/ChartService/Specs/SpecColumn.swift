import ChartData
import ChartModel
import JSONModel

/// A list in a plot's spec that grows when points are added.
enum SpecColumn: Hashable, Sendable {
  /// The names of the slots.
  case labels
  /// The positions that series share.
  case positions
  /// The positions of a series of its own.
  case ownPositions(series: Int)
  case values(series: Int)
  /// What else a series says of its entries, such as their sizes.
  case channel(series: Int, name: String)
  /// What the markers of a series' entries say.
  case markers(series: Int)

  /// Where it is in the spec's JSON.
  var path: [JSONPath.Component] {
    switch self {
    case .labels: [.key("x"), .key("labels")]
    case .positions: [.key("x"), .key("values")]
    case .ownPositions(let series): [.key("series"), .index(series), .key("x")]
    case .values(let series): [.key("series"), .index(series), .key("values")]
    case .channel(let series, let name):
      [.key("series"), .index(series)] + SeriesChannel.path(of: name) + [.key("values")]
    case .markers(let series): [.key("series"), .index(series), .key("markers")]
    }
  }

  /// Where it can be if it was read from a file.
  var placesInFile: [ColumnPlace] {
    switch self {
    case .positions: [.positions, .moments]
    case .ownPositions(let series): [.ownPositions(series: series), .ownMoments(series: series)]
    case .values(let series): [.values(series: series), .valueMoments(series: series)]
    case .channel(let series, let name): [.channel(series: series, name: name)]
    case .labels, .markers: []
    }
  }
}
