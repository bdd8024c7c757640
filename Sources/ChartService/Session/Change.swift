import ChartEngine
import ChartModel
package import JSONModel
public import JSONRPC
package import OrderedCollections

/// What is done to a session, as far as it is known before anybody has to wait for it: what a store writes.
struct ChangeMaterial: Sendable {
  /// Points that make a spec out of another one, which is shorter to say than the spec.
  struct Growth: Sendable {
    var from: SpecSource
    /// The parameters of `chart/append`.
    var params: JSON
    var buffers: [[UInt8]]
  }

  /// What asks for the change.
  var request: Request?
  /// The spec that a chart gets.
  var source: SpecSource?
  var growth: Growth?
  /// The state that a chart gets, without pointers.
  var state: ChartState?
  /// A document whose charts a session gets, and their specs in its order.
  var document: JSON?
  var documentSources: [SpecSource] = []
}

/// What is done to a session, as far as it is decided when nobody else changes anything.
enum Change: Hashable, Sendable {
  /// A chart is made, or another put in its place.
  /// - Parameter number: The number in its name, if it got one that was free.
  case create(String, revision: Int, size: Size?, theme: Theme?, kind: String, number: Int?)
  /// A chart gets another state, or spec, or both.
  case chart(String, revision: Int, step: StepEffect)
  /// A chart goes back to an earlier moment, or on to a later one.
  case travel(HistoryWay, String, revision: Int)
  case delete(String, revision: Int)
  case open
  /// The session is forgotten.
  case close
  /// The charts of a document are opened.
  case document(keepsOthers: Bool)
  /// Something that belongs to the session is noted, or forgotten.
  case note(String, JSON?)

  /// The method that makes such a change.
  var method: String {
    switch self {
    case .create: "chart/create"
    case .chart: "chart/update"
    case .travel(let way, _, _): way.method
    case .delete: "chart/delete"
    case .open: "session/open"
    case .close: "session/close"
    case .document: "session/import"
    case .note: "session/info"
    }
  }

  /// Whether less is kept after it than before, so that it is made where there is no room for anything else.
  var makesRoom: Bool {
    switch self {
    case .delete, .close: true
    default: false
    }
  }
}

/// A change that has been decided on: it is kept first, and then done.
struct Decision<Result: Sendable>: Sendable {
  /// `nil` if there is nothing to keep.
  let change: Change?
  /// Does it, under the service's lock.
  let perform: @Sendable (inout ServiceState) -> Result

  init(_ change: Change?, perform: @escaping @Sendable (inout ServiceState) -> Result) {
    self.change = change
    self.perform = perform
  }
}

/// What keeps the changes of sessions, so that they outlive the process.
protocol ChangeKeeper: Sendable {
  /// Lets a change be decided on while no other is made, keeps it, and has it done. If it cannot be kept it is not done.
  /// - Parameters:
  ///   - material: What is known of it. What is large of that is written before anybody waits.
  ///   - decide: Says what is to be done; nothing if it gives `nil`. It may be called again.
  /// - Returns: What `perform` returns; `nil` if nothing was to be done.
  /// - Throws: -32005, and what `decide` throws.
  func keep<Result: Sendable>(
    _ material: ChangeMaterial, of session: String,
    decide: () throws(RPCError) -> Decision<Result>?, perform: (Decision<Result>) -> Result
  ) throws(RPCError) -> Result?

  /// What answers have to wait for, so that all that they tell of has been kept; `nil` if they need not wait.
  var settlement: (any Settlement)? { get }

  /// What is kept of sessions that are not open.
  var stored: [StoredSession] { get }

  /// Which of those is the newest of a session's name: no more of them are read than have to be.
  /// - Returns: ``StoredSession/id``; `nil` if there is none.
  /// - Throws: -32800.
  func newestStored(of session: String, unless cancellation: Cancellation) throws(RPCError) -> String?

  /// The document of a session that is not open.
  /// - Parameter id: ``StoredSession/id``.
  /// - Returns: `nil` if there is none of that id.
  /// - Throws: -32603 with what is wrong with it, -32800.
  func document(of id: String, unless cancellation: Cancellation) throws(RPCError) -> JSON?
}

/// A session that a store keeps and that is not open.
struct StoredSession: Hashable, Sendable {
  /// Names it in the store.
  var id = ""
  var session = ""
  var charts: [String] = []
  /// When it was begun, in seconds since 1970.
  var began = 0.0
  var byteCount = 0
}

