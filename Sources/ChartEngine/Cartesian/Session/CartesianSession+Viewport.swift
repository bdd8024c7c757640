import ChartModel

// MARK: - Scrolling

extension CartesianSession {
  /// The viewport as it is, in numbers.
  mutating func currentViewport() -> Viewport {
    var viewport = state.view.viewport ?? Viewport()
    // Brought to where there is something to see, so that moving on begins there.
    viewport.startX = layout.frame.window.start
    return viewport
  }

  /// Moves the left edge to a coordinate, as far as there is content.
  /// - Returns: How far what is seen has moved, in px.
  @discardableResult
  mutating func scroll(toStart start: Double) -> Double {
    let window = layout.frame.window
    let start = ViewWindow.clamped(start, window.span, length: window.length)
    guard start != window.start else { return 0 }
    var viewport = currentViewport()
    viewport.startX = start
    state.view.viewport = viewport
    // Scrolling hides pop-ups (L12).
    if chart.spec.popups.isEnabled { select(nil, in: layout) }
    return (window.start - start) * window.map.scale
  }

  mutating func scroll(_ scroll: Scroll, snap: Bool) {
    state.glide = nil
    let window = layout.frame.window
    var start: Double
    switch scroll {
    case .by(let distance):
      guard distance.isFinite, window.map.scale > 0 else { return }
      start = window.start + distance / window.map.scale
    case .to(let position):
      guard let coordinate = chart.data.coordinate(of: position) else { return }
      start = coordinate - window.span.slot * window.span.spaceMin
    case .toStart: start = window.span.lower
    case .toEnd: start = window.lastStart
    }
    if snap { start = snapped(start, in: window)?.start ?? start }
    let moved = self.scroll(toStart: start)
    if moved != 0 { events.append(.translated(dx: moved, dy: 0)) }
    if snap { selectCentered() }
  }

  /// Where the window must begin so that the entry nearest to its middle is centred (V2), with that entry's position.
  /// Only windows that show nothing beyond the content count, unless there is none.
  mutating func snapped(_ start: Double, in window: ViewWindow) -> (start: Double, position: Double)? {
    let middle = ViewWindow.clamped(start, window.span, length: window.length) + window.length / 2
    let lowest = window.span.lower + window.length / 2
    let highest = window.lastStart + window.length / 2
    var nearest: (position: Double, distance: Double, isReachable: Bool)?
    for series in snapSeries {
      let positions = series.points.positions
      guard let index = positions.nearest(to: middle) else { continue }
      for candidate in [index - 1, index, index + 1] where candidate >= 0 && candidate < positions.count {
        let position = positions[candidate]
        let slack = window.length * 1e-9
        let isReachable = position >= lowest - slack && position <= highest + slack
        let distance = abs(position - middle)
        if let nearest {
          guard isReachable && !nearest.isReachable || isReachable == nearest.isReachable && distance < nearest.distance
          else { continue }
        }
        nearest = (position, distance, isReachable)
      }
    }
    guard let nearest else { return nil }
    return (window.startCentering(nearest.position), nearest.position)
  }

  /// The series whose entries windows snap to: the bars, or without any the lines.
  private var snapSeries: [PlotSeries] {
    let seen = chart.data.series.filter { !state.view.hidden.contains($0.index) && $0.spec.isHighlightable }
    let bars = seen.filter(\.isBar)
    return bars.isEmpty ? seen : bars
  }

  /// Selects the entry nearest to the middle of the window, of the series that is selected if it has one there.
  mutating func selectCentered() {
    let window = layout.frame.window
    let middle = window.start + window.length / 2
    var nearest: (path: [Int], distance: Double)?
    let preferred = state.view.selection?.first
    for series in snapSeries {
      let positions = series.points.positions
      guard let index = positions.nearest(to: middle), !series.points.values[index].isNaN else { continue }
      // The difference of what is equally near may be rounding.
      let distance = abs(positions[index] - middle) - (series.index == preferred ? window.span.slot * 1e-6 : 0)
      if distance < nearest?.distance ?? .infinity {
        nearest = ([series.index, series.specIndex(of: index)], distance)
      }
    }
    if let nearest { select(nearest.path, in: layout) }
  }

  /// Scrolls so that a coordinate is seen.
  mutating func reveal(_ coordinate: Double) {
    let window = layout.frame.window
    let margin = min(window.span.slot / 2, window.length / 2)
    var start = window.start
    if coordinate - margin < window.start { start = coordinate - margin }
    if coordinate + margin > window.end { start = coordinate + margin - window.length }
    let moved = scroll(toStart: start)
    if moved != 0 { events.append(.translated(dx: moved, dy: 0)) }
  }
}

// MARK: - Zooming

extension CartesianSession {
  mutating func zoom(_ zoom: Zoom) {
    state.glide = nil
    switch zoom {
    case .fit:
      guard state.view.viewport != nil else { return }
      let old = state.view.viewport ?? Viewport()
      state.view.viewport = nil
      if old.zoomX != 1 || old.zoomY != 1 { events.append(.zoomed(x: 1, y: 1)) }
    case .by(let scale, let x, let y):
      guard scale.isFinite, scale > 0 else { return }
      if x == nil, y == nil { return self.zoom(by: scale, about: nil) }
      setZoom(x: x.map { ($0, scale) }, y: y.map { ($0, scale) })
    }
  }

  /// Zooms along the axes that the spec allows.
  /// - Parameter point: The place in px that stays where it is; the middle of the plot if not given.
  mutating func zoom(by scale: Double, about point: Point?) {
    let allowed = chart.spec.viewport.zoom
    let point = point ?? layout.plot.center
    setZoom(x: allowed.includesX ? (point.x, scale) : nil, y: allowed.includesY ? (point.y, scale) : nil)
  }

  private mutating func setZoom(x: (place: Double, scale: Double)?, y: (place: Double, scale: Double)?) {
    let layout = self.layout
    let before = currentViewport()
    var viewport = before
    if let x, x.place.isFinite {
      viewport.zoomX = limited(before.zoomX * x.scale)
      let window = layout.frame.window
      // What is under the place stays there.
      let coordinate = window.map.value(at: x.place)
      let share = (coordinate - window.start) / window.length
      let length = window.length * before.zoomX / viewport.zoomX
      viewport.startX = ViewWindow.clamped(coordinate - share * length, window.span, length: length)
    }
    if let y, y.place.isFinite, layout.plot.height > 0 {
      viewport.zoomY = limited(before.zoomY * y.scale)
      let share = (layout.plot.maxY - y.place) / layout.plot.height
      let value = before.startY + share / before.zoomY
      viewport.startY = min(max(value - share / viewport.zoomY, 0), 1 - 1 / viewport.zoomY)
    }
    guard viewport != before else { return }
    state.view.viewport = viewport
    if viewport.zoomX != before.zoomX || viewport.zoomY != before.zoomY {
      events.append(.zoomed(x: viewport.zoomX, y: viewport.zoomY))
    }
  }

  private func limited(_ zoom: Double) -> Double {
    zoom.isFinite ? min(max(zoom, 1), max(chart.spec.viewport.maxZoom, 1)) : 1
  }
}
