@testable import ChartEngine
import ChartModel
import Testing
import TestSupport

@Suite("L7 Areas")
struct AreaPathTests {
  @Test("L7 An area has its line's own curve and closes to the baseline", arguments: Lines.curves)
  func baseline(curve: Curve) throws {
    var random = SplitMix64(seed: 71)
    let line = try #require(curve.subpath(Lines.points(8, &random)[...]))
    let area = try #require(AreaPath.outline(line, baseline: 120))
    #expect(area.isClosed && area.start == line.start)
    #expect(Array(area.segments.prefix(line.segments.count)) == line.segments)
    #expect(
      Array(area.segments.dropFirst(line.segments.count))
        == [.line(to: Point(x: line.end.x, y: 120)), .line(to: Point(x: line.start.x, y: 120))])
  }

  @Test("A stacked area closes along the line below it, backwards", arguments: Lines.curves)
  func stacked(curve: Curve) throws {
    var random = SplitMix64(seed: 72)
    let points = Lines.points(6, &random)
    let upper = try #require(curve.subpath(points[...]))
    let lower = try #require(curve.subpath(points.map { Point(x: $0.x, y: $0.y + 30) }[...]))
    let area = try #require(AreaPath.outline(upper, above: lower))
    #expect(area.isClosed && area.end == lower.start)
    // The way back has the same places as the way there, in the other order.
    let back = lower.reversed.beziers
    #expect(back.count == lower.segments.count)
    for (there, back) in zip(lower.beziers.reversed(), back) {
      for step in 0...4 {
        #expect(isNear(there.point(at: Double(step) / 4), back.point(at: 1 - Double(step) / 4)))
      }
    }
    #expect(area.segments == upper.segments + [.line(to: lower.end)] + lower.reversed.segments)
    #expect(lower.reversed.reversed.numbers == lower.numbers)
  }

  @Test("Each run has an area of its own, a lone point none; a baseline far out is brought near, and NaN is none")
  func runs() throws {
    let runs = PointRuns([.zero, nil, Point(x: 1, y: 1), Point(x: 2, y: 2), nil, Point(x: 3, y: 3), Point(x: 4, y: 0)])
    #expect(AreaPath.outlines(runs, curve: .linear, baseline: 5).map(\.start.x) == [1, 3])
    #expect(AreaPath.outlines(runs, curve: .linear, baseline: .nan).isEmpty)
    let far = AreaPath.outlines(runs, curve: .linear, baseline: .infinity)
    #expect(far.count == 2 && far.allSatisfy { $0.numbers.allSatisfy { abs($0) <= PixelMap.limit } })
    let dot = Subpath(start: .zero, segments: [.line(to: .zero)])
    #expect(AreaPath.outline(dot, above: dot) == nil)
    // Above or below a line a point has an area: a triangle.
    let line = Subpath(start: Point(x: -1, y: 4), segments: [.line(to: Point(x: 1, y: 4))])
    #expect(AreaPath.outline(dot, above: line)?.isClosed == true)
    #expect(AreaPath.outline(line, above: dot)?.isClosed == true)
  }
}
