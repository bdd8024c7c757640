@testable import ChartEngine
import ChartModel
import JSONModel
import Testing
import TestSupport

@Suite("Columns of positions")
struct PositionColumnTests {
  /// Answers of a column against looking at every position.
  private func check(_ column: PositionColumn, _ probes: [Double], _ wrong: inout Mismatches) {
    let all = column.all
    for x in probes {
      wrong.expect(column.lowerBound(of: x) == all.firstIndex { $0 >= x } ?? all.count, "lower bound of \(x)")
      wrong.expect(column.upperBound(of: x) == all.firstIndex { $0 > x } ?? all.count, "upper bound of \(x)")
      // The first of the least distances: the left of two, the first of equal ones.
      let distances = all.map { abs($0 - x) }
      wrong.expect(column.nearest(to: x) == distances.min().flatMap { distances.firstIndex(of: $0) }, "nearest to \(x)")
    }
  }

  @Test("Positions are crowded from twice the limit at one place on, and not below the limit, wherever they stand")
  func crowds() throws {
    let crowd = PositionColumn.crowd
    for before in [0, 1, crowd - 1, crowd, crowd + 7, 3 * crowd] {
      for (count, isCrowded) in [(1, false), (crowd, false), (2 * crowd, true), (5 * crowd, true)] {
        let rising = (0..<before).map(Double.init)
        let positions = rising + Array(repeating: Double(before), count: count) + [Double(before) + 1]
        #expect(try PositionColumn(positions).isCrowded == isCrowded, "\(count) after \(before)")
      }
    }
    #expect(try !PositionColumn(start: 0, step: 1, count: 10 * crowd).isCrowded)
  }

  @Test("A part holds the positions at its indices, those that are there, and a part of a part does, too")
  func parts() throws {
    for column in [
      try PositionColumn(start: 3, step: 2, count: 9), try PositionColumn((0..<9).map { Double($0 * $0) }),
    ] {
      let all = column.all
      for (lower, upper) in [(0, 9), (0, 8), (1, 9), (3, 5), (8, 9), (4, 4), (2, 100), (-5, 3), (9, 12), (-2, 40)] {
        let kept = Array(all[min(max(lower, 0), 9)..<min(max(upper, 0), 9)])
        #expect(column[lower..<upper].all == kept)
        #expect(column[lower..<upper][1..<3].all == Array(kept.dropFirst().prefix(2)))
      }
    }
  }

  @Test("Bounds and nearest positions of given positions are those that looking finds, with many equal ones")
  func explicit() throws {
    var random = SplitMix64(seed: 5)
    var wrong = Mismatches()
    for _ in 0..<200 {
      let positions = (0..<random.whole(0...40)).map { _ in Double(random.whole(-8...8)) / 2 }.sorted()
      let column = try PositionColumn(positions)
      #expect(!column.isRegular)
      check(column, stride(from: -5.0, through: 5, by: 0.125).map { $0 }, &wrong)
    }
    wrong.check()
  }

  @Test("Bounds and nearest positions of evenly spaced ones too, also where the step is lost in rounding")
  func regular() throws {
    var random = SplitMix64(seed: 6)
    var wrong = Mismatches()
    let kinds: [(start: Double, step: Double)] = [
      (0, 1), (-3, 0.1), (1.7e12, 1000), (1e16, 0.5), (-1e16, 3), (5, 1e-17), (0, .leastNonzeroMagnitude),
      (1e300, 1e284), (0, 1e300),
    ]
    for (start, step) in kinds {
      for count in [0, 1, 2, 5, 60] {
        let column = try PositionColumn(start: start, step: step, count: count)
        #expect(column.isRegular && column.count == count)
        let last = start + step * Double(max(0, count - 1))
        // Whole and half steps, and just beside them.
        let near = (-2...count + 2).flatMap { index -> [Double] in
          let x = start + step * Double(index)
          return [x, x.nextUp, x.nextDown, x + step / 2]
        }
        check(column, near + (0..<20).map { _ in start + (last - start) * random.number(-0.1...1.1) }, &wrong)
      }
    }
    wrong.check()
  }

  @Test("Beyond the ends the nearest is the end; nothing is near to NaN or in an empty column")
  func ends() throws {
    for column in [try PositionColumn([1, 1, 2, 2]), try PositionColumn(start: 1, step: 1, count: 2)] {
      #expect(column.nearest(to: -.infinity) == 0)
      #expect(column.nearest(to: -1e308) == 0)
      #expect(column.nearest(to: 1e308).map { column[$0] } == 2)
      #expect(column.nearest(to: .infinity).map { column[$0] } == 2)
      #expect(column.nearest(to: .nan) == nil)
      #expect(column.lowerBound(of: .nan) == 0 && column.upperBound(of: .nan) == 0)
      #expect(column.lowerBound(of: .infinity) == column.count)
    }
    #expect(try PositionColumn([]).nearest(to: 1) == nil)
    #expect(try PositionColumn([-1.7e308, 1.7e308]).nearest(to: 1e308) == 1)
    #expect(try PositionColumn([-1.7e308, 1.7e308]).nearest(to: -1e308) == 0)
  }

