internal import Dispatch
internal import JSONRPC
internal import Synchronization

/// A queue of requests that are answered one after another: the main shell, or a subshell (JEP 91). It has a counter and a
/// history of its own.
final class Shell: Sendable {
  private struct State {
    var executionCount = 0
    var history = ExecutionHistory()
    /// One for each request that arrived and is not finished; the first is the one that runs.
    var unfinished: [Cancellation] = []
    var arrivals = 0
    /// Executions that arrived up to this one are aborted.
    var abortedThrough = 0
  }

  private let state = Mutex(State())
  private let queue: DispatchQueue

  /// - Parameter name: for debuggers.
  init(name: String) {
    queue = DispatchQueue(label: name)
  }

  /// A request's place in the queue.
  struct Ticket: Sendable {
    let number: Int
    /// Cancelled by an interrupt while the request runs.
    let cancellation: Cancellation

    /// For what is answered without waiting in a queue.
    static var unqueued: Ticket { Ticket(number: 0, cancellation: Cancellation()) }
  }

  /// Queues the answering of a request.
  func submit(_ work: @escaping @Sendable (Ticket) -> Void) {
    let ticket = state.withLock { state in
      state.arrivals += 1
      let ticket = Ticket(number: state.arrivals, cancellation: Cancellation())
      state.unfinished.append(ticket.cancellation)
      return ticket
    }
    queue.async { [self] in
      work(ticket)
      state.withLock { state in
        // In the order of arrival, since the queue is one.
        if !state.unfinished.isEmpty { state.unfinished.removeFirst() }
      }
    }
  }

  /// Cancels the request that runs; of those that wait none.
  func interrupt() {
    state.withLock { $0.unfinished.first }?.cancel()
  }

  /// Cancels the request that runs and all that wait.
  func cancelAll() {
    for cancellation in state.withLock({ $0.unfinished }) { cancellation.cancel() }
  }

  /// Waits until nothing runs.
  /// - Returns: `false` if something still runs after that time.
  func awaitEnd(within time: DispatchTimeInterval) -> Bool {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    return done.wait(timeout: .now() + time) == .success
  }

  // MARK: Aborting

  /// Has all executions that have arrived by now answered with an error instead of being run.
  func abortQueued() {
    state.withLock { $0.abortedThrough = $0.arrivals }
  }

  func isAborted(_ ticket: Ticket) -> Bool {
    state.withLock { ticket.number <= $0.abortedThrough }
  }

  // MARK: Counting

  var executionCount: Int { state.withLock { $0.executionCount } }

  /// Counts an execution and keeps its code.
  /// - Returns: Its number.
  func beginStored(_ code: String) -> Int {
    state.withLock { state in
      state.executionCount += 1
      state.history.add(code, number: state.executionCount)
      return state.executionCount
    }
  }

  func recordOutput(_ text: String, of number: Int) {
    state.withLock { $0.history.setOutput(text, of: number) }
  }

  func history<Result: Sendable>(_ read: (borrowing ExecutionHistory) -> Result) -> Result {
    state.withLock { state in read(state.history) }
  }
}
