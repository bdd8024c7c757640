import Foundation
import Testing
import TestSupport

@testable import ChartEngine
@testable import ChartModel

@Suite("Arcs of ellipses as curves (B4)")
struct EllipticalArcTests {
  /// An arc's middle, radii and angles as SVG 2, appendix B.2.4 and B.2.5 give them, word by word.
  private struct Oracle {
    var center = Point.zero
    var radii = Size(width: 0, height: 0)
    var rotation = 0.0
    var startAngle = 0.0
    var sweep = 0.0

    init(_ arc: PathData.Arc, from start: Point) {
      let phi = arc.rotation * .pi / 180
      let (dx, dy) = ((start.x - arc.end.x) / 2, (start.y - arc.end.y) / 2)
      let x1 = cos(phi) * dx + sin(phi) * dy
      let y1 = -sin(phi) * dx + cos(phi) * dy
      var (rx, ry) = (arc.radii.width, arc.radii.height)
      let lambda = x1 * x1 / (rx * rx) + y1 * y1 / (ry * ry)
      if lambda > 1 { (rx, ry) = (sqrt(lambda) * rx, sqrt(lambda) * ry) }
      let numerator = rx * rx * ry * ry - rx * rx * y1 * y1 - ry * ry * x1 * x1
      let root = sqrt(max(0, numerator / (rx * rx * y1 * y1 + ry * ry * x1 * x1)))
      let sign: Double = arc.isLarge == arc.isClockwise ? -1 : 1
      let (cx, cy) = (sign * root * rx * y1 / ry, -sign * root * ry * x1 / rx)
      center = Point(
        x: cos(phi) * cx - sin(phi) * cy + (start.x + arc.end.x) / 2,
        y: sin(phi) * cx + cos(phi) * cy + (start.y + arc.end.y) / 2)
      radii = Size(width: rx, height: ry)
      rotation = phi
      startAngle = atan2((y1 - cy) / ry, (x1 - cx) / rx)
      sweep = atan2((-y1 - cy) / ry, (-x1 - cx) / rx) - startAngle
      if arc.isClockwise, sweep < 0 { sweep += 2 * .pi }
      if !arc.isClockwise, sweep > 0 { sweep -= 2 * .pi }
    }

    /// A point in the ellipse's own units, where it is a circle of 1.
    func unit(_ point: Point) -> Point {
      let (x, y) = (point.x - center.x, point.y - center.y)
      return Point(
        x: (cos(rotation) * x + sin(rotation) * y) / radii.width,
        y: (cos(rotation) * y - sin(rotation) * x) / radii.height)
    }
  }

  private static func arc(_ random: inout SplitMix64) -> PathData.Arc {
    PathData.Arc(
      radii: Size(width: random.number(0.05...2), height: random.number(0.05...2)),
      rotation: random.chance(0.3) ? Double(random.whole(-4...4)) * 90 : random.number(-400...400),
      isLarge: random.chance(0.5), isClockwise: random.chance(0.5),
      end: Point(x: random.number(-1...1), y: random.number(-1...1)))
  }

  @Test("B4: all points of the curves are on the ellipse to 0.03 %, and go round it once the way that they should")
  func onTheEllipse() throws {
    var random = SplitMix64(seed: 61)
    var wrong = Mismatches()
    var (large, scaled) = (0, 0)
    for number in 0..<2000 {
      let arc = Self.arc(&random)
      let start = Point(x: random.number(-1...1), y: random.number(-1...1))
      let curves = try #require(EllipticalArc(arc, from: start)).curves
      let oracle = Oracle(arc, from: start)
      if arc.isLarge { large += 1 }
      if oracle.radii != arc.radii { scaled += 1 }
      wrong.expect(curves.first?.start == start && curves.last?.end == arc.end, "ends of \(number)")
      wrong.expect(zip(curves, curves.dropFirst()).allSatisfy { $0.end == $1.start }, "gaps in \(number)")
      wrong.expect(
        curves.count == max(1, Int((abs(oracle.sweep) * 2 / .pi - 1e-6).rounded(.up))), "number of \(number)")
      var turned = 0.0
      var last = oracle.startAngle
      for curve in curves {
        for step in 0...32 {
          let place = oracle.unit(curve.bernstein(Double(step) / 32))
          wrong.expect(abs(place.length - 1) < 3e-4, "\(place.length) in \(number): \(arc)")
          let angle = atan2(place.y, place.x)
          let change = (angle - last).remainder(dividingBy: 2 * .pi)
          wrong.expect(arc.isClockwise ? change > -1e-6 : change < 1e-6, "back by \(change) in \(number)")
          turned += change
          last = angle
        }
      }
      wrong.expect(abs(turned - oracle.sweep) < 1e-6, "\(turned) rather than \(oracle.sweep) in \(number): \(arc)")
    }
    wrong.check()
    #expect(large > 500 && scaled > 200)
  }

