import CellModel
import ChartCells
import ChartData
import ChartRecording
import ChartService
import JSONModel
import JSONRPC
import OrderedCollections
import POSIX
import TestSupport

/// Recordings of random requests, and what somebody might make of the file.
enum FuzzRecording {
  /// Records some steps.
  /// - Parameter directory: Where the data files are, and the recording meanwhile.
  static func make(of steps: [FuzzStep], directory: String) throws -> [UInt8] {
    let path = directory + "/recording.jsonl"
    unlink(path)
    defer { unlink(path) }
    do {
      let data = DataSource(allowedDirectories: [directory], baseDirectory: directory)
      let recorder = try Recorder(path: path, command: "fuzz", data: data)
      let service = ChartService(data: data, recorder: recorder)
      let cells = CellInterpreter(service: service, session: ChartService.defaultSession, recorder: recorder)
      let peer = service.makePeer()
      for step in steps {
        switch step {
        case .message(let bytes, let buffers):
          _ = peer.receive(bytes, buffers: buffers)
          while peer.nextOutgoing() != nil {}
        case .cell(let code, _): try? cells.run(code, cancellation: Cancellation()) { _ in }
        case .recording: break
        }
      }
      peer.close()
    }
    return try POSIXFile.read(path)
  }

  /// Does a recording again.
  /// - Parameter isIntact: Whether the answers must be those that it holds.
  /// - Returns: Whether it could be read.
  static func replay(_ recording: [UInt8], isIntact: Bool) throws(FuzzFault) -> Bool {
    let outcome: Replay.Outcome
    do throws(RecordingError) {
      outcome = try Replay(recording).run()
    } catch {
      guard !isIntact, !error.message.isEmpty, error.message.utf8.count < 8_000 else {
        throw FuzzFault(reason: "a recording cannot be read: \(error.message.prefix(500))")
      }
      return false
    }
    if isIntact, let difference = outcome.differences.first {
      throw FuzzFault(
        reason: "done again, line \(difference.line) is answered by \(difference.replayed?.prefix(500) ?? "nothing") "
          + "and not by \(difference.recorded?.prefix(500) ?? "nothing")")
    }
    return true
  }
}

extension StepMaker {
  /// The steps that a recording is made of: few, since each is done again many times.
  mutating func recorded() -> [FuzzStep] { (0..<3).map { _ in creation() } + (0..<9).map { _ in next() } }

  /// A recording with faults in it: members of its lines that are another, or bytes.
  mutating func faulty(_ recording: [UInt8]) -> [UInt8] {
    var lines = recording.split(separator: UInt8(ascii: "\n")).map(Array.init)
    for _ in 0..<1 + below(4) {
      let index = below(lines.count)
      if chance(15) {
        lines[index] = mangled(lines[index])
      } else if let json = try? JSON(parsing: lines[index]) {
        lines[index] = spoilt(json).bytes
      }
    }
    if chance(10) { lines.remove(at: below(lines.count)) }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }

  /// The value with one part replaced; deep parts are as likely as others.
  private mutating func spoilt(_ json: JSON) -> JSON {
    switch json {
    case .object(var members) where !members.isEmpty && !chance(5):
      let key = pick(Array(members.keys))
      members[key] = chance(5) ? nil : spoilt(members[key] ?? .null)
      return .object(members)
    case .array(var elements) where !elements.isEmpty && !chance(5):
      let index = below(elements.count)
      elements[index] = spoilt(elements[index])
      return .array(elements)
    case .string(let text) where chance(30): return .string(String(decoding: mangled(Array(text.utf8)), as: UTF8.self))
    default: return sampler.evilValue()
    }
  }
}