extension RPCError.Code {
  /// A change could not be written down, and was not made.
  public static let notKept = RPCError.Code(rawValue: -32005, title: "Not kept")
}

extension RPCError {
  /// -32005 with `{reason}`.
  static func notKept(_ reason: String) -> RPCError {
    RPCError(
      code: .notKept, message: "The change was not made, since it cannot be kept: \(reason)",
      data: ["reason": .string(reason)])
  }
}

// MARK: - Changing

extension ChartService {
  /// Has something called as soon as answers may tell of what has been done until now: at once, unless they wait for a disk.
  /// - Parameter body: Gets what is to be answered instead, if the disk did not take it.
  package func whenSettled(_ body: @escaping @Sendable (RPCError?) -> Void) {
    if let settlement = keeper?.settlement { settlement.whenSettled(body) } else { body(nil) }
  }

  /// Notes something that belongs to a session and is kept with it, such as where its charts are shown.
  /// - Parameter value: What it is; `nil` to forget it.
  /// - Throws: -32001, -32005.
  package func note(_ key: String, _ value: JSON?, in session: String = defaultSession) throws(RPCError) {
    let _: Void? = try change(session) { state throws(RPCError) in
      guard try state.session(session).notes[key] != value else { return nil }
      return Decision(.note(key, value)) { state in
        if let value {
          state.sessions[session]?.notes[key] = value
        } else {
          state.sessions[session]?.notes.removeValue(forKey: key)
        }
      }
    }
  }

  /// What has been noted of a session.
  package func notes(of session: String = defaultSession) -> OrderedDictionary<String, JSON> {
    withState { $0.sessions[session]?.notes ?? [:] }
  }

  /// Changes a session, and what charts show of others that they are linked with. What has to be kept is kept before it is done.
  /// - Parameters:
  ///   - material: What is known of the change before it is decided on.
  ///   - decide: Looks whether it can be done, and says what is to be done. It is called with the lock, may be called again,
  ///     and gives `nil` if nothing is to be done.
  func change<Result: Sendable>(
    _ session: String, _ material: ChangeMaterial = ChangeMaterial(),
    _ decide: (ServiceState) throws(RPCError) -> Decision<Result>?
  ) throws(RPCError) -> Result? {
    var done: Change?
    var wasLinked = true
    let result = try changeAlone(session, material) { state throws(RPCError) in
      let decision = try decide(state)
      done = decision?.change
      if case .chart(let name, _, _) = done {
        wasLinked = state.chart(ChartKey(session: session, chart: name))?.isLinked ?? true
      }
      return decision
    }
    // Who does something to a chart that is linked with none does not wait for what others show, which a database may be asked for.
    if let done, result != nil, LinkedSource.isAny, wasLinked || isLinked(done, in: session) {
      followLinks(of: session, after: material.request?.method ?? done.method)
    }
    return result
  }

  /// Whether a change was one of a chart that is linked with others now.
  private func isLinked(_ change: Change, in session: String) -> Bool {
    guard case .chart(let name, _, _) = change else { return true }
    return withState { $0.chart(ChartKey(session: session, chart: name))?.isLinked ?? true }
  }

  /// The same where a chart is changed.
  /// - Returns: Its picture, with what it shows of the charts that it is linked with.
  func changeChart(
    in session: String, _ material: ChangeMaterial = ChangeMaterial(),
    _ decide: (ServiceState) throws(RPCError) -> Decision<ChartPicture>?
  ) throws(RPCError) -> ChartPicture? {
    guard let picture = try change(session, material, decide) else { return nil }
    guard LinkedSource.isAny else { return picture }
    return withState { state in
      guard let record = state.chart(ChartKey(session: session, chart: picture.chart)), !record.source.linked.isEmpty
      else { return picture }
      return record.picture
    }
  }

  /// The same without what follows from it for charts that are linked.
  func changeAlone<Result: Sendable>(
    _ session: String, _ material: ChangeMaterial,
    _ decide: (ServiceState) throws(RPCError) -> Decision<Result>?
  ) throws(RPCError) -> Result? {
    guard let keeper else {
      return try withState { state throws(RPCError) in try decide(state)?.perform(&state) }
    }
    var aftermath = Aftermath()
    defer { aftermath.happen() }
    return try keeper.keep(material, of: session) { () throws(RPCError) in
      try withState { state throws(RPCError) in try decide(state) }
    } perform: { decision in
      // Whoever is woken may want to change something, too.
      let (result, rest) = changeState(decision.perform)
      aftermath = rest
      return result
    }
  }
}
