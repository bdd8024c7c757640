internal import Dispatch
internal import JSONModel
internal import JSONRPC
internal import Synchronization

/// Shows subjects, and shows them anew whenever they change, from whatever way in.
///
/// All of it happens on one queue, so that an update can never overtake the display it updates. While a subscriber is
/// behind nothing is taken from the interpreter, which merges the changes: what comes then is the newest look. Nor are more
/// sent than a screen can show: Jupyter's server throws messages away beyond 1,000 a second.
final class DisplayUpdates: Sendable {
  private let queue = DispatchQueue(label: "display updates")
  private let interpreter: any Interpreter
  private let iopub: IOPub
  private let showings: Showings
  /// The executions that run. What changes meanwhile is taken to come from the one that began last.
  private let running = Mutex<[Run]>([])

  /// An execution that runs.
  struct Run: Sendable {
    fileprivate let id: Int
    /// The bytes of its request's header; `nil` if it is silent.
    fileprivate let parent: [UInt8]?
  }
  private let runCount = Atomic(0)

  private struct Pace {
    var lastSent: ContinuousClock.Instant?
    var isTimerSet = false
  }
  private let pace = Mutex(Pace())
  private static let interval = Duration.milliseconds(16)

  init(interpreter: any Interpreter, iopub: IOPub, showings: Showings = Showings()) {
    self.interpreter = interpreter
    self.iopub = iopub
    self.showings = showings
  }

  /// Begins to watch the interpreter.
  func start() {
    interpreter.onChange { [weak self] in self?.wake() }
    iopub.onDrained { [weak self] in self?.wake() }
  }

  private func wake() {
    // Weak, so that the queue doesn't keep a kernel alive that is to end.
    queue.async { [weak self] in self?.sendInPace() }
  }

  private func sendInPace() {
    if iopub.isSlow { return }
    let (isDue, setsTimer) = pace.withLock { pace in
      if pace.lastSent.map({ .now - $0 >= Self.interval }) ?? true { return (true, false) }
      defer { pace.isTimerSet = true }
      return (false, !pace.isTimerSet)
    }
    if isDue {
      let parent = running.withLock { $0.last?.parent }
      return send(isWaiting: false, parent: parent, cancellation: Cancellation())
    }
    guard setsTimer else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(16)) { [weak self] in
      self?.pace.withLock { $0.isTimerSet = false }
      self?.sendInPace()
    }
  }

  /// Publishes a display that is kept up to date.
  func show(_ bundle: MIMEBundle, of subject: DisplaySubject, in execution: RequestContext, cell: String?) {
    queue.sync {
      let showing = Showings.Showing(
        displayID: RandomID.make(), parent: execution.request.header.bytes, cell: cell, fingerprint: bundle.fingerprint)
      execution.publish(.displayData(bundle, displayID: showing.displayID))
      showings.add(showing, of: subject)
    }
  }

  /// Publishes what changed until now, before the request that changed it is over: `nbclient` looks no further than idle.
  func flush(_ run: Run, unless cancellation: Cancellation) {
    queue.sync { send(isWaiting: true, parent: run.parent, cancellation: cancellation) }
  }

  func forget(cells: Set<String>) { showings.forget(cells: cells) }

  /// - Parameter parent: the bytes of the header of the request that runs, or `nil` if nothing of it is to be seen.
  func begin(_ parent: [UInt8]?) -> Run {
    let run = Run(id: runCount.add(1, ordering: .relaxed).newValue, parent: parent)
    running.withLock { $0.append(run) }
    return run
  }

  func end(_ run: Run) { running.withLock { $0.removeAll { $0.id == run.id } } }

  private func send(isWaiting: Bool, parent: [UInt8]?, cancellation: Cancellation) {
    while isWaiting || !iopub.isSlow, let change = interpreter.nextChange() {
      guard let bundle = change.bundle else {
        showings.forget(change.subject)
        continue
      }
      for showing in showings.outdated(change.subject, fingerprint: bundle.fingerprint) {
        let message = OutgoingMessage.updateDisplayData(bundle, displayID: showing.displayID)
        iopub.publish(message, parent: parent ?? showing.parent, unless: cancellation)
        pace.withLock { $0.lastSent = .now }
      }
    }
  }
}
