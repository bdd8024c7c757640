import ChartService
import JSONModel
import JSONRPC
import OrderedCollections
import ServiceTestSupport
import Testing

@Suite("Methods: results have the shapes of the protocol")
struct MethodTests {
  let service: ChartService

  init() throws { service = try ChartService.prepared() }

  // MARK: - Making

  @Test("An interaction gives the picture, unless it is told not to")
  func pictures() throws {
    let service = try ChartService.prepared()
    let calls: [(String, JSON)] = [
      ("chart/highlight", ["index": 1]), ("chart/rotate", ["by": 5]), ("chart/tap", ["x": 360, "y": 120]),
      ("chart/toggle", ["series": 0]), ("chart/key", ["key": "ArrowRight"]), ("chart/reset", [:]),
    ]
    for (method, params) in calls {
      let params = params.merging(fully: ["chart": "spending"])
      #expect(
        try service.call(method, params: params)["display"]?["image/svg+xml"] == .string(service.svg()), "\(method)")
      #expect(try service.call(method, params: params.merging(fully: ["render": false]))["display"] == nil, "\(method)")
    }
  }

  @Test("chart/create names the chart by its parameter, then by its spec, then afresh")
  func names() throws {
    let spec: JSON = ["kind": "pie", "slices": [["value": 1]]]
    var named = spec.merging(patch: ["id": "inside"])
    #expect(try service.call("chart/create", params: ["spec": spec])["chart"] == "pie-1")
    #expect(try service.call("chart/create", params: ["spec": spec])["chart"] == "pie-2")
    #expect(try service.call("chart/create", params: ["spec": named])["chart"] == "inside")
    #expect(try service.call("chart/create", params: ["spec": named, "chart": "outside"])["chart"] == "outside")
    named = spec.merging(patch: ["id": "pie-3"])
    _ = try service.call("chart/create", params: ["spec": named])
    #expect(try service.call("chart/create", params: ["spec": spec])["chart"] == "pie-4")
    #expect(
      try service.call("chart/list")["charts"]
        == ["spending", "pie-1", "pie-2", "inside", "outside", "pie-3", "pie-4"])
  }

  @Test("chart/create shows the chart, unless told not to")
  func display() throws {
    let shown = try service.call("chart/create", params: ["spec": spending, "chart": "a"])
    #expect(shown["display"]?["image/svg+xml"]?.stringValue?.hasPrefix("<svg") == true)
    #expect(shown["display"]?["text/plain"]?.stringValue?.contains("Rent") == true)
    #expect(shown.objectValue.map { Array($0.keys) } == ["session", "chart", "revision", "warnings", "display"])
    let hidden = try service.call("chart/create", params: ["spec": spending, "chart": "b", "render": false])
    #expect(hidden["display"] == nil)
  }

  @Test("A chart that is replaced goes on in its revisions and forgets its history")
  func replacing() throws {
    _ = try service.call("chart/rotate", params: ["chart": "spending", "by": 10])
    let replaced = try service.call("chart/create", params: ["spec": spending])
    #expect(replaced["revision"] == 3)
    #expect(try service.call("chart/undo", params: ["chart": "spending"])["changed"] == false)
  }

  @Test("Sizes and themes of chart/create stay with the chart, those of chart/render don't")
  func overrides() throws {
    _ = try service.call(
      "chart/create",
      params: ["spec": spending, "chart": "a", "size": ["width": 300, "height": 200], "theme": "dark"])
    let described = try service.call("chart/get", params: ["chart": "a"])
    #expect(described["size"] == ["width": 300, "height": 200] && described["theme"] == "dark")
    let own = try service.svg("a")
    let other = try service.call(
      "chart/render", params: ["chart": "a", "size": ["width": 500, "height": 500], "theme": "light"])
    #expect(other["svg"]?.stringValue?.contains("500") == true && other["svg"] != .string(own))
    #expect(try service.svg("a") == own)
  }

  @Test("chart/render draws any phase, and plays by itself if asked to")
  func phases() throws {
    let still = try service.svg()
    let half = try service.call("chart/render", params: ["chart": "spending", "phase": 0.5])["svg"]
    let whole = try service.call("chart/render", params: ["chart": "spending", "phase": 1])["svg"]
    let playing = try service.call("chart/render", params: ["chart": "spending", "animated": true])["svg"]
    #expect(half != .string(still) && whole == .string(still))
    #expect(playing?.stringValue?.contains("@keyframes") == true && !still.contains("@keyframes"))
    _ = try service.call("chart/update", params: ["chart": "spending", "patch": ["animation": nil]])
    let fault = try service.error("chart/render", ["chart": "spending", "animated": true])
    #expect(fault.data?["path"] == "animated")
  }

  @Test("chart/get tells spec, state and layout")
  func description() throws {
    _ = try service.call("chart/tap", params: ["chart": "spending", "x": 360, "y": 120])
    let chart = try service.call("chart/get", params: ["chart": "spending"])
    #expect(chart["spec"] == spending)
    #expect(chart["state"] == ["startAngle": 270, "selection": [0], "hidden": [], "progress": 1])
    #expect(chart["layout"]?["startAngle"]?.doubleValue == 270)
    #expect(chart["revision"] == 2 && chart["kind"] == "pie")
  }

  @Test("chart/update merges a patch into the spec as it was given and keeps what still makes sense")
  func update() throws {
    _ = try service.call("chart/highlight", params: ["chart": "spending", "index": 4])
    let updated = try service.call(
      "chart/update", params: ["chart": "spending", "patch": ["title": nil, "hole": 0.5]])
    #expect(updated["revision"] == 3)
    var chart = try service.call("chart/get", params: ["chart": "spending"])
    #expect(chart["spec"]?["title"] == nil && chart["spec"]?["hole"] == 0.5 && chart["state"]?["selection"] == [4])
    _ = try service.call(
      "chart/update", params: ["chart": "spending", "patch": ["slices": [["label": "One", "value": 1]]]])
    chart = try service.call("chart/get", params: ["chart": "spending"])
    #expect(chart["state"]?["selection"] == .null)
    // A patch that changes nothing is no change.
    let same = try service.call("chart/update", params: ["chart": "spending", "patch": ["hole": 0.5]])
    #expect(same["revision"] == 4)
  }

  // MARK: - Interacting

  @Test("A tap tells hit, selection, marker and events; the same tap again clears")
  func tap() throws {
    let first = try service.call("chart/tap", params: ["chart": "spending", "x": 360, "y": 120])
    #expect(
      first.objectValue.map { Array($0.keys) }
        == ["session", "chart", "revision", "changed", "hit", "selection", "marker", "selected", "events", "display"])
    #expect(first["hit"]?["kind"] == "slice" && first["hit"]?["label"] == "Rent")
    #expect(first["selection"] == ["series": 0, "index": 0, "path": [0]])
    #expect(first["marker"]?["text"]?.stringValue?.contains("Rent") == true)
    #expect(first["marker"]?["frame"]?["width"]?.doubleValue ?? 0 > 0)
    #expect(first["selected"] == "Rent: 25 (25%)")
    #expect(
      first["events"] == [
        [
          "type": "valueSelected", "series": 0, "index": 0, "path": [0], "label": "Rent", "value": 25, "fraction": 0.25,
        ]
      ])
    let second = try service.call("chart/tap", params: ["chart": "spending", "x": 360, "y": 120, "render": false])
    #expect(second["selection"] == .null && second["marker"] == .null && second["display"] == nil)
    #expect(second["events"] == [["type": "nothingSelected"]] && second["revision"] == 3)
  }

  @Test("By position, as commands give them")
  func positions() throws {
    #expect(try service.call("chart/tap", params: ["spending", 360, 120])["hit"]?["label"] == "Rent")
    #expect(try service.call("chart/rotate", params: ["spending", 30])["revision"] == 3)
    #expect(try service.call("chart/highlight", params: ["spending", 2])["selection"]?["index"] == 2)
  }

  @Test("Hovering changes nothing but tells the marker")
  func hover() throws {
    let over = try service.call("chart/hover", params: ["chart": "spending", "x": 360, "y": 120])
    #expect(over["changed"] == false && over["revision"] == 1 && over["selection"] == .null)
    #expect(over["marker"]?["text"]?.stringValue?.contains("Rent") == true && over["display"] == nil)
    let dark = try service.call("chart/hover", params: ["chart": "spending", "x": 360, "y": 120, "theme": "dark"])
    #expect(over["marker"]?["background"] == "#2b3038" && dark["marker"]?["background"] == "#e8eaed")
    let colors = [over, dark].map { $0["marker"]?["runs"]?.arrayValue?.compactMap { $0["color"]?.stringValue } }
    #expect(colors[0] != colors[1] && colors.allSatisfy { Set($0 ?? []).count == 1 })
    let away = try service.call("chart/hover", params: ["chart": "spending", "x": nil])
    #expect(away["hit"] == .null && away["marker"] == .null)
    #expect(try service.error("chart/hover", ["chart": "spending", "x": 3]).data?["path"] == "y")
  }

  @Test("Nothing where nothing is: null results, a hit of kind none")
  func nothing() throws {
    let turned = try service.call("chart/rotate", params: ["chart": "spending", "by": 30])
    #expect(turned["hit"] == .null && turned["selection"] == .null && turned["marker"] == .null)
    let hit = try service.call("chart/hitTest", params: ["chart": "spending", "x": -5, "y": -5])["hit"]
    #expect(hit?["kind"] == "none" && hit?["series"] == .null && hit?["label"] == .null && hit?["value"] == .null)
    let index = try service.call("chart/sliceAt", params: ["chart": "spending", "angle": 0, "ring": 9])
    #expect(index == ["index": -1])
    #expect(try service.call("chart/angleAt", params: ["chart": "spending", "x": 320, "y": 180]) == ["angle": nil])
  }

  @Test("In an outer ring sliceAt tells which slice it is, since an index among siblings says little")
  func sliceInOuterRing() throws {
    let service = ChartService()
    let spec: JSON = [
      "kind": "pie", "startAngle": 0,
      "slices": [
        ["label": "A", "value": 1],
        ["label": "B", "children": [["label": "C", "value": 1], ["label": "D", "value": 2]]],
      ],
    ]
    _ = try service.call("chart/create", params: ["spec": spec, "chart": "rings"])
    func slice(_ angle: Double, ring: Int) throws -> JSON {
      try service.call("chart/sliceAt", params: ["chart": "rings", "angle": .number(angle), "ring": .integer(ring)])
    }
    // A takes 90 degrees, C as many, D the rest.
    #expect(try slice(100, ring: 0) == ["index": 1])
    #expect(try slice(100, ring: 1) == ["index": 0, "path": [1, 0], "label": "C"])
    #expect(try slice(359, ring: 1) == ["index": 1, "path": [1, 1], "label": "D"])
    #expect(try slice(10, ring: 1) == ["index": -1])
    #expect(try slice(100, ring: 2) == ["index": -1])
  }

  @Test("Highlighting by index, ring, path or x; silently; and none")
  func highlight() throws {
    let rings: JSON = [
      "kind": "pie", "id": "rings",
      "slices": [
        ["label": "A", "children": [["label": "a", "value": 1], ["label": "b", "value": 2]]],
        ["label": "B", "children": [["label": "c", "value": 3]]],
      ],
    ]
    _ = try service.call("chart/create", params: ["spec": rings])
    func selection(_ params: JSON) throws -> JSON? {
      let params = (["chart": "rings", "render": false] as JSON).merging(patch: params)
      return try service.call("chart/highlight", params: params)["selection"]?["path"]
    }
    #expect(try selection(["index": 1]) == [1])
    #expect(try selection(["x": 0]) == [0])
    #expect(try selection(["path": [0, 1]]) == [0, 1])
    // Only one slice of the outer ring is the second of its siblings; two are the first.
    #expect(try selection(["path": [1]]) == [1])
    #expect(try selection(["series": 1, "index": 1]) == [0, 1])
    let ambiguous = try service.error("chart/highlight", ["chart": "rings", "series": 1, "index": 0])
    #expect(ambiguous.data?["path"] == "index" && ambiguous.message.contains("path"))
    let cleared = try service.call("chart/highlight", params: ["chart": "rings", "index": nil, "notify": false])
    #expect(cleared["selection"] == .null && cleared["changed"] == true && cleared["events"] == [])
  }

  // MARK: - Sessions

  @Test("Sessions hold charts of their own; the default one is always there")
  func sessions() throws {
    #expect(try service.call("session/open", params: ["session": "b"]) == ["session": "b"])
    #expect(try service.call("session/open", params: ["session": "b"]) == ["session": "b"])
    #expect(try service.call("session/open")["session"] == "session-1")
    _ = try service.call("chart/create", params: ["spec": spending, "session": "b"])
    _ = try service.call("chart/rotate", params: ["chart": "spending", "by": 90, "session": "b"])
    #expect(try service.svg() != service.svg(session: "b"))
    #expect(try service.call("session/close", params: ["session": "b"]) == [:])
    #expect(try service.error("session/info", ["session": "b"]).code == .noSuchSession)
    _ = try service.call("session/close")
    #expect(try service.call("chart/list") == ["charts": []])
    service.announce(Connection(transport: "zeromq", endpoint: "ipc:///tmp/x.sock"))
    #expect(
      try service.call("session/info")["connections"] == [["transport": "zeromq", "endpoint": "ipc:///tmp/x.sock"]])
  }

  @Test("Limits are reported, and more is refused")
  func limits() throws {
    var limits = ServiceLimits()
    limits.charts = 2
    limits.sessions = 2
    let service = try ChartService.prepared(limits: limits)
    _ = try service.call("chart/create", params: ["spec": spending, "chart": "b"])
    let error = try service.error("chart/create", ["spec": spending, "chart": "c"])
    #expect(error.code == .limitExceeded && error.data == ["limit": "charts", "allowed": 2, "got": 3])
    _ = try service.call("chart/create", params: ["spec": spending, "chart": "b"])
    _ = try service.call("session/open")
    #expect(try service.error("session/open", [:]).data?["limit"] == "sessions")
    let initialized = try service.call("initialize", params: ["protocolVersion": "1.0"])
    #expect(initialized["limits"]?["charts"] == 2 && initialized["limits"]?["batch"]?.integerValue ?? 0 > 0)
  }

  @Test(
    "Names with control characters, or none, or endless ones are refused",
    arguments: [
      "", "a\nb", "a\u{0}", String(repeating: "x", count: 201),
    ])
  func badNames(name: String) throws {
    let error = try service.error("chart/create", ["spec": spending, "chart": .string(name)])
    #expect(error.code == .invalidParams && error.data?["path"] == "chart")
    #expect(try service.error("session/open", ["session": .string(name)]).code == .invalidParams)
  }

  @Test("A name may be as long as the limit says")
  func longNames() throws {
    let name = JSON.string(String(repeating: "ü", count: 200))
    #expect(try service.call("chart/create", params: ["spec": spending, "chart": name])["chart"] == name)
    #expect(try service.call("session/open", params: ["session": name])["session"] == name)
  }

  @Test("The limits are these, if nothing else is said")
  func defaultLimits() throws {
    let limits = try service.call("initialize", params: ["protocolVersion": "1.0"])["limits"]
    let promised: JSON = [
      "sessions": 1_000, "charts": 10_000, "steps": 1_000, "stepBytes": 67_108_864, "log": 10_000,
      "logBytes": 16_777_216, "name": 200,
    ]
    for (limit, value) in promised.objectValue ?? [:] { #expect(limits?[limit] == value, "\(limit)") }
  }
}
