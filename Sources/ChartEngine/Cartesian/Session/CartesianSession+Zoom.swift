import ChartModel

// MARK: - Zooming

extension CartesianSession {
  /// What becomes of a place along one axis: so many times as large, and what is at one place comes to lie at another.
  private struct Shift {
    var scale: Double
    var from: Double
    var to: Double

    /// The place stays where it is.
    init(_ scale: Double, about place: Double) { self.init(scale, from: place, to: place) }

    init(_ scale: Double, from: Double, to: Double) {
      self.scale = scale
      self.from = from
      self.to = to
    }

    var isPossible: Bool { scale > 0 && from.isFinite && to.isFinite }
  }

  mutating func zoom(_ zoom: Zoom) {
    switch zoom {
    case .fit: fit()
    case .by(let scale, let x, let y):
      guard scale.isFinite, scale > 0 else { return }
      state.glide = nil
      let users = chart.spec.viewport.zoom
      var (x, y) = (x, y)
      if x == nil, y == nil { (x, y) = (layout.plot.midX, users == .none ? nil : layout.plot.midY) }
      // A program may zoom where users can't.
      let allowed = users == .none ? .both : users
      shift(
        x: allowed.includesX ? x.map { Shift(scale, about: $0) } : nil,
        y: allowed.includesY ? y.map { Shift(scale, about: $0) } : nil)
    case .at(let position, let scale):
      guard scale.isFinite, scale > 0, let coordinate = chart.data.coordinate(of: position) else { return }
      state.glide = nil
      shift(x: Shift(scale, from: layout.frame.window.map.exactPixel(of: coordinate), to: layout.plot.midX), y: nil)
    }
  }

  /// Shows what the spec begins with.
  private mutating func fit() {
    state.glide = nil
    guard state.view.viewport != nil else { return }
    let before = currentViewport()
    let scale = layout.frame.window.map.scale
    state.view.viewport = nil
    let start = layout.frame.window.start
    if before.zoomX != 1 || before.zoomY != 1 {
      events.append(.zoomed(x: 1, y: 1))
    } else if start != before.startX {
      translated(dx: (before.startX - start) * scale, dy: 0)
    }
  }

  /// Zooms along the axes that the spec allows.
  /// - Parameter point: The place in px that stays where it is; the middle of the plot if not given.
  mutating func zoom(by scale: Double, about point: Point?) {
    let allowed = chart.spec.viewport.zoom
    let point = point ?? layout.plot.center
    shift(
      x: allowed.includesX ? Shift(scale, about: point.x) : nil,
      y: allowed.includesY ? Shift(scale, about: point.y) : nil)
  }

  /// Zooms by how far two pointers are from each other, and moves with the middle between them (V4).
  mutating func pinch(_ touch: Touch) {
    let (first, second) = (touch.pointers[0], touch.pointers[1])
    func middle(_ a: Point, _ b: Point) -> Point { Point(x: a.x / 2 + b.x / 2, y: a.y / 2 + b.y / 2) }
    let from = middle(first.origin, second.origin)
    let to = middle(first.position, second.position)
    let distances = ((second.origin - first.origin).length, (second.position - first.position).length)
    // Fingers on one another say nothing about size.
    guard distances.0 > 1, distances.1 > 1, distances.0.isFinite, distances.1.isFinite else { return }
    let scale = distances.1 / distances.0
    let (allowed, scrolls) = (chart.spec.viewport.zoom, chart.spec.viewport.scrolls)
    // From where it was when the second finger came, so that the way there doesn't matter.
    shift(
      x: Shift(allowed.includesX ? scale : 1, from: from.x, to: scrolls ? to.x : from.x),
      y: Shift(allowed.includesY ? scale : 1, from: from.y, to: scrolls ? to.y : from.y), beginningAt: touch.viewport)
    if chart.spec.viewport.snaps { selectCentered() }
  }

  /// Zooms and moves at once.
  /// - Parameter viewport: The viewport that it begins at, if that isn't what is seen.
  private mutating func shift(x: Shift?, y: Shift?, beginningAt viewport: Viewport? = nil) {
    let seen = currentViewport()
    let scale = layout.frame.window.map.scale
    let original = state.view.viewport
    if let viewport { state.view.viewport = viewport }
    let base = currentViewport()
    let after = shifted(base, x: x, y: y)
    guard after != seen else {
      state.view.viewport = original
      return
    }
    state.view.viewport = after
    if after.zoomX != seen.zoomX || after.zoomY != seen.zoomY {
      events.append(.zoomed(x: after.zoomX, y: after.zoomY))
    } else {
      translated(
        dx: (seen.startX - after.startX) * scale,
        dy: (after.startY - seen.startY) * layout.plot.height * after.zoomY * rowZoom)
      hidePopups()
    }
  }

  /// The viewport as it becomes from the one that is laid out.
  private mutating func shifted(_ base: Viewport, x: Shift?, y: Shift?) -> Viewport {
    let before = layout
    var viewport = base
    let (x, y) = (x.flatMap { $0.isPossible ? $0 : nil }, y.flatMap { $0.isPossible ? $0 : nil })
    if let x { viewport.zoomX = limited(base.zoomX * x.scale, from: base.zoomX) }
    if let y, before.plot.height > 0 { viewport.zoomY = limited(base.zoomY * y.scale, from: base.zoomY) }
    // The labels of a zoomed value axis may be wider or narrower, which moves the plot's edge: places are those after it.
    func place(in plot: Rect) {
      if let x, !(x.from == x.to && viewport.zoomX == base.zoomX) {
        let window = before.frame.window
        let coordinate = window.map.value(at: x.from)
        let length = window.length * base.zoomX / viewport.zoomX
        let share = plot.width > 0 ? (x.to - plot.minX) / plot.width : 0
        viewport.startX = ViewWindow.clamped(coordinate - share * length, window.span, length: length)
      }
      if let y, before.plot.height > 0, plot.height > 0, !(y.from == y.to && viewport.zoomY == base.zoomY) {
        let value =
          base.startY + (before.plot.maxY - y.from) / before.plot.height / (base.zoomY * before.frame.left.rowZoom)
        viewport.startY = CartesianSession.clampedStartY(
          value - (plot.maxY - y.to) / plot.height / (viewport.zoomY * rowZoom), zoom: viewport.zoomY * rowZoom)
      }
    }
    place(in: before.plot)
    if viewport != base {
      state.view.viewport = viewport
      if layout.plot != before.plot { place(in: layout.plot) }
    }
    return viewport
  }

  private func limited(_ zoom: Double, from old: Double) -> Double {
    zoom.isNaN ? old : min(max(zoom, 1), max(chart.spec.viewport.maxZoom, 1))
  }
}
