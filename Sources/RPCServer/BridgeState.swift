import DequeModule
import Dispatch
import JSONModel
import JSONRPC
import Synchronization
import ZeroMQ

/// What a ``RPCBridge`` keeps, for the loop's thread and those of the transport.
final class BridgeState: Sendable {
  fileprivate struct State: Sendable {
    /// What the client has not been given yet, oldest first.
    var inbox: Deque<OutgoingMessage> = []
    var inboxSize = 0
    var isHeldBack = false
    var wake: @Sendable () -> Void = {}
    var isSignalled = false

    /// Whether the server takes less than the client sends.
    var isSlow = false
    var connection: ConnectionEvent?
    var isLost = false
    var isShutDown = false
    var exitCode: Int32?
    /// The id of the bridge's own first request, until it is answered, and the answer.
    var firstID: String?
    var firstAnswer: JSON?
    /// The id of the bridge's own last request, until it is answered.
    var lastID: String?
    var isClosed = false
  }

  private let state = Mutex(State())
  private let connected = DispatchSemaphore(value: 0)
  private let introduced = DispatchSemaphore(value: 0)

  // MARK: - The connection

  func note(_ event: ConnectionEvent) {
    let isFirst = state.withLock { state in
      let isFirst = state.connection == nil
      // Whoever waits for the first may come when libzmq has ended a connection that was refused.
      if isFirst { state.connection = event }
      return isFirst
    }
    if isFirst {
      connected.signal()
    } else if event == .lost {
      introduced.signal()
      // Nothing that was asked for will be answered, so the client had better hear of it.
      wake { state in
        guard !state.isClosed, state.exitCode == nil else { return }
        state.isLost = true
        state.exitCode = 1
      }
    }
  }

  /// - Returns: What came first; `nil` after the time.
  func awaitConnection(_ patience: Duration) -> ConnectionEvent? {
    guard connected.wait(patience) else { return nil }
    return state.withLock { $0.connection }
  }

  /// The bridge's own first request, by which it gives the server's token.
  func introduction(_ token: AccessToken) -> [UInt8] {
    state.withLock { state in
      let id = BridgeState.freshID()
      state.firstID = id
      let who: JSON = ["protocolVersion": "1.0", "clientInfo": ["name": "chart-kernel stdio"]]
      let params = who.setting(Introduction.member, .string(token.text))
      let request: JSON = [
        "jsonrpc": "2.0", "id": .string(id), "method": .string(Introduction.method), "params": params,
      ]
      return request.bytes
    }
  }

  /// - Returns: The answer to it; `nil` if there is none in time, or the server has gone.
  func awaitIntroduction(_ patience: Duration) -> JSON? {
    guard introduced.wait(patience) else { return nil }
    return state.withLock { $0.firstAnswer }
  }

  private static func freshID() -> String { "bridge-\(UInt64.random(in: 0 ... .max))" }

  var isLost: Bool { state.withLock { $0.isLost } }

  // MARK: - From the server

  /// - Returns: Whether more than `limit` waits for the client, so that the server is to be held back.
  func receive(_ message: OutgoingMessage, limit: Int) -> Bool {
    if state.withLock({ $0.takesAsFirst(message) }) {
      introduced.signal()
      return false
    }
    return wake { state in
      guard !state.isClosed, !state.takesAsLast(message) else { return false }
      state.append(message)
      if state.inboxSize > limit { state.isHeldBack = true }
      return state.isHeldBack
    }
  }

  func setSlow(_ isSlow: Bool) { state.withLock { $0.isSlow = isSlow } }

  // MARK: - From the client

  /// The longest `shutdown` or `exit` that is understood: nobody gives them parameters.
  private static let goodbyeSize = 200

  /// The server forgets a client that says `exit`, and stays: to end is the bridge's part.
  func noteGoodbye(in message: [UInt8]) {
    guard message.count <= Self.goodbyeSize, let method = (try? JSON(parsing: message))?["method"] else { return }
    if method == "shutdown" {
      state.withLock { $0.isShutDown = true }
    } else if method == "exit" {
      wake { $0.exitCode = $0.isShutDown ? 0 : 1 }
    }
  }

  /// The bridge's own last request, which changes nothing; `nil` if it was sent.
  func askLast() -> [UInt8]? {
    state.withLock { state in
      guard state.lastID == nil, state.exitCode == nil else { return nil }
      let id = BridgeState.freshID()
      state.lastID = id
      let request: JSON = ["jsonrpc": "2.0", "id": .string(id), "method": "$/cancelRequest", "params": ["id": "none"]]
      return request.bytes
    }
  }

  // MARK: - To the client

  func give(_ message: OutgoingMessage) { wake { $0.append(message) } }

  /// - Returns: The next message, and whether the server can go on after it was held back.
  func next(resumingBelow limit: Int) -> (OutgoingMessage?, hasRoom: Bool) {
    state.withLock { state in
      let message = state.popFirst()
      if message == nil { state.isSignalled = false }
      let hasRoom = state.isHeldBack && state.inboxSize <= limit
      if hasRoom { state.isHeldBack = false }
      return (message, hasRoom)
    }
  }

  func setWake(_ wake: @escaping @Sendable () -> Void) {
    self.wake { state in
      state.wake = wake
      // Whoever listens now has not heard of what is already there.
      state.isSignalled = false
    }
  }

  // MARK: - Where it stands

  func isOverflowing(_ limit: Int) -> Bool { state.withLock { $0.isSlow || $0.inboxSize > limit } }

  var isIdle: Bool { state.withLock { $0.inboxSize == 0 && ($0.lastID == nil || $0.exitCode != nil) } }

  var exitCode: Int32? { state.withLock { $0.exitCode } }

  func close() { state.withLock { $0.isClosed = true } }

  /// Changes the state, and then wakes the transport if there is something that it does not know of.
  private func wake<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
    let (result, wake) = state.withLock { state in
      let code = state.exitCode
      let result = change(&state)
      let isNew = !state.isSignalled && state.inboxSize > 0
      if isNew { state.isSignalled = true }
      return (result, isNew || state.exitCode != code ? state.wake : nil)
    }
    wake?()
    return result
  }
}

extension BridgeState.State {
  mutating func append(_ message: OutgoingMessage) {
    inbox.append(message)
    inboxSize += message.size
  }

  mutating func popFirst() -> OutgoingMessage? {
    guard let message = inbox.popFirst() else { return nil }
    inboxSize -= message.size
    return message
  }

  /// Whether this answers the bridge's own first request, and so is not for the client.
  mutating func takesAsFirst(_ message: OutgoingMessage) -> Bool {
    guard let id = firstID, let answer = message.value, answer["id"] == .string(id) else { return false }
    firstID = nil
    firstAnswer = answer
    return true
  }

  /// Whether this answers the bridge's own last request, and so is not for the client.
  mutating func takesAsLast(_ message: OutgoingMessage) -> Bool {
    // Responses end with the id.
    guard let id = lastID, message.bytes.count < 1_000, message.bytes.suffix(id.utf8.count + 2).starts(with: id.utf8)
    else { return false }
    lastID = nil
    return true
  }
}

extension OutgoingMessage {
  /// Never 0, so that what waits can be counted by it.
  fileprivate var size: Int { bytes.count + buffers.reduce(1) { $0 + $1.count } }
}

extension DispatchSemaphore {
  /// - Returns: Whether it was signalled within the time.
  fileprivate func wait(_ patience: Duration) -> Bool {
    let (seconds, attoseconds) = patience.components
    let milliseconds = Int(clamping: seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
    return wait(timeout: .now() + .milliseconds(milliseconds)) == .success
  }
}
