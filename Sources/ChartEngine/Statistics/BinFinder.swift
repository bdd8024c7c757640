import ChartModel

/// Finds which of some bins a number lies in, for many numbers.
///
/// A bin holds its lower edge, and the last one both.
struct BinFinder {
  private let edges: UnsafePointer<Double>
  private let first: Double
  private let last: Double
  private let lastBin: Int
  /// Bins in a unit; 0 where they are not equally wide.
  private let scale: Double

  /// - Parameters:
  ///   - edges: In rising order, one more than there are bins; to be kept as long as it is asked.
  ///   - width: Of all bins, but for what edges are rounded by; `nil` for others.
  /// - Returns: `nil` if there is no bin.
  init?(_ edges: UnsafeBufferPointer<Double>, width: Double?) {
    guard let start = edges.baseAddress, edges.count > 1 else { return nil }
    (self.edges, lastBin) = (start, edges.count - 2)
    (first, last) = (edges[0], edges[edges.count - 1])
    scale = width.map { min(max(1 / $0, 0), .greatestFiniteMagnitude) } ?? 0
  }

  /// The width that bins have in common; `nil` for others.
  static func commonWidth(of edges: [Double]) -> Double? {
    guard let first = edges.first, let last = edges.last, edges.count > 1, last > first else { return nil }
    let width = (last - first) / Double(edges.count - 1)
    let areEven = zip(edges, edges.dropFirst()).allSatisfy { abs($1 - $0 - width) <= width * 1e-6 }
    return areEven && width.isFinite ? width : nil
  }

  /// How many there are.
  var count: Int { lastBin + 1 }

  /// The number of the bin; -1 for NaN and for what lies beyond all.
  /// - Complexity: O(1), of bins that are not equally wide O(log *b*).
  @inline(__always)
  func bin(of number: Double) -> Int {
    // NaN is not at least anything.
    guard number >= first, number <= last else { return -1 }
    guard scale > 0 else { return searchedBin(of: number) }
    let share = (number - first) * scale
    var bin = share < Double(lastBin) ? Int(share) : lastBin
    // Edges are rounded, and so is the quotient.
    while bin < lastBin, number >= edges[bin + 1] { bin += 1 }
    while bin > 0, number < edges[bin] { bin -= 1 }
    return bin
  }

  private func searchedBin(of number: Double) -> Int {
    var (low, high) = (0, lastBin)
    while low < high {
      let middle = (low + high + 1) / 2
      if edges[middle] <= number { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// How many numbers are in each bin.
  /// - Complexity: O(*n*), of bins that are not equally wide O(*n* log *b*).
  func counts(of numbers: GrowingArray<Double>) -> [Int] {
    numbers.withUnsafeBufferPointer { numbers in
      // `unsafe`: nobody writes numbers or edges while they are counted.
      nonisolated(unsafe) let (numbers, bins) = (numbers, self)
      return BinFinder.counts(ofRows: numbers.count, placeCount: count) { bins.bin(of: numbers[$0]) }
    }
  }

  /// How many points are in each cell of a grid, column by column.
  /// - Parameters:
  ///   - rows: The bins of the second coordinates; these are those of the first ones.
  /// - Complexity: O(*n*) in the number of points, and of cells.
  func counts(of xs: GrowingArray<Double>, _ rows: BinFinder, of ys: GrowingArray<Double>) -> [Int] {
    xs.withUnsafeBufferPointer { xs in
      ys.withUnsafeBufferPointer { ys in
        // `unsafe`: nobody writes numbers or edges while they are counted.
        nonisolated(unsafe) let (xs, ys, columns, rows) = (xs, ys, self, rows)
        return BinFinder.counts(ofRows: min(xs.count, ys.count), placeCount: count * rows.count) { index in
          let (column, row) = (columns.bin(of: xs[index]), rows.bin(of: ys[index]))
          return column | row < 0 ? -1 : column * rows.count + row
        }
      }
    }
  }

  /// How many of some rows there are for each of `placeCount` places.
  /// - Parameter place: Of a row; -1 for none.
  /// - Complexity: O(*n*) in the number of rows, and of places.
  @inline(__always)
  private static func counts(ofRows rowCount: Int, placeCount: Int, _ place: @Sendable (Int) -> Int) -> [Int] {
    // A part's own counts are to be few beside its rows.
    Parts.map(rowCount, length: max(1 << 19, placeCount * 8)) { rows in
      var counts = [Int](repeating: 0, count: placeCount)
      counts.withUnsafeMutableBufferPointer { counts in
        for row in rows {
          let place = place(row)
          if place >= 0 { counts[place] += 1 }
        }
      }
      return counts
    }
    .reduce(into: [Int](repeating: 0, count: placeCount)) { sums, counts in
      for place in counts.indices { sums[place] += counts[place] }
    }
  }
}
