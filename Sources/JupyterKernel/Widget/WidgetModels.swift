internal import CellModel
internal import JSONModel
internal import JSONRPC
internal import OrderedCollections
internal import Synchronization

/// What sees to it that changes of models are told, and in which order.
protocol ModelUpdates: AnyObject, Sendable {
  /// Runs a request, and publishes what it changed with the request as parent.
  ///
  /// - Parameter joins: Whether that is published only when the request has run, so that its answer can go along.
  func perform(_ message: CommMessage, joins: Bool, _ request: () -> Void)

  /// Does something in turn with all else that views are told.
  func inTurn(_ body: () -> Void)

  /// Publishes the stills that wait.
  func settle(_ subject: DisplaySubject, _ message: CommMessage)
}

/// The models of all live displays.
final class WidgetModels: Sendable {
  let displays: any LiveDisplays
  private let comms: Comms
  private let notebook: SavedNotebook?
  /// What is said of every model: long, and always the same.
  private let common: OrderedDictionary<String, JSON>

  private struct State {
    var models: [DisplaySubject: WidgetModel] = [:]
    /// Whether a frontend has a widget manager: whether it has asked for all models.
    var hasManager = false
    /// It holds on to the models.
    weak var updates: (any ModelUpdates)?
  }
  private let state = Mutex(State())

  /// - Parameter notebook: what the kernel was started for, if it is known.
  init(displays: any LiveDisplays, comms: Comms, notebook: SavedNotebook? = nil) {
    self.displays = displays
    self.notebook = notebook
    self.comms = comms
    common = WidgetProtocol.state(of: displays)
    comms.add(WidgetControl(models: self))
    resume()
  }

  /// Makes the models anew that an earlier run of the kernel had: their views are in the page still, and ask by their ids.
  private func resume() {
    for (id, subject) in displays.kept {
      guard let look = displays.look(of: subject, theme: nil) else { continue }
      let model = comms.open(to: WidgetProtocol.target, id: id) { comm in
        WidgetModel(
          of: subject, look: look, comm: comm, models: self, picture: .random(in: 1 << 20..<1 << 40))
      }
      guard let model else { continue }
      state.withLock { state in
        state.models[subject] = model
        state.hasManager = true
      }
    }
  }

  /// Whether a frontend has a widget manager: whether it has asked for all models.
  var hasManager: Bool {
    get { state.withLock { $0.hasManager } }
    set { state.withLock { $0.hasManager = newValue } }
  }

  func setUpdates(_ updates: any ModelUpdates) { state.withLock { $0.updates = updates } }

  func members(id: String, look: OrderedDictionary<String, JSON>) -> OrderedDictionary<String, JSON> {
    // Views of one model find each other by its id.
    common.merging(["id": .string(id)]) { $1 }.merging(look) { $1 }
  }

  /// All models as the answer to `request_states` has them, and what is left of those of earlier kernels.
  var states: JSON {
    let now = state.withLock { Array($0.models.values) }.map { ($0.comm.id, WidgetProtocol.entry($0.members)) }
    let earlier = (notebook?.pictures ?? []).map { ($0.model, WidgetProtocol.entry(members(of: $0))) }
    return .object(OrderedDictionary(earlier + now, uniquingKeysWith: { $1 }))
  }

  /// A model that only shows a picture: nothing in this kernel is behind it.
  private func members(of picture: SavedNotebook.Picture) -> OrderedDictionary<String, JSON> {
    members(id: picture.model, look: displays.look(of: picture))
  }

  // MARK: What displays do

  subscript(subject: DisplaySubject) -> WidgetModel? { state.withLock { $0.models[subject] } }

  /// The model of a subject, opened with the request as parent if there is none yet.
  ///
  /// - Returns: `nil` if there is nothing to show, or there are as many comms as there may be.
  func model(of subject: DisplaySubject, parent: [UInt8], unless cancellation: Cancellation) -> WidgetModel? {
    if let model = self[subject] {
      model.update(parent: parent, unless: cancellation)
      return model
    }
    guard let look = displays.look(of: subject, theme: nil) else { return nil }
    let model = comms.open(to: WidgetProtocol.target) { comm in
      WidgetModel(of: subject, look: look, comm: comm, models: self)
    }
    guard let model else { return nil }
    state.withLock { $0.models[subject] = model }
    displays.keep(subject, model: model.comm.id, isShown: true)
    let data: JSON = ["state": .object(model.members), "buffer_paths": []]
    model.comm.announce(data, metadata: WidgetProtocol.metadata, parent: parent, unless: cancellation)
    return model
  }

  /// Closes the models of which nothing is shown any more. What is gone keeps its last picture.
  ///
  /// - Parameter parent: the bytes of the header of the request that took the last one away.
  func close(parent: [UInt8], cancellation: Cancellation, unless isShown: (DisplaySubject) -> Bool) {
    // Others are asked outside the lock.
    let known = state.withLock { $0.models }
    let unseen = known.filter { !isShown($0.key) && !$0.value.isGone }
    state.withLock { state in
      for (subject, model) in unseen where state.models[subject] === model { state.models[subject] = nil }
    }
    for model in unseen.values {
      displays.keep(model.subject, model: model.comm.id, isShown: false)
      model.comm.close(parent: parent, unless: cancellation)
    }
  }

  // MARK: What models do

  func performing<Result>(_ message: CommMessage, joins: Bool, _ body: () -> Result) -> Result {
    var result: Result?
    updates?.perform(message, joins: joins) { result = body() }
    return result ?? body()
  }

  func inTurn(_ body: () -> Void) { updates?.inTurn(body) }

  func settle(_ subject: DisplaySubject, _ message: CommMessage) { updates?.settle(subject, message) }

  private var updates: (any ModelUpdates)? { state.withLock { $0.updates } }

  func closed(_ model: WidgetModel) {
    displays.keep(model.subject, model: model.comm.id, isShown: false)
    state.withLock { state in
      if state.models[model.subject] === model { state.models[model.subject] = nil }
    }
  }
}
