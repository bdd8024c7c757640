import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing

@Suite("Plots: columns in binary buffers of requests")
struct PlotBufferTests {
  private let spec: JSON = ["kind": "line", "series": [["name": "a", "values": ["buffer": 0]]]]

  private func spec(_ type: String) -> JSON {
    ["kind": "line", "series": [["values": ["buffer": 0, "type": .string(type)]]]]
  }

  @Test("Numbers of all four types, little endian; NaN is a gap")
  func types() throws {
    let service = ChartService()
    for (type, bytes, values) in [
      ("float64", Bytes.float64([1.5, -2, .nan, 1e10]), [1.5, -2, 1e10]),
      ("float32", Bytes.float32([1.5, -2, .nan, 0.25]), [1.5, -2, 0.25]),
      ("int32", Bytes.int32([1, -2, .max]), [1, -2, 2_147_483_647]),
      ("int64", Bytes.int64([1, -2, 1 << 40]), [1, -2, 1_099_511_627_776]),
    ] {
      try service.make(spec(type), buffers: [bytes])
      #expect(try service.values() == values, "\(type)")
      #expect(try service.describe()["spec"] == spec(type), "as it was given")
    }
  }

  @Test("For positions, shared or a series' own, and one buffer for several columns")
  func positions() throws {
    let x = Bytes.int32([0, 10, 30])
    let y = Bytes.float64([1, 2, 3])
    let service = try ChartService.with(
      ["kind": "line", "x": ["values": ["buffer": 1, "type": "int32"]], "series": [["values": ["buffer": 0]]]],
      buffers: [y, x])
    #expect(try service.marks() == [["0", 1], ["10", 2], ["30", 3]])
    let shared = try service.svg("plot")
    try service.make(
      ["kind": "line", "x": ["values": [0, 10, 30]], "series": [["values": [1, 2, 3]]]])
    #expect(try service.svg("plot") == shared)
    try service.make(
      [
        "kind": "line",
        "series": [
          ["values": ["buffer": 0], "x": ["buffer": 1, "type": "int32"]],
          ["values": ["buffer": 0], "x": ["buffer": 1, "type": "int32"]],
        ],
      ], buffers: [y, x])
    #expect(try service.marks(series: 1) == [["0", 1], ["10", 2], ["30", 3]])
  }

  @Test(
    "What a request lacks is said at the place",
    arguments: [
      Fault("", ["buffer": 1], "spec.series[0].values.buffer", "the request has 1 buffers"),
      Fault("", ["buffer": 0, "type": "float32"], "spec.series[0].values.buffer", "expected 4 bytes for each float32"),
      Fault("", ["buffer": 0, "type": "float16"], "spec.series[0].values.type", "float64"),
      Fault("", ["buffer": -1], "spec.series[0].values.buffer", "from 0"),
      Fault("", ["type": "int32"], "spec.series[0].values.buffer", "required"),
    ] as [Fault])
  func faults(fault: Fault) throws {
    let service = ChartService()
    let broken = spec.merging(patch: ["series": [["values": fault.params]]])
    let found = try service.fault(
      "chart/create", ["spec": broken], buffers: [Bytes.float64([1]) + [0, 0]])
    #expect(found.path == fault.path && found.reason.contains(fault.reason), "\(found)")
    #expect(try service.call("chart/list") == ["charts": []])
    let without = try service.fault("chart/create", ["spec": spec])
    #expect(without.reason.contains("the request has 0 buffers"))
    let twice: JSON = [
      "kind": "line", "series": [["values": ["buffer": 0]], ["values": ["buffer": 0, "type": "int64"]]],
    ]
    let other = try service.fault("chart/create", ["spec": twice], buffers: [Bytes.float64([1])])
    #expect(other.path == "spec.series[1].values.type")
  }

