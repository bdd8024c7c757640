import ChartModel

/// The entry nearest to a place (V6): by x, then by y, then by which series is above.
struct NearestEntry: Hashable, Sendable {
  /// The index of the series, in the order they are drawn in, and of the entry in it.
  var series: Int
  var entry: Int
  /// Where it is, in px.
  var point: Point

  /// A series as it is searched.
  struct Candidates: Sendable {
    var columns: PointColumns
    var x: PixelMap
    var y: PixelMap
    /// Those that aren't are passed over.
    var isHighlightable = true
  }

  /// Entries whose distances in x differ by less than this are equally near, in px: lines whose x are the same but for
  /// rounding must be told apart by y.
  static let tolerance = 0.01

  /// - Returns: `nil` if no series has a point.
  /// - Complexity: O(log *n*) a series, and O(*k*) in the number of points with the same x.
  static func search(_ place: Point, in series: [Candidates]) -> NearestEntry? {
    guard place.isFinite else { return nil }
    var nearest: NearestEntry?
    var least = (x: Double.infinity, y: Double.infinity)
    for (index, candidates) in series.enumerated() where candidates.isHighlightable {
      for (entry, point) in candidates.nearest(to: place) {
        let distance = (x: abs(point.x - place.x), y: abs(point.y - place.y))
        let isNearer = distance.x < least.x - tolerance
        let isEqual = !isNearer && distance.x <= least.x + tolerance
        // What is drawn later lies above, and wins what is equal.
        guard isNearer || isEqual && distance.y <= least.y else { continue }
        if isNearer || nearest?.series != index || distance.y < least.y {
          nearest = NearestEntry(series: index, entry: entry, point: point)
        }
        least = (min(distance.x, least.x), distance.y)
      }
    }
    return nearest
  }
}

extension NearestEntry.Candidates {
  /// The entries nearest in x: those with a value at the nearest x that has one.
  fileprivate func nearest(to place: Point) -> [(entry: Int, point: Point)] {
    guard x.isInvertible, let middle = columns.positions.nearest(to: x.value(at: place.x)) else { return [] }
    let positions = columns.positions
    let values = columns.values
    // Gaps are passed over to both sides.
    let left = values.lastValue(in: 0..<positions.upperBound(of: positions[middle]))
    let right = values.firstValue(in: middle..<columns.count)
    var entries: [(entry: Int, point: Point)] = []
    let places = [left, right].compactMap { $0.map { positions[$0] } }
    for position in places.first == places.last ? places.prefix(1) : places[...] {
      for index in positions.lowerBound(of: position)..<positions.upperBound(of: position) {
        let point = Point(x: x.pixel(of: position), y: y.pixel(of: values[index]))
        if point.isFinite { entries.append((index, point)) }
      }
    }
    return entries
  }
}

extension SeriesMark {
  /// The entries of a range that are beside a place, and their columns as they are searched.
  /// - Complexity: O(log *n*), and O(*k*) in the number of points with the same position.
  func candidates(
    beside place: Point, in range: Range<Int>
  ) -> (points: [Int], candidates: NearestEntry.Candidates) {
    var map = stage.window.map
    map.start += offset * map.scale
    let points = map.isInvertible ? series.points.pointsBeside(map.value(at: place.x), in: range) : []
    // The heights as they are drawn: on other bars, or while they grow.
    let heights = ValueColumn(points.map { self.place(of: $0)?.y ?? .nan })
    let positions = try? PositionColumn(points.map { series.points.positions[$0] })
    let columns = positions.flatMap { try? PointColumns($0, heights) } ?? series.points[0..<0]
    return (points, NearestEntry.Candidates(columns: columns, x: map, y: PixelMap(scale: 1)))
  }

  /// The entry of a range that is nearest to a place.
  func nearest(to place: Point, in range: Range<Int>) -> Int? {
    let (points, candidates) = candidates(beside: place, in: range)
    return NearestEntry.search(place, in: [candidates]).map { points[$0.entry] }
  }

  /// The entry of a range that is nearest to a place by distance, at most so far away; of equally near ones the last.
  /// - Complexity: O(log *n*), and O(*k*) in the number of entries that are as near along the axis as the nearest one is.
  func nearest(to place: Point, in range: Range<Int>, within limit: Double) -> (point: Int, place: Point)? {
    let map = stage.window.map
    let positions = series.points.positions
    let range = range.clamped(to: 0..<positions.count)
    guard map.isInvertible, place.isFinite, !range.isEmpty else { return nil }
    var nearest: (point: Int, place: Point)?
    var least = limit
    func take(_ point: Int) {
      guard let candidate = self.place(of: point) else { return }
      let distance = (candidate - place).length
      guard distance < least || (distance == least && point >= nearest?.point ?? point) else { return }
      (nearest, least) = ((point, candidate), distance)
    }
    func distance(along point: Int) -> Double { abs(map.pixel(of: positions[point]) - place.x) }
    // Outwards to both sides, until what follows is farther away along the axis alone.
    var right = min(max(positions.lowerBound(of: map.value(at: place.x)), range.lowerBound), range.upperBound)
    var left = right - 1
    while left >= range.lowerBound || right < range.upperBound {
      let toLeft = left >= range.lowerBound ? distance(along: left) : .infinity
      let toRight = right < range.upperBound ? distance(along: right) : .infinity
      guard min(toLeft, toRight) <= least else { break }
      if toLeft < toRight {
        take(left)
        left -= 1
      } else {
        take(right)
        right += 1
      }
    }
    return nearest
  }
}
