public import ChartModel

/// An interaction being carried out on a chart: what all kinds have in common.
public protocol InteractionSession {
  associatedtype Layout: ChartLayout

  /// The state as it becomes.
  var state: ChartState { get set }
  /// What has happened so far.
  var events: [Event] { get set }
  /// What was under the pointer.
  var hit: Hit? { get set }
  var animation: AnimationSpec { get }
  /// How many entries the legend has, or could have.
  var entryCount: Int { get }
  /// The layout that was made or handed over last.
  var lastLayout: Layout? { get set }
  /// Where everything is at the moment.
  func makeLayout() -> Layout
  /// Whether a path leads to a mark that can be seen and picked.
  func isSelectable(_ path: [Int]) -> Bool
}

// MARK: - Laying out

extension InteractionSession {
  /// Where everything is at the moment, laid out again only when something has changed.
  public var layout: Layout {
    mutating get {
      if let lastLayout, lastLayout.view == state.view { return lastLayout }
      let layout = makeLayout()
      lastLayout = layout
      return layout
    }
  }
}

extension InteractionSession {
  /// What it all led to.
  public func outcome(from before: ChartState) -> Outcome {
    Outcome(state: state, changed: state.view != before.view, hit: hit, events: events)
  }
}

// MARK: - Selecting

extension InteractionSession {
  /// Selects what is at a place, or clears the selection; in the legend it hides and shows.
  public mutating func tap(at point: Point) {
    let layout = self.layout
    let hit = layout.hit(at: point)
    self.hit = hit
    guard hit.kind != .legend else {
      if let entry = hit.series { toggle(entry) }
      return
    }
    let path = layout.path(pickedBy: hit)
    select(path == state.view.selection ? nil : path, in: layout)
  }

  /// Selects a mark by program.
  public mutating func highlight(_ path: [Int]?, notify: Bool) {
    if let path {
      guard path != state.view.selection, isSelectable(path) else { return }
    }
    select(path, in: layout)
    if !notify { events = [] }
  }

  /// Selects a mark that can be seen, or none.
  public mutating func select(_ path: [Int]?, in layout: Layout) {
    guard path != state.view.selection else { return }
    if let path {
      guard let mark = layout.mark(at: path) else { return }
      state.view.selection = path
      events.append(.valueSelected(mark))
    } else {
      clearSelection()
    }
  }

  public mutating func clearSelection() {
    guard state.view.selection != nil else { return }
    state.view.selection = nil
    events.append(.nothingSelected)
  }

  /// Hides an entry of the legend, or shows it again. What is hidden is not selected.
  public mutating func toggle(_ index: Int) {
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
  public mutating func animate(_ command: AnimationCommand) {
    switch command {
    case .start(let time, let restart):
      guard animation.kind != .none, state.animation == nil || restart else { return }
      state.animation = RunningAnimation(startTime: time.flatMap { $0.isFinite ? $0 : nil })
      state.view.progress = 0
    case .stop: endAnimation(completed: false)
    }
  }

  /// Lets a running animation go on to a moment, which must be finite.
  public mutating func advanceAnimation(to time: Double) {
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
