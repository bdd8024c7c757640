import ChartModel

/// The straight line from the coordinates of an axis to px: `start + (value − origin) · scale`.
///
/// The origin is taken off first, so that a time axis of milliseconds since 1970 keeps its digits (fault 24).
struct PixelMap: Hashable, Sendable {
  var origin: Double
  /// Where the origin is, in px.
  var start: Double
  /// px for a unit; negative where values grow to the left or upwards.
  var scale: Double

  init(origin: Double = 0, start: Double = 0, scale: Double) {
    self.origin = origin
    self.start = start
    self.scale = scale
  }

  /// The map that lays a domain on px, such as from the bottom of a plot to its top. All of an axis without length lies
  /// in one place.
  init(_ domain: Domain, from start: Double, to end: Double) {
    // Halves, since the difference of the largest doubles is none.
    let half = domain.upper / 2 - domain.lower / 2
    let scale = (end - start) / 2 / half
    self.init(origin: domain.lower, start: start, scale: scale.madeFinite)
  }

  /// Whether what is greater is farther up, or to the left.
  var growsBackwards: Bool { scale < 0 }

  /// How far from the origin anything is drawn, in px. Renderers count in fixed point (cairo: 24 bits before it) or in
  /// single precision; four millions are far enough that a line to there has the slope it should have.
  static let limit = 4e6

  /// Whether it maps to places at all, and back.
  var isInvertible: Bool { origin.isFinite && start.isFinite && scale.isFinite && scale != 0 }

  /// A value's place, which may be far out; infinite where doubles end.
  func exactPixel(of value: Double) -> Double {
    let pixel = start + (value - origin) * scale
    // The difference may overflow although its product with a tiny scale doesn't.
    return pixel.isFinite ? pixel : start + (value * scale - origin * scale)
  }

  /// A value's place within the limit; NaN for NaN.
  func pixel(of value: Double) -> Double { PixelMap.bounded(exactPixel(of: value)) }

  /// The value at a place.
  func value(at pixel: Double) -> Double { origin + (pixel - start) / scale }

  /// A place brought within the limit; NaN for NaN.
  static func bounded(_ pixel: Double) -> Double {
    pixel > limit ? limit : pixel < -limit ? -limit : pixel
  }
}

extension Point {
  /// The point brought to where things are drawn; `nil` if it is no place.
  var bounded: Point? {
    x.isNaN || y.isNaN ? nil : Point(x: PixelMap.bounded(x), y: PixelMap.bounded(y))
  }
}
