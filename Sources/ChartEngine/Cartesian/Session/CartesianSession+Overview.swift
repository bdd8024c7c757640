import ChartModel

// MARK: - The overview

extension CartesianSession {
  /// What a pointer that goes down on the overview does to the part that is seen; `nil` beside it.
  mutating func overviewDrag(at place: Point) -> OverviewDrag? {
    guard let overview = layout.overview, let area = overview.area else { return nil }
    let map = overview.layout.frame.window.map
    let window = layout.frame.window
    let held = area.part(at: place)
    guard held != nil || overview.strip.contains(place), map.isInvertible else { return nil }
    return OverviewDrag(
      // Beside it what is there comes to be seen.
      part: held?.x ?? .new, origin: map.value(at: place.x), map: [map.origin, map.start, map.scale],
      before: [window.start, window.end])
  }

  /// Lets the plot show what the pointer has dragged the part to.
  mutating func overview(_ drag: OverviewDrag, to place: Point) {
    guard drag.map.count == 3, drag.before.count == 2 else { return }
    let map = PixelMap(origin: drag.map[0], start: drag.map[1], scale: drag.map[2])
    guard map.isInvertible, place.x.isFinite else { return }
    let span = layout.frame.window.span
    let coordinate = min(max(map.value(at: place.x), span.lower), max(span.lower, span.upper))
    let (start, end) = (drag.before[0], drag.before[1])
    // A handle stops where hardly anything would be seen, and where all that can be is.
    let window = layout.frame.window
    let whole = window.length * max(currentViewport().zoomX, 1)
    let lengths = min(window.span.slot, whole)...max(whole, window.span.slot)
    func length(_ length: Double) -> Double { min(max(length, lengths.lowerBound), lengths.upperBound) }
    switch drag.part {
    case .none: return
    case .whole: show(start + coordinate - drag.origin, length: nil)
    case .new: show(coordinate - (end - start) / 2, length: nil)
    case .lower, .upper:
      // Beyond the other handle the part is on that one's other side.
      let (isLower, least) = (drag.part == .lower, lengths.lowerBound)
      let other = isLower ? end : start
      let isBefore = isLower ? coordinate <= other + least : coordinate < other - least
      let length = length(abs(coordinate - other))
      show(isBefore ? other - length : other, length: length)
    }
  }

  /// Shows what begins at a coordinate.
  /// - Parameter length: How much of it; as much as now if not given.
  private mutating func show(_ start: Double, length: Double?) {
    guard let length else { return move(toStart: start) }
    let seen = currentViewport()
    let window = layout.frame.window
    var viewport = seen
    // What is seen as the spec begins is as much as can be seen.
    let whole = window.length * seen.zoomX
    viewport.zoomX = min(max(whole / max(length, .leastNonzeroMagnitude), 1), max(chart.spec.viewport.maxZoom, 1))
    let shown = whole / viewport.zoomX
    viewport.startX = ViewWindow.clamped(start, window.span, length: shown)
    guard viewport != seen, viewport.zoomX.isFinite else { return }
    state.view.viewport = viewport
    if viewport.zoomX != seen.zoomX {
      events.append(.zoomed(x: viewport.zoomX, y: viewport.zoomY))
    } else {
      translated(dx: (seen.startX - viewport.startX) * window.map.scale, dy: 0)
    }
    hidePopups()
  }
}
