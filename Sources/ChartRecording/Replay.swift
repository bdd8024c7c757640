import CellModel
import ChartCells
import ChartData
import ChartService
import JSONModel
import JSONRPC
import OrderedCollections

/// Does again what a ``Recorder`` kept, with a service of its own, and compares the answers byte by byte.
///
/// Notifications are not compared: how many there are depends on how fast they were read.
public struct Replay {
  /// An answer that is another one now.
  public struct Difference: Hashable, Sendable {
    /// The line of the recording with the request or cell, from 1.
    public var line: Int
    /// What was asked.
    public var request: String
    /// What was answered then and now; `nil` for nothing.
    public var recorded: String?
    public var replayed: String?
  }

  /// What came of it.
  public struct Outcome: Hashable, Sendable {
    /// How many messages and cells were given again.
    public var requests = 0
    /// How many of their answers were compared.
    public var answers = 0
    public var differences: [Difference] = []
  }

  private let entries: [JSON]
  private let service: ChartService
  private let outside = RecordedOutside()
  /// The version of the program that made the recording.
  public let program: String
  /// The number of the last line, from 1, if that is unfinished: it is left out.
  public let tornLine: Int?

  /// Reads a recording.
  /// - Throws: ``RecordingError`` with the line that is wrong.
  public init(_ bytes: [UInt8]) throws(RecordingError) {
    var entries: [JSON] = []
    var tornLine: Int?
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      do throws(JSONSyntaxError) {
        entries.append(try JSON(parsing: Array(line)))
      } catch {
        // A program that was killed may have left the last line unfinished.
        guard index < lines.count - 1 else {
          tornLine = index + 1
          break
        }
        throw RecordingError("line \(index + 1) is no JSON: \(error.reason)")
      }
    }
    guard let head = entries.first, let version = head["recording"]?.integerValue else {
      throw RecordingError("this is no recording of chart-kernel")
    }
    guard version <= Recorder.version else {
      throw RecordingError("the recording is of a later version, \(version); this program knows \(Recorder.version)")
    }
    self.entries = entries
    self.tornLine = tornLine
    program = head["program"]?.stringValue ?? ""
    let directories = (head["allowed"]?.arrayValue ?? []).compactMap(\.stringValue)
    let base = head["base"]?.stringValue
    // What was refused for want of memory is not: only the limit is told again.
    let memory = head["memory"]?.integerValue.map { MemoryCeiling(limit: $0) { 0 } }
    service = ChartService(
      data: DataSource(allowedDirectories: directories, baseDirectory: base), memory: memory,
      outside: RecordingOutside.replayed(outside))
  }

  // MARK: - Running

  /// Gives everything again.
  public func run() -> Outcome {
    var outcome = Outcome()
    var peers: [Int: any MessageEndpoint] = [:]
    var interpreters: [String: CellInterpreter] = [:]
    var expected = answers
    for (index, entry) in entries.enumerated() {
      outside.set(readings(after: index))
      if let connection = entry["connection"].flatMap({ try? Connection.schema.decode($0) }) {
        service.announce(connection)
      } else if let client = entry["client"]?.integerValue {
        if entry["opens"] != nil {
          peers[client] = service.peer(takesNotifications: entry["notifications"] != false, isSerial: true)
        } else if entry["closes"] != nil {
          peers[client]?.close()
        } else if let peer = peers[client], let answers = give(entry, to: peer) {
          outcome.requests += 1
          let request = String(decoding: Recorder.bytes(entry["in"]) ?? entry["refused"]?.bytes ?? [], as: UTF8.self)
          for answer in answers {
            let recorded = expected[client]?.popFirst()
            outcome.compare(recorded, answer, line: index + 1, request)
          }
        }
      } else if let cell = entry["cell"]?.integerValue, let code = entry["code"]?.stringValue {
        let session = entry["session"]?.stringValue ?? ChartService.defaultSession
        let interpreter = interpreters[session] ?? CellInterpreter(service: service, session: session)
        interpreters[session] = interpreter
        outcome.requests += 1
        outcome.compare(outputs(of: cell, after: index), run(code, in: interpreter), line: index + 1, code)
      }
    }
    for (_, rest) in expected.sorted(by: { $0.key < $1.key }) {
      for recorded in rest { outcome.compare(recorded, nil, line: entries.count, "") }
    }
    return outcome
  }

  /// - Returns: The answers; `nil` if the entry is nothing that a client gave.
  private func give(_ entry: JSON, to peer: any MessageEndpoint) -> [[UInt8]]? {
    var answers: [[UInt8]] = []
    if let message = Recorder.bytes(entry["in"]) {
      let buffers = (entry["buffers"]?.arrayValue ?? []).compactMap(Recorder.bytes)
      if let answer = peer.receive(message, buffers: buffers) { answers.append(answer) }
    } else if let refused = entry["refused"] {
      peer.refuse(
        RPCError(
          code: RPCError.Code(rawValue: refused["code"]?.integerValue ?? 0),
          message: refused["message"]?.stringValue ?? "", data: refused["data"]), id: entry["id"] ?? .null)
    } else {
      return nil
    }
    while let message = peer.nextOutgoing() {
      if !Replay.isNotification(message.bytes) { answers.append(message.bytes) }
    }
    return answers
  }

  private func run(_ code: String, in interpreter: CellInterpreter) -> [JSON] {
    var outputs: [JSON] = []
    do throws(CellError) {
      try interpreter.run(code, cancellation: Cancellation()) { outputs.append(["gives": $0.recorded]) }
    } catch {
      outputs.append(["fails": error.recorded])
    }
    return outputs
  }

  // MARK: - What was recorded

  /// All answers, for each client in order.
  private var answers: [Int: ArraySlice<[UInt8]>] {
    var answers: [Int: ArraySlice<[UInt8]>] = [:]
    for entry in entries {
      guard let client = entry["client"]?.integerValue, let bytes = Recorder.bytes(entry["out"]),
        !Replay.isNotification(bytes)
      else { continue }
      answers[client, default: []].append(bytes)
    }
    return answers
  }

  private func outputs(of cell: Int, after index: Int) -> [JSON] {
    entries[(index + 1)...].lazy.prefix { $0["cell"] == nil || $0["cell"]?.integerValue == cell }
      .compactMap { entry in
        if let output = entry["gives"], entry["cell"] != nil { return ["gives": output] }
        return entry["fails"].map { ["fails": $0] }
      }
  }

  /// What was read from outside for an entry: what follows, until somebody gives something else.
  private func readings(after index: Int) -> [JSON] {
    guard entries[index]["in"] != nil || entries[index]["code"] != nil else { return [] }
    return entries[(index + 1)...].prefix { $0["in"] == nil && $0["code"] == nil }.filter { entry in
      ["table", "rows", "database", "zone", "clock", "file", "picture"].contains { entry[$0] != nil }
    }
  }

  /// Responses begin with their result or error, notifications with their method.
  private static func isNotification(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array(#"{"jsonrpc":"2.0","method":"#.utf8))
  }
}

extension Replay.Outcome {
  mutating func compare(_ recorded: [UInt8]?, _ replayed: [UInt8]?, line: Int, _ request: String) {
    answers += 1
    guard recorded != replayed else { return }
    func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
    differences.append(
      Replay.Difference(line: line, request: request, recorded: text(recorded), replayed: text(replayed)))
  }

  mutating func compare(_ recorded: [JSON], _ replayed: [JSON], line: Int, _ request: String) {
    compare(JSON.array(recorded).bytes, JSON.array(replayed).bytes, line: line, request)
  }
}
