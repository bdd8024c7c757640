import CellModel
import ChartCells
import ChartData
import ChartService
public import JSONModel
import JSONRPC
import OrderedCollections
import TestSupport
import YAMLText

/// Gives a service what nobody would send it, and looks at what becomes of it.
///
/// Steps come in rounds, each with a service and a seed of its own: a round is all that it takes to do a fault again.
public final class RequestFuzzer {
  /// What a service must never do.
  public struct Finding: Sendable, CustomStringConvertible {
    public var seed: UInt64
    public var step: Int
    public var reason: String
    public var input: String

    public var description: String {
      "seed \(seed), step \(step): \(reason)\n  \(input.prefix(2_000))"
    }
  }

  /// How many steps a round has.
  public static let roundLength = 60

  /// How many messages, cells and recordings were given.
  public private(set) var steps = 0
  /// How many of them were answered without an error.
  public private(set) var successes = 0
  public private(set) var findings: [Finding] = []
  /// Called before each step with the round's seed and the step as one line of JSON.
  private let journal: (UInt64, JSON) -> Void
  private let directory: FuzzDirectory

  /// - Parameter directory: An empty one for data files that specs name.
  public init(directory: String, journal: @escaping (UInt64, JSON) -> Void = { _, _ in }) throws {
    self.directory = FuzzDirectory(path: directory)
    self.journal = journal
  }

  /// Does one round.
  public func run(seed: UInt64) {
    var maker = StepMaker(seed: seed)
    directory.write(FuzzFiles.texts(&maker.sampler))
    let round = Round(seed: seed, directory: directory.path)
    for index in 0..<RequestFuzzer.roundLength {
      let step = index < 4 ? maker.creation() : maker.next()
      // What is looked at afterwards, such as undo, changes the charts too.
      let check = maker.below(100)
      journal(seed, step.json.merging(patch: ["check": .integer(check)]))
      perform(step, in: round, index, check: check)
    }
    if seed % 4 == 0 { replayRecordings(&maker, in: round) }
  }

  /// Records some steps, and does what was recorded again: as it is, then with faults in it.
  private func replayRecordings(_ maker: inout StepMaker, in round: Round) {
    let recording: [UInt8]
    do {
      recording = try FuzzRecording.make(of: maker.recorded(), directory: directory.path)
    } catch {
      findings.append(Finding(seed: round.seed, step: RequestFuzzer.roundLength, reason: "\(error)", input: ""))
      return
    }
    for index in 0..<20 {
      let step = FuzzStep.recording(index == 0 ? recording : maker.faulty(recording), isIntact: index == 0)
      journal(round.seed, step.json)
      perform(step, in: round, RequestFuzzer.roundLength + index, check: 99)
    }
  }

  /// Does the steps of a journal again.
  public func replay(_ lines: [JSON], seed: UInt64) {
    var maker = StepMaker(seed: seed)
    directory.write(FuzzFiles.texts(&maker.sampler))
    let round = Round(seed: seed, directory: directory.path)
    for (index, line) in lines.enumerated() {
      if let step = FuzzStep(line) { perform(step, in: round, index, check: line["check"]?.integerValue ?? 99) }
    }
  }

  private func perform(_ step: FuzzStep, in round: Round, _ index: Int, check: Int) {
    steps += 1
    do throws(FuzzFault) {
      switch step {
      case .message(let bytes, let buffers):
        if try round.give(bytes, buffers, check: check) { successes += 1 }
      case .cell(let code, let cursor):
        if try round.run(code, cursor: cursor) { successes += 1 }
      case .recording(let bytes, let isIntact):
        if try FuzzRecording.replay(bytes, isIntact: isIntact) { successes += 1 }
      }
    } catch {
      findings.append(Finding(seed: round.seed, step: index, reason: error.reason, input: step.json.text))
    }
  }
}

/// What is wrong with an answer.
struct FuzzFault: Error {
  var reason: String
}

