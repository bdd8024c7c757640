import ChartEngine
import JSONModel
import JSONRPC
import OrderedCollections

/// How an interaction enters the history.
enum StepPolicy: Hashable, Sendable {
  /// What it changes is a step of its own.
  case step
  /// What it changes belongs to the gesture's step; the gesture's first change makes it.
  case gesture
  /// What it changes belongs to the step before, if that is of the same kind: an author who types makes one step.
  case typing
  /// It goes on with what an earlier step began, such as a spin.
  case none
}
