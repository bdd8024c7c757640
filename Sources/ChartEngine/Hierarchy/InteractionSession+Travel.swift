import ChartModel

// MARK: - Going in and out

extension InteractionSession {
  /// Shows a part of a hierarchy alone, or all of it.
  /// - Parameters:
  ///   - root: The part's path; `nil` for the whole.
  ///   - time: When, in seconds, if it is to be seen as movement: who tells no times can't let it go on.
  mutating func go(to root: [Int]?, at time: Double?) {
    let old = state.view.root
    guard root != old else { return }
    state.view.root = root
    events.append(.rootChanged(root))
    (state.view.travel, state.travel) = (nil, nil)
    if let time, time.isFinite {
      state.view.travel = Travel(from: old)
      state.travel = RunningAnimation(startTime: time)
    }
    // What can't be seen from here is not selected.
    if let selection = state.view.selection, let root, !(selection.count > root.count && selection.starts(with: root)) {
      clearSelection()
    }
  }

  /// Shows what the part belongs to that is shown now; `false` if that is the whole.
  mutating func goOut(at time: Double?) -> Bool {
    guard let root = state.view.root else { return false }
    go(to: root.count > 1 ? Array(root.dropLast()) : nil, at: time)
    return true
  }

  /// Lets the movement go on to a moment, which must be finite.
  mutating func advanceTravel(to time: Double) {
    guard let running = state.travel, state.view.travel != nil else { return }
    let start = running.startTime ?? time
    let progress = min(max((time - start) / Travel.duration, 0), 1)
    guard progress < 1 else {
      (state.view.travel, state.travel) = (nil, nil)
      return
    }
    state.view.travel?.progress = progress
  }
}
