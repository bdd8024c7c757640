import ChartModel

/// An interaction being carried out on a chart: what all kinds have in common.
protocol InteractionSession {
  /// The state as it becomes.
  var state: ChartState { get set }
  /// What has happened so far.
  var events: [Event] { get set }
  var animation: AnimationSpec { get }
  /// How many entries the legend has, or could have.
  var entryCount: Int { get }
}

// MARK: - Selecting

extension InteractionSession {
  mutating func clearSelection() {
    guard state.view.selection != nil else { return }
    state.view.selection = nil
    events.append(.nothingSelected)
  }

  /// Hides an entry of the legend, or shows it again. What is hidden is not selected.
  mutating func toggle(_ index: Int) {
    guard (0..<entryCount).contains(index) else { return }
    if let position = state.view.hidden.firstIndex(of: index) {
      state.view.hidden.remove(at: position)
    } else {
      state.view.hidden = (state.view.hidden + [index]).sorted()
      if state.view.selection?.first == index { clearSelection() }
    }
  }
}

// MARK: - Animation

extension InteractionSession {
  mutating func animate(_ command: AnimationCommand) {
    switch command {
    case .start(let time, let restart):
      guard animation.kind != .none, state.animation == nil || restart else { return }
      state.animation = RunningAnimation(startTime: time.flatMap { $0.isFinite ? $0 : nil })
      state.view.progress = 0
    case .stop: endAnimation(completed: false)
    }
  }

  /// Lets a running animation go on to a moment, which must be finite.
  mutating func advanceAnimation(to time: Double) {
    guard let running = state.animation else { return }
    let start = running.startTime ?? time
    state.animation?.startTime = start
    state.view.progress = min(max((time - start) / animation.duration, 0), 1)
    if state.view.progress >= 1 { endAnimation(completed: true) }
  }

  private mutating func endAnimation(completed: Bool) {
    guard state.animation != nil else { return }
    state.animation = nil
    state.view.progress = 1
    events.append(.animationFinished(completed: completed))
  }
}
