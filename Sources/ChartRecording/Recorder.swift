public import ChartData
import ChartService
import JSONModel
public import JSONRPC
import OrderedCollections
import POSIX
import Synchronization

/// Keeps all that goes in and out of a service in a file, so that ``Replay`` can do it again.
///
/// A line of JSON for each message, each cell, and each thing that was read from outside: tables, time zones, the clock. While
/// a service records, it does one thing after another, whoever asks: the order in the file is the order in which things
/// happened.
public final class Recorder: Sendable {
  /// What the first line says: the version of the format.
  static let version = 1

  private struct State: Sendable {
    var file: Int32
    var lastNumber = 0
    var displayClient: Int?
    /// What must not be in the file, whoever says it where.
    var secret: [UInt8]?
  }

  private let state: Mutex<State>
  private let turn = Mutex(())
  private let start = ContinuousClock.now

  /// Begins a recording.
  /// - Parameters:
  ///   - path: A file that is not there yet; `%p` in it stands for the number of the process. It is its owner's alone.
  ///   - command: What is recorded, such as `stdio`.
  ///   - data: Where specs may read from.
  ///   - memoryLimit: The bytes that the program may have, which it tells its clients.
  /// - Throws: ``RecordingError``.
  public init(
    path: String, command: String, data: DataSource, memoryLimit: Int? = nil
  ) throws(RecordingError) {
    let path = path.replacing("%p", with: "\(getpid())")
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      let reason = errno == EEXIST ? "it is there already; choose another name" : String(cString: strerror(errno))
      throw RecordingError("cannot record into \(path): \(reason)")
    }
    state = Mutex(State(file: file))
    var head: OrderedDictionary<String, JSON> = [
      "recording": .integer(Self.version), "program": .string(ChartService.version), "command": .string(command),
      "allowed": .array(data.allowedDirectories.map { .string($0) }), "base": .string(data.baseDirectory),
    ]
    if let memoryLimit { head["memory"] = .integer(memoryLimit) }
    write(head)
  }

  deinit {
    let file = state.withLock { $0.file }
    if file >= 0 { close(file) }
  }

  /// Leaves a token out of all messages that follow, also where it is not given for one: in a message that is too long or too
  /// broken for that.
  public func conceal(_ token: AccessToken) {
    state.withLock { $0.secret = token.text.isEmpty ? nil : Array(token.text.utf8) }
  }

  /// Does something while nothing else is done that is recorded.
  package func serially<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try turn.withLock { _ throws(Failure) in try body() }
  }

  /// A number for a client or a cell.
  func freshNumber() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  /// The number of all displays together, which take no notifications.
  func displayClient() -> Int {
    if let known = state.withLock({ $0.displayClient }) { return known }
    let number = freshNumber()
    state.withLock { $0.displayClient = number }
    noteOpening(of: number, takesNotifications: false)
    return number
  }

  /// Notes what happened, with the time since the start.
  func note(_ entry: OrderedDictionary<String, JSON>) {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    let microseconds = Double(seconds) * 1e6 + Double(attoseconds / 1_000_000_000_000)
    var members: OrderedDictionary<String, JSON> = ["at": JSON(microseconds / 1e6)]
    members.merge(entry) { $1 }
    write(members)
  }

  /// Notes a message of another protocol, by which requests came or answers went. It is kept to be read: ``Replay`` passes
  /// over it.
  public func note(frames: [[UInt8]], of socket: String, isIncoming: Bool) {
    note(["wire": .string(socket), isIncoming ? "in" : "out": .array(frames.map(Recorder.json))])
  }

  private func write(_ members: OrderedDictionary<String, JSON>) {
    var line = JSON.object(members).bytes
    line.append(UInt8(ascii: "\n"))
    state.withLock { state in
      guard state.file >= 0 else { return }
      do throws(POSIXError) {
        try FileDescriptor(state.file).writeAll(line)
      } catch {
        // What it is kept for matters more than the recording.
        try? FileDescriptor.standardError.writeAll("the recording ends here: \(error)\n")
        close(state.file)
        state.file = -1
      }
    }
  }

  // MARK: - Bytes

  /// Bytes without the token that is not to be kept, and as many: an answer may tell a place in them.
  func withoutSecret(_ bytes: [UInt8]) -> [UInt8] {
    guard let secret = state.withLock({ $0.secret }) else { return bytes }
    let stars = [UInt8](repeating: UInt8(ascii: "*"), count: secret.count)
    return bytes.replacing(secret, with: stars)
  }

  /// Bytes as JSON says them: as text where they are.
  static func json(_ bytes: [UInt8]) -> JSON {
    if let text = String(validating: bytes, as: UTF8.self) { return .string(text) }
    return ["base64": .string(Base64.text(of: bytes))]
  }

  /// - Returns: `nil` for what ``json(_:)`` does not write.
  static func bytes(_ json: JSON?) -> [UInt8]? {
    if let text = json?.stringValue { return Array(text.utf8) }
    return json?["base64"]?.stringValue.flatMap(Base64.bytes)
  }
}

/// Why something cannot be recorded or replayed.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and what to do.
  public var message: String

  init(_ message: String) { self.message = message }

  public var description: String { message }
}
