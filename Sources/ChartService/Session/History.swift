import ChartEngine
import JSONModel

/// What can be undone and done again, newest last.
struct History: Sendable {
  private(set) var undoable: [Step] = []
  private(set) var redoable: [Step] = []
  private var undoableBytes = 0
  /// Whether the gesture that goes on has made its step: what it changes further belongs to that.
  var hasGestureStep = false

  init() {}

  init(undoable: [Step], redoable: [Step]) {
    self.undoable = undoable
    self.redoable = redoable
    self.undoableBytes = undoable.reduce(0) { $0 + $1.byteCount }
  }

  /// - Returns: The steps that it has forgotten.
  mutating func record(_ step: Step, limits: ServiceLimits) -> [Step] {
    let undone = forgetUndone()
    undoable.append(step)
    undoableBytes += step.byteCount
    hasGestureStep = false
    return undone + trim(to: limits)
  }

  /// Makes a step of a request, if its policy asks for one.
  /// - Parameter byteCount: Roughly how many bytes only this step keeps.
  /// - Returns: The steps that it has forgotten.
  mutating func record(
    _ request: Request, _ policy: StepPolicy, from moment: Moment, byteCount: Int = 0, limits: ServiceLimits
  ) -> [Step] {
    switch policy {
    case .none: return []
    case .gesture where hasGestureStep: return []
    case .typing where undoable.last?.method == request.method:
      // What was undone before can't be done again after this, and no gesture goes on.
      hasGestureStep = false
      return forgetUndone()
    case .step, .gesture, .typing: break
    }
    let step = Step(method: request.method, params: request.params, moment: moment, byteCount: byteCount)
    let forgotten = record(step, limits: limits)
    hasGestureStep = policy == .gesture
    return forgotten
  }

  /// Takes back the newest step.
  /// - Returns: What to go back to; `nil` if there is nothing to undo.
  mutating func undo(from current: Moment) -> Moment? {
    guard let step = undoable.popLast() else { return nil }
    undoableBytes -= step.byteCount
    redoable.append(step.reversed(to: current))
    hasGestureStep = false
    return step.moment
  }

  /// Does the step again that was undone last.
  mutating func redo(from current: Moment) -> Moment? {
    guard let step = redoable.popLast() else { return nil }
    let again = step.reversed(to: current)
    undoableBytes += again.byteCount
    undoable.append(again)
    hasGestureStep = false
    return step.moment
  }

  /// Forgets the oldest steps while there are too many, or they hold on to too much.
  private mutating func trim(to limits: ServiceLimits) -> [Step] {
    var excess = 0
    while undoable.count - excess > limits.steps || undoableBytes > limits.stepBytes, excess < undoable.count {
      undoableBytes -= undoable[excess].byteCount
      excess += 1
    }
    let forgotten = Array(undoable.prefix(excess))
    undoable.removeFirst(excess)
    return forgotten
  }

  private mutating func forgetUndone() -> [Step] {
    defer { redoable = [] }
    return redoable
  }
}
