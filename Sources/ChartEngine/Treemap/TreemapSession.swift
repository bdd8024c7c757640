import ChartModel

/// An interaction being carried out on a treemap: the state as it becomes, and the events so far.
struct TreemapSession: DrillingSession {
  let chart: TreemapChart
  let canvas: Canvas
  var state: ChartState
  var events: [Event] = []
  var hit: Hit?
  var lastLayout: TreemapLayout?

  var animation: AnimationSpec { chart.spec.common.animation }
  var entryCount: Int { chart.spec.slices.count }

  init(chart: TreemapChart, canvas: Canvas, state: ChartState, layout: TreemapLayout?) {
    self.chart = chart
    self.canvas = canvas
    self.state = state
    if let layout, layout.canvas == canvas, layout.phase == chart.phase(of: layout.view), layout.spec == chart.spec {
      lastLayout = layout
    }
  }

  func makeLayout() -> TreemapLayout { chart.treemapLayout(state.view, canvas: canvas) }
  func isSelectable(_ path: [Int]) -> Bool { chart.isSelectable(path, hidden: state.view.hidden) }
  var isDrillable: Bool { chart.spec.isDrillable }
  func canBeRoot(_ path: [Int]) -> Bool { chart.canBeRoot(path, hidden: state.view.hidden) }
}

extension TreemapChart {
  func apply(
    _ interaction: Interaction, to state: ChartState, canvas: Canvas, knowing layout: (any ChartLayout)?
  ) -> Outcome {
    var session = TreemapSession(chart: self, canvas: canvas, state: state, layout: layout as? TreemapLayout)
    switch interaction {
    case .tap(let point): session.tapOrDrill(at: point, time: nil)
    case .pointer(let report): session.pointer(report)
    case .highlight(let path, let notify): session.show(path, notify: notify)
    case .toggle(let series):
      session.toggle(series)
      session.leaveHidden()
    case .isolate(let series):
      session.isolate(series)
      session.leaveHidden()
    case .key(let key): session.key(key.plain)
    case .animate(let command): session.animate(command)
    case .advance(let time) where time.isFinite:
      session.advanceAnimation(to: time)
      session.advanceTravel(to: time)
    case .advance, .rotate, .scroll, .zoom, .brush: break
    }
    return session.outcome(from: state)
  }
}

extension TreemapSession {
  mutating func pointer(_ report: PointerReport) {
    let tapped = followTap(report)
    guard report.position.isFinite else { return }
    if let time = report.time, time.isFinite { advanceTravel(to: time) }
    if let tapped { tapOrDrill(at: tapped, time: report.time) }
    if hit == nil { hit = layout.hit(at: report.position) }
  }

  // MARK: Keys

  /// Right and left walk along siblings, from the first in the spec on; down and up between levels. Enter goes in, escape
  /// comes out, and clears the selection where there is no out.
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
    case .plus, .minus, .pageUp, .pageDown, .brushLeft, .brushRight, .brushUp, .brushDown: break
    }
  }
}
