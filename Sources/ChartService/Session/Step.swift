import ChartEngine
import JSONModel
import JSONRPC
import OrderedCollections

/// A change of a chart that can be undone as one.
struct Step: Sendable {
  var method: String
  /// The parameters of the request; of a gesture those of its first report that changed anything.
  var params: JSON
  /// The chart before the change; in the list of what can be done again, after it.
  var moment: Moment

  /// Roughly how many bytes only this step keeps: interactions share the spec with the chart, updates keep the old one.
  var byteCount = 0

  /// The step that takes this one back, or does it again.
  func reversed(to moment: Moment) -> Step {
    Step(
      method: method, params: params, moment: moment, byteCount: moment.source.byteCount(beside: self.moment.source))
  }
}

/// Steps, oldest first, of which the oldest are forgotten one by one.
///
/// A step takes some hundred bytes. An array of a thousand would move half a megabyte with each tap once it is full, under
/// the service's lock and through all caches; this moves a reference for each step.
struct StepList: RandomAccessCollection, Sendable {
  private final class Box: Sendable {
    let step: Step

    init(_ step: Step) { self.step = step }
  }

  private var boxes: [Box]

  init(_ steps: [Step] = []) { boxes = steps.map(Box.init) }

  var startIndex: Int { 0 }
  var endIndex: Int { boxes.count }

  subscript(index: Int) -> Step { boxes[index].step }

  mutating func append(_ step: Step) { boxes.append(Box(step)) }

  mutating func popLast() -> Step? { boxes.popLast()?.step }

  /// Forgets so many of the oldest.
  mutating func removeFirst(_ count: Int) { boxes.removeFirst(Swift.min(Swift.max(count, 0), boxes.count)) }
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
