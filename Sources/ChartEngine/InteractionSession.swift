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
      HeavyWork.begin(.layout)
      let layout = makeLayout()
      lastLayout = layout
      return layout
    }
  }

  /// The last layout, if it differs from what is seen by no more than what is selected. Which marks there are, and where, is
  /// the same in it, and all that keys must know to walk: along a thousand marks they need one layout.
  var layoutBesidesSelection: Layout? {
    lastLayout.flatMap { $0.view.unselected == state.view.unselected ? $0 : nil }
  }

  /// That, or where everything is at the moment.
  var walkedLayout: Layout {
    mutating get { layoutBesidesSelection ?? layout }
  }
}

extension ChartState.View {
  /// The same with nothing selected.
  var unselected: ChartState.View {
    var view = self
    view.selection = nil
    return view
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
  /// - Parameter time: In seconds, if it is known: without it there are no double taps.
  public mutating func tap(at point: Point, time: Double? = nil) {
    let layout = self.layout
    let hit = layout.hit(at: point)
    self.hit = hit
    guard hit.kind != .legend else {
      let first = state.firstTap(before: point, at: time)
      guard let entry = hit.series else { return }
      tapLegend(entry, isSecond: first.map { layout.hit(at: $0).series == entry } ?? false)
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

// MARK: - Tapping

extension InteractionSession {
  /// Follows the pointer that may be tapping, of a chart in which nothing is dragged.
  /// - Returns: Where it has tapped, if this is the end of a tap.
  mutating func followTap(_ report: PointerReport) -> Point? {
    let isOfGesture = state.gesture?.pointer == report.pointer
    guard report.position.isFinite else {
      // Nowhere is no place to tap; but a pointer that was lifted is up.
      if isOfGesture, report.phase == .up || report.phase == .cancel { state.gesture = nil }
      return nil
    }
    if isOfGesture, let origin = state.gesture?.origin, (report.position - origin).length >= Gesture.tapReach {
      state.gesture?.isDrag = true
    }
    switch report.phase {
    case .down:
      guard state.gesture == nil || isOfGesture else { break }
      state.gesture = Gesture(pointer: report.pointer, origin: report.position, originAngle: nil, originStartAngle: 0)
    case .move: break
    case .up:
      guard isOfGesture, let gesture = state.gesture else { break }
      state.gesture = nil
      return gesture.isDrag ? nil : report.position
    case .cancel: if isOfGesture { state.gesture = nil }
    }
    return nil
  }
}

// MARK: - Tapping twice

extension ChartState {
  /// Where the first tap of a double tap was whose second one this is; `nil` if it is none, when it may be the first of one.
  /// - Parameter time: In seconds, if it is known.
  mutating func firstTap(before point: Point, at time: Double?) -> Point? {
    let last = lastTap
    lastTap = time.flatMap { $0.isFinite ? LastTap(time: $0, position: point) : nil }
    guard let last, let time, time >= last.time, time - last.time <= LastTap.longestTime,
      (point - last.position).length <= LastTap.longestDistance
    else { return nil }
    lastTap = nil
    return last.position
  }
}

extension InteractionSession {
  /// A tap on an entry of the legend hides it, or shows it again; the second of a double tap shows it alone, or all again where
  /// it was alone before the first.
  public mutating func tapLegend(_ entry: Int, isSecond: Bool) {
    toggle(entry)
    if isSecond { isolate(entry) }
  }

  /// Hides all entries of the legend but one; shows all where the others were hidden. What is hidden is not selected.
  /// - Complexity: O(*n*) in the number of entries.
  public mutating func isolate(_ index: Int) {
    guard (0..<entryCount).contains(index) else { return }
    let others = (0..<entryCount).filter { $0 != index }
    let isAlone = state.view.hidden == others
    state.view.hidden = isAlone ? [] : others
    if !isAlone, state.view.selection?.first != index { clearSelection() }
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
