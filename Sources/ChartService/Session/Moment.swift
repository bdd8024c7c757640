import ChartEngine

/// All of a chart that can be brought back: the spec, and the chart with its engine, so that going back is an assignment.
struct Moment: Sendable {
  let source: SpecSource
  let chart: Chart

  init(source: SpecSource, chart: Chart) {
    self.source = source
    var chart = chart
    chart.state.forgetPointers()
    self.chart = chart
  }

  /// What interactions made of the chart.
  var state: ChartState { chart.state }
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
}

extension ChartState {
  /// Whether something goes on by itself: a spin, scrolling, an animation.
  var isMoving: Bool { spin != nil || glide != nil || animation != nil }
}
