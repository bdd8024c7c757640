import ChartData
import Foundation
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing
import TestSupport

@testable import ChartService

@Suite("Export and import: the same pictures, byte for byte")
struct DocumentTests {
  /// A session with some history: several charts, updates, gestures, a spin that goes on, something undone.
  static func session() throws -> ChartService {
    let service = try ChartService.prepared()
    var generator = SplitMix64(seed: 99)
    var time = 0.0
    _ = try service.call(
      "chart/create",
      params: ["spec": spending, "chart": "ü & <b>", "theme": "dark", "size": ["width": 500, "height": 300.5]])
    for chart in ["spending", "ü & <b>"] {
      for _ in 0..<40 {
        let (method, params) = HistoryTests.random(&generator, time: &time)
        _ = try service.call(method, params: params.merging(fully: ["chart": .string(chart), "render": false]))
      }
      for _ in 0..<5 { _ = try service.call("chart/undo", params: ["chart": .string(chart)]) }
    }
    try HistoryTests().drag(service, from: 5)
    return service
  }

  @Test("Before each chart and each spec it is asked whether the document is still wanted")
  func asks() throws {
    let session = try DocumentTests.session().withState { state in try state.session("default") }
    var asked = 0
    let document = SessionDocument(session, named: "default") { asked += 1 }
    #expect(asked == document.charts.count + document.specs.count && document.charts.count == 2)
  }

