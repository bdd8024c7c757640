import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing

@Suite("Tables that come with their specs")
struct TableTests {
  private let service: ChartService

  init() throws { service = try ChartService.prepared() }

  private func svg(_ spec: JSON, _ buffers: [[UInt8]] = []) throws -> String {
    let params: JSON = ["chart": "table", "spec": spec, "render": false]
    _ = try service.call("chart/create", params: params, buffers: buffers)
    return try service.svg("table")
  }

  private func bytes(_ numbers: some Sequence<Int64>) -> [UInt8] {
    numbers.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
  }

  private let plain: JSON = [
    "kind": "line", "x": ["values": ["2024-01-01", "2024-01-02", "2024-01-03"]],
    "series": [["name": "a", "values": [1, nil, 3]], ["name": "b", "values": [3, 2, 1]]],
  ]

  @Test("Columns by their names are as if they were written in their places, also in buffers")
  func columns() throws {
    let expected = try svg(plain)
    let series: JSON = [["column": "a", "name": "a"], ["column": "b", "name": "b"]]
    let written: JSON = [
      "kind": "line", "series": series,
      "data": [
        "x": "day",
        "columns": ["day": ["2024-01-01", "2024-01-02", "2024-01-03"], "a": [1, nil, 3], "b": [3, 2, 1]],
      ],
    ]
    #expect(try svg(written) == expected)
    let day = Int64(19_723)
    let units: [(String, Int64)] = [
      ("timestamp_s", 86_400), ("timestamp_ms", 86_400_000), ("timestamp_us", 86_400_000_000),
      ("timestamp_ns", 86_400_000_000_000),
    ]
    for (type, unit) in units {
      let spec: JSON = [
        "kind": "line", "series": series,
        "data": [
          "x": "day",
          "columns": [
            "day": ["buffer": 0, "type": .string(type)], "a": [1, nil, 3], "b": ["buffer": 1, "type": "int64"],
          ],
        ],
      ]
      let buffers = [bytes([day * unit, (day + 1) * unit, (day + 2) * unit]), bytes([3, 2, 1])]
      #expect(try svg(spec, buffers) == expected, "\(type)")
    }
  }

  @Test("The smallest moment is none, and days are moments, too")
  func moments() throws {
    let spec: JSON = [
      "kind": "line", "series": [["column": "y"]],
      "data": ["x": "x", "columns": ["x": ["buffer": 0, "type": "date32"], "y": [1, 2]]],
    ]
    let days = [Int32(19_723), 19_724].flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
    let line: JSON = [
      "kind": "line", "x": ["values": ["2024-01-01", "2024-01-02"]], "series": [["values": [1, 2]]],
    ]
    #expect(try svg(spec, [days]) == svg(line))
    let missing = spec.merging(patch: ["data": ["columns": ["x": ["type": "timestamp_s"]]]])
    _ = try svg(missing, [bytes([.min, 86_400])])
  }

  @Test("`where` chooses rows; texts stay texts, also those that look like numbers")
  func filtering() throws {
    let spec: JSON = [
      "kind": "bar", "series": [["column": "y"]],
      "data": [
        "x": "x", "where": ["place": "a"],
        "columns": ["x": ["1a", "2a", "3a"], "y": [5, 6, 7], "place": ["a", "b", "a"]],
      ],
    ]
    #expect(
      try svg(spec) == svg(["kind": "bar", "x": ["labels": ["1a", "3a"]], "series": [["values": [5, 7]]]]))
    let none = spec.merging(patch: ["data": ["where": ["place": "c"]]])
    let made = try service.call("chart/create", params: ["spec": none, "render": false])
    #expect(made["warnings"]?[0]?.stringValue?.contains("no row") == true)
  }

  @Test("Pies take their slices from a table")
  func pies() throws {
    let spec: JSON = [
      "kind": "pie",
      "data": ["label": "l", "value": "v", "columns": ["l": ["a", "b"], "v": ["buffer": 0, "type": "int64"]]],
    ]
    let slices: JSON = ["kind": "pie", "slices": [["label": "a", "value": 1], ["label": "b", "value": 2]]]
    #expect(try svg(spec, [bytes([1, 2])]) == svg(slices))
  }

  @Test("A chart keeps its table: later requests change the spec without it, and give another")
  func keeping() throws {
    let spec: JSON = [
      "kind": "line", "series": [["column": "y"]], "data": ["columns": ["y": ["buffer": 0, "type": "int64"]]],
    ]
    let before = try svg(spec, [bytes([1, 5, 2])])
    _ = try service.call("chart/update", params: ["chart": "table", "patch": ["title": "T"], "render": false])
    let patch: JSON = ["data": ["columns": ["y": ["buffer": 0, "type": "int64"]]], "title": nil]
    _ = try service.call(
      "chart/update", params: ["chart": "table", "patch": patch, "render": false], buffers: [bytes([9, 9, 9])])
    #expect(try service.svg("table") != before)
    for _ in 1...2 { _ = try service.call("chart/undo", params: ["chart": "table", "render": false]) }
    #expect(try service.svg("table") == before)
  }

  @Test("The same bytes are not read as numbers of two types")
  func types() throws {
    let spec: JSON = [
      "kind": "line",
      "data": ["y": "b", "columns": ["a": ["buffer": 0], "b": ["buffer": 0, "type": "int64"]]],
    ]
    #expect {
      try svg(spec, [bytes([1, 2, 3])])
    } throws: { error in
      (error as? RPCError)?.data?["path"] == "spec.data.columns.b.type"
    }
  }

  @Test(
    "What cannot be a table is refused with its place",
    arguments: [
      (["x": "x", "columns": ["x": [1, 2], "y": [1]]], "spec.data.columns.y", "expected 2 entries"),
      (["y": "z", "columns": ["y": [1]]], "spec.data.y", "there is no column 'z'"),
      (["y": "y", "columns": ["y": ["buffer": 3]]], "spec.data.columns.y.buffer", "the request has 0 buffers"),
      (["y": "y", "columns": ["y": ["memory": "m"]]], "spec.data.columns.y.memory", "there is no memory 'm'"),
      (["y": "y", "columns": ["y": ["memory": "m", "offset": -1]]], "spec.data.columns.y.offset", "at least 0"),
      (["y": "y", "columns": ["y": ["memory": 7]]], "spec.data.columns.y.memory", "a text"),
      (["y": "y", "columns": ["y": ["memory": "m", "buffer": 0]]], "spec.data.columns.y.memory", "either"),
      (["csv": "a.csv", "columns": ["y": [1]]], "spec.data.columns", "either"),
    ] as [(JSON, String, String)])
  func faults(data: JSON, path: String, reason: String) throws {
    let error = try service.error("chart/create", ["spec": ["kind": "line", "data": data]])
    #expect(error.data?["path"] == .string(path))
    #expect(error.data?["reason"]?.stringValue?.contains(reason) == true, "\(error.message)")
  }
}
