import ChartModel
import JSONModel

/// What stands in the place of a chart whose kind has a spec but nothing that draws it: a picture that says so.
struct BlankChart: ChartKind {
  let spec: ChartSpec

  func initialState() -> ChartState { ChartState() }

  func layout(_ view: ChartState.View, phase: Double?, canvas: Canvas) -> any ChartLayout {
    BlankLayout(canvas: canvas, view: view, title: spec.common.title, kind: spec.kind)
  }

  func apply(
    _ interaction: Interaction, to state: ChartState, canvas: Canvas, knowing layout: (any ChartLayout)?
  ) -> Outcome {
    Outcome(state: state, changed: false, hit: nil, events: [])
  }

  func state(_ state: ChartState, movedFrom old: any ChartKind, canvas: Canvas) -> ChartState { ChartState() }

  func mark(of request: MarkRequest, view: ChartState.View) throws(InvalidValue) -> MarkChoice { .nothingThere }
}

private struct BlankLayout: ChartLayout {
  let canvas: Canvas
  let view: ChartState.View
  let title: String?
  let kind: String

  private var message: String { "Nothing here draws charts of the kind '\(kind)'." }

  var warnings: [String] { [message] }
  func hit(at point: Point) -> Hit { Hit(kind: .none, at: point) }
  func mark(at path: [Int]) -> MarkReference? { nil }
  func marker(for path: [Int]) -> Marker? { nil }
  func report() -> JSON { ["size": Size.schema.encode(canvas.size)] }
  func words() -> String { message }
  func words(for path: [Int]) -> String? { nil }

  func scene(animated: Bool) -> Scene {
    let font = canvas.typeface.font(usual: 12)
    let text = Text(
      runs: [Text.Run(font.truncated(message, to: canvas.innerBounds.width), color: canvas.surface.text)],
      at: Point(x: canvas.bounds.midX, y: canvas.bounds.midY), anchor: .middle, size: font.size)
    return Scene(
      id: canvas.id, size: canvas.size, title: title ?? "Chart", description: message,
      background: canvas.background, typeface: canvas.typeface, nodes: [Node(.text(text))])
  }
}
