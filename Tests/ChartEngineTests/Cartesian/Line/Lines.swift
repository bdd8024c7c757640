@testable import ChartEngine
import ChartModel
import TestSupport

/// Lines to test with.
enum Lines {
  /// Points that rise in x by random steps, some of them very small or, if asked for, none.
  static func points(_ count: Int, withVerticals: Bool = false, _ random: inout SplitMix64) -> [Point] {
    var x = random.number(-20...20)
    return (0..<count).map { _ in
      let step = random.chance(0.2) ? random.number(0.001...0.1) : random.number(0.1...30)
      x += withVerticals && random.chance(0.3) ? 0 : step
      return Point(x: x, y: random.chance(0.3) ? Double(random.whole(0...3)) * 10 : random.number(0...100))
    }
  }

  static let curves: [Curve] = [.linear, .stepBefore, .stepMiddle, .stepAfter, .smooth(0.6), .smooth(1), .monotone]

  /// Places that input can name although nothing is there.
  static let wildNumbers: [Double] = [
    0, -0.0, 1, 1, 2, 100, 1e-300, -1e-300, 1e300, -1e300, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    .infinity,
    -.infinity, .nan, .leastNonzeroMagnitude, 4e6, 1e9,
  ]
}

extension Subpath {
  /// Every number in it.
  var numbers: [Double] {
    let points = segments.flatMap { segment in
      switch segment {
      case .line(let end): [end]
      case .curve(let control1, let control2, let end): [control1, control2, end]
      }
    }
    return ([start] + points).flatMap { [$0.x, $0.y] }
  }

  /// Its segments as curves with their starts; a line has its controls at a third and two thirds.
  var beziers: [CubicBezier] {
    var last = start
    return segments.map { segment in
      defer { last = segment.end }
      switch segment {
      case .line(let end):
        let third = Point(x: (end.x - last.x) / 3, y: (end.y - last.y) / 3)
        return CubicBezier(start: last, control1: last + third, control2: end - third, end: end)
      case .curve(let control1, let control2, let end):
        return CubicBezier(start: last, control1: control1, control2: control2, end: end)
      }
    }
  }
}

extension CubicBezier {
  /// A point of the curve by the Bernstein polynomials.
  func bernstein(_ t: Double) -> Point {
    let u = 1 - t
    let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return Point(
      x: a * start.x + b * control1.x + c * control2.x + d * end.x,
      y: a * start.y + b * control1.y + c * control2.y + d * end.y)
  }
}

/// Whether two points are the same but for rounding.
func isNear(_ first: Point, _ second: Point, _ tolerance: Double = 1e-9) -> Bool {
  abs(first.x - second.x) <= tolerance && abs(first.y - second.y) <= tolerance
}
