import ChartModel

/// An interaction being carried out on a pie: the state as it becomes, and the events so far.
struct PieSession: InteractionSession {
  let chart: PieChart
  let canvas: Canvas
  var state: ChartState
  var events: [Event] = []
  var hit: Hit?

  var animation: AnimationSpec { chart.spec.common.animation }
  var entryCount: Int { chart.spec.slices.count }

  var lastLayout: PieLayout?

  /// - Parameter layout: The state's layout, if it is known.
  init(chart: PieChart, canvas: Canvas, state: ChartState, layout: PieLayout?) {
    self.chart = chart
    self.canvas = canvas
    self.state = state
    // What was laid out for another chart, size or phase would be wrong; comparing is cheaper than laying out.
    if let layout, layout.canvas == canvas, layout.phase == chart.phase(of: layout.view), layout.spec == chart.spec {
      lastLayout = layout
    }
  }

  func makeLayout() -> PieLayout { chart.pieLayout(state.view, canvas: canvas) }

  func isSelectable(_ path: [Int]) -> Bool { chart.isSelectable(path, hidden: state.view.hidden) }
}

extension PieChart {
  func apply(
    _ interaction: Interaction, to state: ChartState, canvas: Canvas, knowing layout: (any ChartLayout)?
  ) -> Outcome {
    var session = PieSession(chart: self, canvas: canvas, state: state, layout: layout as? PieLayout)
    switch interaction {
    case .tap(let point):
      session.state.spin = nil
      session.tap(at: point)
    case .pointer(let report): session.pointer(report)
    case .rotate(.by(let turn)):
      session.rotate(to: state.view.startAngle + turn.truncatingRemainder(dividingBy: 360), by: turn)
    case .rotate(.to(let angle)): session.rotate(to: angle, by: nil)
    case .scroll, .zoom: break
    case .highlight(let path, let notify): session.highlight(path, notify: notify)
    case .toggle(let series): session.toggle(series)
    case .key(let key): session.key(key)
    case .animate(let command): session.animate(command)
    case .advance(let time): session.advance(to: time)
    }
    return session.outcome(from: state)
  }
}

// MARK: - Keys

extension PieSession {
  /// Right and left walk round the ring, down and up between rings (in a pie without rings they walk as well), home and
  /// end go to the first and last slice, escape clears, plus and minus turn.
  mutating func key(_ key: Key) {
    let layout = self.layout
    switch key {
    case .escape: select(nil, in: layout)
    case .enter: if state.view.selection == nil { walk(to: .first, in: layout) } else { select(nil, in: layout) }
    case .home: walk(to: .first, in: layout)
    case .end: walk(to: .last, in: layout)
    case .right: walk(to: .next, in: layout)
    case .left: walk(to: .previous, in: layout)
    case .down: climb(outwards: true, in: layout)
    case .up: climb(outwards: false, in: layout)
    case .plus: rotate(to: state.view.startAngle + 15, by: 15)
    case .minus: rotate(to: state.view.startAngle - 15, by: -15)
    }
  }

  private enum Step { case first, last, next, previous }

  private mutating func walk(to step: Step, in layout: PieLayout) {
    let current = state.view.selection
    let siblings = siblings(of: current ?? [0], in: layout)
    guard !siblings.isEmpty else { return }
    let position = current.flatMap { siblings.firstIndex(of: $0) }
    let target =
      switch step {
      case .first: 0
      case .last: siblings.count - 1
      case .next: position.map { ($0 + 1) % siblings.count } ?? 0
      case .previous: position.map { ($0 + siblings.count - 1) % siblings.count } ?? siblings.count - 1
      }
    select(siblings[target], in: layout)
  }

  private func siblings(of path: [Int], in layout: PieLayout) -> [[Int]] {
    let parent = path.dropLast()
    return layout.marks.map(\.path).filter { $0.count == path.count && $0.starts(with: parent) }
  }

  private mutating func climb(outwards: Bool, in layout: PieLayout) {
    guard layout.marks.contains(where: { $0.ring > 0 }) else {
      return walk(to: outwards ? .next : .previous, in: layout)
    }
    guard let current = state.view.selection else { return walk(to: .first, in: layout) }
    if outwards {
      if let child = layout.marks.first(where: { $0.path.count == current.count + 1 && $0.path.starts(with: current) })
      {
        select(child.path, in: layout)
      }
    } else if current.count > 1 {
      select(Array(current.dropLast()), in: layout)
    }
  }
}
