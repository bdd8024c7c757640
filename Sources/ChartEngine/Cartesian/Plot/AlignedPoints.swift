import ChartModel

/// The points of a line among the positions of all lines that it is stacked with, some of which it may have no point at.
struct AlignedPoints: Sendable {
  /// Of all lines, rising.
  let positions: PositionColumn
  /// The place of each of its points among them.
  let places: [Int]

  /// - Parameters:
  ///   - own: Rising.
  ///   - positions: All of ``own`` and more, as ``union(of:)`` makes them.
  /// - Complexity: O(*n*)
  init(of own: PositionColumn, among positions: PositionColumn) {
    self.positions = positions
    var places: [Int] = []
    places.reserveCapacity(own.count)
    var place = 0
    for point in 0..<own.count {
      while place + 1 < positions.count, positions[place] < own[point] { place += 1 }
      places.append(place)
    }
    self.places = places
  }

  /// Each position that one of some lines has, once.
  /// - Complexity: O(*n* log *k*) in the numbers of points and lines.
  static func union(of columns: [PositionColumn]) -> PositionColumn {
    var positions: [Double] = []
    // Sorting finds the runs that rise already.
    for position in columns.flatMap({ column in (0..<column.count).map { column[$0] } }).sorted()
    where positions.last != position { positions.append(position) }
    return PositionColumn(rising: positions)
  }

  /// Values at all positions: 0 where the line has no point between two of its own, as if such a row of the table were not
  /// missing; NaN before its first and behind its last one.
  func values(_ own: [Double]) -> ArraySlice<Double> {
    var values = [Double](repeating: .nan, count: positions.count)
    guard let first = places.first, let last = places.last else { return values[...] }
    for place in first...last { values[place] = 0 }
    for (point, place) in places.enumerated() where own.indices.contains(point) { values[place] = own[point] }
    return values[...]
  }
}
