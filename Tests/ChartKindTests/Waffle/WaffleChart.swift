import ChartEngine
import ChartModel
import JSONModel

extension WaffleSpec: DrawableSpec {
  /// What a program sets beyond its bounds is taken for the bounds, which only the schema knows.
  func engine() -> any ChartKind { WaffleChart(spec: WaffleSpec.schema.restricted(self)) }
}

/// Waffles: the engine's side of ``WaffleSpec``.
struct WaffleChart: ChartKind {
  let spec: WaffleSpec

  func layout(_ view: ChartState.View, phase: Double?, canvas: Canvas) -> any ChartLayout {
    WaffleLayout(spec: spec, view: view, canvas: canvas)
  }

  func apply(
    _ interaction: Interaction, to state: ChartState, canvas: Canvas, knowing layout: (any ChartLayout)?
  ) -> Outcome {
    var session = WaffleSession(chart: self, canvas: canvas, state: state, layout: layout as? WaffleLayout)
    switch interaction {
    case .tap(let point): session.tap(at: point)
    case .pointer(let report) where report.phase == .up: session.tap(at: report.position)
    case .highlight(let path, let notify): session.highlight(path, notify: notify)
    case .toggle(let part): session.toggle(part)
    case .isolate(let part): session.isolate(part)
    case .key(let key): session.press(key)
    case .pointer, .rotate, .scroll, .zoom, .brush, .animate, .advance: break
    }
    return session.outcome(from: state)
  }

  func state(_ state: ChartState, movedFrom old: any ChartKind, canvas: Canvas) -> ChartState {
    var new = ChartState()
    new.view.hidden = state.view.hidden.filter(spec.parts.indices.contains)
    new.view.selection = state.view.selection.flatMap { (try? spec.check(selection: $0)) == nil ? nil : $0 }
    return new
  }

  func mark(of request: MarkRequest, view: ChartState.View) throws(InvalidValue) -> MarkChoice {
    if request.x != nil { throw InvalidValue("a waffle has no x axis: give `index`", at: .key("x")) }
    return try spec.path(of: request.address).map(MarkChoice.mark) ?? .none
  }
}

private struct WaffleSession: InteractionSession {
  let chart: WaffleChart
  let canvas: Canvas
  var state: ChartState
  var events: [Event] = []
  var hit: Hit?
  var lastLayout: WaffleLayout?

  var animation: AnimationSpec { chart.spec.common.animation }
  var entryCount: Int { chart.spec.parts.count }

  init(chart: WaffleChart, canvas: Canvas, state: ChartState, layout: WaffleLayout?) {
    self.chart = chart
    self.canvas = canvas
    self.state = state
    lastLayout = layout?.canvas == canvas && layout?.spec == chart.spec ? layout : nil
  }

  func makeLayout() -> WaffleLayout { WaffleLayout(spec: chart.spec, view: state.view, canvas: canvas) }
  func isSelectable(_ path: [Int]) -> Bool { makeLayout().mark(at: path) != nil }

  mutating func press(_ key: Key) {
    let parts = chart.spec.parts.indices.filter { layout.mark(at: [$0]) != nil }
    guard let first = parts.first, let last = parts.last else { return }
    let place = state.view.selection.flatMap { parts.firstIndex(of: $0[0]) }
    switch key {
    case .right, .down: select([place.map { parts[($0 + 1) % parts.count] } ?? first], in: layout)
    case .left, .up: select([place.map { parts[($0 + parts.count - 1) % parts.count] } ?? last], in: layout)
    case .home: select([first], in: layout)
    case .end: select([last], in: layout)
    case .escape: clearSelection()
    case .enter, .plus, .minus, .pageUp, .pageDown, .brushLeft, .brushRight, .brushUp, .brushDown: break
    }
  }
}
