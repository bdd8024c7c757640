internal import JSONModel
internal import JSONRPC
internal import OrderedCollections
internal import Synchronization

/// The comms that are open, and what they can be opened to.
final class Comms: Sendable {
  private struct Entry {
    let comm: Comm
    let handler: any CommHandler
  }

  private let entries = Mutex<OrderedDictionary<String, Entry>>([:])
  private let targets: Mutex<[String: any CommTarget]>
  private let iopub: IOPub
  private let limit: Int

  /// - Parameter limit: how many comms may be open at a time.
  init(targets: [any CommTarget], iopub: IOPub, limit: Int = 1_000) {
    self.targets = Mutex(Dictionary(targets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }))
    self.iopub = iopub
    self.limit = limit
  }

  /// Lets frontends open comms to one more target.
  func add(_ target: any CommTarget) { targets.withLock { $0[target.name] = target } }

  /// Begins to tell handlers when frontends have caught up.
  func start() {
    iopub.onDrained { [weak self] in
      for handler in self?.handlers ?? [] { handler.resume() }
    }
  }

  private var handlers: [any CommHandler] { entries.withLock { $0.values.map(\.handler) } }

  // MARK: What frontends do

  /// Opens a comm, or closes it at once if it has no target, or there are too many.
  func open(_ id: String, to target: String, with message: CommMessage) {
    let comm = Comm(id: id, target: target, comms: self)
    let hasRoom = entries.withLock { $0.count < limit || $0[id] != nil }
    guard hasRoom, let handler = targets.withLock({ $0[target] })?.open(comm, with: message) else {
      return publishClose(id, [:], parent: message.header, unless: message.cancellation)
    }
    // A frontend that was reloaded may use an id again.
    let replaced = entries.withLock { $0.updateValue(Entry(comm: comm, handler: handler), forKey: id) }
    replaced?.handler.close()
  }

  /// Hands a message to its comm. If that is not open, such as one from before a restart, the frontend is told.
  func receive(_ message: CommMessage, for id: String) {
    guard let entry = entries.withLock({ $0[id] }) else {
      return publishClose(id, [:], parent: message.header, unless: message.cancellation)
    }
    entry.handler.receive(message)
  }

  func closedByFrontend(_ id: String) {
    entries.withLock { $0.removeValue(forKey: id) }?.handler.close()
  }

  /// The ids of the comms that are open, with their targets' names.
  /// - Parameter target: only those of this one.
  func list(target: String?) -> JSON {
    let comms = entries.withLock { $0.values.map(\.comm) }.filter { target == nil || $0.target == target }
    let members = comms.map { ($0.id, ["target_name": .string($0.target)] as JSON) }
    return .object(OrderedDictionary(members, uniquingKeysWith: { $1 }))
  }

  // MARK: What handlers do

  /// Opens a comm from this side. Frontends know nothing of it before it is announced.
  ///
  /// - Parameter id: Its id, if frontends know it from an earlier run of the kernel.
  /// - Returns: Its handler, or `nil` if there are too many.
  func open<Handler: CommHandler>(
    to target: String, id: String? = nil, _ makeHandler: (Comm) -> Handler
  ) -> Handler? {
    let comm = Comm(id: id ?? RandomID.make(), target: target, comms: self)
    let handler = makeHandler(comm)
    return entries.withLock { entries in
      guard entries.count < limit else { return nil }
      entries[comm.id] = Entry(comm: comm, handler: handler)
      return handler
    }
  }

  var isSlow: Bool { iopub.isSlow }

  func publish(_ message: OutgoingMessage, parent: [UInt8]?, unless cancellation: Cancellation) {
    iopub.publish(message, parent: parent, unless: cancellation)
  }

  func publish(_ message: OutgoingMessage, parent: CommMessage?) {
    publish(message, parent: parent?.header, unless: parent?.cancellation ?? Cancellation())
  }

  func close(_ comm: Comm, _ data: JSON, parent: [UInt8]?, unless cancellation: Cancellation) {
    let isOpen = entries.withLock { entries in
      guard entries[comm.id]?.comm === comm else { return false }
      entries[comm.id] = nil
      return true
    }
    if isOpen { publishClose(comm.id, data, parent: parent, unless: cancellation) }
  }

  private func publishClose(_ id: String, _ data: JSON, parent: [UInt8]?, unless cancellation: Cancellation) {
    publish(
      OutgoingMessage("comm_close", ["comm_id": .string(id), "data": data]), parent: parent, unless: cancellation)
  }

  /// Lets go of all of them; the kernel ends.
  func end() {
    // Targets hold on to what opens comms, and that to these.
    targets.withLock { $0 = [:] }
    let handlers = entries.withLock { entries in
      defer { entries = [:] }
      return entries.values.map(\.handler)
    }
    for handler in handlers { handler.close() }
  }
}
