import ChartEngine
import ChartModel
import ChartTransforms
import TestSupport
import Testing

@Suite("Counts of the rows in any interval or rectangle are those that one gets by looking at each row")
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

  /// For each row its mark, with some rows that count in none, and whether it counts at all.
  private func rows(_ count: Int, _ markCount: Int, _ generator: inout SplitMix64) -> (
    marks: [UInt16], isTaken: [Bool]?
  ) {
    let marks = (0..<count).map { _ in
      let mark = Int.random(in: -1..<markCount, using: &generator)
      return mark < 0 ? CountedMarks.none : UInt16(mark)
    }
    return (marks, markCount == 3 ? nil : (0..<count).map { _ in Int.random(in: 0..<4, using: &generator) > 0 })
  }

  /// Places where intervals may end: of values, between them, and far from all.
  private func ends(_ values: [Double], _ count: Int, _ generator: inout SplitMix64) -> [Double] {
    [-Double.infinity, .infinity, 0, -1e-9, 500] + values.filter { !$0.isNaN }.prefix(count)
      + (0..<count).map { _ in Double.random(in: -1100...1100, using: &generator) }
  }

  @Test(
    "All columns, many and few rows and marks, with and without rows that do not count", arguments: Column.allCases,
    [0, 1, 2, 30, 5_000])
  func intervals(column: Column, count: Int) throws {
    var generator = SplitMix64(seed: UInt64(count) + 1)
    let run = TransformRun(zone: .utc)
    // So many that several strips are counted as one.
    for markCount in [1, 3, 400, 40_000] {
      let values = column.values(count, &generator)
      let (marks, isTaken) = rows(count, markCount, &generator)
      let order = try RowOrder([GrowingArray(values)], run)
      let tiles = try RowTiles(order, marks: marks, markCount: markCount, where: isTaken, run)
      let ends = ends(values, markCount == 40_000 ? 2 : 6, &generator)
      for lower in ends {
        for upper in ends where lower <= upper {
          var expected = [Double](repeating: 0, count: markCount)
          for row in 0..<count where marks[row] != CountedMarks.none && isTaken?[row] ?? true {
            if values[row] >= lower, values[row] <= upper { expected[Int(marks[row])] += 1 }
          }
          #expect(tiles.counts(in: [lower...upper]) == expected, "\(column), \(lower)...\(upper)")
        }
      }
    }
  }

  @Test("Rectangles of two columns of all kinds", arguments: Column.allCases, Column.allCases)
  func rectangles(first: Column, second: Column) throws {
    var generator = SplitMix64(seed: 7)
    let run = TransformRun(zone: .utc)
    for (count, markCount) in [(0, 3), (1, 1), (40, 3), (3_000, 3), (3_000, 2_000)] {
      let (x, y) = (first.values(count, &generator), second.values(count, &generator))
      let (marks, isTaken) = rows(count, markCount, &generator)
      let order = try RowOrder([GrowingArray(x), GrowingArray(y)], run)
      let tiles = try RowTiles(order, marks: marks, markCount: markCount, where: isTaken, run)
      let (endsX, endsY) = (ends(x, 3, &generator), ends(y, 3, &generator))
      for _ in 0..<40 {
        func range(_ ends: [Double]) -> ClosedRange<Double> {
          let chosen = [0, 1].map { _ in ends[Int.random(in: ends.indices, using: &generator)] }.sorted()
          return chosen[0]...chosen[1]
        }
        let (rangeX, rangeY) = (range(endsX), range(endsY))
        var expected = [Double](repeating: 0, count: markCount)
        for row in 0..<count where marks[row] != CountedMarks.none && isTaken?[row] ?? true {
          if rangeX.contains(x[row]), rangeY.contains(y[row]) { expected[Int(marks[row])] += 1 }
        }
        #expect(tiles.counts(in: [rangeX, rangeY]) == expected, "\(rangeX) × \(rangeY)")
      }
    }
  }

  @Test("Columns of the same memory have one order in common, for as long as somebody holds it")
  func common() throws {
    let run = TransformRun(zone: .utc)
    let (x, y) = (GrowingArray([3.0, 1, 2]), GrowingArray([1.0, 2, 3]))
    var held: RowOrder? = try RowOrder.common(of: [x, y], run)
    #expect(try RowOrder.common(of: [x, y], run) === held)
    #expect(try RowOrder.common(of: [y, x], run) !== held)
    #expect(try RowOrder.common(of: [x], run) !== held)
    weak let gone = held
    held = nil
    #expect(gone == nil)
  }
}