  @Test("Positions that fall or are not finite are refused with their index")
  func refused() throws {
    let cases: [([Double], Int)] = [([0, 1, 0.5], 2), ([.nan], 0), ([1, .infinity], 1), ([-.infinity, 2], 0)]
    for (positions, index) in cases {
      let error = #expect(throws: InvalidValue.self) { try PositionColumn(positions) }
      #expect(error?.path == JSONPath([.index(index)]))
      #expect(!PositionColumn.isSorted(positions))
    }
    #expect(PositionColumn.isSorted([-1, -1, 0, 3]) && PositionColumn.isSorted([]))
    for (start, step) in [(0, 0), (0, -1), (0, .nan), (0, .infinity), (.nan, 1), (.infinity, 1), (0, 1e308)] {
      #expect(throws: InvalidValue.self) { try PositionColumn(start: start, step: step, count: 10) }
    }
  }

  @Test("The order of unsorted positions is stable and leaves out those without a place")
  func order() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<100 {
      let positions = (0..<random.whole(0...50)).map { _ -> Double in
        random.chance(0.1) ? .nan : random.chance(0.05) ? .infinity : Double(random.whole(0...9))
      }
      let order = PositionColumn.order(of: positions)
      #expect(order.count == positions.filter(\.isFinite).count)
      #expect(PositionColumn.isSorted(order.map { positions[$0] }))
      #expect(zip(order, order.dropFirst()).allSatisfy { positions[$0] < positions[$1] || $0 < $1 })
    }
  }

  @Test(
    "The order of very many positions is what sorting them one by one gives, however they are spread",
    arguments: ["even", "normal", "outlier", "few", "zeros", "largest", "tiny", "clusters"])
  func largeOrder(spread: String) throws {
    var random = SplitMix64(seed: 11)
    let positions = (0..<30_000).map { index -> Double in
      if random.chance(0.02) { return [Double.nan, .infinity, -.infinity][index % 3] }
      let number = random.number(-1...1)
      switch spread {
      case "normal": return number * number * number + random.number(-0.1...0.1)
      case "outlier": return index == 777 ? 1e300 : number
      case "few": return Double(random.whole(0...9))
      case "zeros": return [0.0, -0.0, number][random.whole(0...2)]
      case "largest": return number * Double.greatestFiniteMagnitude
      case "tiny": return Double(random.whole(-9...9)) * Double.leastNonzeroMagnitude
      case "clusters": return Double(random.whole(0...3)) * 1e9 + number
      default: return number
      }
    }
    let expected = positions.enumerated().filter { $1.isFinite }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    #expect(PositionColumn.order(of: positions) == expected.map(\.offset))
  }

  @Test("Parts keep their places, and columns that have grown have those of all their positions")
  func partsAndWindows() throws {
    let regular = try PositionColumn(start: 10, step: 5, count: 100)
    let explicit = try PositionColumn((0..<100).map { 10 + 5 * Double($0) })
    let positions = (0..<400).map { 10 + 5 * Double($0) }
    for column in [regular, explicit] {
      let part = column[20..<30]
      #expect(part.all == Array(positions[20..<30]))
      #expect(part.lowerBound(of: 111) == 1 && part.nearest(to: -50) == 0 && part.nearest(to: 1e9) == 9)
    }
    var grown = explicit
    var all = GrowingArray(explicit.all)
    for position in positions[100...] {
      all.append(position)
      all.drop(first: all.count - 50)
      grown = try PositionColumn.grown(to: all, new: 1)
    }
    #expect(grown.count == 50)
    #expect(grown.all == Array(positions[350...]))
    #expect(grown.lowerBound(of: positions[360]) == 10)
    #expect(grown[-1].isNaN && grown[50].isNaN)
    for (new, index) in [([2004.0], 50), ([2005, 2006, .nan], 52), ([.infinity], 50)] {
      var wrong = all
      wrong.append(contentsOf: new)
      let error = #expect(throws: InvalidValue.self) { try PositionColumn.grown(to: wrong, new: new.count) }
      #expect(error?.path == JSONPath([.index(index)]))
    }
    #expect(throws: InvalidValue.self) { try PointColumns(PositionColumn([1]), ValueColumn([1, 2])) }
  }
}

extension PositionColumn {
  fileprivate var all: [Double] { (0..<count).map { self[$0] } }
}
