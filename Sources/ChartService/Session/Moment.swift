import ChartEngine
import ChartModel
import JSONModel

/// All of a chart that can be brought back: the spec, and what interactions made of the chart.
///
/// What comes from a document or a store has no engine at first: charts have long histories of which nearly nothing is ever
/// gone back to.
struct Moment: Sendable {
  let source: SpecSource
  let chart: Chart

  init(source: SpecSource, chart: Chart) {
    self.source = source
    var chart = chart
    chart.state.forgetPointers()
    self.chart = chart
  }

  /// A moment without an engine.
  /// - Parameter state: One that makes sense for the spec.
  init(source: SpecSource, id: String, size: Size?, theme: Theme?, state: ChartState) {
    self.source = source
    chart = Chart(id: id, spec: source.spec, size: size, theme: theme, state: state, engine: source.engine)
  }

  /// Makes the engine, if there is none yet: to be called where nobody waits for it.
  func prepare() { chart.prepare() }

  /// What interactions made of the chart.
  var state: ChartState { chart.state }
}

extension ChartState {
  /// Whether no pointer is down.
  var isUntouched: Bool { gesture == nil && touch == nil && grabs.isEmpty }

  /// Takes away what belongs to pointers: those that were down at some moment are elsewhere by now.
  mutating func forgetPointers() {
    gesture = nil
    touch = nil
    lastTap = nil
    // Nor does anybody see the way on which a part was gone into.
    (view.travel, travel) = (nil, nil)
    grabs = []
    for index in children.indices { children[index].forgetPointers() }
    for index in view.children.indices { view.children[index].travel = nil }
  }

  /// The state without what belongs to pointers.
  var withoutPointers: ChartState {
    var state = self
    state.forgetPointers()
    return state
  }
}

extension ChartState {
  /// Whether something goes on by itself: a spin, scrolling, an animation.
  var isMoving: Bool {
    spin != nil || glide != nil || animation != nil || travel != nil || children.contains(where: \.isMoving)
  }
}
