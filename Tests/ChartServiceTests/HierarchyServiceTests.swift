import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import TestSupport
import Testing

@Suite("M11 Hierarchies that are gone into, by the service")
struct HierarchyServiceTests {
  private static let slices: JSON = [
    ["label": "Asia", "children": [["label": "China", "value": 14], ["label": "Japan", "value": 1]]],
    ["label": "Africa", "children": [["label": "Nigeria", "value": 2], ["label": "Egypt", "value": 1]]],
    ["label": "Oceania", "value": 1],
  ]

  private func service(_ kind: String) throws -> ChartService {
    let service = try ChartService.prepared()
    _ = try service.call(
      "chart/create",
      params: ["spec": ["kind": .string(kind), "id": "world", "drill": true, "slices": HierarchyServiceTests.slices]])
    return service
  }

  @Test("Going in is told, undone, done again, exported and imported", arguments: ["treemap", "pie"])
  func history(kind: String) throws {
    let service = try service(kind)
    let whole = try service.svg("world")
    _ = try service.call("chart/key", params: ["chart": "world", "key": "Home"])
    let into = try service.call("chart/key", params: ["chart": "world", "key": "Enter"])
    #expect(into["events"]?.arrayValue?.first == ["type": "rootChanged", "path": [0]])
    #expect(try service.describe("world")["state"]?["root"] == [0])
    let part = try service.svg("world")
    #expect(part != whole && part.contains("China"))
    _ = try service.call("chart/undo", params: ["chart": "world"])
    _ = try service.call("chart/undo", params: ["chart": "world"])
    #expect(try service.svg("world") == whole)
    for _ in 0..<2 { _ = try service.call("chart/redo", params: ["chart": "world"]) }
    #expect(try service.svg("world") == part)

    let document = try #require(try service.call("session/export")["document"])
    let fresh = ChartService()
    _ = try fresh.call("session/import", params: ["document": JSON(parsing: document.text)])
    #expect(try fresh.svg("world") == part)
    let out = try fresh.call("chart/key", params: ["chart": "world", "key": "Escape"])
    #expect(out["events"]?.arrayValue?.first == ["type": "rootChanged"])
    // A root that is none is refused, with its place.
    let charts = document["charts"]?.arrayValue ?? []
    let broken = charts.map { $0["chart"] == "world" ? $0.merging(patch: ["state": ["root": [7]]]) : $0 }
    let fault = #expect(throws: RPCError.self) {
      try fresh.call("session/import", params: ["document": document.setting("charts", .array(broken))])
    }
    #expect(fault?.fault?.path.description.contains("root") == true)
  }

  @Test("While a tap by pointer moves, the service says so; a state that is kept is at rest")
  func moving() throws {
    let service = try service("treemap")
    for (phase, time) in [("down", 1.0), ("up", 1.1)] {
      let result = try service.call(
        "chart/pointer",
        params: ["chart": "world", "phase": .string(phase), "x": 100, "y": 20, "time": JSON(time), "render": false])
      #expect((result["moving"] == true) == (phase == "up"))
    }
    let still = try #require(try service.call("session/export")["document"])
    let fresh = ChartService()
    _ = try fresh.call("session/import", params: ["document": still])
    #expect(
      try service.call("chart/advance", params: ["chart": "world", "time": 1.2, "render": false])["moving"] == true)
    let end = try service.call("chart/advance", params: ["chart": "world", "time": 9, "render": false])
    #expect(end["moving"] == nil)
    #expect(try fresh.svg("world") == service.svg("world"))
    _ = try service.call("chart/undo", params: ["chart": "world"])
    #expect(try service.describe("world")["state"]?["root"] == nil)
  }

  @Test("Rows that name their levels become parts within parts, their values added up")
  func levels() throws {
    let service = ChartService()
    func slices(_ data: JSON) throws -> [JSON] {
      _ = try service.call("chart/create", params: ["chart": "t", "spec": ["kind": "treemap", "data": data]])
      return try service.describe("t")["layout"]?["slices"]?.arrayValue ?? []
    }
    let data: JSON = [
      "levels": ["continent", "country"],
      "columns": [
        "continent": ["Asia", "Europe", "Asia", "Asia", "Europe"], "country": ["China", "Spain", "Japan", "China", ""],
        "people": [1000, 470, 124, 400, 130],
      ],
    ]
    let found = try slices(data)
    #expect(found.map { $0["label"]?.stringValue } == ["Asia", "China", "Japan", "Europe", "Spain"])
    #expect(found.map { $0["value"] } == [1524, 1400, 124, 600, 470])
    #expect(found.map { $0["path"] } == [[0], [0, 0], [0, 1], [1], [1, 0]])
    for (patch, place) in [
      (["levels": ["continent", "contry"]], "data.levels[1]"), (["label": "country"], "data.levels"),
    ] as [(JSON, String)] {
      let fault = #expect(throws: RPCError.self) { try slices(data.merging(patch: patch)) }
      #expect(fault?.fault?.path.description.contains(place) == true, "\(fault?.fault.map { "\($0)" } ?? "")")
    }
    let fault = #expect(throws: RPCError.self) {
      try service.call(
        "chart/create",
        params: ["spec": ["kind": "line", "data": data.merging(patch: ["x": "country", "y": "people"])]])
    }
    #expect(fault?.fault?.path.description.contains("levels") == true)
  }
}
