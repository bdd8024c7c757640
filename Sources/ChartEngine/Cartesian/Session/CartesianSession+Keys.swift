import ChartModel

// MARK: - Keys

extension CartesianSession {
  /// Does what a key of the picture means. Arrows with Shift are those without it along what is not brushed.
  mutating func press(_ key: Key) {
    let (own, directions) = (space.axes(key), chart.spec.select.brush)
    let brushes =
      switch own {
      case .brushLeft, .brushRight: directions.includesX
      case .brushUp, .brushDown: directions.includesY
      default: true
      }
    self.key(brushes ? own : space.axes(key.plain))
  }

  /// Right and left walk along a series, down and up to the next series at the same position, home and end to the first
  /// and last entry; plus and minus zoom, escape clears.
  private mutating func key(_ key: Key) {
    switch key {
    case .escape: if state.view.selection == nil { set(nil) } else { select(nil, in: layout) }
    case .enter: if state.view.selection == nil { walk(.next) } else { select(nil, in: layout) }
    case .home: walk(.first)
    case .end: walk(.last)
    case .right: if !stepsToCell(.right) { walk(.next) }
    case .left: if !stepsToCell(.left) { walk(.previous) }
    case .down: if !stepsToCell(.down) { change(by: 1) }
    case .up: if !stepsToCell(.up) { change(by: -1) }
    case .plus: self.zoom(by: 1.5)
    case .minus: self.zoom(by: 1 / 1.5)
    case .pageUp, .pageDown: break
    case .brushRight: brush(x: 1)
    case .brushLeft: brush(x: -1)
    case .brushUp: brush(y: layout.brushedValues.growsUpwards ? 1 : -1)
    case .brushDown: brush(y: layout.brushedValues.growsUpwards ? -1 : 1)
    }
  }

  private mutating func zoom(by scale: Double) {
    state.glide = nil
    zoom(by: scale, about: nil)
  }

  private enum Step { case first, last, next, previous }

  /// The series that can be walked along.
  private var selectable: [PlotSeries] {
    chart.data.series.filter { series in
      series.spec.isHighlightable && !state.view.hidden.contains(series.index)
        && series.points.values.firstValue(in: 0..<series.points.count) != nil
    }
  }

  /// The selected entry, be there something to be seen of it or not.
  var current: (series: PlotSeries, point: Int)? {
    guard let path = state.view.selection, chart.isSelectable(path, hidden: state.view.hidden),
      let series = chart.data.series(path[0]), let point = series.point(ofSpecIndex: path[1])
    else { return nil }
    return (series, point)
  }

  private mutating func walk(_ step: Step) {
    let current = current
    guard let series = current?.series ?? selectable.first else { return }
    if let current { series.points.note(beside: series.points.positions[current.point]) }
    if let point = series.day(step == .last || (current == nil && step == .previous)), step == .first || step == .last {
      return go(to: point, of: series)
    }
    let values = series.points.values
    let count = series.points.count
    var point: Int?
    switch step {
    case .first: point = values.firstValue(in: 0..<count)
    case .last: point = values.lastValue(in: 0..<count)
    case .next:
      point = current.map { values.firstValue(in: $0.point + 1..<count + 1) } ?? firstSeen(of: series, step)
    case .previous:
      point = current.map { values.lastValue(in: 0..<$0.point) } ?? firstSeen(of: series, step)
    }
    // From box to box: what lies beside them is reached from there.
    while let place = point, !series.isWalked(place) {
      let isBack = step == .last || step == .previous
      point = isBack ? values.lastValue(in: 0..<place) : values.firstValue(in: place + 1..<count + 1)
    }
    if let point { go(to: point, of: series) }
  }

  /// Where walking begins: with the first or the last entry that is seen, or the one in the middle if windows snap to that.
  private mutating func firstSeen(of series: PlotSeries, _ step: Step) -> Int? {
    let window = walkedLayout.frame.window
    if chart.spec.viewport.snaps { return series.points.nearestValue(to: snapPoint(of: window)) }
    let (positions, values) = (series.points.positions, series.points.values)
    let slack = window.length * 1e-9
    series.points.note(beside: window.start)
    series.points.note(beside: window.end)
    switch step {
    case .first, .next:
      let all = positions.lowerBound(of: window.start - slack)..<max(series.points.count, 0)
      return values.firstValue(in: all) ?? values.lastValue(in: 0..<all.lowerBound)
    case .last, .previous:
      let end = positions.upperBound(of: window.end + slack)
      return values.lastValue(in: 0..<end) ?? values.firstValue(in: end..<max(series.points.count, end))
    }
  }

  /// Goes to the entry at the same position of another series, or to the nearest one there.
  private mutating func change(by step: Int) {
    guard let current else { return walk(.next) }
    let series = selectable
    let isForward = isTowardsGreater(step < 0 ? .up : .down, of: current.series)
    if series.count == 1, let point = current.series.beside(current.point, by: isForward ? 1 : -1) {
      return go(to: point, of: current.series)
    }
    guard series.count > 1, let place = series.firstIndex(where: { $0.index == current.series.index }) else { return }
    let next = series[(place + step + series.count) % series.count]
    guard let point = next.points.nearestValue(to: current.series.points.positions[current.point]) else { return }
    go(to: point, of: next)
  }

  mutating func go(to point: Int, of series: PlotSeries) {
    state.glide = nil
    // What a mark is does not depend on the part of the plot that is seen.
    let layout = walkedLayout
    reveal(point, of: series)
    select([series.index, series.specIndex(of: point)], in: layout)
  }
}

extension PlotSeries {
  /// The entry of the first or the last day of a calendar; `nil` for anything else.
  fileprivate func day(_ isLast: Bool) -> Int? {
    guard case .heatmap(let style) = spec.kind, style.isCalendar, let days = style.grid?.days else { return nil }
    let there = (0..<points.count).filter { point in
      let index = specIndex(of: point)
      return !points.values[point].isNaN && days.indices.contains(index) && days[index] != .min
    }
    return isLast
      ? there.max { days[specIndex(of: $0)] < days[specIndex(of: $1)] }
      : there.min { days[specIndex(of: $0)] < days[specIndex(of: $1)] }
  }

  /// Whether arrows along the positions stop at an entry: of boxes not at the points beside them.
  fileprivate func isWalked(_ point: Int) -> Bool {
    guard case .box(let style) = spec.kind else { return isTaken(point) }
    let index = specIndex(of: point)
    return !style.boxes.indices.contains(index) || style.boxes[index] != nil
  }

  /// The next greater, or the next smaller, of a box and its points; `nil` where there is none.
  fileprivate func beside(_ point: Int, by step: Int) -> Int? {
    guard case .box = spec.kind, !points.positions[point].isNaN else { return nil }
    let position = points.positions[point]
    let all = points.positions.lowerBound(of: position)..<points.positions.upperBound(of: position)
    let order = all.filter { !points.values[$0].isNaN }
      .sorted { (points.values[$0], $0) < (points.values[$1], $1) }
    guard let place = order.firstIndex(of: point) else { return nil }
    return order.indices.contains(place + step) ? order[place + step] : nil
  }
}
