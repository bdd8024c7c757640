import ChartModel

// MARK: - Snapping

extension CartesianSession {
  /// Where the window must begin so that the entry nearest to its middle is centred (V2); `nil` if there is no entry.
  ///
  /// Entries that can be centred go before those too near to the ends of the content, and gaps are passed over.
  mutating func snapped(_ start: Double, in window: ViewWindow) -> Double? {
    let middle = ViewWindow.clamped(start, window.span, length: window.length) + window.length / 2
    let slack = window.length * 1e-9
    let lowest = window.span.lower + window.length / 2 - slack
    let highest = window.lastStart + window.length / 2 + slack
    let positions = snapSeries.map(\.points).compactMap { columns -> (position: Double, isReachable: Bool)? in
      let first = columns.positions.lowerBound(of: lowest)
      let reachable = first..<max(first, columns.positions.upperBound(of: highest))
      if let index = columns.nearestValue(to: middle, in: reachable) { return (columns.positions[index], true) }
      return columns.nearestValue(to: middle).map { (columns.positions[$0], false) }
    }
    let isAnyReachable = positions.contains(where: \.isReachable)
    let nearest = positions.filter { $0.isReachable == isAnyReachable }
      .min { abs($0.position - middle) < abs($1.position - middle) }
    return nearest.map { window.startCentering($0.position) }
  }

  /// The series whose entries windows snap to: those that stand in slots, or without any all others.
  private var snapSeries: [PlotSeries] {
    let seen = chart.data.series.filter { !state.view.hidden.contains($0.index) && $0.spec.isHighlightable }
    let slots = seen.filter(\.standsInSlots)
    return slots.isEmpty ? seen : slots
  }

  /// Selects the entry nearest to the middle of the window, of the series that is selected if it has one there.
  mutating func selectCentered() {
    let window = layout.frame.window
    let middle = window.start + window.length / 2
    var nearest: (path: [Int], distance: Double)?
    let preferred = state.view.selection?.first
    for series in snapSeries {
      guard let index = series.points.nearestValue(to: middle) else { continue }
      // The difference of what is equally near may be rounding.
      let slack = series.index == preferred ? window.span.slot * 1e-6 : 0
      let distance = abs(series.points.positions[index] - middle) - slack
      if distance < nearest?.distance ?? .infinity {
        nearest = ([series.index, series.specIndex(of: index)], distance)
      }
    }
    if let nearest { select(nearest.path, in: layout) }
  }

  /// Comes to rest: with snapping in place, at once.
  mutating func settle() {
    if chart.spec.viewport.snaps {
      let window = layout.frame.window
      if let start = snapped(window.start, in: window) { move(toStart: start) }
      selectCentered()
    }
    events.append(.scrolled(restingMark))
  }

  /// Where scrolling came to rest; only with snapping that is at a mark.
  var restingMark: MarkReference? {
    mutating get {
      guard chart.spec.viewport.snaps, let selection = state.view.selection else { return nil }
      return layout.mark(at: selection)
    }
  }
}
