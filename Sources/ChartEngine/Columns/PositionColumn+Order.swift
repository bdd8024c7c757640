extension PositionColumn {
  /// Whether positions may be made a column as they are: all finite, and none less than the one before.
  static func isSorted(_ positions: some Sequence<Double>) -> Bool {
    var before = -Double.infinity
    for position in positions {
      guard position.isFinite, position >= before else { return false }
      before = position
    }
    return true
  }

  /// The indices of positions in rising order, equal ones as they came. Those that are not finite are left out: such a
  /// point has no place.
  /// - Complexity: O(*n* log *n*); about O(*n*) where they are spread evenly.
  static func order(of positions: some Collection<Double>) -> [Int] {
    Array(positions).withUnsafeBufferPointer { positions in
      if let order = Bins(of: positions)?.order(of: positions) { return order }
      var order = positions.indices.filter { positions[$0].isFinite }
      order.withUnsafeMutableBufferPointer { sort($0, by: positions) }
      return order
    }
  }

  private static func sort(_ order: UnsafeMutableBufferPointer<Int>, by positions: UnsafeBufferPointer<Double>) {
    var order = order
    // The standard library's sort is stable but doesn't promise to be: the index decides between equals.
    order.sort { (positions[$0], $0) < (positions[$1], $1) }
  }

  /// Bins of equal width, into which very many positions are put before each bin is sorted by itself: ten million random ones
  /// are in order in a third of the time that the standard library's sort takes, which goes through all of them again and again.
  private struct Bins {
    /// How many positions a bin has that are spread evenly, at least.
    private static let usualLength = 64
    private static let mostBins = 1 << 17
    /// The entries of so many positions are copied, and so are side by side while they are sorted.
    private static let longest = 4_096

    private let count: Int
    // Halves, since the difference of the largest doubles is none.
    private let half: Double
    private let scale: Double

    /// - Returns: `nil` for few positions, and for those that bins don't tell apart.
    init?(of positions: UnsafeBufferPointer<Double>) {
      guard positions.count >= 100 * Bins.usualLength else { return nil }
      var (least, greatest) = (Double.infinity, -Double.infinity)
      for position in positions where position.isFinite {
        (least, greatest) = (min(least, position), max(greatest, position))
      }
      count = min(positions.count / Bins.usualLength, Bins.mostBins)
      half = least / 2
      scale = Double(count) / (greatest / 2 - half)
      guard least < greatest, scale.isFinite else { return nil }
    }

    /// The bin of a finite position, which is never less for a greater one.
    @inline(__always)
    private func bin(of position: Double) -> Int { min(Int((position / 2 - half) * scale), count - 1) }

    func order(of positions: UnsafeBufferPointer<Double>) -> [Int] {
      // Where each bin begins.
      var starts = [Int](repeating: 0, count: count + 1)
      for position in positions where position.isFinite { starts[bin(of: position) + 1] += 1 }
      for bin in 0..<count { starts[bin + 1] += starts[bin] }
      let total = starts[count]
      return [Int](unsafeUninitializedCapacity: total) { order, written in
        var next = starts
        for (index, position) in positions.enumerated() where position.isFinite {
          let bin = bin(of: position)
          order[next[bin]] = index
          next[bin] += 1
        }
        // `unsafe`: each bin has one part that sorts it, and all have ended when `divide` returns.
        nonisolated(unsafe) let (order, positions) = (order, positions)
        let starts = starts
        Parts.divide(count, length: 512) { bins in
          var entries: [(position: Double, index: Int)] = []
          for bin in bins {
            let places = starts[bin]..<starts[bin + 1]
            guard places.count > 1 else { continue }
            guard places.count <= Bins.longest else {
              PositionColumn.sort(UnsafeMutableBufferPointer(rebasing: order[places]), by: positions)
              continue
            }
            entries.removeAll(keepingCapacity: true)
            for place in places { entries.append((positions[order[place]], order[place])) }
            entries.sort { ($0.position, $0.index) < ($1.position, $1.index) }
            for (place, entry) in zip(places, entries) { order[place] = entry.index }
          }
        }
        written = total
      }
    }
  }
}
