import ChartData
import ChartEngine
import ChartModel
import JSONModel
import OrderedCollections

extension SpecSource {
  /// More points than these are not added while others wait.
  private static let lightPointCount = 100

  /// Whether points of a request can be added at the cost of these alone: so few, in rising order behind those that are there,
  /// and onto memory that has room for them. It is asked before they are read, and says no where it can't tell cheaply.
  /// - Parameters:
  ///   - chart: What this spec is drawn by.
  ///   - points: The parameter `points`.
  ///   - isOfOneSeries: Whether the request names a series.
  /// - Complexity: O(*k*) in the number of new points, and O(1) in those that are there.
  func growsInPlace(_ chart: Chart, by points: JSON, ofOneSeries isOfOneSeries: Bool) -> Bool {
    guard let plot = spec.content as? CartesianSpec, let points = points.arrayValue, !points.isEmpty,
      points.count <= SpecSource.lightPointCount, let positions = SpecSource.positions(of: points)
    else { return false }
    // Of series that share their positions one alone would leave the others with too few values.
    let isForAll = !isOfOneSeries && AppendedPoints.areForAllSeries(.array(points))
    guard plot.series.count == 1 || plot.x.values.isEmpty || isForAll else { return false }
    // What belongs to single entries is moved with them.
    guard plot.series.allSatisfy(\.saysLittleOfEntries) else { return false }
    // Texts among numbers, such as moments, are read one by one.
    guard plot.columns.allSatisfy(\.isOfNumbers), held.columns.values.allSatisfy(\.entries.isOfNumbers) else {
      return false
    }
    return written.hasRoom(for: points.count) && chart.growsInPlace(by: points.count, from: positions.first)
  }

  /// Where points are, if all have a number for it, and none is before another; empty if none says where it is.
  private static func positions(of points: [JSON]) -> [Double]? {
    var positions: [Double] = []
    for point in points {
      switch point {
      case .array, .object:
        guard let x = (point["x"] ?? point[0])?.doubleValue, x >= positions.last ?? -.infinity else { return nil }
        positions.append(x)
      default: break
      }
    }
    return positions.isEmpty || positions.count == points.count ? positions : nil
  }
}

extension SeriesSpec {
  /// Whether there are few markers and channels for its entries.
  fileprivate var saysLittleOfEntries: Bool {
    let limit = ChartService.lightWeight
    return markers.count <= limit && kind.style.channels.allSatisfy { $0.values.count <= limit }
  }
}

extension ColumnSpec {
  fileprivate var isOfNumbers: Bool { if case .numbers = self { true } else { isEmpty } }
}
