@testable import ChartEngine
import ChartModel
import Testing
import TestSupport

@Suite("Cubic curves")
struct CubicBezierTests {
  private func curve(_ random: inout SplitMix64) -> CubicBezier {
    let point = { (random: inout SplitMix64) in
      Point(x: random.number(-50...50), y: random.chance(0.3) ? Double(random.whole(-2...2)) : random.number(-50...50))
    }
    return CubicBezier(
      start: point(&random), control1: point(&random), control2: point(&random), end: point(&random))
  }

  @Test("Points are those of the Bernstein polynomials, and a split curve is the same curve")
  func points() {
    var random = SplitMix64(seed: 61)
    var wrong = Mismatches()
    for _ in 0..<500 {
      let curve = curve(&random)
      let cut = random.number(0.05...0.95)
      let (head, tail) = curve.split(at: cut)
      for step in 0...10 {
        let t = Double(step) / 10
        wrong.expect(isNear(curve.point(at: t), curve.bernstein(t)), "point at \(t)")
        wrong.expect(isNear(head.point(at: t), curve.bernstein(cut * t)), "head at \(t)")
        wrong.expect(isNear(tail.point(at: t), curve.bernstein(cut + (1 - cut) * t)), "tail at \(t)")
      }
      wrong.expect(curve.point(at: 0) == curve.start && head.end == tail.start, "ends")
    }
    wrong.check()
  }

  @Test("Every crossing of a height is found, to a millionth of a millionth, and none besides")
  func crossings() {
    var random = SplitMix64(seed: 62)
    var wrong = Mismatches()
    for _ in 0..<1000 {
      let curve = curve(&random)
      let y = random.number(-30...30)
      let found = curve.parameters(crossing: y)
      wrong.expect(found == found.sorted() && found.count <= 3, "order")
      for t in found { wrong.expect(abs(curve.bernstein(t).y - y) < 1e-10, "\(curve.bernstein(t).y) is not \(y)") }
      // Changes of sign on a fine grid, none of which two roots can share unless they are closer than its step.
      let sides = (0...4000).map { curve.bernstein(Double($0) / 4000).y > y }
      let changes = zip(sides, sides.dropFirst()).filter { $0 != $1 }.count
      let isClose = zip(found, found.dropFirst()).contains { $1 - $0 < 1 / 4000 }
      wrong.expect(found.count == changes || isClose && found.count == changes + 2, "\(found) for \(changes)")
    }
    wrong.check()
  }

  @Test("Touching a height is not crossing it; starting at it isn't either")
  func touching() {
    let arch = CubicBezier(
      start: Point(x: 0, y: 0), control1: Point(x: 1, y: 4), control2: Point(x: 2, y: 4), end: Point(x: 3, y: 0))
    #expect(arch.parameters(crossing: 3) == [])
    #expect(arch.parameters(crossing: 0) == [])
    #expect(arch.parameters(crossing: 2.25) == [0.25, 0.75])
    let snake = CubicBezier(
      start: Point(x: 0, y: -1), control1: Point(x: 1, y: 1.0 / 3), control2: Point(x: 2, y: -1.0 / 3),
      end: Point(x: 3, y: 1))
    // The inflection is at the height itself.
    #expect(snake.parameters(crossing: 0) == [0.5])
    let flat = CubicBezier(start: .zero, control1: .zero, control2: .zero, end: .zero)
    #expect(flat.parameters(crossing: 0) == [] && flat.parameters(crossing: 1) == [])
    // So near an end that no double is between.
    let above = Point(x: 1, y: 1)
    let below = Point(x: 0, y: -Double.leastNonzeroMagnitude)
    for curve in [
      CubicBezier(start: below, control1: above, control2: above, end: above),
      CubicBezier(start: above, control1: above, control2: above, end: below),
    ] {
      #expect(curve.parameters(crossing: 0) == [])
    }
  }
}
