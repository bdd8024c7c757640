@testable import ChartEngine
import ChartModel
import Testing
import TestSupport

@Suite("V6 Nearest entries")
struct NearestEntryTests {
  private func series(
    _ x: [Double], _ y: [Double], scale: Double = 10, isHighlightable: Bool = true
  ) throws -> NearestEntry.Candidates {
    NearestEntry.Candidates(
      columns: try PointColumns(PositionColumn(x), ValueColumn(y)), x: PixelMap(start: 25, scale: scale),
      y: PixelMap(start: 300, scale: -1), isHighlightable: isHighlightable)
  }

  @Test("V6 The nearest by x, of those the nearest by y, of those the one drawn last: as looking at all entries finds")
  func all() throws {
    var random = SplitMix64(seed: 91)
    var wrong = Mismatches()
    for _ in 0..<400 {
      let scale = random.chance(0.3) ? -10.0 : 10
      let all = try (0..<random.whole(1...4)).map { _ in
        let count = random.whole(0...15)
        return try series(
          (0..<count).map { _ in Double(random.whole(0...12)) }.sorted(),
          (0..<count).map { _ in random.chance(0.3) ? .nan : Double(random.whole(0...9)) * 10 }, scale: scale,
          isHighlightable: random.chance(0.9))
      }
      // Off the middles between positions, which would be a tie of its own.
      let place = Point(x: 25 + scale * random.number(-2...14), y: random.number(180...320))
      var entries: [(distance: (Double, Double), series: Int, entry: Int)] = []
      for (index, series) in all.enumerated() where series.isHighlightable {
        for entry in 0..<series.columns.count where !series.columns.values[entry].isNaN {
          let x = 25 + scale * series.columns.positions[entry]
          let y = 300 - series.columns.values[entry]
          entries.append(((abs(x - place.x), abs(y - place.y)), index, entry))
        }
      }
      let least = entries.map(\.distance.0).min() ?? 0
      guard !entries.contains(where: { $0.distance.0 > least && $0.distance.0 < least + 0.05 }) else { continue }
      let nearest = entries.filter { $0.distance.0 == least }
      let height = nearest.map(\.distance.1).min()
      let expected = nearest.filter { $0.distance.1 == height }
      let top = expected.filter { $0.series == expected.map(\.series).max() }.first
      let found = NearestEntry.search(place, in: all)
      wrong.expect(
        found?.series == top?.series && found?.entry == top?.entry,
        "\(String(describing: found)), not \(String(describing: top))")
    }
    wrong.check()
  }

  @Test("V6 Gaps and series that are not highlightable are passed over; what is found says where it is")
  func passedOver() throws {
    let gaps = try series([0, 1, 2, 3, 4, 5], [10, .nan, .nan, .nan, .nan, 50])
    #expect(
      NearestEntry.search(Point(x: 25 + 12, y: 0), in: [gaps])
        == NearestEntry(series: 0, entry: 0, point: Point(x: 25, y: 290)))
    #expect(NearestEntry.search(Point(x: 25 + 27, y: 0), in: [gaps])?.entry == 5)
    let hidden = try series([1], [10], isHighlightable: false)
    #expect(NearestEntry.search(Point(x: 35, y: 290), in: [gaps, hidden])?.series == 0)
    #expect(NearestEntry.search(Point(x: 35, y: 290), in: [hidden]) == nil)
    #expect(NearestEntry.search(.zero, in: []) == nil)
    #expect(NearestEntry.search(.zero, in: [try series([], []), try series([1], [.nan])]) == nil)
  }

  @Test(
    "V6 Of lines with the same x the nearer by y is found, of equal ones the upper; x that differ by rounding are the same"
  )
  func byHeight() throws {
    let lines = [try series([1.1], [100]), try series([(1.1).nextUp], [50]), try series([1.1], [100])]
    #expect(NearestEntry.search(Point(x: 40, y: 203), in: lines)?.series == 2)
    #expect(NearestEntry.search(Point(x: 40, y: 226), in: lines)?.series == 1)
  }

  @Test("Bad input: places and maps that are none find nothing, or an entry at a place")
  func wild() throws {
    for x in Lines.wildNumbers {
      for y in Lines.wildNumbers {
        var candidates = try series([0, 1, 2], [10, 20, 1e300])
        #expect(NearestEntry.search(Point(x: x, y: y), in: [candidates])?.point.isFinite != false)
        candidates.x.scale = x
        candidates.y.scale = y
        #expect(NearestEntry.search(Point(x: 30, y: 30), in: [candidates])?.point.isFinite != false)
      }
    }
  }
}
