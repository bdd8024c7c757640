import CellModel
import ChartCells
import ChartData
import ChartRecording
import ChartService
import Foundation
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing

@Suite("A recording is done again with the same answers")
struct RecordingTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("name,amount\nA,1\nB,3\n", to: "a.csv")
    try directory.write("day;amount\n17.8.2026;1,5\nNA;2,5\n18.8.2026;NA\n", to: "b.csv")
    try directory.write(#"[{"x": 1, "y": 2}, {"x": 2, "y": 5}]"#, to: "a.json")
  }

  private var path: String { directory.path + "/recording.jsonl" }

  /// Records what a body does to a service, and reads the recording.
  private func record(_ body: (ChartService) throws -> Void) throws -> [UInt8] {
    try record { service, _ in try body(service) }
  }

  private func record(_ body: (ChartService, Recorder) throws -> Void) throws -> [UInt8] {
    let data = DataSource(allowedDirectories: [directory.path], baseDirectory: directory.path)
    do {
      let recorder = try Recorder(path: path, command: "test", data: data)
      try body(ChartService(data: data, recorder: recorder), recorder)
    }
    defer { try? FileManager.default.removeItem(atPath: path) }
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private static func request(_ method: String, _ params: JSON, id: Int = 1) -> [UInt8] {
    let request: JSON = ["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params]
    return request.bytes
  }

  /// Sends a message and reads whatever comes of it.
  private static func send(_ peer: any MessageEndpoint, _ message: [UInt8], buffers: [[UInt8]] = []) {
    _ = peer.receive(message, buffers: buffers)
    while peer.nextOutgoing() != nil {}
  }

  private func replay(_ recording: [UInt8]) throws -> Replay.Outcome { try Replay(recording).run() }

  @Test("Charts, gestures, undo and faults give the same answers, byte by byte")
  func messages() throws {
    let recording = try record { service in
      let peer = service.makePeer()
      Self.send(peer, Self.request("session/subscribe", [:]))
      Self.send(peer, Self.request("chart/create", preparation))
      for (index, method) in ["chart/tap", "chart/hover", "chart/hitTest"].enumerated() {
        Self.send(peer, Self.request(method, ["chart": "spending", "x": 360, "y": 120], id: index))
      }
      for (phase, x) in [("down", 390), ("move", 380), ("up", 370)] {
        Self.send(
          peer,
          Self.request("chart/pointer", ["chart": "spending", "phase": .string(phase), "x": .integer(x), "y": 200]))
      }
      Self.send(peer, Self.request("chart/undo", ["chart": "spending"]))
      Self.send(peer, Self.request("chart/none", [:]))
      Self.send(peer, Array("{".utf8))
      Self.send(peer, [0xFF, 0xFE])
      Self.send(peer, Array("[]".utf8))
      peer.refuse(.limitExceeded("size", allowed: 1, got: 2))
      while peer.nextOutgoing() != nil {}
      Self.send(peer, Self.request("session/export", [:]))
      peer.close()
    }
    let outcome = try replay(recording)
    #expect(outcome.differences.isEmpty)
    #expect(outcome.requests == 15 && outcome.answers == 15)
  }

  @Test("Buffers, and what several clients did in turn")
  func clients() throws {
    let recording = try record { service in
      let peers = [service.makePeer(), service.makePeer(takesNotifications: false)]
      let spec: JSON = ["kind": "line", "series": [["values": ["buffer": 0, "type": "float64"]]]]
      let values = (0..<100).flatMap { withUnsafeBytes(of: Double($0 * $0 % 17)) { Array($0) } }
      Self.send(peers[0], Self.request("chart/create", ["chart": "a", "spec": spec]), buffers: [values])
      for number in 0..<20 {
        Self.send(
          peers[number % 2], Self.request("chart/append", ["chart": "a", "points": [.integer(number)]], id: number))
      }
      for peer in peers { peer.close() }
    }
    let outcome = try replay(recording)
    #expect(outcome.differences.isEmpty && outcome.answers == 21)
  }

  @Test("Tables, time zones, the time and faults of files come from the recording, not from the disk")
  func outside() throws {
    let recording = try record { service in
      let peer = service.makePeer()
      let specs: [JSON] = [
        ["kind": "pie", "data": ["csv": "a.csv", "label": "name", "value": "amount"]],
        ["kind": "pie", "data": ["csv": "none.csv"]],
        ["kind": "pie", "data": ["csv": "/etc/hostname"]],
        ["kind": "pie", "data": ["csv": "a.csv", "label": "name", "value": "amuont"]],
        ["kind": "line", "data": ["json": "a.json", "x": "x", "y": "y"]],
        ["kind": "line", "data": ["csv": "b.csv", "x": "day", "y": "amount"]],
        [
          "kind": "line", "x": ["timeZone": "Europe/Berlin", "scale": "time", "values": ["2026-01-01", "2026-02-01"]],
          "series": [["values": [1, 2]]],
        ],
        ["kind": "line", "x": ["timeZone": "Europe/Berlyn", "scale": "time"], "series": [["values": [1]]]],
        ["kind": "bar", "x": ["lastDays": 7], "series": [["values": [1, 2, 3, 4, 5, 6, 7]]]],
      ]
      for (index, spec) in specs.enumerated() {
        Self.send(peer, Self.request("chart/create", ["spec": spec], id: index))
      }
    }
    for file in ["a.csv", "b.csv", "a.json"] { try FileManager.default.removeItem(atPath: directory.path + "/" + file) }
    let outcome = try replay(recording)
    #expect(outcome.differences.isEmpty, "\(outcome.differences.first?.recorded ?? "")")
    #expect(outcome.answers == 9)
    // And they were read: half of the answers are pictures.
    #expect(String(decoding: recording, as: UTF8.self).components(separatedBy: "</svg>").count >= 5)
  }

  @Test("Cells with what they show, their faults, and files that are not written again")
  func cells() throws {
    let recording = try record { service, recorder in
      let cells = CellInterpreter(service: service, session: ChartService.defaultSession, recorder: recorder)
      for code in [
        "kind: pie\nid: a\nslices: [{label: A, value: 1}, {label: B, value: 2}]", "%tap a 360 120", "angle = 30",
        "%rotate a $angle", "%tpa a", "%export a out.svg", "%export a /nowhere/out.svg", "%tap?",
        #"{"jsonrpc": "2.0", "id": 1, "method": "chart/list"}"#,
      ] { try? cells.run(code, cancellation: Cancellation()) { _ in } }
    }
    let file = directory.path + "/out.svg"
    try FileManager.default.removeItem(atPath: file)
    let outcome = try replay(recording)
    #expect(outcome.differences.isEmpty && outcome.requests == 9)
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("While it records, a service does one thing after another: the order in the file is that of the changes")
  func order() async throws {
    let recording = try record { service in
      let peers = (0..<4).map { _ in service.makePeer() }
      Self.send(peers[0], Self.request("chart/create", preparation))
      DispatchQueue.concurrentPerform(iterations: 4) { number in
        for step in 0..<50 {
          let by = JSON.integer(number * 50 + step)
          Self.send(peers[number], Self.request("chart/rotate", ["chart": "spending", "by": by], id: step))
          if step.isMultiple(of: 10) {
            Self.send(
              peers[number], Self.request("chart/update", ["chart": "spending", "patch": ["title": by]], id: step))
          }
        }
      }
    }
    let outcome = try replay(recording)
    #expect(outcome.differences.isEmpty && outcome.answers == 1 + 4 * 55)
  }

  @Test("An answer that is another one is shown with the request's line, and one that is missing")
  func differences() throws {
    let recording = try record { service in
      let peer = service.makePeer()
      Self.send(peer, Self.request("chart/create", preparation))
      Self.send(peer, Self.request("chart/rotate", ["chart": "spending", "by": 30, "render": false]))
    }
    let text = String(decoding: recording, as: UTF8.self)
    let changed = try replay(Array(text.replacing(#"\"by\":30"#, with: #"\"by\":31"#).utf8))
    #expect(changed.differences.count == 1 && changed.differences.first?.line == 5)
    var lines = text.split(separator: "\n")
    lines.removeLast()
    let missing = try replay(Array(lines.joined(separator: "\n").utf8))
    #expect(missing.differences.count == 1 && missing.differences.first?.recorded == nil)
  }

  @Test("A row of a recording that no file has is called by the first one's name, and nothing dies of it")
  func impossibleRow() throws {
    try directory.write("name,amount\nA,1\nB,many\n", to: "c.csv")
    let spec: JSON = ["kind": "pie", "data": ["csv": "c.csv", "label": "name", "value": "amount"]]
    let recording = try record { service in
      Self.send(service.makePeer(), Self.request("chart/create", ["spec": spec]))
    }
    let text = String(decoding: recording, as: UTF8.self)
    let changed = try replay(Array(text.replacing("[1,[\"B\"", with: "[\(Int.max),[\"B\"").utf8))
    let difference = try #require(changed.differences.first)
    #expect(difference.recorded?.contains("row 3, column 'amount'") == true)
    #expect(difference.replayed?.contains("row 2, column 'amount'") == true)
  }

  @Test("A recording that was cut off is done as far as it goes; what is none is refused")
  func faults() throws {
    let recording = try record { service in Self.send(service.makePeer(), Self.request("chart/list", [:])) }
    let torn = try Replay(recording + Array(#"{"at": 3, "cli"#.utf8))
    #expect(torn.run().differences.isEmpty)
    #expect(torn.tornLine == String(decoding: recording, as: UTF8.self).split(separator: "\n").count + 1)
    #expect(try Replay(recording).tornLine == nil)
    for text in ["", "{}", "hello\n{}", #"{"recording": 99}"#, "[]"] {
      #expect(throws: RecordingError.self, "\(text)") { try Replay(Array(text.utf8)) }
    }
    #expect(throws: RecordingError.self) {
      try Recorder(path: directory.path + "/a.csv", command: "test", data: DataSource())
    }
  }
}
