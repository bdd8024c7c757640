import CellModel
import ChartCells
import ChartService
import Foundation
import JSONModel
import JSONRPC
import OrderedCollections
import ServiceTestSupport
import Testing

@Suite("Cells: running")
struct CellRunTests {
  @Test("a YAML spec makes the chart that its id names, and shows it with its size")
  func yamlSpec() throws {
    let fixture = CellFixture()
    let outputs = try fixture.run(CellFixture.spending)
    let display = try #require(outputs.first?.display)
    #expect(outputs.count == 1)
    #expect(display.session == "default")
    #expect(display.chart == "spending")
    #expect(display.revision == 1)
    #expect(display.data["image/svg+xml"]?.stringValue?.hasPrefix("<svg") == true)
    #expect(display.data["text/plain"]?.stringValue?.contains("Rent") == true)
    #expect(display.metadata["image/svg+xml"] == ["width": 640, "height": 360])
  }

  @Test("a spec without id gets a fresh name")
  func freshName() throws {
    let fixture = CellFixture()
    let names = try ["{kind: pie, slices: [{value: 1}]}", "kind: pie\nslices: [{value: 1}]"].map {
      try #require(try fixture.run($0).first?.display).chart
    }
    #expect(Set(names).count == 2)
  }

  @Test(
    "the same chart whether in YAML, flow style or JSON, indented by tabs and with escapes",
    arguments: [
      "kind: pie\nid: a\nslices:\n- label: \"\\U0001F600\"\n  value: 1\n",
      "{kind: pie, id: a, slices: [{label: 😀, value: 1}]}",
      "{\n\t\"kind\": \"pie\",\n\t\"id\": \"a\",\n\t\"slices\": [{\"label\": \"\\ud83d\\ude00\", \"value\": 1}]\n}",
      "  {\"kind\":\"pie\",\"id\":\"a\",\"slices\":[{\"label\":\"😀\",\"value\":1}]}  # a comment",
    ])
  func sameChart(code: String) throws {
    let svg = try CellFixture().run("kind: pie\nid: a\nslices:\n- {label: 😀, value: 1}").first?.display?.data
    #expect(try CellFixture().run(code).first?.display?.data == svg)
  }

  @Test("statements of all kinds in any mix, each answered in turn")
  func mixture() throws {
    let fixture = CellFixture()
    let outputs = try fixture.run(
      """
      # two charts and more
      kind: pie
      id: a
      slices: [{value: 1}]
      # a comment in between
      ---
      {kind: pie, id: b, slices: [{value: 2}]}
      %charts
      %rotate a 30

      kind: pie
      id: c
      description: |
        %this is text, and so is
        {"jsonrpc": "2.0"}
      slices: [{value: 3}]
      {"jsonrpc": "2.0", "method": "chart/list", "id": 1}
      [{"jsonrpc": "2.0", "method": "chart/list", "id": 2},
       {"jsonrpc": "2.0", "method": "chart/delete", "params": {"chart": "c"}}]
      %echo done
      """)
    #expect(outputs.map { $0.display?.chart ?? "-" } == ["a", "b", "-", "a", "c", "-", "-", "-"])
    #expect(outputs[2].json == ["charts": ["a", "b"]])
    #expect(outputs[2].text == "a\nb")
    #expect(outputs[3].display?.revision == 2)
    #expect(outputs[5].json == ["jsonrpc": "2.0", "result": ["charts": ["a", "b", "c"]], "id": 1])
    #expect(outputs[6].json?.arrayValue?.count == 1)
    #expect(outputs[7] == .stream(.stdout, "done\n"))
    #expect(fixture.service.charts().map(\.chart) == ["a", "b"])
  }

  @Test("a fault ends the cell; what was done before stays done")
  func faultEnds() throws {
    let fixture = CellFixture()
    let fault = try #require(fixture.fault("{kind: pie, id: a, slices: []}\n%nonsense\n{kind: pie, id: b, slices: []}"))
    #expect(fault.name == "UnknownCommand")
    #expect(fixture.service.charts().map(\.chart) == ["a"])
  }

  @Test(
    "nothing comes of nothing",
    arguments: ["", " ", "\n\n", "# only\n  # comments", "---", "---\n---\n# x\n...\n", "\r\n", "\t\n", "null"])
  func nothing(code: String) throws {
    #expect(try CellFixture().run(code).isEmpty)
  }

  @Test("lines may end with CRLF or CR", arguments: ["\r\n", "\r"])
  func lineEnds(ending: String) throws {
    let code = (CellFixture.spending + "\n%rotate spending 10\n%echo a").replacing("\n", with: ending)
    let outputs = try CellFixture().run(code)
    #expect(outputs.map { $0.display?.revision } == [1, 2, nil])
    #expect(outputs[2] == .stream(.stdout, "a\n"))
  }

  @Test("warnings go to stderr")
  func warnings() throws {
    let outputs = try CellFixture().run("{kind: pie, slices: [{label: A, value: 0}]}")
    guard case .stream(.stderr, let text)? = outputs.first else {
      Issue.record("expected a warning, got \(outputs)")
      return
    }
    #expect(text.hasPrefix("Warning: "))
    #expect(text.hasSuffix("\n"))
    #expect(outputs.last?.display != nil)
  }

  @Test("a request's picture is shown besides its answer")
  func requestPicture() throws {
    let fixture = try CellFixture.withChart()
    let outputs = try fixture.run(
      """
      {"jsonrpc": "2.0", "method": "chart/rotate", "params": {"chart": "spending", "by": 30}, "id": "a"}
      """)
    #expect(outputs.count == 2)
    #expect(outputs[0].json?["id"] == "a")
    #expect(outputs[0].json?["result"]?["changed"] == true)
    let text = try #require(outputs[0].text)
    #expect(!text.contains("</svg>"))
    #expect(outputs[1].display?.chart == "spending")
    #expect(outputs[1].display?.revision == 2)
    #expect(outputs[1].display?.data == outputs[0].json?["result"]?["display"]?.objectValue)
  }

  @Test("an error is an answer; a notification has none")
  func requestErrors() throws {
    let fixture = try CellFixture.withChart()
    let outputs = try fixture.run(
      """
      {"jsonrpc": "2.0", "method": "chart/tpa", "id": 1}
      {"jsonrpc": "2.0", "method": "chart/rotate", "params": ["spending", 5]}
      []
      """)
    #expect(outputs.count == 2)
    #expect(outputs[0].json?["error"]?["code"] == -32601)
    #expect(outputs[1].json?["error"]?["code"] == -32600)
    #expect(fixture.service.charts().first?.revision == 2)
  }

  @Test("a cell's requests are about the cell's session")
  func otherSession() throws {
    let fixture = CellFixture(session: "work")
    _ = try fixture.service.call("session/open", params: ["session": "work"])
    _ = try fixture.run(CellFixture.spending)
    let outputs = try fixture.run(#"{"jsonrpc": "2.0", "method": "chart/list", "id": 1}"#)
    #expect(outputs.first?.json?["result"] == ["charts": ["spending"]])
    #expect(try fixture.run("%rotate 5").first?.display?.session == "work")
    #expect(fixture.service.charts().isEmpty)
  }

  @Test("an interrupted cell ends between its statements")
  func interrupt() throws {
    let fixture = CellFixture()
    let cancellation = Cancellation()
    var count = 0
    #expect(throws: CellError.self) {
      try fixture.cells.run("%echo 1\n%echo 2\n%echo 3", cancellation: cancellation) { _ in
        count += 1
        if count == 2 { cancellation.cancel() }
      }
    }
    #expect(count == 2)
  }
}
