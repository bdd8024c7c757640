import ChartData
package import ChartEngine
package import ChartModel
package import JSONModel

extension CartesianSpec: AppendableSpec {
  package func appending(_ request: AppendRequest, to source: SpecSource) throws(InvalidValue) -> AppendedSpec? {
    guard !series.isEmpty else { throw InvalidValue("the chart has no series yet", at: .key("chart")) }
    let given = try request.series(in: self)
    if case .heatmap(let style) = series[given ?? 0].kind, !style.rows.isEmpty {
      throw InvalidValue("a heat map of `rows` has no points: change its rows with chart/update", at: .key("chart"))
    }
    let isForAll = given == nil && AppendedPoints.areForAllSeries(request.points)
    let points =
      isForAll
      ? try request.points(each: series.count, textValues: textValues(of: Array(series.indices)))
      : try request.points(of: series[given ?? 0].kind.style, textValues: textValues(of: [given ?? 0]))
    if countsPositions { return try appendingToPositions(points, request.window, source) }
    var appending = Appending(points, to: isForAll ? nil : given ?? 0, of: source, self, window: request.window)
    return try appending.perform()
  }

  /// What texts among new values of some series are: moments where theirs are, or may be, since there are none yet, and names
  /// where these are.
  private func textValues(of indices: [Int]) -> AppendedPoints.TextValues {
    if countsPositions { return x.scale == .category || x.values.tellsNames ? .names : .refused }
    let areNames = indices.allSatisfy { index in
      let axis = valueAxis(of: series[index])
      if case .histogram = series[index].kind { return series[index].values.tellsNames }
      return type(of: series[index].kind.style).valuesMayBeNames && axis.scale != .time && axis.scale != .log
        && (axis.scale == .category || !axis.labels.isEmpty || series[index].values.tellsNames)
    }
    if areNames { return .names }
    let areMoments = indices.allSatisfy { index in
      let axis = valueAxis(of: series[index])
      guard axis.scale != .time else { return true }
      let side = series[index].axis
      return axis.mayMeasureMoments && series.allSatisfy { $0.axis != side || $0.values.isEmpty }
        && (try? checkMoments(along: side)) != nil
    }
    return areMoments ? .moments(x.ofMoments) : .refused
  }

  /// Whether what is counted are the positions themselves, as in a histogram of one column.
  private var countsPositions: Bool {
    guard series.count == 1, case .histogram = series[0].kind else { return false }
    return series[0].values.isEmpty && series[0].positions == nil && !x.values.isEmpty
  }

  private func appendingToPositions(
    _ points: AppendedPoints, _ window: Int?, _ source: SpecSource
  ) throws(InvalidValue) -> AppendedSpec? {
    if let index = points.positions.firstIndex(where: { $0 != nil }) {
      throw InvalidValue("expected a number alone, which is to be counted", at: points.place(ofPositionAt: index))
    }
    let entries = points.entries(of: 0)
    let first = window.map { min(max(x.values.count + entries.count - $0, 0), x.values.count) } ?? 0
    guard !entries.isEmpty || first > 0 else { return nil }
    var growing = GrowingSpec(source, self)
    growing.grow(.positions, by: entries, dropping: first)
    return AppendedSpec(growing.source, dropped: [])
  }

  /// More points than these are not added while others wait.
  private static let lightPointCount = 100

  /// Points in rising order behind those that are there, of series that are in that order, too.
  package func growsInPlace(
    _ chart: Chart, of source: SpecSource, by points: JSON, ofOneSeries isOfOneSeries: Bool
  ) -> Bool {
    guard let points = points.arrayValue, !points.isEmpty, points.count <= CartesianSpec.lightPointCount,
      let positions = CartesianSpec.positions(of: points)
    else { return false }
    // Of series that share their positions one alone would leave the others with too few values.
    let isForAll = !isOfOneSeries && AppendedPoints.areForAllSeries(.array(points))
    guard series.count == 1 || x.values.isEmpty || isForAll else { return false }
    // What belongs to single entries is moved with them.
    guard series.allSatisfy(\.saysLittleOfEntries) else { return false }
    // Texts among numbers, such as moments, are read one by one.
    guard columns.allSatisfy(\.isOfNumbers), source.held.columns.values.allSatisfy(\.entries.isOfNumbers) else {
      return false
    }
    return source.written.hasRoom(for: points.count) && chart.growsInPlace(by: points.count, from: positions.first)
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