/// A service during one round, with what must be so after each step.
private final class Round {
  let seed: UInt64
  private let service: ChartService
  private let subscriber: Subscriber
  private let cells: CellInterpreter

  init(seed: UInt64, directory: String) {
    self.seed = seed
    service = ChartService(
      data: DataSource(allowedDirectories: [directory], baseDirectory: directory), now: { 1_790_000_000 })
    FuzzMemories.give(to: service.sharedMemories, directory: directory, seed: seed)
    subscriber = Subscriber(service: service)
    cells = CellInterpreter(service: service, session: ChartService.defaultSession)
    // It is there, so this cannot fail; and if it did, nothing would be told.
    try? subscriber.subscribe()
  }

  // MARK: - Messages

  /// - Returns: Whether it was answered, and not by an error.
  func give(_ bytes: [UInt8], _ buffers: [[UInt8]], check: Int) throws(FuzzFault) -> Bool {
    let request = try? JSON(parsing: bytes)
    let method = request?["method"]?.stringValue ?? ""
    let before = check < 4 ? exported : nil
    let picture = (4..<10).contains(check) ? request.flatMap(picture) : nil
    let answer = service.respond(to: bytes, subscriber: subscriber, buffers: buffers)
    let isSuccess = try examine(answer, to: request)
    if let before, let request, request.objectValue != nil, !isSuccess, answer != nil, before != exported {
      throw FuzzFault(reason: "an error changed the session")
    }
    if let picture, isSuccess, let answer { try undo(method, picture, answer) }
    if check == 10 { try move() }
    while let message = subscriber.next().message {
      guard let notification = try? JSON(parsing: message.bytes), notification["method"]?.stringValue != nil else {
        throw FuzzFault(
          reason: "a notification is no JSON: \(String(decoding: message.bytes.prefix(500), as: UTF8.self))")
      }
      try examinePictures(in: notification)
    }
    return isSuccess
  }

  private func examine(_ answer: [UInt8]?, to request: JSON?) throws(FuzzFault) -> Bool {
    guard let answer else {
      guard request?["id"] == nil || request?["result"] != nil || request?["error"] != nil else {
        throw FuzzFault(reason: "a request without answer")
      }
      return false
    }
    guard let json = try? JSON(parsing: answer, depthLimit: 2_000) else {
      throw FuzzFault(reason: "an answer that is no JSON: \(String(decoding: answer.prefix(500), as: UTF8.self))")
    }
    guard case .array(let answers) = json else { return try examine(json, to: request?["id"]) }
    guard !answers.isEmpty else { throw FuzzFault(reason: "an empty batch of answers") }
    for answer in answers { _ = try examine(answer, to: nil) }
    return false
  }

  /// - Parameter id: The request's, where it is known.
  private func examine(_ answer: JSON, to id: JSON?) throws(FuzzFault) -> Bool {
    guard answer["jsonrpc"] == "2.0", let given = answer["id"] else {
      throw FuzzFault(reason: "no answer of JSON-RPC: \(answer.text.prefix(500))")
    }
    switch id {
    case .string, .integer, .number, .literal:
      guard given == id else { throw FuzzFault(reason: "the id \(given.text.prefix(100)) instead") }
    default: break
    }
    guard (answer["result"] != nil) != (answer["error"] != nil) else {
      throw FuzzFault(reason: "neither result nor error, or both: \(answer.text.prefix(500))")
    }
    if let error = answer["error"] {
      guard let code = error["code"]?.integerValue, let message = error["message"]?.stringValue, !message.isEmpty else {
        throw FuzzFault(reason: "an error without code or message: \(error.text.prefix(500))")
      }
      if code == -32603 { throw FuzzFault(reason: "an internal error: \(message.prefix(500))") }
      if message.utf8.count > 8_000 {
        throw FuzzFault(reason: "a message of \(message.utf8.count) bytes: \(message.prefix(300))")
      }
      return false
    }
    try examinePictures(in: answer)
    return true
  }

