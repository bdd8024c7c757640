import ChartEngine
import ChartModel

/// All that decides how a circle looks, but for its place.
struct CircleLook: Hashable {
  var radius: Double
  var style: Style
}

extension SceneDrawer {
  /// Draws a circle.
  ///
  /// Those that look alike are a stamp in a PDF, whose numbers are printed and packed once: of a scatter of 500 points circle by circle
  /// these numbers took nine tenths of the time.
  func drawCircle(_ center: Point, radius: Double, _ style: Style) {
    guard radius.drawn > 0 else { return }
    let (center, limit) = (center.drawn, reach - radius.drawn)
    guard max(abs(center.x), abs(center.y)) < limit, let stamp = stamp(CircleLook(radius: radius.drawn, style: style))
    else { return draw(style) { $0.circle(center, radius: radius) } }
    cairo.paints.setSurface(context, stamp, center.x, center.y)
    cairo.contexts.paint(context)
  }

  /// What to draw a circle with that has been drawn before; `nil` where pixels are drawn, for the first one, and for colours that
  /// depend on the place.
  private func stamp(_ look: CircleLook) -> OpaquePointer? {
    guard !drawsOutlines, look.style.hasOneColorEach else { return nil }
    guard let known = stamps[look] else {
      stamps[look] = .some(nil)
      return nil
    }
    if let known { return known }
    let side = look.radius + look.style.strokeWidth.drawn + 1
    // CAIRO_CONTENT_COLOR_ALPHA
    guard let surface = cairo.surfaces.createRecording(0x3000, [-side, -side, side * 2, side * 2]) else { return nil }
    guard let own = cairo.contexts.create(surface) else {
      cairo.surfaces.destroy(surface)
      return nil
    }
    let outer = context
    context = own
    draw(look.style) { $0.circle(.zero, radius: look.radius) }
    context = outer
    cairo.contexts.destroy(own)
    stamps[look] = surface
    return surface
  }
}

extension Style {
  /// Whether it is the same wherever a shape is.
  fileprivate var hasOneColorEach: Bool {
    [fill, stroke].allSatisfy { paint in if case .gradient? = paint { false } else { true } }
  }
}
