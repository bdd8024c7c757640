import ChartEngine
import JSONModel

/// All of a chart that can be brought back: the spec and what interactions made of it.
struct Moment: Sendable {
  var source: SpecSource
  var state: ChartState

  init(source: SpecSource, state: ChartState) {
    self.source = source
    self.state = state
    self.state.forgetPointers()
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
}
