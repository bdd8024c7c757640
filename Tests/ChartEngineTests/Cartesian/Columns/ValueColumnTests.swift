@testable import ChartEngine
import ChartModel
import JSONModel
import Testing
import TestSupport

@Suite("Columns of values")
struct ValueColumnTests {
  /// Values with gaps, plateaus and equal extremes.
  static func values(_ count: Int, gaps: Double, _ random: inout SplitMix64) -> [Double] {
    (0..<count).map { _ in
      random.chance(gaps) ? .nan : random.chance(0.5) ? Double(random.whole(-3...3)) : random.number(-5...5)
    }
  }

  /// What a column answers about a range, by looking at every value.
  private func check(_ column: ValueColumn, _ values: [Double], _ range: Range<Int>, _ wrong: inout Mismatches) {
    let inside = range.clamped(to: 0..<values.count)
    let numbers = inside.filter { !values[$0].isNaN }
    let extrema = column.extrema(in: range)
    let least = numbers.map { values[$0] }.min()
    let greatest = numbers.map { values[$0] }.max()
    let name = "\(range) of \(values.count)"
    wrong.expect(extrema?.min == least && extrema?.max == greatest, "extrema in \(name)")
    wrong.expect(extrema?.minIndex == numbers.first { values[$0] == least }, "place of the least in \(name)")
    wrong.expect(extrema?.maxIndex == numbers.first { values[$0] == greatest }, "place of the greatest in \(name)")
    wrong.expect(column.hasGap(in: range) == (numbers.count < inside.count), "gap in \(name)")
    wrong.expect(column.firstValue(in: range) == numbers.first, "first value in \(name)")
    wrong.expect(column.lastValue(in: range) == numbers.last, "last value in \(name)")
  }

  @Test("Every range of columns around the sizes of blocks has the extremes, gaps and first values that looking finds")
  func smallColumns() {
    var random = SplitMix64(seed: 1)
    var wrong = Mismatches()
    for count in [0, 1, 2, 31, 32, 33, 63, 255, 256, 257] {
      let values = Self.values(count, gaps: 0.1, &random)
      let column = ValueColumn(values)
      // All ranges of the small ones, and those near blocks' edges of the others.
      let edges = count < 70 ? Array(0...count) : (0...count).filter { ($0 + 2) % 32 < 4 || $0 > count - 2 }
      for low in edges { for high in edges where high >= low { check(column, values, low..<high, &wrong) } }
    }
    wrong.check()
  }

  @Test("Random ranges of large columns too, with few and many gaps", arguments: [0, 0.0005, 0.02, 0.5, 0.999, 1])
  func largeColumns(gaps: Double) {
    var random = SplitMix64(seed: 2)
    var wrong = Mismatches()
    for count in [511, 512, 513, 8192, 8193, 20_000] {
      let values = Self.values(count, gaps: gaps, &random)
      let column = ValueColumn(values)
      for _ in 0..<60 {
        let ends = [random.whole(0...count), random.whole(0...count)].sorted()
        check(column, values, ends[0]..<ends[1], &wrong)
      }
      check(column, values, 0..<count, &wrong)
      check(column, values, -5..<count + 5, &wrong)
    }
    wrong.check()
  }

  @Test("Infinities are gaps and counted; nulls are gaps; indices beyond the ends give NaN")
  func infinities() {
    let column = ValueColumn([1, .infinity, nil, -.infinity, .nan, 2])
    #expect(column.infinityCount == 2)
    let isGap = (0..<6).map { column[$0].isNaN }
    #expect(isGap == [false, true, true, true, true, false])
    for index in [Int.min, -1, 6, .max] { #expect(column[index].isNaN) }
    #expect(column.extrema(in: 0..<6) == ExtremaPlaces(min: 1, max: 2, minIndex: 0, maxIndex: 5))
  }

  @Test("A part of a column shares its memory and knows its own extremes")
  func parts() {
    var random = SplitMix64(seed: 3)
    var wrong = Mismatches()
    let values = Self.values(3000, gaps: 0.01, &random)
    let column = ValueColumn(values)
    for _ in 0..<40 {
      let ends = [random.whole(0...3000), random.whole(0...3000)].sorted()
      let (part, expected) = (column[ends[0]..<ends[1]], Array(values[ends[0]..<ends[1]]))
      #expect(part.count == expected.count)
      let inner = [random.whole(0...expected.count), random.whole(0...expected.count)].sorted()
      check(part, expected, inner[0]..<inner[1], &wrong)
    }
    wrong.check()
    let place = column.withValues(in: 100..<200) { UInt(bitPattern: $0.baseAddress) }
    let first = column[100..<200].withValues(in: 0..<100) { UInt(bitPattern: $0.baseAddress) }
    #expect(place == first)
  }

  @Test(
    "What is appended to a moving window is at its end, what is too much is dropped in front, and all answers stay right"
  )
  func movingWindow() {
    var random = SplitMix64(seed: 4)
    var wrong = Mismatches()
    for window in [0, 1, 2, 40, 300, 1000] {
      var expected = Self.values(random.whole(0...1500), gaps: 0.05, &random)
      var column = ValueColumn(expected)
      for _ in 0..<300 {
        let new = Self.values(random.chance(0.02) ? 2 * window + 3 : random.whole(0...7), gaps: 0.05, &random)
        let dropped = max(0, expected.count + new.count - window)
        var values = column.values
        values.append(contentsOf: new)
        values.drop(first: dropped)
        // More than all are only gone after others have come.
        column = dropped > expected.count ? ValueColumn(sharing: values) : column.grown(to: values, dropping: dropped)
        expected = Array((expected + new).suffix(window))
        guard column.count == expected.count else {
          wrong.expect(false, "\(column.count) values instead of \(expected.count)")
          break
        }
        let isSame = zip(column.values, expected).allSatisfy { $0.bitPattern == $1.bitPattern }
        wrong.expect(isSame, "values differ")
        let ends = [random.whole(0...expected.count), random.whole(0...expected.count)].sorted()
        check(column, expected, ends[0]..<ends[1], &wrong)
      }
    }
    wrong.check()
  }

  @Test("Appending to a part leaves the column it came from as it was")
  func appendToPart() {
    let column = ValueColumn((0..<600).map(Double.init))
    var values = column[10..<500].values
    values.append(contentsOf: [-1, -2])
    let part = column[10..<500].grown(to: values, dropping: 0)
    #expect(part.count == 492 && part[491] == -2 && part[489] == 499)
    #expect(part.extrema(in: 0..<492)?.min == -2)
    #expect(column.count == 600 && column[500] == 500)
    #expect(column.extrema(in: 0..<600)?.min == 0)
  }

  @Test("The pyramid takes at most a tenth of the values' memory")
  func pyramidMemory() {
    for count in [256, 300, 1000, 10_000, 300_000] {
      let column = ValueColumn([Double](repeating: 1, count: count))
      #expect(column.pyramidByteCount > 0)
      #expect(Double(column.pyramidByteCount) <= 0.1 * 8 * Double(count))
    }
  }

  @Test("Values in another order, as unsorted positions need it")
  func reordered() throws {
    let x = [3, 1, .nan, 2, 1]
    let order = PositionColumn.order(of: x)
    #expect(order == [1, 4, 3, 0])
    let column = ValueColumn([30, 10, 99, 20, 11]).reordered(by: order)
    #expect(Array(column.values) == [10, 11, 20, 30])
    #expect(ValueColumn([1]).reordered(by: [0, 7, -1]).values.count == 3)
  }
}
