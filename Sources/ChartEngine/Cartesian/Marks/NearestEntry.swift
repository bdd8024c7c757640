import ChartModel

/// The entry nearest to a place (V6): by x, then by y, then by which series is above.
struct NearestEntry: Hashable, Sendable {
  /// The index of the series, in the order they are drawn in, and of the entry in it.
  var series: Int
  var entry: Int
  /// Where it is, in px.
  var place: Point

  /// The entries of a series beside a place, in the order of their positions; those without a place are gaps.
  struct Candidates: Sendable {
    /// The coordinate of the place that is searched for.
    var coordinate: Double
    var entries: [(entry: Int, position: Double, place: Point?)]
  }

  /// Entries whose distances in x differ by less than this are equally near, in px: lines whose x are the same but for
  /// rounding must be told apart by y.
  static let tolerance = 0.01

  /// - Returns: `nil` if no series has a point.
  /// - Complexity: O(*k*) in the number of candidates.
  static func search(_ place: Point, in series: [Candidates]) -> NearestEntry? {
    guard place.isFinite else { return nil }
    var nearest: NearestEntry?
    var least = (x: Double.infinity, y: Double.infinity)
    for (index, candidates) in series.enumerated() {
      for (entry, point) in candidates.nearest {
        let distance = (x: abs(point.x - place.x), y: abs(point.y - place.y))
        let isNearer = distance.x < least.x - tolerance
        let isEqual = !isNearer && distance.x <= least.x + tolerance
        // What is drawn later lies above, and wins what is equal.
        guard isNearer || isEqual && distance.y <= least.y else { continue }
        if isNearer || nearest?.series != index || distance.y < least.y {
          nearest = NearestEntry(series: index, entry: entry, place: point)
        }
        least = (min(distance.x, least.x), distance.y)
      }
    }
    return nearest
  }
}

extension NearestEntry.Candidates {
  /// The entries nearest in x: those at the nearest position, or where that has a gap, at the next ones to both sides.
  fileprivate var nearest: [(entry: Int, place: Point)] {
    guard let middle = entries.min(by: { abs($0.position - coordinate) < abs($1.position - coordinate) })?.position
    else { return [] }
    let left = entries.last { $0.position <= middle && $0.place != nil }?.position
    let right = entries.first { $0.position >= middle && $0.place != nil }?.position
    return entries.compactMap { entry in
      guard entry.position == left || entry.position == right, let place = entry.place else { return nil }
      return (entry.entry, place)
    }
  }
}

extension SeriesMark {
  /// The entries of a range that are beside a place.
  /// - Complexity: O(log *n*), and O(*k*) in the number of points with the same position.
  func candidates(beside place: Point, in range: Range<Int>) -> NearestEntry.Candidates {
    var map = stage.window.map
    map.start += offset * map.scale
    guard map.isInvertible else { return NearestEntry.Candidates(coordinate: 0, entries: []) }
    let coordinate = map.value(at: place.x)
    let points = series.points.pointsBeside(coordinate, in: range)
    return NearestEntry.Candidates(
      coordinate: coordinate,
      entries: points.map { point in
        let position = series.points.positions[point]
        // The height as it is drawn: on other bars, or while they grow.
        let height = self.place(of: point)?.y ?? .nan
        return (point, position, Point(x: map.pixel(of: position), y: height).bounded)
      })
  }

  /// The entry of a range that is nearest to a place.
  func nearest(to place: Point, in range: Range<Int>) -> Int? {
    NearestEntry.search(place, in: [candidates(beside: place, in: range)])?.entry
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
