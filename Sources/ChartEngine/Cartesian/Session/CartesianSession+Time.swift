import ChartModel

// MARK: - What goes on by itself

extension CartesianSession {
  /// Lets scrolling and animation go on to a moment. Both are functions of the time since they began, so that it makes no
  /// difference in how many steps a moment is reached.
  mutating func advance(to time: Double) {
    guard time.isFinite else { return }
    advanceAnimation(to: time)
    guard let glide = state.glide, time >= glide.time else { return }
    let elapsed = time - glide.time
    move(toStart: glide.position(after: elapsed))
    if chart.spec.viewport.snaps { selectCentered() }
    if elapsed >= glide.duration {
      state.glide = nil
      events.append(.scrolled(restingMark))
    }
  }
}
