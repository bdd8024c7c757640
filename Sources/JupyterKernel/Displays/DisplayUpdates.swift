internal import CellModel
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
  /// The models of live displays; `nil` if there are only stills.
  private let widgets: WidgetModels?

  private struct State {
    /// Stills that wait until the pages that show their subjects live say that nothing moves: a notebook makes a view anew
    /// whenever the still beside it changes.
    var late: [DisplaySubject: @Sendable () -> MIMEBundle] = [:]
    /// The executions that run. What changes meanwhile is taken to come from the one that began last.
    var running: [Run] = []
    var runCount = 0
    /// When something was last shown without having been asked for.
    var lastSent: ContinuousClock.Instant?
    var isTimerSet = false

    /// What is to be done about a change: at most so many are shown as a screen can show.
    mutating func pace() -> Pace {
      if running.last?.joins == true { return .waits }
      if lastSent.map({ .now - $0 >= DisplayUpdates.interval }) ?? true { return .now(parent: running.last?.parent) }
      defer { isTimerSet = true }
      return isTimerSet ? .waits : .setTimer
    }
  }
  private let state = Mutex(State())

  private enum Pace {
    case now(parent: [UInt8]?)
    case setTimer
    /// Somebody else sees to it: a timer, or the end of a request.
    case waits
  }
  private static let interval = Duration.milliseconds(16)

  /// An execution that runs.
  struct Run: Sendable {
    fileprivate let id: Int
    /// The bytes of its request's header; `nil` if it is silent.
    fileprivate let parent: [UInt8]?
    /// Whether what changes meanwhile waits until the run finishes, in a moment.
    fileprivate let joins: Bool
  }

  init(interpreter: any Interpreter, iopub: IOPub, widgets: WidgetModels? = nil, showings: Showings = Showings()) {
    self.interpreter = interpreter
    self.widgets = widgets
    self.iopub = iopub
    self.showings = showings
  }

  /// Begins to watch the interpreter.
  func start() {
    interpreter.onChange { [weak self] in self?.wake() }
    iopub.onDrained { [weak self] in self?.wake() }
    widgets?.setUpdates(self)
  }

  private func wake() {
    // Weak, so that the queue doesn't keep a kernel alive that is to end.
    queue.async { [weak self] in self?.sendInPace() }
  }

  private func sendInPace() {
    if iopub.isSlow { return }
    switch state.withLock({ $0.pace() }) {
    case .now(let parent): send(isWaiting: false, parent: parent, cancellation: Cancellation())
    case .waits: break
    case .setTimer:
      queue.asyncAfter(deadline: .now() + .milliseconds(16)) { [weak self] in
        self?.state.withLock { $0.isTimerSet = false }
        self?.sendInPace()
      }
    }
  }

  /// Publishes a display that is kept up to date.
  ///
  /// - Parameters:
  ///   - parent: the bytes of the header of the request that shows it.
  ///   - cell: the notebook's cell that it is in, where the frontend tells.
  func show(
    _ display: Display, of subject: DisplaySubject, parent: [UInt8], unless cancellation: Cancellation, cell: String?
  ) {
    queue.sync {
      let model = isLive(display.live, cell) ? widgets?.model(of: subject, parent: parent, unless: cancellation) : nil
      let showing = Showings.Showing(
        displayID: RandomID.make(), parent: parent, cell: cell, isLive: model != nil,
        fingerprint: display.bundle.fingerprint)
      let message = OutgoingMessage.displayData(display.bundle.with(model), displayID: showing.displayID)
      iopub.publish(message, parent: parent, unless: cancellation)
      showings.add(showing, of: subject)
    }
  }

  /// Whether to show something live. Those in which people work with notebooks name the cell that they run, others open
  /// the widget manager's comm; whoever only collects outputs does neither.
  private func isLive(_ live: Liveness, _ cell: String?) -> Bool {
    switch live {
    case .off: false
    case .auto: cell != nil || widgets?.hasManager == true
    case .on: true
    }
  }

  /// Publishes what changed until now, before the request that changed it is over: `nbclient` looks no further than idle.
  ///
  /// The run ends in the same turn of the queue as its last look. Whoever changes something after that look finds no run
  /// to wait for: between two turns, that change would wait for a flush that is over.
  func finish(_ run: Run, unless cancellation: Cancellation) {
    queue.sync {
      send(isWaiting: true, parent: run.parent, cancellation: cancellation)
      state.withLock { $0.running.removeAll { $0.id == run.id } }
    }
  }

  func forget(cells: Set<String>) { showings.forget(cells: cells) }

  /// - Parameter parent: the bytes of the header of the request that runs, or `nil` if nothing of it is to be seen.
  func begin(_ parent: [UInt8]?, joins: Bool = false) -> Run {
    state.withLock { state in
      state.runCount += 1
      let run = Run(id: state.runCount, parent: parent, joins: joins)
      state.running.append(run)
      return run
    }
  }

  /// Lets go of the models of which nothing is shown any more.
  func closeUnseen(_ parent: [UInt8], unless cancellation: Cancellation) {
    widgets?.close(parent: parent, cancellation: cancellation) { showings.hasLive($0) }
  }

  private func send(isWaiting: Bool, parent: [UInt8]?, cancellation: Cancellation) {
    while isWaiting || !iopub.isSlow, let change = interpreter.nextChange() {
      let model = widgets?[change.subject]
      guard let still = change.still else {
        showings.forget(change.subject)
        state.withLock { $0.late[change.subject] = nil }
        model?.end(parent: parent)
        continue
      }
      if let model {
        model.update(parent: parent, unless: cancellation)
        state.withLock { $0.lastSent = .now }
      }
      if model?.isWatched == true {
        state.withLock { $0.late[change.subject] = still }
      } else {
        publish(still(), of: change.subject, parent: parent, cancellation: cancellation)
      }
    }
  }

  /// Publishes a still wherever the subject looks otherwise.
  private func publish(
    _ bundle: MIMEBundle, of subject: DisplaySubject, parent: [UInt8]?, cancellation: Cancellation
  ) {
    for showing in showings.outdated(subject, fingerprint: bundle.fingerprint) {
      let shown = showing.isLive ? bundle.with(widgets?[subject]) : bundle
      let message = OutgoingMessage.updateDisplayData(shown, displayID: showing.displayID)
      iopub.publish(message, parent: parent ?? showing.parent, unless: cancellation)
      state.withLock { $0.lastSent = .now }
    }
  }
}

extension DisplayUpdates: ModelUpdates {
  func perform(_ message: CommMessage, joins: Bool, _ request: () -> Void) {
    let run = begin(message.header, joins: joins)
    request()
    finish(run, unless: message.cancellation)
  }

  func inTurn(_ body: () -> Void) { queue.sync(execute: body) }

  func settle(_ subject: DisplaySubject, _ message: CommMessage) {
    queue.sync {
      guard let still = state.withLock({ $0.late.removeValue(forKey: subject) }) else { return }
      publish(still(), of: subject, parent: message.header, cancellation: message.cancellation)
    }
  }
}
