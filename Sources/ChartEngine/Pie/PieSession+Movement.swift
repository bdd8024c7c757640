import ChartModel

// MARK: - Turning

extension PieSession {
  /// - Parameter turn: How far it is meant to turn, in degrees; the shorter way if not given.
  mutating func rotate(to angle: Double, by turn: Double?) {
    guard angle.isFinite else { return }
    state.spin = nil
    turnStart(to: angle, by: turn)
  }

  private mutating func turnStart(to angle: Double, by turn: Double?) {
    let before = state.view.startAngle
    let after = normalizedDegrees(angle)
    guard after != before else { return }
    state.view.startAngle = after
    events.append(.rotated(angle: after, by: turn ?? PieSession.shortestTurn(from: before, to: after)))
  }

  /// The turn in (-180, 180] that leads from one angle to another.
  static func shortestTurn(from first: Double, to second: Double) -> Double {
    let turn = normalizedDegrees(second - first)
    return turn > 180 ? turn - 360 : turn
  }
}

// MARK: - Dragging

extension PieSession {
  /// Slower drags, in degrees a second, don't spin on; faster ones are taken for a jump of the pointer.
  private static let spinSpeeds = 30.0...3600.0

  mutating func pointer(_ report: PointerReport) {
    var report = report
    if report.time?.isFinite == false { report.time = nil }
    if !report.position.isFinite {
      // Nowhere is no place to tap or turn to; but a pointer that was lifted is up.
      guard report.phase == .up else { return }
      report.phase = .cancel
    }
    if let time = report.time, state.gesture == nil { advance(to: time) }
    switch report.phase {
    case .down: pointerDown(report)
    case .move: pointerMove(report)
    case .up: pointerUp(report)
    case .cancel: if state.gesture?.pointer == report.pointer { state.gesture = nil }
    }
    if hit == nil { hit = layout.hit(at: report.position) }
  }

  private mutating func pointerDown(_ report: PointerReport) {
    // A second finger neither turns a pie nor ends what the first one does.
    guard state.gesture == nil || state.gesture?.pointer == report.pointer else { return }
    state.spin = nil
    state.gesture = Gesture(
      pointer: report.pointer, origin: report.position, originAngle: degrees(of: report.position - layout.center),
      originStartAngle: state.view.startAngle)
    addSample(at: report)
  }

  private mutating func pointerMove(_ report: PointerReport) {
    guard let gesture = state.gesture, gesture.pointer == report.pointer else { return }
    if !gesture.isDrag {
      guard (report.position - gesture.origin).length >= chart.spec.rotation.threshold else { return }
      state.gesture?.isDrag = true
      if chart.isTurnedByDragging { clearSelection() }
    }
    guard chart.isTurnedByDragging, let angle = degrees(of: report.position - layout.center) else { return }
    guard let originAngle = gesture.originAngle else {
      // It went down at the centre, which has no angle: turning begins where it leaves it.
      state.gesture?.originAngle = angle
      return
    }
    addSample(at: report)
    turnStart(to: angle - (originAngle - gesture.originStartAngle), by: nil)
  }

  private mutating func pointerUp(_ report: PointerReport) {
    guard state.gesture?.pointer == report.pointer else { return }
    pointerMove(report)
    guard let gesture = state.gesture else { return }
    state.gesture = nil
    guard gesture.isDrag else { return tapOrDrill(at: report.position, time: report.time) }
    guard chart.isTurnedByDragging, chart.spec.rotation.hasInertia,
      let velocity = gesture.motion.velocity(at: report.time, within: PieSession.spinSpeeds)
    else { return }
    let spin = Spin(
      time: report.time ?? 0, angle: state.view.startAngle, velocity: velocity,
      deceleration: chart.spec.rotation.deceleration)
    if spin.duration > 0 { state.spin = spin }
  }

  private mutating func addSample(at report: PointerReport) {
    guard let time = report.time, let angle = degrees(of: report.position - layout.center) else { return }
    let last = state.gesture?.motion.place
    let place = last.map { $0 + PieSession.shortestTurn(from: normalizedDegrees($0), to: angle) } ?? angle
    state.gesture?.motion.add(place, at: time)
  }
}

extension PieChart {
  /// Whether dragging turns the pie.
  var isTurnedByDragging: Bool { spec.rotation.isEnabled ?? (spec.sweep >= 360) }
}

// MARK: - What goes on by itself

extension PieSession {
  /// Lets spin and animation go on to a moment. Both are functions of the time since they began, so that it makes no
  /// difference in how many steps a moment is reached.
  mutating func advance(to time: Double) {
    guard time.isFinite else { return }
    advanceAnimation(to: time)
    advanceTravel(to: time)
    if let spin = state.spin, time >= spin.time {
      let elapsed = time - spin.time
      turnStart(to: spin.angle(after: elapsed), by: nil)
      if elapsed >= spin.duration {
        state.spin = nil
        events.append(.settled(angle: state.view.startAngle))
      }
    }
  }
}
