import ChartModel

/// An interaction being carried out on a pie: the state as it becomes, and the events so far.
struct PieSession: DrillingSession {
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
  var isDrillable: Bool { chart.spec.isDrillable }
  func canBeRoot(_ path: [Int]) -> Bool { chart.canBeRoot(path, hidden: state.view.hidden) }
}

extension PieChart {
  func apply(
    _ interaction: Interaction, to state: ChartState, canvas: Canvas, knowing layout: (any ChartLayout)?
  ) -> Outcome {
    var session = PieSession(chart: self, canvas: canvas, state: state, layout: layout as? PieLayout)
    switch interaction {
    case .tap(let point):
      session.state.spin = nil
      session.tapOrDrill(at: point, time: nil)
    case .pointer(let report): session.pointer(report)
    case .rotate(.by(let turn)):
      session.rotate(to: state.view.startAngle + turn.truncatingRemainder(dividingBy: 360), by: turn)
    case .rotate(.to(let angle)): session.rotate(to: angle, by: nil)
    case .scroll, .zoom, .brush: break
    case .highlight(let path, let notify): session.show(path, notify: notify)
    case .toggle(let series):
      session.toggle(series)
      session.leaveHidden()
    case .isolate(let series):
      session.isolate(series)
      session.leaveHidden()
    case .key(let key): session.key(key.plain)
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
    let layout = walkedLayout
    switch key {
    case .escape: escape()
    case .enter: enter()
    case .home: walk(to: .first, in: layout)
    case .end: walk(to: .last, in: layout)
    case .right: walk(to: .next, in: layout)
    case .left: walk(to: .previous, in: layout)
    case .down: climb(outwards: true, in: layout)
    case .up: climb(outwards: false, in: layout)
    case .plus: rotate(to: state.view.startAngle + 15, by: 15)
    case .minus: rotate(to: state.view.startAngle - 15, by: -15)
    case .pageUp, .pageDown, .brushLeft, .brushRight, .brushUp, .brushDown: break
    }
  }
}
