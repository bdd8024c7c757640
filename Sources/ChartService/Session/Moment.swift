import ChartEngine
import ChartModel
import JSONModel

/// All of a chart that can be brought back: the spec, and what interactions made of the chart.
///
/// It holds the chart with its engine where that was there already, so that going back is an assignment. What comes from a
/// document or a store has none: charts have long histories of which nearly nothing is ever gone back to.
struct Moment: Sendable {
  private enum Content: Sendable {
    case chart(Chart)
    case read(id: String, size: Size?, theme: Theme?, state: ChartState)
  }

  let source: SpecSource
  private let content: Content

  init(source: SpecSource, chart: Chart) {
    self.source = source
    var chart = chart
    chart.state.forgetPointers()
    content = .chart(chart)
  }

  /// A moment without an engine.
  /// - Parameter state: One that makes sense for the spec.
  init(source: SpecSource, id: String, size: Size?, theme: Theme?, state: ChartState) {
    self.source = source
    content = .read(id: id, size: size, theme: theme, state: state)
  }

  /// The chart.
  /// - Complexity: O(1) once ``prepare()`` was called for its spec; else O(*n*) in the spec's values.
  var chart: Chart {
    switch content {
    case .chart(let chart): return chart
    case .read(let id, let size, let theme, let state):
      var chart = source.untouched.value
      (chart.id, chart.size, chart.theme, chart.state) = (id, size, theme, state)
      return chart
    }
  }

  /// Makes the engine, if there is none yet: to be called where nobody waits for it.
  func prepare() {
    if case .read = content { _ = source.untouched.value }
  }

  /// What interactions made of the chart.
  var state: ChartState {
    switch content {
    case .chart(let chart): chart.state
    case .read(_, _, _, let state): state
    }
  }
}

extension ChartState {
  /// Whether no pointer is down.
  var isUntouched: Bool { gesture == nil && touch == nil }

  /// Takes away what belongs to pointers: those that were down at some moment are elsewhere by now.
  mutating func forgetPointers() {
    gesture = nil
    touch = nil
    lastTap = nil
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
  var isMoving: Bool { spin != nil || glide != nil || animation != nil }
}
