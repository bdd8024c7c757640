import ChartEngine
import JSONModel

/// All of a chart that can be brought back: the spec and what interactions made of it.
struct Moment: Sendable {
  var source: SpecSource
  var state: ChartState

  init(source: SpecSource, state: ChartState) {
    self.source = source
    self.state = state
    // The pointer of a gesture that went on at that moment is elsewhere by now.
    self.state.gesture = nil
  }
}
