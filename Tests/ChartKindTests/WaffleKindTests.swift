import CellModel
import ChartCells
import ChartModel
import ChartService
import JSONModel
import JSONRPC
import OrderedCollections
import POSIX
import RPCServer
import RPCStdio
import Testing
import ZeroMQ

/// The waffle of all tests: half of the squares, three tenths, two tenths.
private let spec: JSON = [
  "kind": "waffle", "id": "energy",
  "parts": [
    ["label": "Wind", "value": 50], ["label": "Sun", "value": 30], ["label": "Water", "value": 20],
  ],
]

private func service() -> ChartService { ChartService(kinds: .standard.adding(.waffle)) }

/// A place in the first row, and one in the last, of 640 × 360 px.
private let inWind: JSON = ["chart": "energy", "x": 320, "y": 20]
private let inWater: JSON = ["chart": "energy", "x": 320, "y": 330]

@Suite("A kind of somebody else's is a kind like any other", .timeLimit(.minutes(2)))
struct WaffleKindTests {
  @Test("A hundred squares are shared out by the largest remainders")
  func shares() {
    #expect(WaffleLayout.counts([50, 30, 20]) == [50, 30, 20])
    #expect(WaffleLayout.counts([1, 1, 1]) == [34, 33, 33])
    #expect(WaffleLayout.counts([0, 0]) == [0, 0])
    for first in 0...100 {
      let counts = WaffleLayout.counts([Double(first), Double(100 - first) / 3, 7.5])
      #expect(counts.reduce(0, +) == 100, "\(counts)")
    }
  }

  @Test("It is drawn: valid SVG in which each part has its squares, its words and its path")
  func picture() throws {
    let service = service()
    let made = try service.call("chart/create", params: ["spec": spec])
    let drawn = DrawnMarks(try #require(made["display"]?["image/svg+xml"]?.stringValue))
    #expect(drawn.fault == nil)
    #expect(drawn.marks.map(\.label) == ["Wind: 50 of 100", "Sun: 30 of 100", "Water: 20 of 100"])
    #expect(drawn.marks.map(\.squares.count) == [50, 30, 20])
    #expect(drawn.marks.map { $0.attributes["aria-roledescription"] } == ["part", "part", "part"])
    #expect(drawn.marks.map { $0.attributes["data-path"] } == ["0", "1", "2"])
    #expect(drawn.root["role"] == "graphics-document document" && drawn.root["aria-labelledby"] != nil)
    let places = drawn.marks.flatMap(\.squares)
    #expect(
      Set(places.map { ($0.x * 100).rounded() }).count == 10 && Set(places.map { ($0.y * 100).rounded() }).count == 10)
    #expect(made["display"]?["text/plain"] == "Waffle chart: Wind: 50 of 100, Sun: 30 of 100, Water: 20 of 100.")
  }

