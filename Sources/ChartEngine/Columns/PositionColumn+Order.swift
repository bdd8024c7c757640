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
  /// - Complexity: O(*n* log *n*)
  static func order(of positions: some Collection<Double>) -> [Int] {
    // The standard library's sort is stable but doesn't promise to be: the index decides between equals.
    let positions = Array(positions)
    return positions.indices.filter { positions[$0].isFinite }.sorted { left, right in
      (positions[left], left) < (positions[right], right)
    }
  }
}
