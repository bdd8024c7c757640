import ChartModel

// MARK: - Pointers

extension CartesianSession {
  /// Slower drags, in px a second, don't glide on; faster ones are taken for a jump of the pointer.
  private static let speeds = 50.0...20_000.0

  mutating func pointer(_ report: PointerReport) {
    var report = report
    if report.time?.isFinite == false { report.time = nil }
    if !report.position.isFinite {
      // Nowhere is no place to tap or scroll to; but a pointer that was lifted is up.
      guard report.phase == .up || report.phase == .cancel else { return }
      report.phase = .cancel
    }
    if let time = report.time, state.touch == nil { advance(to: time) }
    let place = report.position
    if place.isFinite { report.position = space.axes(place) }
    switch report.phase {
    case .down: pointerDown(report)
    case .move: pointerMove(report)
    case .up: pointerUp(report)
    case .cancel: pointerCancel(report)
    }
    if hit == nil, place.isFinite { hit = layout.hit(at: place) }
  }

  private mutating func pointerDown(_ report: PointerReport) {
    // A finger on what moves stops it, and is no tap; nor is one of which it was missed that it went up.
    let isMoving = state.glide != nil || state.touch?.isDrag == true
    state.glide = nil
    let pointer = Touch.Pointer(pointer: report.pointer, origin: report.position, position: report.position)
    guard var touch = state.touch, !touch.pointers.contains(where: { $0.pointer == report.pointer }) else {
      var touch = Touch(pointers: [pointer], viewport: currentViewport())
      touch.isDrag = isMoving
      touch.overview = overviewDrag(at: report.position)
      if !isMoving, touch.overview == nil { touch.brush = brushDrag(at: report.position) }
      if !isMoving { touch.colors = layout.colorBar?.number(at: space.picture(report.position)) }
      state.touch = touch
      addSample(at: report)
      return
    }
    // A third finger does nothing.
    guard touch.pointers.count < 2 else { return }
    for index in touch.pointers.indices { touch.pointers[index].origin = touch.pointers[index].position }
    touch.pointers.append(pointer)
    touch.viewport = currentViewport()
    touch.isDrag = true
    touch.letGo()
    touch.motion = VelocityTracker()
    state.touch = touch
  }

  private mutating func pointerMove(_ report: PointerReport) {
    guard var touch = state.touch, let place = touch.pointers.firstIndex(where: { $0.pointer == report.pointer }) else {
      return
    }
    touch.pointers[place].position = report.position
    state.touch = touch
    guard touch.pointers.count == 1 else { return pinch(touch) }
    let way = report.position - touch.pointers[0].origin
    if !touch.isDrag {
      // Without any threshold, too, a pointer that stays where it is taps.
      guard way.length >= chart.spec.viewport.threshold, way != .zero else { return }
      state.touch?.isDrag = true
      state.lastTap = nil
    }
    if let drag = touch.overview { return overview(drag, to: report.position) }
    if let drag = touch.brush { return brush(drag, to: report.position) }
    if let number = touch.colors { return brushColors(from: number, to: report.position) }
    addSample(at: report)
    guard chart.spec.viewport.scrolls else { return }
    drag(by: way, from: touch.viewport)
  }

  /// Moves what is seen with the pointer.
  private mutating func drag(by way: Point, from viewport: Viewport) {
    let map = layout.frame.window.map
    guard map.scale > 0 else { return }
    let dx = scroll(toStart: viewport.startX - way.x / map.scale)
    let (height, zoom) = (layout.plot.height, viewport.zoomY * rowZoom)
    let dy = zoom > 1 && height > 0 ? scroll(toStartY: viewport.startY + way.y / height / zoom) : 0
    guard dx != 0 || dy != 0 else { return }
    translated(dx: dx, dy: dy)
    if chart.spec.viewport.snaps { selectCentered() }
  }

  private mutating func pointerCancel(_ report: PointerReport) {
    guard var touch = state.touch, touch.pointers.contains(where: { $0.pointer == report.pointer }) else { return }
    touch.pointers.removeAll { $0.pointer == report.pointer }
    let wasHolding = touch.isHolding
    touch = restarted(touch)
    state.touch = touch.pointers.isEmpty ? nil : touch
    if touch.pointers.isEmpty, touch.isDrag, !wasHolding { release(touch, at: report.time) }
  }

  private mutating func pointerUp(_ report: PointerReport) {
    guard state.touch?.pointers.contains(where: { $0.pointer == report.pointer }) == true else { return }
    pointerMove(report)
    guard var touch = state.touch else { return }
    touch.pointers.removeAll { $0.pointer == report.pointer }
    guard touch.pointers.isEmpty else {
      // The finger that stays scrolls on from where it is.
      state.touch = restarted(touch)
      return
    }
    state.touch = nil
    guard touch.isDrag else { return finishTap(report) }
    if !touch.isHolding { release(touch, at: report.time) }
  }

  /// The touch as if all its pointers had gone down where they are.
  mutating func restarted(_ touch: Touch) -> Touch {
    var touch = touch
    for index in touch.pointers.indices { touch.pointers[index].origin = touch.pointers[index].position }
    touch.viewport = currentViewport()
    touch.letGo()
    touch.motion = VelocityTracker()
    return touch
  }

  private mutating func finishTap(_ report: PointerReport) {
    let first = state.firstTap(before: report.position, at: report.time)
    if first != nil, chart.spec.viewport.zoom != .none, layout.plot.contains(report.position) {
      zoom(by: 2, about: report.position)
    } else {
      tap(at: space.picture(report.position), after: first.map(space.picture(_:)))
    }
  }

  // MARK: - Letting go

  private mutating func addSample(at report: PointerReport) {
    if let time = report.time { state.touch?.motion.add(report.position.x, at: time) }
  }

  /// Lets the content go on by itself, to where its speed leads or into place; else it has come to rest.
  private mutating func release(_ touch: Touch, at time: Double?) {
    let window = layout.frame.window
    guard chart.spec.viewport.scrolls, window.scrolls, window.map.scale > 0 else { return }
    // Without times there is no motion.
    guard let time, let glide = glide(after: touch, at: time, in: window) else { return settle() }
    state.glide = glide
  }

  private mutating func glide(after touch: Touch, at time: Double, in window: ViewWindow) -> Glide? {
    let viewport = chart.spec.viewport
    // With less it would glide for days.
    let decay = Decay(deceleration: max(viewport.deceleration, 1e-6))
    var duration = 0.0
    var target = window.start
    if viewport.hasInertia, decay.rate.isFinite,
      let velocity = touch.motion.velocity(at: time, within: CartesianSession.speeds)
    {
      duration = decay.duration(from: velocity, to: Glide.restSpeed)
      target -= velocity / decay.rate * decay.lost(after: duration) / window.map.scale
    }
    if viewport.snaps, let start = snapped(target, in: window) {
      target = start
      duration = max(min(duration, 3), 0.3)
    }
    let clamped = ViewWindow.clamped(target, window.span, length: window.length)
    if !viewport.snaps, clamped != target, target != window.start {
      // It comes to rest where the content ends, as fast as it is there.
      let share = (clamped - window.start) / (target - window.start)
      duration = -naturalLogarithm(onePlus: -share * decay.lost(after: duration)) / decay.rate
      target = clamped
    }
    guard duration > 0, duration.isFinite, target != window.start, target.isFinite else { return nil }
    return Glide(
      time: time, start: window.start, target: target, duration: duration,
      rate: decay.rate.isFinite ? decay.rate : 10)
  }
}