  @Test("What is seen is what is hit: the middle of each square is its part's")
  func hits() throws {
    let service = service()
    let made = try service.call("chart/create", params: ["spec": spec])
    let drawn = DrawnMarks(try #require(made["display"]?["image/svg+xml"]?.stringValue))
    for (part, mark) in drawn.marks.enumerated() {
      for square in mark.squares {
        let hit = try service.call(
          "chart/hitTest", params: ["chart": "energy", "x": .number(square.x), "y": .number(square.y)])
        #expect(hit["hit"]?["index"] == .integer(part) && hit["hit"]?["kind"] == "point", "\(square)")
      }
    }
    #expect(try service.call("chart/hitTest", params: ["chart": "energy", "x": 1, "y": 1])["hit"]?["kind"] == "none")
  }

  @Test(
    "Keys lead round, to the first and the last part, and to none",
    arguments: [
      (["ArrowRight"], 0), (["ArrowRight", "ArrowRight"], 1), (["ArrowLeft"], 2), (["End"], 2),
      (["End", "ArrowDown"], 0),
      (["End", "Home"], 0), (["Home", "ArrowUp"], 2), (["Home", "Escape"], nil),
    ] as [([String], Int?)])
  func keys(_ keys: [String], _ part: Int?) throws {
    let service = service()
    _ = try service.call("chart/create", params: ["spec": spec])
    var answer: JSON = .null
    for key in keys { answer = try service.call("chart/key", params: ["chart": "energy", "key": .string(key)]) }
    #expect(answer["selection"]?["index"]?.integerValue == part)
    let svg = try #require(try service.call("chart/render", params: ["chart": "energy"])["svg"]?.stringValue)
    #expect(DrawnMarks(svg).marks.firstIndex { $0.label.hasSuffix(", selected") } == part)
  }

  @Test("It is tapped, walked through by keys, highlighted, undone and done again")
  func interaction() throws {
    let service = service()
    _ = try service.call("chart/create", params: ["spec": spec])
    let untouched = try service.call("chart/render", params: ["chart": "energy"])["svg"]
    let tapped = try service.call("chart/tap", params: inWater)
    #expect(tapped["selection"] == ["series": 0, "index": 2])
    #expect(tapped["hit"]?["label"] == "Water" && tapped["marker"]?["text"] == "Water: 20 of 100")
    #expect(tapped["events"]?[0]?["type"] == "valueSelected")
    #expect(
      try service.call("chart/key", params: ["chart": "energy", "key": "ArrowRight"])["selection"]?["index"] == 0)
    #expect(try service.call("chart/highlight", params: ["chart": "energy", "index": 1])["selection"]?["index"] == 1)
    for _ in 0..<3 { _ = try service.call("chart/undo", params: ["chart": "energy"]) }
    #expect(try service.call("chart/render", params: ["chart": "energy"])["svg"] == untouched)
    #expect(try service.call("chart/redo", params: ["chart": "energy"])["selection"]?["index"] == 2)
  }

  @Test("What makes no sense for it is refused, with the place")
  func faults() throws {
    let service = service()
    _ = try service.call("chart/create", params: ["spec": spec])
    for (method, params, path) in [
      ("chart/create", ["spec": ["kind": "waffle", "parts": [["label": "A", "value": -1]]]], "spec.parts[0].value"),
      ("chart/create", ["spec": ["kind": "waffel"]], "spec.kind"),
      ("chart/highlight", ["chart": "energy", "index": 3], "index"),
      ("chart/highlight", ["chart": "energy", "x": 1], "x"),
      ("chart/scroll", ["chart": "energy", "by": 10], "chart"),
      ("chart/append", ["chart": "energy", "points": [["Tides", 5], 1]], "points[1]"),
      ("chart/append", ["chart": "energy", "points": [["Tides", -5]]], "points[0]"),
    ] as [(String, JSON, String)] {
      let error = #expect(throws: RPCError.self) { try service.call(method, params: params) }
      #expect(error?.data?["path"]?.stringValue == path, "\(method): \(error?.message ?? "")")
    }
    #expect(try service.call("chart/sliceAt", params: ["chart": "energy", "angle": 0]) == ["index": -1])
  }

