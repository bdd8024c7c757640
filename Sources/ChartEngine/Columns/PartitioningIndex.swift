extension RandomAccessCollection {
  /// The index of the first element of which something is true that is true of all after it; `endIndex` if there is none.
  /// - Complexity: O(log *n*)
  func partitioningIndex(where isReached: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isReached(self[middle]) {
        count = half
      } else {
        (low, count) = (index(after: middle), count - half - 1)
      }
    }
    return low
  }
}
