public import ChartData
import ChartEngine
public import ChartModel
public import JSONModel
public import JSONRPC
import OrderedCollections
import POSIX
public import SharedMemory
import Synchronization

/// Holds the charts of all sessions and answers the methods of the protocol, for every way in alike.
///
/// One lock guards all sessions, and it is never held for longer than a few look-ups and assignments: an operation takes a copy of the
/// chart (a value), works on it outside with the engine's pure functions, and puts the result in the chart's place if that
/// has not changed meanwhile; else it does its work again. This is no actor on purpose. A tap must be answered on the
/// thread that received it, at the cost of an echo, while an actor would make it hop to another thread and back; and
/// something heavy, such as reading a file, must not hold up the taps of others, as it would inside an actor.
public final class ChartService: Sendable {
  /// The program's version.
  public static let version = "0.1.0"
  /// The protocol's version, as semantic versioning counts: a client of 1.0 works with any 1.x.
  public static let protocolVersion = "1.0"
  /// The session of requests that name none. It is always there.
  public static let defaultSession = "default"

  /// The kinds of charts that it makes.
  public let kinds: ChartKinds
  public let dataSource: DataSource
  public let limits: ServiceLimits
  /// The limits for messages that every ``makePeer()`` has.
  public let messageLimits: Limits
  /// The memory that the process may have; `nil` if that is nobody's business here.
  public let memory: MemoryCeiling?

  /// The memory that other processes have handed over, which specs may name.
  public let sharedMemories: SharedMemories

  let specReader: SpecReader
  /// Keeps what goes in and out.
  let recorder: (any ServiceRecorder)?
  /// Keeps what is done.
  let keeper: (any ChangeKeeper)?
  private let state: Mutex<ServiceState>
  /// The charts that are given rows just now, and whether more have come since that was begun.
  let refits = Mutex<[ChartKey: Bool]>([:])
  /// What databases are asked for on behalf of charts that others are linked with.
  let linkAnswers = Mutex<[ChartKey: LinkAnswer]>([:])

  /// - Parameters:
  ///   - kinds: The kinds of charts that it makes.
  ///   - data: Where specs may read their data.
  ///   - memory: The memory that the process may have.
  ///   - timeZones: The rules of the time zones that specs name.
  ///   - now: Seconds since 1970, for charts of the last days; the system's clock if not given.
  ///   - recorder: Keeps what goes in and out. One thing is done after another then.
  ///   - outside: What is taken from the world outside; as it is, or as the recorder sees it, if not given.
  package convenience init(
    kinds: ChartKinds = .standard, data: DataSource = DataSource(), limits: ServiceLimits = ServiceLimits(),
    messageLimits: Limits = Limits(), memory: MemoryCeiling? = nil, timeZones: TimeZoneFiles = TimeZoneFiles(),
    now: (@Sendable () -> Double)? = nil, recorder: (any ServiceRecorder)? = nil, outside: (any Outside)? = nil
  ) {
    self.init(
      kinds: kinds, data: data, limits: limits, messageLimits: messageLimits, memory: memory, timeZones: timeZones,
      now: now, recorder: recorder, outside: outside, keeper: nil, sessions: [:])
  }

  /// - Parameters:
  ///   - keeper: Keeps what is done.
  ///   - sessions: What it has kept; the default session is there in any case.
  init(
    kinds: ChartKinds, data: DataSource, limits: ServiceLimits, messageLimits: Limits, memory: MemoryCeiling?,
    timeZones: TimeZoneFiles, now: (@Sendable () -> Double)?, recorder: (any ServiceRecorder)?, outside: (any Outside)?,
    keeper: (any ChangeKeeper)?, sessions: OrderedDictionary<String, Session>
  ) {
    var data = data
    data.outside = outside ?? recorder?.outside ?? LiveOutside()
    self.kinds = kinds
    self.dataSource = data
    self.recorder = recorder
    self.keeper = keeper
    state = Mutex(ServiceState(sessions: sessions))
    self.specReader = SpecReader(kinds: kinds, data: data, timeZones: timeZones, now: now ?? { WallClock.now })
    self.limits = limits
    self.messageLimits = messageLimits
    self.memory = memory
    sharedMemories = SharedMemories { byteCount in
      do throws(RPCError) {
        try memory?.check(for: byteCount)
        return nil
      } catch {
        return error.message
      }
    }
    memory?.onReport { [weak self] in self?.heldMemory ?? [:] }
    memory?.onPressure { [weak self] in self?.forgetPictures() }
  }

  /// Looks at or changes the state. Subscribers are woken after the lock has been let go, since they may call back, and
  /// memory is freed then.
  ///
  /// Engines, pictures and specs are made outside; a debug build stops where one is made inside. What is kept is changed by
  /// ``change(_:_:_:)``.
  func withState<Result: Sendable, Failure: Error>(
    _ body: (inout ServiceState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (result, aftermath) = try changeState(body)
    aftermath.happen()
    return result
  }

  /// The same for those who have to do something else before subscribers are woken.
  func changeState<Result: Sendable, Failure: Error>(
    _ body: (inout ServiceState) throws(Failure) -> Result
  ) throws(Failure) -> (Result, Aftermath) {
    try state.withLock { state throws(Failure) in
      let result = try ChartService.lightly { () throws(Failure) in try body(&state) }
      let aftermath = Aftermath(wakes: state.wakes, discarded: state.discarded)
      (state.wakes, state.discarded) = ([], [])
      return (result, aftermath)
    }
  }

  /// What is left to do after the state has been changed.
  struct Aftermath: Sendable {
    var wakes: [@Sendable () -> Void] = []
    /// Freed with this.
    var discarded: [any Sendable] = []

    func happen() { for wake in wakes { wake() } }
  }

  /// The same for what is about charts that must be there.
  /// - Throws: -32001, -32002.
  func withCharts<Result: Sendable>(
    _ body: (inout ServiceState) throws(MissingChart) -> Result
  ) throws(RPCError) -> Result {
    do throws(MissingChart) {
      return try withState(body)
    } catch {
      throw error.error
    }
  }

  /// Does what may not be heavy.
  private static func lightly<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if DEBUG
      return try HeavyWork.observing({ assertionFailure("\($0) under the service's lock") }, body)
    #else
      return try body()
    #endif
  }

  /// Checks a spec without making a chart; data that it names are read.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  public func check(spec: JSON) throws(InvalidValue) { _ = try specReader.source(of: spec) }

  // MARK: - Ways in

  /// Notes a way in, so that `session/info` can tell it.
  public func announce(_ connection: Connection) {
    recorder?.note(connection)
    withState { $0.connections.append(connection) }
  }

  /// Notes where memory is handed over, so that `initialize` can tell it.
  public func announce(memorySocket path: String) { withState { $0.memorySocket = path } }

  /// Where memory is handed over, if anywhere.
  var memorySocket: String? { withState { $0.memorySocket } }

  /// The ways in from outside.
  public var connections: [Connection] { withState { $0.connections } }
}
