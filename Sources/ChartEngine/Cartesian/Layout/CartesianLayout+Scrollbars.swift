import ChartModel

// What tells that there is more than is seen, and where: a short line along an edge of the plot, as scroll bars have it.

extension CartesianLayout {
  /// How thick the lines are, and how far from the plot, in px.
  private static let thickness = 3.0
  private static let distance = 2.5
  /// How long they are at least, in px.
  private static let leastLength = 16.0

  /// The lines, in the space of the axes; none along an axis of which all is seen, or where nothing but texts have room.
  var scrollbars: [Node] {
    let color = canvas.surface.secondaryText.mixed(with: canvas.surface.color, share: 0.45)
    return scrollbarRects.map { rect in
      Node(
        .rect(rect, cornerRadius: CartesianLayout.thickness / 2),
        // Over marks it keeps apart from them.
        style: plot.contains(rect)
          ? Style(fill: color, stroke: canvas.surface.color, strokeWidth: 1) : Style(fill: color))
    }
  }

  /// Where they are.
  var scrollbarRects: [Rect] {
    guard spec.viewport.hasScrollbar, spec.viewport.scrolls, plot.width >= 24, plot.height >= 24 else { return [] }
    return [frame.overview == nil ? positionScrollbar : nil, valueScrollbar].compactMap(\.self)
  }

  /// Which part of the positions is seen: at the foot of the plot, or at the right of one whose positions go down.
  private var positionScrollbar: Rect? {
    let window = frame.window
    guard window.hasBefore || window.hasAfter, window.span.length > 0 else { return nil }
    guard
      let (start, length) = CartesianLayout.thumb(
        from: (window.start - window.span.lower) / window.span.length, size: window.length / window.span.length,
        along: plot.width)
    else { return nil }
    let (reach, ticks) = (CartesianLayout.thickness + CartesianLayout.distance, frame.x.spec.style.tickLength)
    let isAtFoot = frame.x.spec.position == .bottom
    let foot = plot.maxY + CartesianLayout.distance + (isAtFoot ? ticks : 0)
    let head = plot.minY - reach - (isAtFoot ? 0 : ticks)
    let places = space.isTurned ? [head, foot, plot.minY + 2] : [foot, head, plot.maxY - reach + 0.5]
    return place(
      places.map { Rect(x: plot.minX, y: $0, width: plot.width, height: CartesianLayout.thickness) }
    ).map { Rect(x: plot.minX + start, y: $0.minY, width: length, height: $0.height) }
  }

  /// The same of the values: at the right of the plot, or at its foot where they go to the right, whichever way positions go.
  private var valueScrollbar: Rect? {
    guard let axis = [frame.left, frame.right].first(where: { $0.domain != $0.full }), axis.full.span > 0,
      let (start, length) = CartesianLayout.thumb(
        from: axis.unseen.above / axis.full.span, size: axis.domain.span / axis.full.span,
        along: plot.height)
    else { return nil }
    func ticks(_ side: ValueAxisSpec.Side) -> Double {
      [frame.left, frame.right].filter { $0.isVisible && $0.position == side }.map(\.spec.style.tickLength).max() ?? 0
    }
    let reach = CartesianLayout.thickness + CartesianLayout.distance
    let (right, left) = (plot.maxX + CartesianLayout.distance + ticks(.right), plot.minX - reach - ticks(.left))
    let places = space.isMirrored ? [left, right, plot.minX + 2] : [right, left, plot.maxX - reach + 0.5]
    return place(
      places.map { Rect(x: $0, y: plot.minY, width: CartesianLayout.thickness, height: plot.height) }
    ).map { Rect(x: $0.minX, y: plot.minY + start, width: $0.width, height: length) }
  }

  /// The first of some places that is in the picture, and where nothing is written.
  private func place(_ places: [Rect]) -> Rect? {
    let written = frame.texts(in: space) + texts.values.labels.map(\.box) + texts.annotations.map(\.room)
    return places.first { place in
      space.canvas.bounds.inset(by: 1).contains(place)
        && !written.contains { $0.inset(by: -0.5).intersects(place) }
    }
  }

  /// Where a part of something is on a line of a length, so large that it can be seen; `nil` where it is all.
  private static func thumb(from start: Double, size: Double, along length: Double) -> (start: Double, length: Double)?
  {
    guard size.isFinite, start.isFinite, size < 1 - 1e-6 else { return nil }
    let thumb = min(max(size * length, leastLength), length)
    let share = min(max(start / max(1 - size, 1e-9), 0), 1)
    return ((length - thumb) * share, thumb)
  }
}
