import ChartModel

// MARK: - Selecting

extension CartesianSession {
  /// Picks what is under a point, or the nearest entry (V6); the selected one again, or a place outside the plot, clears.
  mutating func tap(at point: Point) {
    let layout = self.layout
    let hit = layout.hit(at: point)
    self.hit = hit
    switch hit.kind {
    case .legend: if let entry = hit.series { toggle(entry) }
    case .axisLabel, .none, .slice: select(nil, in: layout)
    case .bar, .point, .plot:
      guard chart.spec.highlight.isEnabled else { return }
      let path = layout.path(pickedBy: hit)
      // With pop-ups a whole position is picked: any of its entries again is the same one.
      let isSame = path == state.view.selection || (chart.spec.popups.isEnabled && isSamePosition(path))
      select(isSame ? nil : path, in: layout)
    }
  }

  private func isSamePosition(_ path: [Int]?) -> Bool {
    guard let selected = chart.coordinate(ofSelection: state.view.selection) else { return false }
    return chart.coordinate(ofSelection: path) == selected
  }

  mutating func highlight(_ path: [Int]?, notify: Bool) {
    if let path {
      guard path != state.view.selection, chart.isSelectable(path, hidden: state.view.hidden) else { return }
    }
    select(path, in: layout)
    if !notify { events = [] }
  }

  /// Selects an entry that can be seen, or none.
  mutating func select(_ path: [Int]?, in layout: CartesianLayout) {
    guard path != state.view.selection else { return }
    if let path {
      guard let mark = layout.mark(at: path) else { return }
      state.view.selection = path
      events.append(.valueSelected(mark))
    } else {
      state.view.selection = nil
      events.append(.nothingSelected)
    }
  }

  mutating func toggle(_ series: Int) {
    guard chart.spec.series.indices.contains(series) else { return }
    if let position = state.view.hidden.firstIndex(of: series) {
      state.view.hidden.remove(at: position)
    } else {
      state.view.hidden = (state.view.hidden + [series]).sorted()
      if state.view.selection?.first == series { select(nil, in: layout) }
    }
  }
}

// MARK: - Keys

extension CartesianSession {
  /// Right and left walk along a series, down and up to the next series at the same position, home and end to the first
  /// and last entry; plus and minus zoom, escape clears.
  mutating func key(_ key: Key) {
    switch key {
    case .escape: select(nil, in: layout)
    case .enter: if state.view.selection == nil { walk(.first) } else { select(nil, in: layout) }
    case .home: walk(.first)
    case .end: walk(.last)
    case .right: walk(.next)
    case .left: walk(.previous)
    case .down: change(by: 1)
    case .up: change(by: -1)
    case .plus: zoom(by: 1.5, about: nil)
    case .minus: zoom(by: 1 / 1.5, about: nil)
    }
  }

  private enum Step { case first, last, next, previous }

  /// The series that can be walked along.
  private var selectable: [PlotSeries] {
    chart.data.series.filter { series in
      series.spec.isHighlightable && !state.view.hidden.contains(series.index)
        && series.points.values.firstValue(in: 0..<series.points.count) != nil
    }
  }

  private mutating func walk(_ step: Step) {
    let current = layout.entry(at: state.view.selection)
    guard let series = current?.series ?? selectable.first else { return }
    let values = series.points.values
    let all = 0..<series.points.count
    let point: Int?
    switch step {
    case .first: point = values.firstValue(in: all)
    case .last: point = values.lastValue(in: all)
    case .next:
      if let current {
        point = values.firstValue(in: current.point + 1..<max(all.upperBound, current.point + 1))
      } else {
        // Walking begins with what is seen first.
        let seen = layout.points(inView: series)
        point = values.firstValue(in: seen.lowerBound..<all.upperBound)
      }
    case .previous:
      if let current {
        point = values.lastValue(in: 0..<current.point)
      } else {
        let seen = layout.points(inView: series)
        point = values.lastValue(in: 0..<seen.upperBound)
      }
    }
    guard let point else { return }
    reveal(series.points.positions[point])
    select([series.index, series.specIndex(of: point)], in: layout)
  }

  /// Goes to the entry at the same position of another series, or to the nearest one there.
  private mutating func change(by step: Int) {
    guard let current = layout.entry(at: state.view.selection) else { return walk(.first) }
    let series = selectable
    guard series.count > 1, let place = series.firstIndex(where: { $0.index == current.series.index }) else { return }
    let next = series[(place + step + series.count) % series.count]
    let position = current.series.points.positions[current.point]
    let values = next.points.values
    guard let nearest = next.points.positions.nearest(to: position) else { return }
    guard let point = values.firstValue(in: nearest..<next.points.count) ?? values.lastValue(in: 0..<nearest) else {
      return
    }
    reveal(next.points.positions[point])
    select([next.index, next.specIndex(of: point)], in: layout)
  }
}
