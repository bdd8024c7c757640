import ChartEngine
import JSONModel
import JSONRPC
import OrderedCollections

/// A change of a chart that can be undone as one.
///
/// A class, since a step takes some hundred bytes and many references: an array of a thousand moves a reference for each when
/// the oldest is forgotten with every tap, under the service's lock.
final class Step: Sendable {
  let method: String
  /// The parameters of the request; of a gesture those of its first report that changed anything.
  let params: JSON
  /// The chart before the change; in the list of what can be done again, after it.
  let moment: Moment
  /// Roughly how many bytes only this step keeps: interactions share the spec with the chart, updates keep the old one.
  let byteCount: Int

  init(method: String, params: JSON, moment: Moment, byteCount: Int = 0) {
    self.method = method
    self.params = params
    self.moment = moment
    self.byteCount = byteCount
  }

  /// The step that takes this one back, or does it again.
  func reversed(to moment: Moment) -> Step {
    Step(
      method: method, params: params, moment: moment, byteCount: moment.source.byteCount(beside: self.moment.source))
  }
}

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

/// A request as the history and the log keep it.
struct Request: Sendable {
  var method: String
  /// Without what says where, and whether to draw.
  var params: JSON

  init<Params>(_ method: String, _ params: Params, _ schema: Schema<Params>) {
    self.method = method
    self.params = schema.encode(params)
    if case .object(var members) = self.params {
      for key in ["chart", "session", "render"] { members.removeValue(forKey: key) }
      self.params = .object(members)
    }
  }
}
