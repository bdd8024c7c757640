import ChartModel

// MARK: - Scrolling

extension CartesianSession {
  /// The viewport as it is, in numbers.
  mutating func currentViewport() -> Viewport {
    var viewport = state.view.viewport ?? Viewport()
    if state.view.viewport == nil, rowZoom > 1 {
      viewport.startY = chart.firstStart
    }
    // Brought to where there is something to see, so that moving on begins there.
    viewport.startX = walkedLayout.frame.window.start
    viewport.startY = CartesianSession.clampedStartY(viewport.startY, zoom: viewport.zoomY * rowZoom)
    return viewport
  }

  /// Moves the left edge to a coordinate, as far as there is content.
  /// - Parameter isReveal: Whether it is to show what is about to be selected: that then has the pop-ups.
  /// - Returns: How far what is seen has moved, in px.
  mutating func scroll(toStart start: Double, isReveal: Bool = false) -> Double {
    let window = walkedLayout.frame.window
    let start = ViewWindow.clamped(start, window.span, length: window.length)
    guard start != window.start else { return 0 }
    var viewport = currentViewport()
    viewport.startX = start
    state.view.viewport = viewport
    if !isReveal { hidePopups() }
    return ((window.start - start) * window.map.scale).madeFinite
  }

  /// The same, telling of it.
  mutating func move(toStart start: Double) {
    let moved = scroll(toStart: start)
    translated(dx: moved, dy: 0)
  }

  /// Tells how far what is seen has moved; a way that is too short to be a number of px is none.
  mutating func translated(dx: Double, dy: Double) {
    guard dx != 0 || dy != 0 else { return }
    let way = space.picture(way: Point(x: dx, y: dy))
    events.append(.translated(dx: way.x.madeFinite, dy: way.y.madeFinite))
  }

  /// Moves the lower edge to a share of the value axes, where these are zoomed.
  /// - Returns: How far what is seen has moved, in px.
  mutating func scroll(toStartY start: Double, isReveal: Bool = false) -> Double {
    let before = currentViewport()
    var viewport = before
    viewport.startY = CartesianSession.clampedStartY(start, zoom: before.zoomY * rowZoom)
    guard viewport.startY != before.startY else { return 0 }
    state.view.viewport = viewport
    if !isReveal { hidePopups() }
    return ((viewport.startY - before.startY) * layout.plot.height * before.zoomY * rowZoom).madeFinite
  }

  /// How many times as long as the plot the value axes are before anybody zooms.
  var rowZoom: Double { mutating get { walkedLayout.frame.left.rowZoom } }

  static func clampedStartY(_ start: Double, zoom: Double) -> Double {
    start.isNaN ? 0 : min(max(start, 0), 1 - 1 / max(zoom, 1))
  }

  /// Scrolling hides pop-ups (L12), unless they follow what is centred.
  mutating func hidePopups() {
    if chart.spec.popups.isEnabled, !chart.spec.viewport.snaps { select(nil, in: layout) }
  }

  /// Scrolls rows of names, where there are more of them than are seen and positions don't scroll: onwards is down, or to the
  /// right where values go there.
  private mutating func scrollRows(_ scroll: Scroll) {
    let (viewport, height) = (currentViewport(), layout.plot.height)
    let (zoom, isTurned) = (viewport.zoomY * rowZoom, space.isTurned)
    guard zoom > 1, height > 0 else { return }
    let start: Double
    switch scroll {
    case .by(let distance):
      guard distance.isFinite else { return }
      start = viewport.startY + (isTurned ? distance : -distance) / height / zoom
    case .to: return
    case .toStart: start = chart.firstStart
    case .toEnd: start = 1 - chart.firstStart
    }
    state.glide = nil
    translated(dx: 0, dy: self.scroll(toStartY: start))
  }

  mutating func scroll(_ scroll: Scroll, snap: Bool) {
    let window = layout.frame.window
    if rowZoom > 1, !window.scrolls { return scrollRows(scroll) }
    var start: Double
    switch scroll {
    case .by(let distance):
      guard distance.isFinite, window.map.scale > 0 else { return }
      // Onwards is to the right in the picture, or down, whichever way positions go.
      start = window.start + (space.isMirrored ? -distance : distance) / window.map.scale
    case .to(let position):
      guard let coordinate = chart.data.coordinate(of: position) else { return }
      start = coordinate - window.span.slot * window.span.spaceMin
    case .toStart: start = window.span.lower
    case .toEnd: start = window.lastStart
    }
    state.glide = nil
    if snap { start = snapped(start, in: window) ?? start }
    move(toStart: start)
    if snap { selectCentered() }
  }

  /// Scrolls so that an entry is seen: with snapping into the middle, else no farther than it takes.
  mutating func reveal(_ point: Int, of series: PlotSeries) {
    let coordinate = series.points.positions[point]
    let (window, plot) = (walkedLayout.frame.window, walkedLayout.plot)
    let margin = min(window.span.slot / 2, window.length / 2)
    var start = window.start
    if chart.spec.viewport.snaps {
      start = startSnapping(to: coordinate, in: window)
    } else if coordinate - margin < window.start {
      start = coordinate - margin
    } else if coordinate + margin > window.end {
      start = coordinate + margin - window.length
    }
    // Heights stay as they are while positions are scrolled.
    var dy = 0.0
    let viewport = currentViewport()
    let zoom = viewport.zoomY * rowZoom
    if zoom > 1, plot.height > 0, let place = walkedLayout.mark(of: series.index)?.place(of: point),
      place.y < plot.minY || place.y > plot.maxY
    {
      let share = viewport.startY + (plot.maxY - place.y) / plot.height / zoom
      dy = scroll(toStartY: share - 0.5 / zoom, isReveal: true)
    }
    let dx = scroll(toStart: start, isReveal: true)
    translated(dx: dx, dy: dy)
  }
}
