import ChartModel

// MARK: - Snapping

extension CartesianSession {
  /// Where the window must begin so that the entry nearest to its middle is centred (V2), or of an even number of bars the one after
  /// the middle; `nil` if there is no entry.
  ///
  /// Entries that can be centred go before those too near to the ends of the content, and gaps are passed over.
  mutating func snapped(_ start: Double, in window: ViewWindow) -> Double? {
    let center = window.length / 2 + snapShift(in: window)
    let middle = ViewWindow.clamped(start, window.span, length: window.length) + center
    let slack = window.length * 1e-9
    let lowest = window.span.lower + center - slack
    let highest = window.lastStart + center + slack
    let positions = snapSeries.map(\.points).compactMap { columns -> (position: Double, isReachable: Bool)? in
      columns.note(beside: lowest)
      columns.note(beside: highest)
      let first = columns.positions.lowerBound(of: lowest)
      let reachable = first..<max(first, columns.positions.upperBound(of: highest))
      if let index = columns.nearestValue(to: middle, in: reachable) { return (columns.positions[index], true) }
      return columns.nearestValue(to: middle).map { (columns.positions[$0], false) }
    }
    let isAnyReachable = positions.contains(where: \.isReachable)
    let nearest = positions.filter { $0.isReachable == isAnyReachable }
      .min { abs($0.position - middle) < abs($1.position - middle) }
    return nearest.map { startSnapping(to: $0.position, in: window) }
  }

  /// Where a window begins that rests at a coordinate, as far as there is content on both sides.
  func startSnapping(to coordinate: Double, in window: ViewWindow) -> Double {
    window.startCentering(coordinate - snapShift(in: window))
  }

  /// The coordinate of a window that it comes to rest with an entry at.
  func snapPoint(of window: ViewWindow) -> Double { window.start + window.length / 2 + snapShift(in: window) }

  /// How far after the middle that is: half a slot where an even number of bars is seen, so that those at the edges are whole.
  private func snapShift(in window: ViewWindow) -> Double {
    let span = window.span
    let count = (window.length / span.slot).rounded()
    // Where half of a bar is free before the first one, the edges of bars are whole slots from there.
    guard count >= 2, count.remainder(dividingBy: 2) == 0, abs(window.length / span.slot - count) < 1e-6,
      abs((span.spaceMin - 0.5).remainder(dividingBy: 1)) < 1e-6, snapSeries.contains(where: \.standsInSlots)
    else { return 0 }
    return span.slot / 2
  }

  /// The series whose entries windows snap to: those that stand in slots, or without any all others.
  private var snapSeries: [PlotSeries] {
    let seen = chart.data.series.filter { !state.view.hidden.contains($0.index) && $0.spec.isHighlightable }
    let slots = seen.filter(\.standsInSlots)
    return slots.isEmpty ? seen : slots
  }

  /// Selects the entry nearest to where windows come to rest, of the series that is selected if it has one there.
  mutating func selectCentered() {
    let window = layout.frame.window
    let middle = snapPoint(of: window)
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
