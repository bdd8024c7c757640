import JSONModel
import OrderedCollections

/// A change of a chart that can be undone as one.
///
/// A class, since a step takes some hundred bytes and many references: an array of a thousand moves a reference for each when
/// the oldest is forgotten with every tap, under the service's lock.
final class Step: Sendable {
  /// What changed the chart; of a gesture its first report that changed anything.
  let request: Request
  /// The chart before the change; in the list of what can be done again, after it.
  let moment: Moment
  /// Roughly how many bytes only this step keeps: the parameters, and of an update the old spec, while interactions share
  /// theirs with the chart.
  let byteCount: Int

  /// - Parameter sourceByteCount: Roughly how many bytes of the moment's spec only this step keeps.
  init(_ request: Request, moment: Moment, sourceByteCount: Int) {
    self.request = request
    self.moment = moment
    self.byteCount = request.byteCount + sourceByteCount
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
  let method: String
  /// Without what says where, and whether to draw.
  let params: JSON
  /// Roughly how many bytes the parameters take to keep.
  let byteCount: Int

  /// - Complexity: O(*n*) in the number of values in the parameters.
  init(_ method: String, _ params: JSON) {
    self.method = method
    self.params = params
    byteCount = params.keptByteCount
  }

  init<Params>(_ method: String, _ params: Params, _ schema: Schema<Params>) {
    var params = schema.encode(params)
    if case .object(var members) = params {
      for key in ["chart", "session", "render"] { members.removeValue(forKey: key) }
      params = .object(members)
    }
    self.init(method, params)
  }
}
