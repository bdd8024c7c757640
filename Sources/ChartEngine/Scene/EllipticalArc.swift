import ChartModel

/// A part of an ellipse between two points, by its middle and angles.
///
/// Source: Scalable Vector Graphics 2, appendix B.2, seen from the middle between the ends in units of the radii, where the
/// ellipse is a circle.
struct EllipticalArc: Hashable, Sendable {
  private let start: Point
  private let end: Point
  private let radii: Size
  private let rotation: Double
  /// The circle's middle, where the middle between the ends is the origin.
  private let center: Point
  /// Where it begins on the circle, and how far it goes on clockwise, in degrees.
  private let startAngle: Double
  private let sweep: Double

  /// Radii too small for the ends are made larger; `nil` if what is described is a line.
  init?(_ arc: PathData.Arc, from start: Point) {
    self.start = start
    end = arc.end
    rotation = arc.rotation
    let (sine, cosine) = sineAndCosine(degrees: arc.rotation)
    let chord = arc.end - start
    let half = Point(
      x: (cosine * chord.x + sine * chord.y) / 2 / arc.radii.width,
      y: (cosine * chord.y - sine * chord.x) / 2 / arc.radii.height)
    let length = half.length
    let scale = max(length, 1)
    // Of an ellipse a billion times as large as the square nothing could be drawn.
    guard arc.radii.width > 0, arc.radii.height > 0, length > 0,
      scale * max(arc.radii.width, arc.radii.height) < 1e9
    else { return nil }
    radii = Size(width: arc.radii.width * scale, height: arc.radii.height * scale)
    let (x, y) = (half.x / length, half.y / length)
    let reach = min(length, 1)
    let distance = ((1 - reach) * (1 + reach)).squareRoot() * (arc.isLarge == arc.isClockwise ? -1 : 1)
    center = Point(x: -y * distance, y: x * distance)
    guard let angle = degrees(of: Point(x: -x * reach, y: -y * reach) - center) else { return nil }
    startAngle = angle
    // From the chord rather than from the difference of two angles, which rounding can turn from nothing into a whole turn.
    let smaller = 2 * arcSineDegrees(reach)
    sweep = (arc.isLarge ? 360 - smaller : smaller) * (arc.isClockwise ? 1 : -1)
  }

  /// As cubic Bézier curves of at most a quarter each, nowhere farther from the ellipse than 0.03 % of its radii.
  var curves: [CubicBezier] {
    // A little more than a quarter, so that rounding makes no piece of no length.
    let count = (1...4).first { abs(sweep) <= Double($0) * 90 + 1e-6 } ?? 4
    let step = sweep / Double(count)
    let (sine, cosine) = sineAndCosine(degrees: step / 4)
    let handle = 4 / 3 * sine / cosine
    var curves: [CubicBezier] = []
    var place = start
    for index in 1...count {
      let (from, to) = (startAngle + Double(index - 1) * step, startAngle + Double(index) * step)
      let target = index < count ? ellipsePoint(at: to) : end
      curves.append(
        CubicBezier(
          start: place, control1: ellipsePoint(at: from, along: handle), control2: ellipsePoint(at: to, along: -handle),
          end: target))
      place = target
    }
    return curves
  }

  /// A point of the ellipse, or one so many radii further along its tangent there.
  private func ellipsePoint(at angle: Double, along tangent: Double = 0) -> Point {
    let (circleSine, circleCosine) = sineAndCosine(degrees: angle)
    let x = (center.x + circleCosine - tangent * circleSine) * radii.width
    let y = (center.y + circleSine + tangent * circleCosine) * radii.height
    let (sine, cosine) = sineAndCosine(degrees: rotation)
    return Point(
      x: start.x + (end.x - start.x) / 2 + cosine * x - sine * y,
      y: start.y + (end.y - start.y) / 2 + sine * x + cosine * y)
  }
}
