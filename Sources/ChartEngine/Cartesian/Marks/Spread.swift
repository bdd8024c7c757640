import ChartModel

/// How far beside their place points at one position stand, so that each can be seen.
///
/// Few points are laid beside one another as near to the middle as they find room (a bee swarm); of more than fit, the denser
/// they lie, the further they are spread, in the same way each time.
enum Spread {
  /// Of more points in one place none is looked for room.
  private static let swarmLimit = 1_000

  /// - Parameters:
  ///   - heights: Where the points are across the axis of positions, in px.
  ///   - distance: How far apart two of them are to be, in px.
  ///   - reach: How far a point may be moved, in px.
  /// - Returns: How far each is moved, in px.
  /// - Complexity: O(*n* log *n*), of a swarm O(*n* *k*) where *k* points are at about one height.
  static func offsets(_ heights: [Double], distance: Double, reach: Double) -> [Double] {
    guard heights.count > 1, distance > 0, reach > 0 else { return [Double](repeating: 0, count: heights.count) }
    let order = heights.indices.sorted { (heights[$0], $0) < (heights[$1], $1) }
    return swarm(heights, order, distance: distance, reach: reach)
      ?? scattered(heights, order, distance: distance, reach: reach)
  }

  /// `nil` if there is no room for all.
  private static func swarm(_ heights: [Double], _ order: [Int], distance: Double, reach: Double) -> [Double]? {
    guard heights.count <= swarmLimit else { return nil }
    var offsets = [Double](repeating: 0, count: heights.count)
    var start = 0
    for (rank, point) in order.enumerated() {
      while heights[point] - heights[order[start]] >= distance { start += 1 }
      let near = order[start..<rank]
      // At the middle, or where it touches one of those that are there already.
      var best: Double?
      let touching = near.flatMap { other -> [Double] in
        let height = heights[point] - heights[other]
        let width = (distance * distance - height * height).squareRoot()
        return [offsets[other] - width, offsets[other] + width]
      }
      for candidate in [0] + touching where abs(candidate) <= reach && abs(candidate) < best.map(abs) ?? .infinity {
        let isFree = near.allSatisfy { other in
          let (width, height) = (candidate - offsets[other], heights[point] - heights[other])
          return width * width + height * height >= distance * distance * (1 - 1e-9)
        }
        if isFree { best = candidate }
      }
      guard let best else { return nil }
      offsets[point] = best
    }
    return offsets
  }

  /// Within a reach that grows with how many points are at about the same height.
  private static func scattered(_ heights: [Double], _ order: [Int], distance: Double, reach: Double) -> [Double] {
    var offsets = [Double](repeating: 0, count: heights.count)
    // How many there are in each stretch as high as some points.
    let stretch = distance * 2
    var counts: [Int: Int] = [:]
    func place(_ point: Int) -> Int {
      let place = (heights[point] / stretch).rounded(.down)
      return place.isFinite && abs(place) < 1e9 ? Int(place) : 0
    }
    for point in order { counts[place(point), default: 0] += 1 }
    let most = Double(counts.values.max() ?? 1)
    for (rank, point) in order.enumerated() {
      let share = (Double(counts[place(point)] ?? 1) / most).squareRoot()
      // The fractions of the golden ratio's multiples are spread as evenly as can be.
      let turn = (Double(rank) * 0.6180339887498949).truncatingRemainder(dividingBy: 1)
      offsets[point] = (turn * 2 - 1) * reach * share
    }
    return offsets
  }
}
