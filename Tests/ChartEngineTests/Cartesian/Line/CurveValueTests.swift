@testable import ChartEngine
import ChartModel
import Testing
import TestSupport

@Suite("L12 Heights of curves")
struct CurveValueTests {
  /// The height by going along the drawn path in small steps: the first place where it passes the x.
  private func walked(_ path: Subpath, _ x: Double) -> Double? {
    for bezier in path.beziers {
      var (low, high) = (0.0, 1.0)
      let isRising = bezier.start.x < bezier.end.x
      guard (min(bezier.start.x, bezier.end.x)...max(bezier.start.x, bezier.end.x)).contains(x) else { continue }
      for _ in 0..<100 {
        let middle = (low + high) / 2
        if (bezier.bernstein(middle).x < x) == isRising { low = middle } else { high = middle }
      }
      return bezier.bernstein(low).y
    }
    return nil
  }

  @Test("The height is that of the drawn path, between all points, to both directions", arguments: Lines.curves)
  func onThePath(curve: Curve) throws {
    var random = SplitMix64(seed: 51)
    var wrong = Mismatches()
    for round in 0..<100 {
      var points = Lines.points(random.whole(2...10), &random)
      if round % 2 == 1 { points = points.map { Point(x: -$0.x, y: $0.y) } }
      // A smooth curve may fold back where points are close; there the heights are several.
      if case .smooth = curve { points = points.enumerated().map { Point(x: Double($0) * 40, y: $1.y) } }
      let path = try #require(curve.subpath(points[...]))
      for _ in 0..<40 {
        let x = random.number(min(points[0].x, path.end.x)...max(points[0].x, path.end.x))
        guard let found = curve.y(at: x, in: points[...]), let expected = walked(path, x) else {
          wrong.expect(false, "nothing at \(x)")
          continue
        }
        wrong.expect(abs(found - expected) < 1e-6, "\(found), not \(expected), at \(x) of \(points)")
      }
    }
    wrong.check()
  }

  @Test("At a point's x it is the point's own height, of several the first's", arguments: Lines.curves)
  func atPoints(curve: Curve) {
    var random = SplitMix64(seed: 52)
    for _ in 0..<50 {
      let points = Lines.points(random.whole(1...20), withVerticals: true, &random)
      for point in points {
        #expect(curve.y(at: point.x, in: points[...]) == points.first { $0.x == point.x }?.y)
      }
    }
  }

  @Test("Outside of the run, and at no number, there is none", arguments: Lines.curves)
  func outside(curve: Curve) {
    let points = [Point(x: 1, y: 1), Point(x: 2, y: 5), Point(x: 4, y: 2)]
    for x in [0.999, 4.001, -1e300, .infinity, -.infinity, .nan] { #expect(curve.y(at: x, in: points[...]) == nil) }
    #expect(curve.y(at: 1, in: []) == nil)
    #expect(curve.y(at: 1, in: points[..<1]) == 1)
    #expect(curve.y(at: 2, in: points[1...]) == 5)
  }

  @Test("Between two points of steps it is the one's or the other's")
  func steps() {
    let points = [Point(x: 0, y: 1), Point(x: 4, y: 3)]
    let heights = { (curve: Curve) in [1, 2, 3].map { curve.y(at: $0, in: points[...]) } }
    #expect(heights(.stepBefore) == [3, 3, 3])
    #expect(heights(.stepMiddle) == [1, 3, 3])
    #expect(heights(.stepAfter) == [1, 1, 1])
    #expect(heights(.linear) == [1.5, 2, 2.5])
  }
}
