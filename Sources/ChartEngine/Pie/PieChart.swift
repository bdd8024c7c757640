import ChartModel
import JSONModel

/// Pies: the engine's side of ``PieSpec``.
struct PieChart: ChartKind {
  let spec: PieSpec
  func initialState() -> ChartState { ChartState() }
  func layout(_ view: ChartState.View, phase: Double?, canvas: Canvas) -> any ChartLayout { PieLayout(canvas: canvas) }
  func apply(_ interaction: Interaction, to state: ChartState, canvas: Canvas) -> Outcome {
    Outcome(state: state, changed: false, hit: nil, events: [])
  }
  func state(_ state: ChartState, movedFrom old: ChartSpec) -> ChartState { state }
  func sliceIndex(at angle: Double, ring: Int, view: ChartState.View, canvas: Canvas) -> Int? { nil }
  func angle(at point: Point, view: ChartState.View, canvas: Canvas) -> Double? { nil }
}

struct PieLayout: ChartLayout {
  var canvas: Canvas
  var warnings: [String] { [] }
  func hit(at point: Point) -> Hit { Hit(kind: .none, at: point) }
  func mark(at path: [Int]) -> MarkReference? { nil }
  func marker(for path: [Int]) -> Marker? { nil }
  func scene() -> Scene {
    Scene(id: canvas.id, size: canvas.size, title: "", description: "", background: canvas.theme.background, nodes: [])
  }
  func report() -> JSON { [:] }
  func words() -> String { "" }
}
