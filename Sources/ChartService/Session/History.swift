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

  /// Roughly how many bytes it keeps.
  /// - Complexity: O(*n*) in the steps that can be done again.
  var byteCount: Int { undoableBytes + redoable.reduce(0) { $0 + $1.byteCount } }

  /// What a request is going to do to it.
  /// - Parameters:
  ///   - isNewGesture: Whether no gesture goes on, so that the request begins one if its policy is a gesture's.
  ///   - byteCount: Of the step that it may make.
  func effect(
    of request: Request, _ policy: StepPolicy, isNewGesture: Bool = false, byteCount: Int, limits: ServiceLimits
  ) -> StepEffect {
    switch policy {
    case .none: return .nothing
    case .gesture where hasGestureStep && !isNewGesture: return .nothing
    case .typing where undoable.last?.request.method == request.method: return .forgetsUndone
    case .step, .gesture, .typing: break
    }
    return .step(forgotten: excess(adding: byteCount, limits: limits))
  }

  /// How many of the oldest steps there would be too many, or hold on to too much, beside one more.
  private func excess(adding byteCount: Int, limits: ServiceLimits) -> Int {
    var (excess, bytes) = (0, undoableBytes + byteCount)
    while undoable.count + 1 - excess > limits.steps || bytes > limits.stepBytes, excess < undoable.count {
      bytes -= undoable[excess].byteCount
      excess += 1
    }
    // Not even the new one is kept if it is too large alone.
    return bytes > limits.stepBytes || limits.steps == 0 ? excess + 1 : excess
  }

  /// Does what ``effect(of:_:isNewGesture:byteCount:limits:)`` has said.
  /// - Parameter step: Makes it of the request and the chart as it was.
  /// - Returns: The steps that it has forgotten.
  mutating func take(_ effect: StepEffect, isGesture: Bool, _ step: @autoclosure () -> Step) -> [Step] {
    switch effect {
    case .nothing: return []
    case .forgetsUndone:
      hasGestureStep = false
      return forgetUndone()
    case .step(let excess):
      let undone = forgetUndone()
      let step = step()
      undoable.append(step)
      undoableBytes += step.byteCount
      hasGestureStep = isGesture
      let forgotten = Array(undoable.prefix(excess))
      undoable.removeFirst(forgotten.count)
      undoableBytes -= forgotten.reduce(0) { $0 + $1.byteCount }
      return undone + forgotten
    }
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

  private mutating func forgetUndone() -> [Step] {
    defer { redoable = [] }
    return redoable
  }
}

/// What a request does to a chart's history.
enum StepEffect: Hashable, Sendable {
  /// What it changes belongs to the step before, or to none.
  case nothing
  /// The same, but that what was undone can't be done again any more.
  case forgetsUndone
  /// It makes a step, and so many of the oldest are forgotten.
  case step(forgotten: Int)
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
