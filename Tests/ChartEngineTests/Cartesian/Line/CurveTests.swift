@testable import ChartEngine
import ChartModel
import Testing
import TestSupport

@Suite("L6 Curves")
struct CurveTests {
  private func path(_ curve: Curve, _ points: [Point]) throws -> Subpath { try #require(curve.subpath(points[...])) }

  @Test("Straight and stepped lines go through exactly these places")
  func straightAndStepped() throws {
    let points = [Point(x: 0, y: 1), Point(x: 4, y: 3), Point(x: 6, y: 0)]
    let ends = { (curve: Curve) throws in try path(curve, points).segments.map { [$0.end.x, $0.end.y] } }
    #expect(try ends(.linear) == [[4, 3], [6, 0]])
    #expect(try ends(.stepBefore) == [[0, 3], [4, 3], [4, 0], [6, 0]])
    #expect(try ends(.stepMiddle) == [[2, 1], [2, 3], [4, 3], [5, 3], [5, 0], [6, 0]])
    #expect(try ends(.stepAfter) == [[4, 1], [4, 3], [6, 3], [6, 0]])
    for curve in Lines.curves {
      #expect(try path(curve, points).start == points[0])
      #expect(try path(curve, points).end == points[2])
    }
  }

  /// Shemanarev's construction in its own words: middles, the point that divides their join as the lengths do, and the
  /// join moved to the vertex and made shorter.
  private func shemanarev(_ p: [Point], _ i: Int, _ smooth: Double) -> (Point, Point) {
    let (p0, p1, p2, p3) = (p[max(0, i - 1)], p[i], p[i + 1], p[min(p.count - 1, i + 2)])
    let middle = { (a: Point, b: Point) in Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2) }
    let (c1, c2, c3) = (middle(p0, p1), middle(p1, p2), middle(p2, p3))
    let length = { (a: Point, b: Point) in ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot() }
    let (len1, len2, len3) = (length(p0, p1), length(p1, p2), length(p2, p3))
    let (k1, k2) = (len1 / (len1 + len2), len2 / (len2 + len3))
    let m1 = Point(x: c1.x + (c2.x - c1.x) * k1, y: c1.y + (c2.y - c1.y) * k1)
    let m2 = Point(x: c2.x + (c3.x - c2.x) * k2, y: c2.y + (c3.y - c2.y) * k2)
    let control = { (c: Point, m: Point, p: Point) in
      Point(x: m.x + (c.x - m.x) * smooth + p.x - m.x, y: m.y + (c.y - m.y) * smooth + p.y - m.y)
    }
    return (control(c2, m1, p1), control(c2, m2, p2))
  }

  @Test("L6 A smooth curve has the reference's control points, and its ends are their own neighbours")
  func smooth() throws {
    var random = SplitMix64(seed: 41)
    var wrong = Mismatches()
    for _ in 0..<300 {
      let points = Lines.points(random.whole(2...12), withVerticals: true, &random)
      let factor = random.number(0.01...1)
      for (index, bezier) in try path(.smooth(factor), points).beziers.enumerated() where bezier.start != bezier.end {
        let (control1, control2) = shemanarev(points, index, factor)
        wrong.expect(
          isNear(bezier.control1, control1) && isNear(bezier.control2, control2),
          "\(bezier), not \(control1) and \(control2)")
      }
    }
    wrong.check()
    // Three points of a right angle with sides 3 and 4, by hand: the join of the middles (1.5, 0) and (3, 2).
    let corner = try path(.smooth(0.6), [.zero, Point(x: 3, y: 0), Point(x: 3, y: 4)]).beziers
    #expect(isNear(corner[0].control1, Point(x: 0.9, y: 0)))
    #expect(isNear(corner[0].control2, Point(x: 3 - 0.9 * 3 / 7, y: -1.2 * 3 / 7)))
    #expect(isNear(corner[1].control1, Point(x: 3 + 0.9 * 4 / 7, y: 1.2 * 4 / 7)))
    #expect(isNear(corner[1].control2, Point(x: 3, y: 2.8)))
  }

  @Test("L6 Coincident neighbours give neither NaN nor a bend", arguments: Lines.curves)
  func coincident(curve: Curve) throws {
    let (a, b) = (Point(x: 1, y: 2), Point(x: 5, y: 7))
    for points in [[a, a], [a, a, b], [a, b, b], [a, a, b, b], [a, b, b, b, a], [a, a, a]] {
      let path = try path(curve, points)
      #expect(path.numbers.allSatisfy { $0.isFinite })
      #expect(path.end == points.last)
      #expect(path.isDot == (Set(points).count == 1))
    }
  }

  /// d3's `curveMonotoneX` by its own three functions, for points that rise in x.
  private func monotoneX(_ p: [Point]) -> [(Point, Point)] {
    func slope3(_ a: Point, _ b: Point, _ c: Point) -> Double {
      let (h0, h1) = (b.x - a.x, c.x - b.x)
      let (s0, s1) = ((b.y - a.y) / h0, (c.y - b.y) / h1)
      let p = (s0 * h1 + s1 * h0) / (h0 + h1)
      return ((s0 < 0 ? -1 : 1) + (s1 < 0 ? -1 : 1)) * min(abs(s0), abs(s1), 0.5 * abs(p))
    }
    func slope2(_ a: Point, _ b: Point, _ t: Double) -> Double { (3 * (b.y - a.y) / (b.x - a.x) - t) / 2 }
    let last = p.count - 1
    var slopes = p.indices.map { $0 > 0 && $0 < last ? slope3(p[$0 - 1], p[$0], p[$0 + 1]) : 0 }
    if last > 1 {
      slopes[0] = slope2(p[0], p[1], slopes[1])
      slopes[last] = slope2(p[last - 1], p[last], slopes[last - 1])
    } else {
      // Two points: d3 draws a line.
      slopes = [(p[1].y - p[0].y) / (p[1].x - p[0].x), (p[1].y - p[0].y) / (p[1].x - p[0].x)]
    }
    return (0..<last).map { i in
      let dx = (p[i + 1].x - p[i].x) / 3
      return (
        Point(x: p[i].x + dx, y: p[i].y + dx * slopes[i]),
        Point(x: p[i + 1].x - dx, y: p[i + 1].y - dx * slopes[i + 1])
      )
    }
  }