  @Test("B4: drawn into a rectangle, an arc is the same ellipse scaled: to 0.1 % of its radii")
  func scaled() throws {
    var random = SplitMix64(seed: 62)
    var wrong = Mismatches()
    for _ in 0..<300 {
      let arc = Self.arc(&random)
      let text =
        "M0 0A\(arc.radii.width) \(arc.radii.height) \(arc.rotation) \(arc.isLarge ? 1 : 0)\(arc.isClockwise ? 1 : 0)"
        + "\(arc.end.x) \(arc.end.y)"
      let template = PathTemplate(try PathData(text))
      let rect = Rect(x: 12.5, y: -7, width: random.number(1...100), height: random.number(1...400))
      let oracle = Oracle(arc, from: .zero)
      let isFlipped = random.chance(0.5)
      for curve in template.path(in: rect, isFlipped: isFlipped).curves {
        for step in 0...16 {
          let point = curve.bernstein(Double(step) / 16)
          let y = (point.y - rect.y) / rect.height
          let place = oracle.unit(Point(x: (point.x - rect.x) / rect.width, y: isFlipped ? 1 - y : y))
          wrong.expect(abs(place.length - 1) < 1e-3, "\(place.length) of \(text)")
        }
      }
    }
    wrong.check()
  }

  @Test("B4: quarters of a circle have the well-known handles, exactly where they begin and end")
  func quarters() throws {
    let arc = PathData.Arc(
      radii: Size(width: 1, height: 1), rotation: 0, isLarge: false, isClockwise: true, end: Point(x: 1, y: 0))
    let curve = try #require(EllipticalArc(arc, from: Point(x: 0, y: 1))?.curves.first)
    let handle = 4.0 / 3 * (2.0.squareRoot() - 1)
    #expect(abs(curve.control1.x - 0) < 1e-15 && abs(curve.control1.y - (1 - handle)) < 1e-15)
    #expect(abs(curve.control2.x - (1 - handle)) < 1e-15 && abs(curve.control2.y - 0) < 1e-15)
  }

  @Test("B4: arcs that are lines by SVG's rules, or that nothing could draw, are lines; none leaves its numbers")
  func degenerate() throws {
    func arc(_ rx: Double, _ ry: Double, _ end: Point, isLarge: Bool = true) -> EllipticalArc? {
      EllipticalArc(
        PathData.Arc(
          radii: Size(width: rx, height: ry), rotation: 30, isLarge: isLarge, isClockwise: true, end: end),
        from: .zero)
    }
    let end = Point(x: 1, y: 0)
    #expect(arc(0, 1, end) == nil && arc(1, 0, end) == nil && arc(0, 0, .zero) == nil && arc(1, 1, .zero) == nil)
    #expect(arc(.leastNonzeroMagnitude, 1, end) == nil && arc(1e6, 1e-300, end) == nil && arc(1e6, 1e-6, end) == nil)
    #expect(PathTemplate(try PathData("M0 1A0 1 0 0 1 1 0")) == PathTemplate(try PathData("M0 1L1 0")))
    // Ends that nearly meet: nearly nothing, or nearly the whole turn.
    let near = Point(x: 1e-13, y: 0)
    #expect(arc(1, 1, near, isLarge: false)?.curves.count == 1)
    #expect(arc(1, 1, near)?.curves.count == 4)
    var random = SplitMix64(seed: 63)
    for _ in 0..<5000 {
      func wild(_ random: inout SplitMix64) -> Double {
        [0, 1, -1, .leastNonzeroMagnitude, 1e-300, 1e-9, 1e6, -1e6, random.number(-1...1)].randomElement(using: &random)
          ?? 0
      }
      let arc = PathData.Arc(
        radii: Size(width: abs(wild(&random)), height: abs(wild(&random))), rotation: wild(&random),
        isLarge: random.chance(0.5), isClockwise: random.chance(0.5), end: Point(x: wild(&random), y: wild(&random)))
      let start = Point(x: wild(&random), y: wild(&random))
      for curve in EllipticalArc(arc, from: start)?.curves ?? [] {
        let isFinite = curve.control1.isFinite && curve.control2.isFinite && curve.end.isFinite
        #expect(isFinite, "\(arc) from \(start)")
      }
    }
  }
}