  @Test("An update of something else keeps them, undo brings old ones back, and a document has them")
  func update() throws {
    let service = try ChartService.with(spec, buffers: [Bytes.float64([1, .nan, 3])])
    let first = try service.svg("plot")
    try service.update(["title": "Title"])
    #expect(try service.values() == [1, 3])
    try service.expectUndo(to: first)
    let titled = try service.svg("plot")
    // Another request has other buffers, which get numbers of their own.
    try service.update(["x": ["values": ["buffer": 0, "type": "int32"]]], buffers: [Bytes.int32([5, 6, 7])])
    #expect(try service.marks() == [["5", 1], ["7", 3]])
    let updated = try #require(try service.describe()["spec"])
    #expect(updated["series"]?[0]?["values"]?["buffer"] == 0)
    #expect(updated["x"]?["values"] == ["buffer": 1, "type": "int32"])
    try service.expectUndo(to: titled)
    // Without buffers of its own a request means those of the chart.
    try service.update(["series": [["name": "b", "color": "red", "values": ["buffer": 0]]]])
    #expect(try service.marks() == [["5", 1], ["7", 3]])
    try service.update(["series": [["values": ["buffer": 0]]]], buffers: [Bytes.float64([7, 8, 9])])
    #expect(try service.marks() == [["5", 7], ["6", 8], ["7", 9]])
    let missing = try service.fault(
      "chart/update", ["chart": "plot", "patch": ["series": [["values": ["buffer": 9]]]]])
    #expect(missing.path == "patch.series[0].values.buffer" && missing.reason.contains("the request has 0 buffers"))

    let fresh = try service.exported()
    #expect(try fresh.svg("plot") == service.svg("plot"))
    while try service.call("chart/undo", params: ["chart": "plot"])["changed"] == true {
      #expect(try fresh.call("chart/undo", params: ["chart": "plot"])["changed"] == true)
      #expect(try fresh.svg("plot") == service.svg("plot"))
    }
    #expect(try service.svg("plot") == first)
  }

  @Test("The numbers of buffers don't grow with each update")
  func numbers() throws {
    let service = try ChartService.with(spec, buffers: [Bytes.float64([0])])
    for round in 1...20 {
      try service.update(["series": [["values": ["buffer": 0]]]], buffers: [Bytes.float64([Double(round)])])
      let number = try #require(
        try service.describe()["spec"]?["series"]?[0]?["values"]?["buffer"]?.integerValue)
      #expect(number <= 1)
      #expect(try service.values() == [Double(round)])
    }
  }

  @Test("A document has each buffer once, as base64 of doubles")
  func document() throws {
    let service = try ChartService.with(spec, buffers: [Bytes.float64([1, 2, 3])])
    for round in 1...5 { try service.update(["title": .string("\(round)")]) }
    let document = try #require(try service.call("session/export")["document"])
    #expect(document["specs"]?.arrayValue?.count == 6)
    #expect(document["columns"] == ["AAAAAAAA8D8AAAAAAAAAQAAAAAAAAAhA"])
    #expect(document["specs"]?[3]?["columns"] == ["buffer[0]": 0])
    let spec = try #require(document["specs"]?[0])
    let broken = document.merging(patch: ["specs": [spec.merging(patch: ["columns": nil])]])
    let found = try service.fault("session/import", ["document": broken, "session": "new"])
    #expect(found.path == "document.specs[0].spec.series[0].values.buffer")
  }

  @Test("Steps that share a buffer don't count it as theirs")
  func history() throws {
    var limits = ServiceLimits()
    limits.stepBytes = 20_000
    let service = ChartService(limits: limits)
    try service.make(spec, buffers: [Bytes.float64(Array(repeating: 1, count: 1_000))])
    for round in 1...20 { try service.update(["title": .string("\(round)")]) }
    var count = 0
    while try service.call("chart/undo", params: ["chart": "plot"])["changed"] == true { count += 1 }
    #expect(count == 20)
    for round in 1...20 {
      try service.update(
        ["series": [["values": ["buffer": 0]]]],
        buffers: [Bytes.float64(Array(repeating: Double(round), count: 1_000))])
    }
    count = 0
    while try service.call("chart/undo", params: ["chart": "plot"])["changed"] == true { count += 1 }
    #expect((1...2).contains(count))
  }

  @Test("A request as text has its buffers beside it")
  func message() throws {
    let service = ChartService()
    let request: JSON = [
      "jsonrpc": "2.0", "id": 1, "method": "chart/create", "params": ["spec": spec, "chart": "plot", "render": false],
    ]
    let answer = try #require(service.respond(to: request.bytes, buffers: [Bytes.float64([4, 5])]))
    #expect(try JSON(parsing: answer)["result"]?["chart"] == "plot")
    #expect(try service.values() == [4, 5])
  }
}
