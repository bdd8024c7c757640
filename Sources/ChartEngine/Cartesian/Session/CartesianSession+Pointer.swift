import ChartModel

// MARK: - Pointers

extension CartesianSession {
  /// Speed is measured over the last moments before the pointer is lifted, in seconds.
  private static let speedWindow = 0.1
  /// Slower drags, in px a second, don't glide on; faster ones are taken for a jump of the pointer.
  private static let speeds = 50.0...20_000.0
  /// A tap so soon, in seconds, and so near, in px, after another one makes both a double tap.
  private static let doubleTapTime = 0.3
  private static let doubleTapDistance = 24.0

  mutating func pointer(_ report: PointerReport) {
    var report = report
    if report.time?.isFinite == false { report.time = nil }
    if !report.position.isFinite {
      // Nowhere is no place to tap or scroll to; but a pointer that was lifted is up.
      guard report.phase == .up else { return }
      report.phase = .cancel
    }
    if let time = report.time, state.touch == nil { advance(to: time) }
    switch report.phase {
    case .down: pointerDown(report)
    case .move: pointerMove(report)
    case .up: pointerUp(report)
    case .cancel: pointerCancel(report)
    }
    if hit == nil { hit = layout.hit(at: report.position) }
  }

  private mutating func pointerDown(_ report: PointerReport) {
    let isGliding = state.glide != nil
    state.glide = nil
    let pointer = Touch.Pointer(pointer: report.pointer, origin: report.position, position: report.position)
    guard var touch = state.touch, !touch.pointers.contains(where: { $0.pointer == report.pointer }) else {
      var touch = Touch(pointers: [pointer], viewport: currentViewport())
      // A finger on what moves stops it, and is no tap.
      touch.isDrag = isGliding
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
    touch.samples = []
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
      guard way.length >= chart.spec.viewport.threshold else { return }
      state.touch?.isDrag = true
    }
    addSample(at: report)
    guard chart.spec.viewport.scrolls else { return }
    drag(by: way, from: touch.viewport)
  }

  /// Moves what is seen with the pointer.
  private mutating func drag(by way: Point, from viewport: Viewport) {
    let window = layout.frame.window
    guard window.map.scale > 0 else { return }
    let before = currentViewport()
    let dx = scroll(toStart: viewport.startX - way.x / window.map.scale)
    var dy = 0.0
    if before.zoomY > 1, layout.plot.height > 0 {
      var moved = currentViewport()
      let height = layout.plot.height * before.zoomY
      moved.startY = min(max(viewport.startY + way.y / height, 0), 1 - 1 / before.zoomY)
      dy = (moved.startY - before.startY) * height
      if dy != 0 { state.view.viewport = moved }
    }
    guard dx != 0 || dy != 0 else { return }
    events.append(.translated(dx: dx, dy: dy))
    if chart.spec.viewport.snaps { selectCentered() }
  }