  private func examinePictures(in json: JSON) throws(FuzzFault) {
    switch json {
    case .string(let text) where text.hasPrefix("<svg xmlns"):
      if let fault = PictureCheck.fault(in: text) { throw FuzzFault(reason: "a faulty picture: \(fault)") }
    case .array(let elements): for element in elements { try examinePictures(in: element) }
    case .object(let members): for member in members.values { try examinePictures(in: member) }
    default: break
    }
  }

  // MARK: - What must stay, or come back

  private var exported: JSON? { try? service.call("session/export") }

  private func svg(_ chart: JSON, in session: JSON = "default") -> JSON? {
    (try? service.call("chart/render", params: ["chart": chart, "session": session]))?["svg"]
  }

  /// Changes that are a step of their own.
  private static let undoable: Set = [
    "chart/update", "chart/append", "chart/tap", "chart/rotate", "chart/highlight", "chart/toggle", "chart/key",
    "chart/scroll", "chart/zoom", "chart/reset",
  ]

  /// The picture of the chart that a request is about to change.
  private func picture(before request: JSON) -> (chart: JSON, svg: JSON, revision: Int)? {
    guard Round.undoable.contains(request["method"]?.stringValue ?? ""), let chart = request["params"]?["chart"],
      request["params"]?["session"] ?? "default" == "default", let svg = svg(chart),
      let description = try? service.call("chart/get", params: ["chart": chart]),
      description["state"]?["spin"] == nil, description["state"]?["glide"] == nil,
      description["state"]?["animation"] == nil, let revision = description["revision"]?.integerValue
    else { return nil }
    return (chart, svg, revision)
  }

  private func undo(
    _ method: String, _ before: (chart: JSON, svg: JSON, revision: Int), _ answer: [UInt8]
  ) throws(FuzzFault) {
    guard let result = (try? JSON(parsing: answer))?["result"], let revision = result["revision"]?.integerValue,
      revision > before.revision, result["changed"] != false
    else { return }
    guard (try? service.call("chart/undo", params: ["chart": before.chart]))?["changed"] == true else {
      throw FuzzFault(reason: "\(method) cannot be undone")
    }
    guard svg(before.chart) == before.svg else { throw FuzzFault(reason: "another picture after \(method) was undone") }
    guard (try? service.call("chart/redo", params: ["chart": before.chart]))?["changed"] == true else {
      throw FuzzFault(reason: "\(method) cannot be done again")
    }
  }

  /// Takes the session elsewhere.
  private func move() throws(FuzzFault) {
    guard let document = exported?["document"] else { return }
    do {
      let result = try service.call("session/import", params: ["document": document, "session": "elsewhere"])
      for chart in result["charts"]?.arrayValue ?? [] {
        guard svg(chart) == svg(chart, in: "elsewhere") else {
          throw FuzzFault(reason: "\(chart.text) looks different elsewhere")
        }
      }
      _ = try service.call("session/close", params: ["session": "elsewhere"])
    } catch let fault as FuzzFault {
      throw fault
    } catch {
      throw FuzzFault(reason: "an export cannot be imported: \(error)")
    }
  }

  // MARK: - Cells

  func run(_ code: String, cursor: Int) throws(FuzzFault) -> Bool {
    let count = code.unicodeScalars.count
    let completions = cells.completions(of: code, at: cursor)
    guard 0 <= completions.start, completions.start <= completions.end, completions.end <= count else {
      throw FuzzFault(reason: "completions from \(completions.start) to \(completions.end) of \(count)")
    }
    _ = cells.inspect(code, at: cursor)
    _ = cells.completeness(of: code)
    do {
      try cells.run(code, cancellation: Cancellation()) { _ in }
      return true
    } catch {
      guard error.line ?? 1 >= 1, error.column ?? 1 >= 1 else {
        throw FuzzFault(reason: "a fault in no line: \(error)")
      }
      return false
    }
  }
}