  @Test("A monotone curve has the control points of d3's curveMonotoneX, also for points that go to the left")
  func monotone() throws {
    var random = SplitMix64(seed: 42)
    var wrong = Mismatches()
    for round in 0..<300 {
      let points = Lines.points(random.whole(2...12), &random)
      let mirrored = points.map { Point(x: -$0.x, y: $0.y) }
      let sign = round % 2 == 0 ? 1.0 : -1
      let beziers = try path(.monotone, sign > 0 ? points : mirrored).beziers
      for (bezier, controls) in zip(beziers, monotoneX(points)) {
        let expected = (Point(x: sign * controls.0.x, y: controls.0.y), Point(x: sign * controls.1.x, y: controls.1.y))
        wrong.expect(
          isNear(bezier.control1, expected.0) && isNear(bezier.control2, expected.1), "\(bezier), not \(expected)")
      }
    }
    wrong.check()
  }

  @Test("Fault 23 A monotone curve never leaves the heights of the two points it is between, nor turns back in x")
  func neverOvershoots() throws {
    var random = SplitMix64(seed: 43)
    var wrong = Mismatches()
    for _ in 0..<300 {
      let points = Lines.points(random.whole(2...20), withVerticals: true, &random)
      for bezier in try path(.monotone, points).beziers {
        let (low, high) = (min(bezier.start.y, bezier.end.y), max(bezier.start.y, bezier.end.y))
        var before = bezier.start
        for step in 1...32 {
          let point = bezier.point(at: Double(step) / 32)
          wrong.expect(point.y >= low && point.y <= high, "\(point) leaves \(low)...\(high)")
          let isOn = bezier.start.y <= bezier.end.y ? point.y >= before.y - 1e-9 : point.y <= before.y + 1e-9
          wrong.expect(isOn && point.x >= before.x - 1e-9, "\(point) after \(before)")
          before = point
        }
      }
    }
    wrong.check()
  }

  @Test("A jump straight up is a straight line in a monotone curve, and what is beside it is as without it")
  func verticals() throws {
    let left = [Point(x: 0, y: 0), Point(x: 1, y: 2), Point(x: 3, y: 3)]
    let right = [Point(x: 3, y: 9), Point(x: 4, y: 7), Point(x: 6, y: 8)]
    let path = try path(.monotone, left + right)
    #expect(path.segments[2] == .line(to: right[0]))
    #expect(Array(path.segments[..<2]) == Curve.monotone.subpath(left[...])?.segments)
    #expect(Array(path.segments[3...]) == Curve.monotone.subpath(right[...])?.segments)
  }

  @Test("L13 No point has no line, a point a dot, two points a straight line", arguments: Lines.curves)
  func few(curve: Curve) throws {
    #expect(curve.subpath([]) == nil)
    let point = Point(x: 3, y: 4)
    let dot = try path(curve, [point])
    #expect(dot.isDot && dot.start == point && dot.segments == [.line(to: point)])
    let two = try path(curve, [point, Point(x: 9, y: 1)])
    #expect(!two.isDot)
    guard !curve.isStepped else { return }
    for bezier in two.beziers {
      for step in 0...8 {
        let place = bezier.point(at: Double(step) / 8)
        #expect(abs(place.y - (4 - (place.x - 3) / 2)) < 1e-12)
      }
    }
  }

  @Test("Runs stay apart")
  func runs() {
    let runs = PointRuns([
      Point(x: 0, y: 0), nil, nil, Point(x: 1, y: 1), Point(x: 2, y: .nan), Point(x: 3, y: 3), .zero,
    ])
    #expect(runs.map(\.count) == [1, 1, 2])
    #expect(Curve.linear.subpaths(runs).map(\.isDot) == [true, true, false])
    #expect(PointRuns([nil, nil]).isEmpty)
  }

  @Test(
    "Bad input: whatever the numbers, no path holds one that is none, or that is too far out", arguments: Lines.curves)
  func wild(curve: Curve) {
    var random = SplitMix64(seed: 44)
    var wrong = Mismatches()
    for _ in 0..<3000 {
      let points = (0..<random.whole(0...6)).map { _ in
        Point(
          x: Lines.wildNumbers.randomElement(using: &random) ?? 0,
          y: Lines.wildNumbers.randomElement(using: &random) ?? 0)
      }
      for path in [curve.subpath(points[...])].compactMap({ $0 }) + curve.subpaths(PointRuns(points)) {
        wrong.expect(path.numbers.allSatisfy { abs($0) <= 8 * PixelMap.limit }, "\(path) from \(points)")
      }
    }
    for factor in [Double.nan, .infinity, -1, 7] {
      let path = Curve.smooth(factor).subpath([.zero, Point(x: 1, y: 5), Point(x: 2, y: 0)])
      wrong.expect(path?.numbers.allSatisfy { abs($0) < 10 } == true, "\(factor)")
    }
    wrong.check()
  }
}
