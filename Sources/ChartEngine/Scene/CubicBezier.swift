import ChartModel

/// A cubic Bézier curve.
struct CubicBezier: Hashable, Sendable {
  var start: Point
  var control1: Point
  var control2: Point
  var end: Point

  func point(at t: Double) -> Point {
    Point(
      x: CubicBezier.value(start.x, control1.x, control2.x, end.x, at: t),
      y: CubicBezier.value(start.y, control1.y, control2.y, end.y, at: t))
  }

  /// A coordinate of the curve: exact at both ends, and never outside of the four (de Casteljau).
  static func value(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double, at t: Double) -> Double {
    let (a, b, c) = (mix(p0, p1, t), mix(p1, p2, t), mix(p2, p3, t))
    return mix(mix(a, b, t), mix(b, c, t), t)
  }

  /// The curve up to a parameter, and from there on.
  func split(at t: Double) -> (head: CubicBezier, tail: CubicBezier) {
    let (a, b, c) = (mix(start, control1, t), mix(control1, control2, t), mix(control2, end, t))
    let (d, e) = (mix(a, b, t), mix(b, c, t))
    let middle = mix(d, e, t)
    return (
      CubicBezier(start: start, control1: a, control2: d, end: middle),
      CubicBezier(start: middle, control1: e, control2: c, end: end)
    )
  }

  /// The parameters within (0, 1) at which the curve passes through a height, rising. Where it only touches, it stays on its
  /// side, and there is none.
  func parameters(crossing y: Double) -> [Double] {
    CubicBezier.crossings(start.y - y, control1.y - y, control2.y - y, end.y - y)
  }

  /// The first parameter at which the curve is at an x; `nil` if its ends are on the same side of it.
  func parameter(atX x: Double) -> Double? {
    if start.x == x { return 0 }
    if end.x == x { return 1 }
    return CubicBezier.crossings(start.x - x, control1.x - x, control2.x - x, end.x - x).first
  }

  private func mix(_ first: Point, _ second: Point, _ t: Double) -> Point {
    Point(x: CubicBezier.mix(first.x, second.x, t), y: CubicBezier.mix(first.y, second.y, t))
  }

  /// Measured from the nearer one, so that rounding leads to neither side out of what is between them.
  private static func mix(_ first: Double, _ second: Double, _ t: Double) -> Double {
    t < 0.5 ? first + (second - first) * t : second - (second - first) * (1 - t)
  }
}

// MARK: - Roots

extension CubicBezier {
  /// Where a cubic with these Bernstein coefficients changes its sign within (0, 1), rising.
  private static func crossings(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) -> [Double] {
    // Between its turning points it only rises or only falls, and a change of sign is one root.
    let ends = [0] + turningPoints(p0, p1, p2, p3) + [1]
    var roots: [Double] = []
    var (before, low) = (p0, 0.0)
    for high in ends.dropFirst() {
      let after = value(p0, p1, p2, p3, at: high)
      // A zero at an end or a turning point tells nothing; the next piece compares with what was before it.
      guard after != 0 else { continue }
      if before != 0, (before < 0) != (after < 0) {
        roots.append(root(p0, p1, p2, p3, between: low, and: high))
      }
      (before, low) = (after, high)
    }
    return roots.filter { $0 > 0 && $0 < 1 }
  }

  /// Where the derivative is zero within (0, 1), rising.
  private static func turningPoints(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) -> [Double] {
    // A third of the derivative is a (1 − t)² + 2 b t (1 − t) + c t².
    let (a, b, c) = (p1 - p0, p2 - p1, p3 - p2)
    let (square, half, constant) = (a - 2 * b + c, b - a, a)
    let discriminant = half * half - square * constant
    guard discriminant > 0 else { return [] }
    // The usual formula loses all digits where the square is small; this one doesn't.
    let q = -(half + (half < 0 ? -1 : 1) * discriminant.squareRoot())
    return [q / square, constant / q].filter { $0 > 0 && $0 < 1 }.sorted()
  }

  /// The only root in a bracket, to the last digit or nearly: secant steps in the style of Illinois, kept safe by halving.
  private static func root(
    _ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double, between start: Double, and end: Double
  ) -> Double {
    var (low, high) = (start, end)
    var (atLow, atHigh) = (value(p0, p1, p2, p3, at: low), value(p0, p1, p2, p3, at: high))
    for step in 0..<200 {
      let isHalving = step % 3 == 2
      let secant = low + (high - low) * (atLow / (atLow - atHigh))
      let t = isHalving || !(secant > low && secant < high) ? low + (high - low) / 2 : secant
      guard t > low, t < high else { break }
      let atT = value(p0, p1, p2, p3, at: t)
      if atT == 0 { return t }
      if (atT < 0) == (atLow < 0) { (low, atLow) = (t, atT) } else { (high, atHigh) = (t, atT) }
    }
    return abs(atLow) < abs(atHigh) ? low : high
  }
}