  @Test("Since it declares what a point is to it, parts are added to it as points to a plot, undone and exported")
  func appending() throws {
    let service = service()
    _ = try service.call("chart/create", params: ["spec": spec])
    _ = try service.call("chart/tap", params: inWind)
    let params: JSON = ["chart": "energy", "points": [["Tides", 60], ["x": "Heat", "y": 40]]]
    let appended = try service.call("chart/append", params: params)
    let svg = try #require(appended["display"]?["image/svg+xml"]?.stringValue)
    #expect(DrawnMarks(svg).marks.map(\.squares.count) == [25, 15, 10, 30, 20])
    let parts = try service.call("chart/get", params: ["chart": "energy"])["spec"]?["parts"]?.arrayValue
    #expect(parts?.last == ["label": "Heat", "value": 40])
    let nothing = try service.call("chart/append", params: ["chart": "energy", "points": []])
    #expect(nothing["revision"] == appended["revision"])
    let other = self.other
    _ = try other.call(
      "session/import", params: ["document": try #require(try service.call("session/export")["document"])])
    #expect(try other.call("chart/render", params: ["chart": "energy"])["svg"] == .string(svg))
    let undone = try other.call("chart/undo", params: ["chart": "energy"])
    #expect(undone["selection"]?["index"] == 0)
    let drawn = DrawnMarks(try #require(undone["display"]?["image/svg+xml"]?.stringValue))
    #expect(drawn.marks.map(\.squares.count) == [50, 30, 20])
  }

  @Test("A session with it is exported and imported, with its history")
  func documents() throws {
    let service = service()
    _ = try service.call("chart/create", params: ["spec": spec])
    _ = try service.call("chart/tap", params: inWind)
    let document = try #require(try service.call("session/export")["document"])
    let other = self.other
    _ = try other.call("session/import", params: ["document": document])
    #expect(
      try other.call("chart/render", params: ["chart": "energy"])["svg"]
        == service.call("chart/render", params: ["chart": "energy"])["svg"])
    #expect(try other.call("chart/undo", params: ["chart": "energy"])["selection"] == .null)
    // Where nobody knows waffles the document is refused.
    #expect(throws: RPCError.self) { try ChartService().call("session/import", params: ["document": document]) }
  }

  private var other: ChartService { service() }

  @Test("rpc.discover, the JSON Schema and initialize know it")
  func description() throws {
    let service = service()
    let schemas = try #require(try service.call("rpc.discover")["components"]?["schemas"])
    #expect(schemas["Waffle"]?["properties"]?["parts"]?["description"] == "The parts, from the top row on.")
    #expect(service.kinds.jsonSchema["$defs"]?["WafflePart"]?["required"] == ["label", "value"])
    #expect(service.kinds.jsonSchema["oneOf"]?.arrayValue?.contains(["$ref": "#/$defs/Waffle"]) ?? false)
    let kinds = try service.call("initialize", params: ["protocolVersion": "1.0"])["capabilities"]?["kinds"]
    #expect(
      kinds == [
        "pie", "line", "bar", "scatter", "candlestick", "histogram", "box", "heatmap", "waterfall", "bullet",
        "combined", "radar", "polar",
        "gauge",
        "funnel", "treemap", "layout",
        "waffle",
      ])
    #expect(try ChartService().call("rpc.discover")["components"]?["schemas"]?["Waffle"] == nil)
  }

  @Test("A cell makes it, and what is typed is completed and explained")
  func cells() throws {
    let cells = CellInterpreter(service: service(), session: ChartService.defaultSession)
    var outputs: [CellOutput] = []
    try cells.run(
      """
      kind: waffle
      id: energy
      parts: [{label: Wind, value: 50}, {label: Sun, value: 50}]
      ---
      %tap energy 320 20
      """, cancellation: Cancellation()
    ) { outputs.append($0) }
    #expect(outputs.count { if case .display = $0 { true } else { false } } == 2)
    func completions(_ text: String) -> [String] { cells.completions(of: text, at: text.unicodeScalars.count).matches }
    #expect(completions("kind: waf") == ["waffle"])
    #expect(completions("kind: waffle\npar").contains { $0.hasPrefix("parts") })
    let inspection = cells.inspect("kind: waffle\nparts: []", at: 15)
    #expect(inspection?.plain.contains("The parts, from the top row on.") ?? false)
  }

  @Test("The help of commands and methods that take a spec tells what it has, and so does the help of their parameter")
  func help() throws {
    let cells = CellInterpreter(service: service(), session: ChartService.defaultSession)
    func text(_ code: String) throws -> String {
      var text = ""
      try cells.run(code, cancellation: Cancellation()) { output in
        switch output {
        case .page(let bundle), .result(let bundle): text += bundle.data["text/plain"]?.stringValue ?? ""
        default: break
        }
      }
      return text
    }
    let keys = ", parts, gap"
    #expect(try text("%create?").contains(keys))
    #expect(try text("%help create").contains(keys))
    #expect(try text("?chart/create").contains(keys))
    #expect(cells.inspect("%create", at: 3)?.plain.contains(keys) == true)
    #expect(cells.inspect("%create spec=", at: 10)?.plain.contains(keys) == true)
    #expect(cells.inspect("%help create", at: 10)?.plain.contains(keys) == true)
    #expect(cells.inspect(#"{"jsonrpc": "2.0", "method": "chart/create"}"#, at: 33)?.plain.contains(keys) == true)
    let others = CellInterpreter(service: ChartService(), session: ChartService.defaultSession)
    #expect(others.inspect("%create", at: 3)?.plain.contains("parts") == false)
    func completions(_ text: String) -> [String] { cells.completions(of: text, at: text.unicodeScalars.count).matches }
    #expect(completions("%create sp") == ["spec="])
    #expect(
      completions(#"{"jsonrpc": "2.0", "id": 1, "method": "chart/create", "params": {"spec": {"kind": "waf"#)
        == ["waffle"])
    #expect(
      try text("%create spec={kind: waffle, id: typed, parts: [{label: A, value: 1}]};\n%charts").contains("typed"))
  }

