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
  /// - Parameter sourceByteCount: Roughly how many bytes of the moment's spec only this step keeps.
  /// - Returns: The steps that it has forgotten.
  mutating func record(
    _ request: Request, _ policy: StepPolicy, from moment: Moment, sourceByteCount: Int = 0,
    limits: ServiceLimits
  ) -> [Step] {
    switch policy {
    case .none: return []
    case .gesture where hasGestureStep: return []
    case .typing where undoable.last?.request.method == request.method:
      // What was undone before can't be done again after this, and no gesture goes on.
      hasGestureStep = false
      return forgetUndone()
    case .step, .gesture, .typing: break
    }
    let step = Step(request, moment: moment, sourceByteCount: sourceByteCount)
    let forgotten = record(step, limits: limits)
    hasGestureStep = policy == .gesture
    return forgotten
  }

  /// The step that comes next on a way.
  func next(_ way: HistoryWay) -> Step? {
    switch way {
    case .undo: undoable.last
    case .redo: redoable.last
    }
  }

  /// Goes the next step of a way.
  /// - Parameters:
  ///   - current: Where it comes from.
  ///   - sourceByteCount: Roughly how many bytes of that one's spec only the step back keeps.
  /// - Returns: What to go to; `nil` if there is nothing more.
  /// - Complexity: O(1)
  mutating func go(_ way: HistoryWay, from current: Moment, sourceByteCount: Int) -> Moment? {
    guard let step = next(way) else { return nil }
    let back = Step(step.request, moment: current, sourceByteCount: sourceByteCount)
    switch way {
    case .undo:
      undoable.removeLast()
      undoableBytes -= step.byteCount
      redoable.append(back)
    case .redo:
      redoable.removeLast()
      undoable.append(back)
      undoableBytes += back.byteCount
    }
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

/// A way through a chart's history.
enum HistoryWay: Sendable {
  case undo, redo

  var method: String {
    switch self {
    case .undo: "chart/undo"
    case .redo: "chart/redo"
    }
  }
}