  @Test("Whatever mark of the reference's charts is tapped, it is selected in the copy, too", arguments: 0..<6)
  func tapped(part: Int) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/charts")
    let specs = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "yaml" }.sorted { $0.path < $1.path }
    #expect(specs.count > 200)
    let service = ChartService(data: DataSource(allowedDirectories: ["."], baseDirectory: folder.path))
    var names: [String] = []
    for (index, file) in specs.enumerated() where index % 6 == part {
      let text = try String(contentsOf: file, encoding: .utf8)
      let name = file.deletingPathExtension().lastPathComponent
      _ = try service.call("chart/edit", params: ["chart": .string(name), "text": .string(text)])
      names.append(name)
    }
    for round in sample(0..<12) {
      for name in names {
        let (x, y) = (Double((round * 67) % 600) + 30, Double((round * 41) % 280) + 40)
        try service.act("tap", name, ["x": .number(x), "y": .number(y)])
      }
      let document = try #require(try service.call("session/export", params: [:])["document"])
      let copy = ChartService()
      _ = try copy.call("session/import", params: ["document": document])
      for name in names {
        let states = try [service, copy].map { try $0.call("chart/get", params: ["chart": .string(name)])["state"] }
        #expect(
          states[0]?["selection"] == states[1]?["selection"] && states[0]?["brush"] == states[1]?["brush"], "\(name)")
      }
    }
  }

  @Test("Through text into a fresh service: pictures, undo, redo and what spins")
  func roundTrip() throws {
    let service = try DocumentTests.session()
    let exported = try #require(try service.call("session/export")["document"])
    let fresh = ChartService(data: DataSource(allowedDirectories: []))
    let result = try fresh.call("session/import", params: ["document": JSON(parsing: exported.text)])
    #expect(result == ["session": "default", "charts": ["spending", "ü & <b>"]])
    #expect(try fresh.call("session/export")["document"]?.text == exported.text)
    for service in [service, fresh] {
      _ = try service.call("chart/advance", params: ["chart": "spending", "time": 5.7])
    }
    for chart in ["spending", "ü & <b>"] {
      #expect(try fresh.svg(chart) == service.svg(chart))
      var steps = 0
      while try service.call("chart/undo", params: ["chart": .string(chart)])["changed"] == true {
        _ = try fresh.call("chart/undo", params: ["chart": .string(chart)])
        #expect(try fresh.svg(chart) == service.svg(chart))
        steps += 1
      }
      #expect(steps > 10)
      #expect(try fresh.call("chart/undo", params: ["chart": .string(chart)])["changed"] == false)
      while try service.call("chart/redo", params: ["chart": .string(chart)])["changed"] == true {
        _ = try fresh.call("chart/redo", params: ["chart": .string(chart)])
        #expect(try fresh.svg(chart) == service.svg(chart))
      }
    }
  }

  @Test("A session that is exported in parts is put together again, with its pictures and steps")
  func parts() throws {
    let service = try DocumentTests.session()
    let fresh = ChartService(data: DataSource(allowedDirectories: []))
    for chart in ["spending", "ü & <b>"] {
      let document = try #require(try service.call("session/export", params: ["charts": [.string(chart)]])["document"])
      #expect(document["charts"]?.arrayValue?.map { $0["chart"] } == [.string(chart)])
      #expect(document["log"]?.arrayValue?.allSatisfy { $0["chart"] == .string(chart) } == true)
      _ = try fresh.call("session/import", params: ["document": document, "keep": true])
    }
    for chart in ["spending", "ü & <b>"] {
      #expect(try fresh.svg(chart) == service.svg(chart))
      let undone = try fresh.call("chart/undo", params: ["chart": .string(chart)])["changed"]
      #expect(undone == true)
    }
    #expect(try fresh.call("session/export", params: ["charts": []])["document"]?["charts"] == [])
    #expect(try service.error("session/export", ["charts": ["spendin"]]).code == .noSuchChart)
  }

  @Test("Importing replaces the session, goes on in its revisions, and tells subscribers")
  func replacing() throws {
    let service = try ChartService.prepared()
    let document = try #require(try service.call("session/export")["document"])
    for _ in 0..<3 { _ = try service.call("chart/rotate", params: ["chart": "spending", "by": 5]) }
    _ = try service.call("chart/create", params: ["spec": spending, "chart": "other"])
    let subscriber = Subscriber(service: service)
    try subscriber.subscribe()
    _ = try service.call("session/import", params: ["document": document])
    #expect(try service.call("chart/list")["charts"] == ["spending"])
    #expect(try service.call("chart/get", params: ["chart": "spending"])["revision"] == 5)
    var kinds: [String: ChangeKind] = [:]
    while let change = subscriber.nextChange() { kinds[change.chart] = change.kind }
    #expect(kinds == ["spending": .created, "other": .deleted])
    _ = try service.call("session/import", params: ["document": document, "session": "copy"])
    #expect(try service.svg(session: "copy") == service.svg())
  }

  @Test(
    "Faulty documents are refused with the place, and change nothing",
    arguments: [
      Fault("", [:], "document.format"),
      Fault("", ["version": 2], "document.version"),
      Fault("", ["version": "1"], "document.version"),
      Fault("", ["surprise": 1], "document.surprise"),
      Fault("", ["charts": "none"], "document.charts"),
      Fault("", ["specs": []], "document.charts[0].spec"),
      Fault(
        "", ["specs": [["spec": ["kind": "pie", "slices": [["value": -1]]]]]], "document.specs[0].spec.slices[0].value"),
      Fault(
        "", ["specs": [["spec": ["kind": "pie", "slices": [["value": .number(.nan)]]]]]],
        "document.specs[0].spec.slices[0].value"),
      Fault("", ["specs": [["spec": ["kind": "cake"]]]], "document.specs[0].spec.kind"),
      Fault("", ["specs": [["spec": ["kind": "pie", "data": ["csv": "/etc/passwd"]]]]], "document.specs[0].slices"),
    ] as [Fault])
  func faults(fault: Fault) throws {
    let service = try ChartService.prepared()
    _ = try service.call("chart/tap", params: ["chart": "spending", "x": 360, "y": 120])
    let document = try #require(try service.call("session/export")["document"])
    let before = try service.svg()
    let broken = fault.params == [:] ? [:] : document.merging(patch: fault.params)
    let error = try service.error("session/import", ["document": broken])
    #expect(error.code == .invalidParams && error.data?["path"] == .string(fault.path), "\(error.message)")
    #expect(try service.svg() == before)
    #expect(try service.call("chart/undo", params: ["chart": "spending"])["changed"] == true)
  }

  @Test(
    "Faults inside a chart are named, too",
    arguments: [
      Fault("", ["state": ["startAngle": 360]], "state.startAngle"),
      Fault("", ["state": ["startAngle": .number(.infinity)]], "state.startAngle"),
      Fault("", ["state": ["selection": [7]]], "state.selection[0]"),
      Fault("", ["state": ["selection": [0, 1]]], "state.selection[1]"),
      Fault("", ["state": ["hidden": [12]]], "state.hidden[0]"),
      Fault("", ["state": ["hidden": [-1]]], "state.hidden[0]"),
      Fault("", ["state": ["progress": 2]], "state.progress"),
      Fault("", ["state": ["colour": "red"]], "state.colour"),
      Fault("", ["state": ["spin": ["time": 0, "angle": 1, "velocity": 2]]], "state.spin.deceleration"),
      Fault("", ["revision": 0], "revision"),
      Fault("", ["chart": "a\nb"], "chart"),
      Fault("", ["spec": 5], "spec"),
      Fault(
        "",
        [
          "undo": [
            [
              "method": "chart/tap", "spec": 3,
              "state": ["startAngle": 0, "selection": nil, "hidden": [], "progress": 1],
            ]
          ]
        ],
        "undo[0].spec"),
    ] as [Fault])
  func chartFaults(fault: Fault) throws {
    let service = try ChartService.prepared()
    let document = try #require(try service.call("session/export")["document"])
    let chart = try #require(document["charts"]?[0])
    let broken = document.merging(patch: ["charts": [chart.merging(patch: fault.params)]])
    let error = try service.error("session/import", ["document": broken, "session": "new"])
    #expect(error.data?["path"] == .string("document.charts[0].\(fault.path)"), "\(error.message)")
    #expect(!service.sessions.contains("new"))
    let twice = document.merging(patch: ["charts": [chart, chart]])
    #expect(try service.error("session/import", ["document": twice]).data?["path"] == "document.charts[1].chart")
  }

  @Test("A session that keeps what it holds has room for as many charts as the limit says, a new one for all of them")
  func chartLimit() throws {
    var limits = ServiceLimits()
    limits.charts = 2
    let service = try ChartService.prepared(limits: limits)
    _ = try service.call("chart/create", params: ["spec": spending, "chart": "other", "render": false])
    let document = try #require(try service.call("session/export")["document"])
    let full: JSON = ["document": document, "session": "new", "keep": true]
    #expect(try service.call("session/import", params: full)["charts"] == ["spending", "other"])
    // Those of the same id are replaced, so the second time needs no more room.
    #expect(try service.call("session/import", params: full)["charts"] == ["spending", "other"])
    _ = try service.call("chart/delete", params: ["chart": "other", "session": "new"])
    _ = try service.call(
      "chart/create", params: ["spec": spending, "chart": "third", "session": "new", "render": false])
    let error = try service.error("session/import", full)
    #expect(error.data == ["limit": "charts", "allowed": 2, "got": 3])
  }

  @Test("The log tells what was done, and is bounded")
  func log() throws {
    var limits = ServiceLimits()
    limits.log = 20
    let service = try ChartService.prepared(limits: limits)
    for number in 0..<100 {
      _ = try service.call("chart/rotate", params: ["chart": "spending", "to": .integer(number), "render": false])
    }
    let log = try #require(try service.call("session/export")["document"]?["log"]?.arrayValue)
    #expect((10...20).contains(log.count))
    #expect(log.last == ["chart": "spending", "method": "chart/rotate", "params": ["to": 99], "revision": 101])
  }
}
