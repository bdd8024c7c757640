import ChartModel

// MARK: - What goes on by itself

extension CartesianSession {
  /// Lets scrolling and animation go on to a moment. Both are functions of the time since they began, so that it makes no
  /// difference in how many steps a moment is reached.
  mutating func advance(to time: Double) {
    guard time.isFinite else { return }
    if var animation = state.animation {
      let start = animation.startTime ?? time
      animation.startTime = start
      state.animation = animation
      state.view.progress = min(max((time - start) / chart.spec.common.animation.duration, 0), 1)
      if state.view.progress >= 1 {
        state.animation = nil
        events.append(.animationFinished(completed: true))
      }
    }
    guard let glide = state.glide, time >= glide.time else { return }
    let elapsed = time - glide.time
    move(toStart: glide.position(after: elapsed))
    if chart.spec.viewport.snaps { selectCentered() }
    if elapsed >= glide.duration {
      state.glide = nil
      events.append(.scrolled(restingMark))
    }
  }

  mutating func animate(_ command: AnimationCommand) {
    switch command {
    case .start(let time, let restart):
      guard chart.spec.common.animation.kind != .none, state.animation == nil || restart else { return }
      state.animation = RunningAnimation(startTime: time.flatMap { $0.isFinite ? $0 : nil })
      state.view.progress = 0
    case .stop:
      guard state.animation != nil else { return }
      state.animation = nil
      state.view.progress = 1
      events.append(.animationFinished(completed: false))
    }
  }
}
