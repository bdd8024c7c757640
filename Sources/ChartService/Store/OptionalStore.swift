import ChartModel
import JSONModel
import JSONRPC
import Journal
import OrderedCollections
import Synchronization

/// A store for whoever works without one where none can be had: a kernel, above all.
///
/// One that is there is opened at once. Otherwise nothing is made before there is something to be kept, so that a kernel without
/// charts leaves no trace.
package final class OptionalStore: Sendable {
  private enum State: Sendable {
    /// Nothing was there, and there has been nothing to be kept.
    case waiting
    case open(ServiceStore)
    /// There is no place for it, or the program ends.
    case off
  }

  private let options: ServiceStore.Options
  private let onFault: @Sendable (StoreFault) -> Void
  private let kinds: ChartKinds
  private let limits: ServiceLimits
  private let state: Mutex<State>
  private let content = Mutex<(@Sendable (String) -> Session?)?>(nil)

  /// What a service goes on with.
  struct Opened {
    var store: OptionalStore
    var sessions: OrderedDictionary<String, Session> = [:]
    var report = StoreReport()
  }

  /// Opens the store, if it is there, or else one of its alternatives that is.
  /// - Parameter onFault: Told once that nothing is kept, and why.
  static func open(
    _ options: ServiceStore.Options, kinds: ChartKinds, limits: ServiceLimits,
    onFault: @escaping @Sendable (StoreFault) -> Void
  ) -> Opened {
    func store(_ state: sending State) -> OptionalStore { OptionalStore(options, onFault, kinds, limits, state) }
    let there = ([options.directory] + options.alternatives).filter(options.disk.isThere)
    guard let first = there.first else { return Opened(store: store(.waiting)) }
    var those = options
    (those.directory, those.alternatives) = (first, Array(there.dropFirst()))
    do throws(StoreFault) {
      let opened = try ServiceStore.open(those, kinds: kinds, limits: limits)
      return Opened(store: store(.open(opened.store)), sessions: opened.sessions, report: opened.report)
    } catch {
      if error.isTaken, there.count <= options.alternatives.count { return Opened(store: store(.waiting)) }
      onFault(error)
      return Opened(store: store(.off))
    }
  }

  private init(
    _ options: ServiceStore.Options, _ onFault: @escaping @Sendable (StoreFault) -> Void, _ kinds: ChartKinds,
    _ limits: ServiceLimits, _ state: sending State
  ) {
    (self.options, self.onFault, self.kinds, self.limits) = (options, onFault, kinds, limits)
    self.state = Mutex(state)
  }

  /// Tells where sessions are to be had, for snapshots.
  func setContent(_ content: @escaping @Sendable (String) -> Session?) {
    self.content.withLock { $0 = content }
    opened?.setContent(content)
  }

  private var opened: ServiceStore? {
    state.withLock { state in
      if case .open(let store) = state { store } else { nil }
    }
  }

  /// Makes the store, now that there is something to be kept.
  private func make() throws(StoreFault) -> ServiceStore {
    // Another process may have made it meanwhile, and may have died: what it has left goes on in none that has begun.
    let store = try ServiceStore.open(options, kinds: kinds, limits: limits, resuming: false).store
    if let content = content.withLock({ $0 }) { store.setContent(content) }
    return store
  }

  /// As ``ServiceStore/end()``.
  package func end() {
    state.withLock { state in
      if case .open(let store) = state { store.end() } else { state = .off }
    }
  }
}

extension OptionalStore: ChangeKeeper {
  func keep<Result: Sendable>(
    _ material: ChangeMaterial, of session: String,
    decide: () throws(RPCError) -> Decision<Result>?, perform: (Decision<Result>) -> Result
  ) throws(RPCError) -> Result? {
    var fault: StoreFault?
    defer { if let fault { onFault(fault) } }
    // Nobody has the store's turn as long as there is none, and so what is done without it is done in this one.
    let outcome: Outcome<Result> = try state.withLock { state throws(RPCError) in
      if case .open(let store) = state { return .keeps(store) }
      guard let decision = try decide() else { return .done(nil) }
      if case .waiting = state, let change = decision.change, change != .close {
        do throws(StoreFault) {
          let store = try make()
          state = .open(store)
          return .keeps(store)
        } catch {
          (state, fault) = (.off, error)
        }
      }
      return .done(perform(decision))
    }
    switch outcome {
    case .keeps(let store): return try store.keep(material, of: session, decide: decide, perform: perform)
    case .done(let result): return result
    }
  }

  private enum Outcome<Result: Sendable>: Sendable {
    case keeps(ServiceStore)
    case done(Result?)
  }

  var settlement: (any Settlement)? { opened?.settlement }
  var stored: [StoredSession] { opened?.stored ?? [] }

  func newestStored(of session: String, unless cancellation: Cancellation) throws(RPCError) -> String? {
    try opened?.newestStored(of: session, unless: cancellation)
  }

  func document(of id: String, unless cancellation: Cancellation) throws(RPCError) -> JSON? {
    try opened?.document(of: id, unless: cancellation)
  }
}