  /// Zooms by how far two pointers are from each other, and moves with the middle between them (V4).
  private mutating func pinch(_ touch: Touch) {
    let (first, second) = (touch.pointers[0], touch.pointers[1])
    func middle(_ a: Point, _ b: Point) -> Point { Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2) }
    let origin = middle(first.origin, second.origin)
    let now = middle(first.position, second.position)
    let distance = ((first.origin - second.origin).length, (first.position - second.position).length)
    guard distance.0 > 1, distance.1 > 1 else { return }
    let before = state.view.viewport
    let seen = events.count
    // From where it was when the second finger came, so that the way there doesn't matter.
    state.view.viewport = touch.viewport
    zoom(by: distance.1 / distance.0, about: origin)
    let window = layout.frame.window
    if chart.spec.viewport.scrolls, window.map.scale > 0 {
      scroll(toStart: window.start - (now.x - origin.x) / window.map.scale)
    }
    events.removeSubrange(seen...)
    guard let after = state.view.viewport, after != before else { return }
    events.append(.zoomed(x: after.zoomX, y: after.zoomY))
  }

  private mutating func pointerCancel(_ report: PointerReport) {
    guard var touch = state.touch else { return }
    touch.pointers.removeAll { $0.pointer == report.pointer }
    state.touch = touch.pointers.isEmpty ? nil : restarted(touch)
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
    glide(after: touch, at: report.time)
  }

  private mutating func restarted(_ touch: Touch) -> Touch {
    var touch = touch
    for index in touch.pointers.indices { touch.pointers[index].origin = touch.pointers[index].position }
    touch.viewport = currentViewport()
    touch.samples = []
    return touch
  }

  private mutating func finishTap(_ report: PointerReport) {
    let last = state.lastTap
    state.lastTap = report.time.map { LastTap(time: $0, position: report.position) }
    if let last, let time = report.time, time - last.time <= CartesianSession.doubleTapTime, time >= last.time,
      (report.position - last.position).length <= CartesianSession.doubleTapDistance,
      chart.spec.viewport.zoom != .none, layout.plot.contains(report.position)
    {
      state.lastTap = nil
      zoom(by: 2, about: report.position)
    } else {
      tap(at: report.position)
    }
  }

  // MARK: - Letting go

  private mutating func addSample(at report: PointerReport) {
    guard let time = report.time else { return }
    var samples = state.touch?.samples ?? []
    if let last = samples.last, time <= last.time { samples.removeLast() }
    samples.append(Touch.Sample(time: max(time, samples.last?.time ?? time), x: report.position.x))
    // One sample older than the window is kept, so that two slow reports still give a speed.
    while samples.count > 2, samples[1].time < time - CartesianSession.speedWindow { samples.removeFirst() }
    if samples.count > 256 { samples.removeFirst() }
    state.touch?.samples = samples
  }

  /// The pointer's speed in px a second; `nil` if it is too slow to glide on, or unknown.
  private func velocity(_ touch: Touch, at time: Double?) -> Double? {
    guard let time, let last = touch.samples.last, time - last.time <= CartesianSession.speedWindow,
      let first = touch.samples.first(where: {
        $0.time >= last.time - CartesianSession.speedWindow && $0.time < last.time
      }) ?? touch.samples.dropLast().last,
      last.time > first.time, last.time - first.time <= 2 * CartesianSession.speedWindow
    else { return nil }
    let velocity = (last.x - first.x) / max(last.time - first.time, 0.001)
    guard abs(velocity) >= CartesianSession.speeds.lowerBound else { return nil }
    let limit = CartesianSession.speeds.upperBound
    return min(max(velocity, -limit), limit)
  }

  /// Lets the content go on by itself, to where its speed leads or into place.
  private mutating func glide(after touch: Touch, at time: Double?) {
    let viewport = chart.spec.viewport
    guard viewport.scrolls, layout.frame.window.scrolls, touch.pointers.isEmpty else { return }
    let window = layout.frame.window
    let velocity = viewport.hasInertia ? velocity(touch, at: time) : nil
    guard let time else {
      // Without times there is no motion: it settles at once.
      if viewport.snaps { settle(in: window) }
      return
    }
    let rate = Glide.rate(deceleration: viewport.deceleration)
    var duration = 0.0
    var target = window.start
    if let velocity, rate.isFinite {
      duration = naturalLogarithm(abs(velocity) / Glide.restSpeed) / rate
      target -= velocity / rate * -exponentialMinusOne(-rate * duration) / window.map.scale
    }
    if viewport.snaps, let snapped = snapped(target, in: window) {
      target = snapped.start
      duration = max(min(duration, 3), 0.3)
    }
    let clamped = ViewWindow.clamped(target, window.span, length: window.length)
    if !viewport.snaps, clamped != target, target != window.start {
      // It comes to rest where the content ends, as fast as it is there.
      let share = (clamped - window.start) / (target - window.start)
      let whole = -exponentialMinusOne(-rate * duration)
      duration = -naturalLogarithm(onePlus: -share * whole) / rate
      target = clamped
    }
    guard duration > 0, target != window.start || viewport.snaps else { return }
    state.glide = Glide(
      time: time, start: window.start, target: target, duration: duration, rate: rate.isFinite ? rate : 10)
  }

  /// Goes into place at once.
  private mutating func settle(in window: ViewWindow) {
    if let snapped = snapped(window.start, in: window) {
      let moved = scroll(toStart: snapped.start)
      if moved != 0 { events.append(.translated(dx: moved, dy: 0)) }
    }
    selectCentered()
    events.append(.scrolled(state.view.selection.flatMap { layout.mark(at: $0) }))
  }
}
