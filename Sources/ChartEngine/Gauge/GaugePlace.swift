import ChartModel

/// Where a gauge with a radius of 1 has its text, and how much room it takes: below the hub of a needle, or above it where the
/// needle of a closed scale points down, else in the middle of the arc.
struct GaugePlace: Sendable {
  /// The box of arc and text about the centre.
  let unit: Rect
  let middle: Point
  /// Half of the text's width and height.
  let halfSize: Size
  /// Whether the scale leaves no place that a needle never points to.
  private let isClosed: Bool

  init(_ spec: GaugeSpec) {
    let wedge = Rect.ofUnitWedge(start: spec.startAngle, sweep: spec.sweep)
    let (sine, cosine) = sineAndCosine(degrees: normalizedDegrees(spec.startAngle) + spec.sweep / 2)
    let isOpen = spec.sweep <= 300
    isClosed = spec.pointer == .needle && !isOpen
    // Away from where the needle may be, if there is such a place.
    let away = spec.pointer == .needle ? (isOpen ? -(spec.sweep > 200 ? 0.56 : 0.32) : 0) : spec.sweep > 200 ? 0 : 0.38
    middle =
      isClosed
      ? Point(x: 0, y: 0.42) : Point(x: away * cosine, y: away * sine)
    halfSize =
      spec.pointer == .needle
      ? Size(width: 0.42, height: 0.23) : Size(width: 0.72 * (1 - 1.4 * spec.thickness), height: 0.32)
    let text = Rect(
      x: middle.x - halfSize.width, y: middle.y - halfSize.height, width: 2 * halfSize.width,
      height: 2 * halfSize.height)
    let (left, top) = (min(wedge.minX, text.minX), min(wedge.minY, text.minY))
    unit = Rect(
      x: left, y: top, width: max(wedge.maxX, text.maxX) - left, height: max(wedge.maxY, text.maxY) - top)
  }

  /// The middle of the text.
  /// - Parameter needle: Its angle, in degrees clockwise from three o'clock; `nil` where there is none.
  func text(_ center: Point, _ radius: Double, besides needle: Double?) -> Point {
    let isBelow = !isClosed || needle.map(passesBelow) != true
    return Point(x: center.x + middle.x * radius, y: center.y + (isBelow ? middle.y : -middle.y) * radius)
  }

  /// Whether a needle passes through the text below the hub: through its upper edge, which is the nearest to the hub, or so near to
  /// it as the needle is wide.
  private func passesBelow(_ needle: Double) -> Bool {
    let (sine, cosine) = sineAndCosine(degrees: needle)
    return sine > 0 && abs(cosine) * (middle.y - halfSize.height) < sine * (halfSize.width + GaugePlace.needleWidth)
  }

  private static let needleWidth = 0.08
}
