import ChartEngine
import ChartModel
import ChartTransforms
import TestSupport
import Testing

@Suite("Counts of the rows in any interval of a column are those that one gets by looking at each row")
struct RowTilesTests {
  /// Kinds of columns: evenly spread, in powers of ten, few different numbers, all alike, nothing, and what is no number.
  enum Column: CaseIterable {
    case even, powers, few, alike, none, strange

    private static let sizes = [1e-300, 1e-9, 1, 1e12, 1e300]
    private static let odd = [.nan, .infinity, -.infinity, 0, -0.0, Double.leastNonzeroMagnitude]

    func values(_ count: Int, _ generator: inout SplitMix64) -> [Double] {
      (0..<count).map { row in
        let number = Double.random(in: -1...1, using: &generator)
        return switch self {
        case .even: number * 1000
        case .powers: number * Column.sizes[row % Column.sizes.count]
        case .few: (number * 3).rounded()
        case .alike: 7
        case .none: .nan
        case .strange: row % 7 < 6 ? Column.odd[row % 7] : number
        }
      }
    }
  }

  @Test(
    "All columns, many and few rows and marks, with and without rows that do not count", arguments: Column.allCases,
    [0, 1, 2, 30, 5_000])
  func counts(column: Column, count: Int) throws {
    var generator = SplitMix64(seed: UInt64(count) + 1)
    for markCount in [1, 3, 400] {
      let values = column.values(count, &generator)
      let marks = (0..<count).map { _ in Int32.random(in: -1..<Int32(markCount), using: &generator) }
      let isTaken = markCount == 3 ? nil : (0..<count).map { _ in Int.random(in: 0..<4, using: &generator) > 0 }
      let tiles = try RowTiles(
        GrowingArray(values), marks: marks, markCount: markCount, where: isTaken, TransformRun(zone: .utc))
      var ends = [-Double.infinity, .infinity, 0, -1e-9, 500] + values.filter { !$0.isNaN }.prefix(6)
      ends += (0..<6).map { _ in Double.random(in: -1100...1100, using: &generator) }
      for lower in ends {
        for upper in ends where lower <= upper {
          var expected = [Double](repeating: 0, count: markCount)
          for row in 0..<count where marks[row] >= 0 && isTaken?[row] ?? true {
            if values[row] >= lower, values[row] <= upper { expected[Int(marks[row])] += 1 }
          }
          #expect(tiles.counts(in: lower...upper) == expected, "\(column), \(lower)...\(upper)")
        }
      }
    }
  }
}
