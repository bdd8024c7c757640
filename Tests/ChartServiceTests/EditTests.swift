import ChartEngine
import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import Synchronization
import Testing

@Suite("chart/edit: a chart is what its author's text says")
struct EditTests {
  let service: ChartService

  init() throws { service = try ChartService.prepared() }

  private func edit(_ text: String, chart: JSON = nil) throws -> JSON {
    try service.call("chart/edit", params: ["text": .string(text), "chart": chart, "render": false])
  }

  private func fault(_ text: String) throws -> RPCError { try service.error("chart/edit", ["text": .string(text)]) }

  @Test("YAML and JSON make the same chart as chart/create does of the same spec")
  func creates() throws {
    let yaml = try edit("kind: pie\nslices:\n  - {label: A, value: 1}\n", chart: "yaml")
    let json = try edit(#"{"kind": "pie",\#n\#t"slices": [{"label": "A", "value": 1}]}"#, chart: "json")
    #expect(yaml["revision"] == 1 && json["chart"] == "json")
    let spec: JSON = ["kind": "pie", "slices": [["label": "A", "value": 1]]]
    _ = try service.call("chart/create", params: ["spec": spec, "chart": "made"])
    for chart in ["yaml", "json"] {
      #expect(try service.call("chart/get", params: ["chart": .string(chart)])["spec"] == spec)
      // Pictures name their chart, so that several can be on one page.
      #expect(try service.svg(chart).split(separator: "ck-\(chart)") == service.svg("made").split(separator: "ck-made"))
    }
  }

  @Test("A byte order mark is passed over, and columns are counted without it")
  func byteOrderMark() throws {
    #expect(try edit("\u{FEFF}kind: pie\nslices: [{value: 1}]")["revision"] == 1)
    #expect(try edit("\u{FEFF}" + #"{"kind": "pie", "slices": [{"value": 1}]}"#)["revision"] == 1)
    let plain = try fault("kidn: pie")
    let marked = try fault("\u{FEFF}kidn: pie")
    #expect(plain.message == marked.message && plain.data == marked.data)
  }

  @Test("The spec's id comes before the parameter, and a fresh one after both")
  func names() throws {
    #expect(try edit("{kind: pie, id: inside, slices: [{value: 1}]}", chart: "outside")["chart"] == "inside")
    #expect(try edit("{kind: pie, slices: [{value: 1}]}", chart: "outside")["chart"] == "outside")
    #expect(try edit("{kind: pie, slices: [{value: 1}]}")["chart"] == "pie-1")
  }

  @Test("What a user did to the chart stays, keys that the text no longer has go, and undo brings both back")
  func keepsState() throws {
    _ = try edit("{kind: pie, id: a, title: Old, hole: 0.5, slices: [{value: 1}, {value: 2}]}")
    _ = try service.call("chart/highlight", params: ["chart": "a", "index": 1])
    _ = try service.call("chart/rotate", params: ["chart": "a", "to": 30])
    let before = try service.svg("a")
    #expect(try edit("{kind: pie, id: a, slices: [{value: 1}, {value: 3}]}")["revision"] == 4)
    let chart = try service.call("chart/get", params: ["chart": "a"])
    #expect(chart["spec"]?["title"] == nil && chart["spec"]?["hole"] == nil)
    #expect(chart["state"]?["selection"] == [1] && chart["state"]?["startAngle"] == 30)
    #expect(try service.call("chart/undo", params: ["chart": "a"])["changed"] == true)
    #expect(try service.svg("a") == before)
  }

  @Test("Edits that follow one another are one step to undo; what is done in between is a step of its own")
  func joinsEdits() throws {
    func text(_ value: Int) -> String { "{kind: pie, id: a, slices: [{value: 1}, {value: \(value)}]}" }
    func undo() throws -> JSON? {
      _ = try service.call("chart/undo", params: ["chart": "a"])
      return try service.call("chart/get", params: ["chart": "a"])["spec"]?["slices"]?[1]?["value"]
    }
    for value in 1...4 { _ = try edit(text(value)) }
    _ = try service.call("chart/highlight", params: ["chart": "a", "index": 1])
    for value in 5...7 { _ = try edit(text(value)) }
    #expect(try undo() == 4)
    #expect(try service.call("chart/get", params: ["chart": "a"])["state"]?["selection"] == [1])
    #expect(try undo() == 4)
    #expect(try undo() == 1)
    #expect(try service.call("chart/undo", params: ["chart": "a"])["changed"] == false)
    for _ in 0..<3 { _ = try service.call("chart/redo", params: ["chart": "a"]) }
    #expect(try service.call("chart/get", params: ["chart": "a"])["spec"]?["slices"]?[1]?["value"] == 7)
  }

  @Test("What was undone can't be done again after an edit, also if that makes no step")
  func editsAfterUndo() throws {
    for hole in ["0.1", "0.2"] { _ = try edit("{kind: pie, id: a, hole: \(hole), slices: [{value: 1}]}") }
    _ = try service.call("chart/highlight", params: ["chart": "a", "index": 0])
    _ = try service.call("chart/undo", params: ["chart": "a"])
    _ = try edit("{kind: pie, id: a, hole: 0.3, slices: [{value: 1}]}")
    #expect(try service.call("chart/redo", params: ["chart": "a"])["changed"] == false)
  }

  @Test("Of two who make the same chart at once the second edits what the first has made")
  func race() throws {
    @Sendable func text(_ value: Int) -> JSON {
      .string("{kind: pie, id: new, slices: [{value: 1}, {value: \(value)}]}")
    }
    let subscriber = Subscriber(service: service)
    try subscriber.subscribe(render: false)
    let service = service
    let isFirst = Mutex(true)
    // The first is done when the second has found no chart of that name, and is making its own.
    let second = try HeavyWork.observing({ work in
      guard work == .engine, isFirst.withLock({ isFirst in exchange(&isFirst, with: false) }) else { return }
      _ = try? service.call("chart/edit", params: ["text": text(2), "render": false])
      _ = try? service.call("chart/highlight", params: ["chart": "new", "index": 1, "render": false])
    }) { try service.call("chart/edit", params: ["text": text(3), "render": false]) }
    #expect(second["revision"] == 3)
    let chart = try service.call("chart/get", params: ["chart": "new"])
    #expect(chart["spec"]?["slices"]?[1]?["value"] == 3 && chart["state"]?["selection"] == [1])
    let change = subscriber.nextChange()
    #expect(change?.kind == .created && change?.cause == "chart/create, chart/highlight, chart/edit")
    _ = try service.call("chart/undo", params: ["chart": "new"])
    #expect(try service.call("chart/get", params: ["chart": "new"])["spec"]?["slices"]?[1]?["value"] == 2)
  }

  @Test("The same spec in other words is no change")
  func sameSpec() throws {
    _ = try edit("kind: pie\nid: a\nslices: [{value: 1}]")
    #expect(try edit(#"{"kind": "pie", "id": "a", "slices": [{"value": 1}]}"#)["revision"] == 1)
  }

  @Test(
    "A fault names its line and column in the text",
    arguments: [
      ("kind: pie\nslices:\n  - label: Rent\n    valeu: 3\n", 4, 5, "text.slices[0].valeu"),
      ("kind: pie\nslices:\n  - {label: Rent, value: -3}\n", 3, 26, "text.slices[0].value"),
      ("kind: pie\nslices:\n  - {label: Rent}\n", 3, 5, "text.slices[0].value"),
      ("# ü\r\nkind: pi\r\n", 2, 7, "text.kind"),
      ("kind: pie\ntitle: \"🙂\nslices: [", 2, 8, "text"),
      ("kind: pie\nslices: [{value: 1}]\n---\nkind: pie", 4, 1, "text"),
      ("{\"kind\": \"pie\",\n  \"hole\": \"x\"}", 2, 11, "text.hole"),
      ("# nothing yet\n", 1, 1, "text"),
      ("kind: pie\nid: \"\\a\"\nslices: [{value: 1}]", 2, 5, "text.id"),
    ])
  func places(_ text: String, _ line: Int, _ column: Int, _ path: String) throws {
    let error = try fault(text)
    #expect(error.code == .invalidParams)
    #expect(error.data?["line"] == .integer(line) && error.data?["column"] == .integer(column), "\(error)")
    #expect(error.data?["path"] == .string(path) && error.data?["reason"] != nil)
    #expect(!error.message.contains("text."), "\(error.message)")
  }

  @Test("What was probably meant is said, and a faulty text leaves the chart as it is")
  func suggestions() throws {
    let before = try service.svg()
    let error = try fault("kind: pie\nid: spending\nslcies: []")
    #expect(error.data?["suggestion"] == "slices" && error.message.hasSuffix("did you mean 'slices'?"))
    #expect(try service.svg() == before)
  }

  @Test("A name that no chart may have is refused, also where the text has an id of its own")
  func refusedNames() throws {
    let service = ChartService()
    let text: JSON = "{kind: pie, id: a, slices: [{value: 1}]}"
    for name in ["", String(repeating: "x", count: 201)] {
      let error = try service.error("chart/edit", ["text": text, "chart": .string(name), "render": false])
      #expect(error.data?["path"] == "chart", "\(error)")
    }
    _ = try service.call("chart/edit", params: ["text": text, "chart": "b", "render": false])
    #expect(try service.call("chart/list")["charts"] == ["a"])
  }

  @Test("Subscribers are told of an edit as of any change")
  func notifies() throws {
    let subscriber = Subscriber(service: service)
    try subscriber.subscribe(render: false)
    _ = try edit("{kind: pie, id: spending, slices: [{value: 1}]}")
    let change = try #require(subscriber.nextChange())
    #expect(change.chart == "spending" && change.revision == 2 && change.cause == "chart/edit")
  }
}
