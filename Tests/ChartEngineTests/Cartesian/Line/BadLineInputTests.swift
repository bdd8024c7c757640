@testable import ChartEngine
import ChartModel
import Testing
import TestSupport

@Suite("Bad input of lines")
struct BadLineInputTests {
  @Test("Whatever the values, the maps and the view, reduced points are places", arguments: Lines.curves)
  func wild(curve: Curve) throws {
    var random = SplitMix64(seed: 101)
    var wrong = Mismatches()
    let wild = { (random: inout SplitMix64) in Lines.wildNumbers.randomElement(using: &random) ?? 0 }
    for round in 0..<3000 {
      let count = random.whole(0...60)
      let x = (0..<count).map { _ in wild(&random) }.filter(\.isFinite).sorted()
      let columns = try PointColumns(PositionColumn(x), ValueColumn(x.map { _ in wild(&random) }))
      let ends = [wild(&random), wild(&random)].map { $0.isNaN ? 0 : $0 }.sorted()
      // Maps of all kinds, and such as charts have.
      let maps =
        round % 2 == 0
        ? [0, 1].map { _ in PixelMap(origin: wild(&random), start: wild(&random), scale: wild(&random)) }
        : [PixelMap(start: 20, scale: 7), PixelMap(start: 300, scale: -3)]
      var reduction = LineReduction(columns, x: maps[0], y: maps[1], view: ends[0]...ends[1], curve: curve)
      reduction.mergeDistance = wild(&random)
      let runs = reduction.runs()
      wrong.expect(
        runs.points.allSatisfy { abs($0.x) <= PixelMap.limit && abs($0.y) <= PixelMap.limit }, "\(reduction)")
      wrong.expect(runs.points.count <= 4 * columns.count + 8, "\(runs.points.count) of \(columns.count)")
      wrong.expect(runs.allSatisfy { !$0.isEmpty }, "empty runs")
    }
    wrong.check()
  }

  @Test("A neighbour very far out is moved near along its line, which keeps its slope in view")
  func farNeighbors() throws {
    let columns = try PointColumns(PositionColumn([-1e12, 0, 1, 1e12]), ValueColumn([1e12, 0, 0, -5e11]))
    let x = PixelMap(start: 100, scale: 100)
    let points = LineReduction(columns, x: x, y: PixelMap(scale: 100), view: 0...300).runs().points
    #expect(points.count == 4)
    #expect(abs((points[0].y - points[1].y) / (points[0].x - points[1].x) + 1) < 1e-6)
    #expect(abs((points[3].y - points[2].y) / (points[3].x - points[2].x) + 0.5) < 1e-6)
  }

  @Test("Fault 24 Milliseconds since 1970 keep a thousandth of their place")
  func timeAxis() {
    let map = PixelMap(origin: 1.7e12, start: 25, scale: 600.0 / 3000)
    #expect(map.pixel(of: 1.7e12 + 1500) == 325)
    #expect(map.pixel(of: 1.7e12 + 0.5) == 25.1)
    #expect(map.value(at: 325) == 1.7e12 + 1500)
    #expect(PixelMap(origin: -1.7e308, scale: 1e-306).pixel(of: 1.7e308).isFinite)
  }

  @Test("A value of 1e300 is drawn far out, not left out or drawn at 0")
  func hugeValues() throws {
    let columns = try PointColumns(PositionColumn(start: 0, step: 1, count: 3), ValueColumn([1, 1e300, 1]))
    let points = LineReduction(columns, x: PixelMap(scale: 10), y: PixelMap(start: 100, scale: -1), view: 0...20).runs()
      .points
    #expect(points.map(\.y) == [99, -PixelMap.limit, 99])
  }
}
