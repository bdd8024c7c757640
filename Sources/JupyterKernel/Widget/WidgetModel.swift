internal import CellModel
internal import JSONModel
internal import JSONRPC
internal import LiveViews
internal import OrderedCollections
internal import Synchronization

/// The model of a live display: one for each subject, whatever number of views there is of it.
///
/// Its views ask by `custom` messages, whose content is a JSON-RPC request: the methods of the service, and two of its own,
/// ``Method``. A request with a member `joins` that is true may be answered by the member `answer` of the update that it
/// leads to, which saves a message; where it leads to none, it is answered by a `custom` message like all others.
///
/// Whatever changes the subject, from whatever way in, reaches all views as an `update` of the state.
final class WidgetModel: CommHandler {
  /// What views ask of the model itself.
  enum Method: String {
    /// A page has begun to show it, in another theme or again; `theme` is the page's, `light` or `dark`, and `picture` the
    /// number of the picture that it has.
    case open = "widget/open"
    /// Nothing moves any more: the notebook should keep the picture as it is now.
    case settle = "widget/settle"
  }

  let subject: DisplaySubject
  let comm: Comm
  private let models: WidgetModels

  private struct State {
    var theme: String?
    /// Whether there has been a view.
    var isWatched = false
    /// What the views know.
    var shown: ViewState
    /// The answers that may go with the pictures that their requests lead to, by the headers of the requests.
    var answers: [[UInt8]: JSON] = [:]
  }
  private let state: Mutex<State>

  /// - Parameter picture: The number of its first picture; another one than any that views may have from before.
  init(of subject: DisplaySubject, look: DisplayLook, comm: Comm, models: WidgetModels, picture: Int = 1) {
    self.subject = subject
    self.comm = comm
    self.models = models
    state = Mutex(State(shown: ViewState(look, number: picture)))
  }

  /// Whether a page shows it: then stills can wait until it says that nothing moves. What only collects them, such as
  /// `nbclient`, never says anything.
  var isWatched: Bool { state.withLock { $0.isWatched } }

  /// Whether there is nothing to show any more.
  var isGone: Bool { state.withLock { $0.shown.isGone } }

  /// All members, as `comm_open` has them.
  var members: OrderedDictionary<String, JSON> {
    // The picture is written here, so outside the lock.
    let shown = state.withLock { $0.shown }
    return models.members(id: comm.id, look: shown.members)
  }

  // MARK: Telling views

  /// Tells the views how the subject looks now, if they don't know. Called in turn, so that what is sent is in the order of
  /// the looks.
  ///
  /// - Parameter parent: the bytes of the header of the request that changed it.
  func update(parent: [UInt8]?, unless cancellation: Cancellation) {
    let (theme, shown, isWatched) = state.withLock { ($0.theme, $0.shown, $0.isWatched) }
    // Outside the lock, since it takes time, and nobody else changes the look.
    guard let look = models.displays.look(of: subject, theme: theme),
      let news = shown.news(to: look, mayPatch: isWatched)
    else { return }
    let answer = state.withLock { state in
      state.shown.take(news)
      return parent.flatMap { state.answers.removeValue(forKey: $0) }
    }
    var members = news.members
    if let answer { members["answer"] = answer }
    comm.send(WidgetProtocol.update(members), parent: parent, unless: cancellation)
  }

  /// Tells the views that there is nothing to show any more; they keep the last picture.
  func end(parent: [UInt8]?) {
    let (isNew, answer) = state.withLock { state in
      (state.shown.end(), parent.flatMap { state.answers.removeValue(forKey: $0) })
    }
    guard isNew || answer != nil else { return }
    var news: OrderedDictionary<String, JSON> = ["isGone": true]
    if let answer { news["answer"] = answer }
    comm.send(WidgetProtocol.update(news), parent: parent, unless: Cancellation())
  }

  /// Sends the picture whole to those who may not have it.
  ///
  /// - Parameter isMissing: told the number of the newest picture, and whether it was sent as a patch.
  private func sendPicture(_ message: CommMessage, if isMissing: (Int, Bool) -> Bool) {
    let missing: ViewState? = state.withLock { state in
      guard isMissing(state.shown.number, state.shown.isPatched) else { return nil }
      state.shown.settle()
      return state.shown
    }
    guard let missing else { return }
    comm.send(WidgetProtocol.update(missing.picture), inAnswerTo: message)
  }

  // MARK: What frontends send

  func receive(_ message: CommMessage) {
    switch message.data["method"]?.stringValue {
    case "request_state": comm.send(WidgetProtocol.update(members), inAnswerTo: message)
    case "update": echo(message)
    case "custom": answer(message)
    default: break
    }
  }

  /// Nothing of the model is the frontends' to set. The others are told what one of them set, as the protocol has it, and
  /// then all of them what is so.
  private func echo(_ message: CommMessage) {
    guard case .object(let sent) = message.data["state"] ?? .null else { return }
    comm.send(
      ["method": "echo_update", "state": .object(sent), "buffer_paths": message.data["buffer_paths"] ?? []],
      buffers: message.buffers, inAnswerTo: message)
    let right = members.filter { sent[$0.key] != nil && sent[$0.key] != $0.value }
    if !right.isEmpty { comm.send(WidgetProtocol.update(right), inAnswerTo: message) }
  }

  private func answer(_ message: CommMessage) {
    guard let request = message.data["content"] else { return }
    let joins = request["joins"] == true
    // Pictures come first, or together with the answer: with it a view knows that it has seen what it asked for.
    let answer = models.performing(message, joins: joins) {
      let answer = self.answer(request, of: message)
      if joins { state.withLock { $0.answers[message.header] = answer } }
      return answer
    }
    guard let answer else { return }
    // Where nothing changed, nothing took it along.
    if joins, state.withLock({ $0.answers.removeValue(forKey: message.header) }) == nil { return }
    comm.send(WidgetProtocol.custom(answer), inAnswerTo: message)
  }

  private func answer(_ request: JSON, of message: CommMessage) -> JSON? {
    guard let method = request["method"]?.stringValue.flatMap(Method.init) else {
      return models.displays.answer(request, buffers: message.buffers, cancellation: message.cancellation)
    }
    perform(method, request["params"], message)
    return request["id"].map { ["jsonrpc": "2.0", "id": $0, "result": [:]] }
  }

  private func perform(_ method: Method, _ params: JSON?, _ message: CommMessage) {
    // In turn with all else that views are told: an older look must not overtake a newer one.
    switch method {
    case .open:
      state.withLock { state in
        state.isWatched = true
        state.theme = params?["theme"]?.stringValue ?? state.theme
      }
      models.inTurn {
        self.update(parent: message.header, unless: message.cancellation)
        let known = params?["picture"]?.integerValue
        self.sendPicture(message) { picture, _ in known != nil && known != picture }
      }
    case .settle:
      models.settle(subject, message)
      models.inTurn { self.sendPicture(message) { _, isPatched in isPatched } }
    }
  }

  func resume() {}

  func close() { models.closed(self) }
}