  @Test("It is made and tapped over ZeroMQ")
  func zeroMQ() async throws { try await onThread(WaffleKindTests.tapOverZeroMQ) }

  private static func tapOverZeroMQ() throws {
    let service = service()
    let context = try Context()
    let loop = try SocketLoop(context: context, name: "waffles")
    let router = try RPCRouter(endpoint: "tcp://127.0.0.1:*", on: loop, access: .everybody) { _ in service.makePeer() }
    try loop.start()
    defer {
      loop.stop()
      router.close()
    }
    let socket = try Socket(.dealer, in: context, options: SocketOptions { $0.linger = .zero })
    try socket.connect(router.endpoint)
    func call(_ method: String, _ params: JSON) throws -> JSON? {
      let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
      try socket.send(Message([request.bytes]))
      let answer = try #require(try socket.receive(timeout: .seconds(20)))
      return try JSON(parsing: answer.frames[answer.frames.count - 1])["result"]
    }
    #expect(try call("chart/create", ["spec": spec])?["chart"] == "energy")
    #expect(try call("chart/tap", inWater)?["selection"] == ["series": 0, "index": 2])
  }

  @Test("It is made and tapped over standard input and output")
  func standardIO() async throws { try await onThread(WaffleKindTests.tapOverStandardIO) }

  private static func tapOverStandardIO() throws {
    let requests: [JSON] = [
      ["jsonrpc": "2.0", "id": 1, "method": "chart/create", "params": ["spec": spec, "render": false]],
      ["jsonrpc": "2.0", "id": 2, "method": "chart/tap", "params": inWind.merging(patch: ["render": false])],
    ]
    var (input, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    #expect(pipe(&input) == 0 && pipe(&output) == 0)
    try FileDescriptor(input[1]).writeAll(requests.flatMap { ContentLengthFramer.frame($0.bytes) })
    close(input[1])
    _ = StandardIO(input: input[0], output: output[1]).run(service().makePeer())
    close(input[0])
    close(output[1])
    var framer = ContentLengthFramer(sizeLimit: 1 << 20)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(output[0], &buffer, buffer.count), count > 0 { framer.append(buffer[..<count]) }
    close(output[0])
    var answers: [JSON] = []
    while case .message(let bytes)? = framer.next() { answers.append(try JSON(parsing: bytes)) }
    #expect(answers.count == 2)
    #expect(answers.first?["result"]?["chart"] == "energy")
    #expect(answers.dropFirst().first?["result"]?["selection"]?["index"] == 0)
  }
}
