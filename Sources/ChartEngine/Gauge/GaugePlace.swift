import ChartModel

/// Where a gauge with a radius of 1 has its text, and how much room it takes: below the hub of a needle, else in the middle of
/// the arc.
struct GaugePlace: Sendable {
  /// The box of arc and text about the centre.
  let unit: Rect
  let middle: Point
  /// Half of the text's width and height.
  let halfSize: Size

  init(_ spec: GaugeSpec) {
    let wedge = Rect.ofUnitWedge(start: spec.startAngle, sweep: spec.sweep)
    let (sine, cosine) = sineAndCosine(degrees: normalizedDegrees(spec.startAngle) + spec.sweep / 2)
    let isOpen = spec.sweep <= 300
    // Away from where the needle may be, if there is such a place.
    let away = spec.pointer == .needle ? (isOpen ? -(spec.sweep > 200 ? 0.56 : 0.32) : 0) : spec.sweep > 200 ? 0 : 0.38
    middle =
      spec.pointer == .needle && !isOpen
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

  func text(_ center: Point, _ radius: Double) -> Point {
    Point(x: center.x + middle.x * radius, y: center.y + middle.y * radius)
  }
}
