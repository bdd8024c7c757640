import ChartData
import ChartService
import Foundation
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing

@Suite("M9, M10 Radars, polar bars, gauges and funnels in sessions")
struct StillChartTests {
  private let directory: TemporaryDirectory
  private let service: ChartService

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("name,a,b\nSpeed,4,1\nRange,3,\nPrice,5,2\nSafety,2,3\n", to: "cars.csv")
    try directory.write((0..<400).reduce("name,a\n") { $0 + "n\($1),\($1)\n" }, to: "long.csv")
    service = ChartService(data: DataSource(baseDirectory: directory.path))
  }

  private func make(_ spec: JSON, buffers: [[UInt8]] = []) throws {
    let params: JSON = ["chart": "c", "spec": spec, "render": false]
    _ = try service.call("chart/create", params: params, buffers: buffers)
  }

  private func svg(_ spec: JSON, buffers: [[UInt8]] = []) throws -> String {
    try make(spec, buffers: buffers)
    return try service.svg("c")
  }

  static let specs: [JSON] = [
    [
      "kind": "radar", "labels": ["Speed", "Range", "Price", "Safety"], "legend": "top",
      "series": [["name": "a", "values": [4, 3, 5, 2]], ["name": "b", "values": [1, nil, 2, 3]]],
    ],
    [
      "kind": "polar", "labels": ["Speed", "Range", "Price", "Safety"], "legend": "right",
      "series": [["name": "a", "values": [4, 3, 5, 2]], ["name": "b", "values": [1, nil, 2, 3]]],
    ],
    ["kind": "gauge", "value": 40, "bands": [["to": 50], ["to": 100]]],
    ["kind": "funnel", "legend": "bottom", "stages": ["Visits": 90, "Orders": 40, "Returns": 5]],
  ]

  @Test("Selecting and hiding are undone and done again, and documents give the same pictures", arguments: specs)
  func history(spec: JSON) throws {
    try make(spec)
    let plain = try service.svg("c")
    let selected = try service.call("chart/highlight", params: ["chart": "c", "index": 1, "render": false])
    #expect(selected["changed"] == true && selected["selection"]?["index"] == 1)
    let picked = try service.svg("c")
    #expect(picked != plain)
    _ = try service.call("chart/key", params: ["chart": "c", "key": "ArrowRight", "render": false])
    if spec["kind"] != "gauge" {
      #expect(
        try service.call("chart/toggle", params: ["chart": "c", "series": 0, "render": false])["changed"] == true)
    }
    let last = try service.svg("c")
    let document = try #require(try service.call("session/export")["document"])
    let other = ChartService(data: DataSource(allowedDirectories: []))
    _ = try other.call("session/import", params: ["document": document])
    #expect(try other.svg("c") == last)
    for service in [service, other] {
      while try service.call("chart/undo", params: ["chart": "c", "render": false])["changed"] == true {}
      #expect(try service.svg("c") == plain)
      _ = try service.call("chart/redo", params: ["chart": "c", "render": false])
      #expect(try service.svg("c") == picked)
    }
    // A patch keeps what still makes sense.
    _ = try service.call("chart/update", params: ["chart": "c", "patch": ["title": "New"], "render": false])
    #expect(try service.call("chart/get", params: ["chart": "c"])["state"]?["selection"] != .null)
  }

  @Test("Names and values come from files, tables and buffers as if they were written", arguments: ["radar", "polar"])
  func data(kind: String) throws {
    let series: JSON = [["name": "a", "column": "a"], ["name": "b", "column": "b"]]
    let expected = try svg(try #require(StillChartTests.specs.first { $0["kind"]?.stringValue == kind }))
    let legend: JSON = kind == "radar" ? "top" : "right"
    let file: JSON = [
      "kind": .string(kind), "legend": legend, "series": series, "data": ["csv": "cars.csv", "x": "name"],
    ]
    #expect(try svg(file) == expected)
    let document = try #require(try service.call("session/export")["document"])
    let other = ChartService(data: DataSource(allowedDirectories: []))
    _ = try other.call("session/import", params: ["document": document])
    #expect(try other.svg("c") == expected)
    let table: JSON = [
      "kind": .string(kind), "legend": legend, "series": series,
      "data": [
        "x": "name",
        "columns": [
          "name": ["Speed", "Range", "Price", "Safety"], "a": ["buffer": 0, "type": "int32"], "b": [1, nil, 2, 3],
        ],
      ],
    ]
    #expect(try svg(table, buffers: [Bytes.int32([4, 3, 5, 2])]) == expected)
    let buffered: JSON = [
      "kind": .string(kind), "legend": legend, "labels": ["Speed", "Range", "Price", "Safety"],
      "series": [
        ["name": "a", "values": ["buffer": 0, "type": "float64"]],
        ["name": "b", "values": ["buffer": 1, "type": "float64"]],
      ],
    ]
    #expect(try svg(buffered, buffers: [Bytes.float64([4, 3, 5, 2]), Bytes.float64([1, .nan, 2, 3])]) == expected)
    let fault = #expect(throws: RPCError.self) {
      try make(["kind": .string(kind), "data": ["csv": "long.csv", "x": "name", "y": "a"]])
    }
    #expect(fault.map { "\($0)" }?.contains("expected at most 360 rows, one for each spoke, got 400") == true)
  }

  @Test("Stages come from files as slices do")
  func stages() throws {
    let written: JSON = ["Speed": 4, "Range": 3, "Price": 5, "Safety": 2]
    let expected = try svg(["kind": "funnel", "stages": written])
    #expect(try svg(["kind": "funnel", "data": ["csv": "cars.csv", "label": "name", "value": "a"]]) == expected)
    let fault = #expect(throws: RPCError.self) { try make(["kind": "funnel", "data": ["csv": "cars.csv", "x": "a"]]) }
    #expect(fault.map { "\($0)" }?.contains("a funnel has `label` and `value`") == true)
    #expect(throws: RPCError.self) { try make(["kind": "gauge", "data": ["csv": "cars.csv"]]) }
  }

  @Test("Requests that name no mark are told what there is")
  func addresses() throws {
    for (spec, params, reason) in [
      (0, ["index": 4, "series": 1], "expected an index from 0 to 3, got 4"), (0, ["index": 0, "series": 2], "series"),
      (2, ["index": 3], "expected an index from 0 to 2, got 3"),
      (3, ["index": 0, "series": 1], "there is only one series"),
      (3, ["x": 1], "a funnel has no x axis"), (1, ["path": [0, 1]], "give `series` and `index`"),
    ] as [(Int, JSON, String)] {
      try make(StillChartTests.specs[spec])
      let fault = #expect(throws: RPCError.self) {
        try service.call("chart/highlight", params: params.merging(fully: ["chart": "c"]))
      }
      #expect(fault.map { "\($0)" }?.contains(reason) == true, "\(String(describing: fault))")
    }
  }
}
