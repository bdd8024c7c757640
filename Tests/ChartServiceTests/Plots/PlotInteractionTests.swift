import ChartService
import JSONModel
import JSONRPC
import OrderedCollections
import ServiceTestSupport
import Testing

@Suite("Plots: scrolling, zooming and pointing at them by requests")
struct PlotInteractionTests {
  let service: ChartService

  init() throws { service = try ChartService.with(steps) }

  private func interact(_ method: String, _ params: JSON) throws -> JSON {
    try service.call(method, params: (["chart": "plot", "render": false] as JSON).merging(fully: params))
  }

  private var window: (start: Double, end: Double) {
    get throws {
      let viewport = try service.describe()["layout"]?["viewport"]
      return (viewport?["start"]?.doubleValue ?? .nan, viewport?["end"]?.doubleValue ?? .nan)
    }
  }

  // MARK: - Words

  @Test("What is selected and brushed is told in words with each answer, also with those to undo and redo")
  func words() throws {
    let text = #"""
      {"kind": "heatmap", "select": "x", "x": {"labels": ["Mon", "Tue"]}, "y": {"scale": "category", "labels": ["Ward 1", "Ward 2"]},
       "series": [{"rows": [[1, 2], [3, 4]]}]}
      """#
    try service.make(JSON(parsing: text))
    let selected = try interact("chart/key", ["key": "Home"])
    let words = try #require(selected["selected"]?.stringValue)
    #expect(words.contains("Mon") && words.contains("Ward"), "\(words)")
    #expect(selected["brushed"] == nil)
    let brushed = try interact("chart/brush", ["colors": [2, 4]])
    #expect(brushed["brushed"] == "colors from 2 to 4")
    #expect(try interact("chart/undo", [:])["brushed"] == nil)
    #expect(try interact("chart/redo", [:])["brushed"] == brushed["brushed"])
    let reset = try interact("chart/reset", [:])
    #expect(reset["selected"] == nil && reset["brushed"] == nil)
  }

  @Test("Pointing tells the mark that a tap there would pick, whatever is selected")
  func pointed() throws {
    _ = try interact("chart/scroll", ["to": "start"])
    _ = try interact("chart/highlight", ["index": 2])
    let mark = try #require(try service.describe()["layout"]?["series"]?[0]?["marks"]?[1])
    let over = try interact("chart/hover", ["x": mark["x"] ?? 0, "y": mark["y"] ?? 0])
    #expect(over["pointed"] == ["series": 0, "index": 1] && over["selection"] == ["series": 0, "index": 2])
    #expect(try interact("chart/hover", ["x": 1, "y": 1])["pointed"] == nil)
  }

  // MARK: - Scrolling

  @Test("V1: scrolls by px to what comes after, and to the start, the end, a slot by its number or name")
  func scroll() throws {
    let before = try service.svg("plot")
    let first = try window
    let slot = try #require(try service.describe()["layout"]?["viewport"]?["slotWidth"]?.doubleValue)
    let moved = try interact("chart/scroll", ["by": JSON(2 * slot)])
    #expect(moved["changed"] == true && moved["revision"] == 2)
    #expect(abs(try window.start - first.start - 2) < 1e-9)
    #expect(moved["events"]?[0]?["type"] == "translated")
    #expect(abs((moved["events"]?[0]?["dx"]?.doubleValue ?? 0) + 2 * slot) < 1e-6)
    try service.expectUndo(to: before)
    _ = try interact("chart/scroll", ["to": "end"])
    #expect(abs(try window.end - 29.5) < 1e-9)
    let again = try interact("chart/scroll", ["to": "end"])
    #expect(again["changed"] == false && again["events"] == [])
    _ = try interact("chart/scroll", ["to": "10"])
    let named = try window
    #expect(abs(named.start - 8.5) < 1e-9)
    _ = try interact("chart/scroll", ["to": "start"])
    _ = try interact("chart/scroll", ["to": 9])
    #expect(try window == named)
  }

  @Test("V2: with snap the nearest entry is in the middle and selected; snap alone does that where it is")
  func snap() throws {
    let snapped = try interact("chart/scroll", ["to": "15", "snap": true])
    let selected = try #require(snapped["selection"]?["index"]?.doubleValue)
    let (start, end) = try window
    #expect(abs((start + end) / 2 - selected) < 1e-9)
    #expect(snapped["selection"] == ["series": 0, "index": snapped["selection"]?["index"] ?? .null])
    _ = try interact("chart/highlight", ["index": nil])
    _ = try interact("chart/scroll", ["by": 7])
    let alone = try interact("chart/scroll", ["snap": true])
    #expect(alone["selection"]?["index"]?.doubleValue != nil)
  }

  @Test("A moment and a number are positions, too")
  func positions() throws {
    let moments: JSON = [
      "kind": "line", "viewport": ["visibleCount": 2],
      "x": ["values": ["2026-08-01", "2026-08-02", "2026-08-03", "2026-08-04", "2026-08-05"]],
      "series": [["values": [1, 2, 3, 4, 5]]],
    ]
    try service.make(moments, named: "moments")
    _ = try interact("chart/scroll", ["chart": "moments", "to": "2026-08-02T12:00Z"])
    let start = try service.describe("moments")["layout"]?["viewport"]?["start"]?.doubleValue
    #expect(start == 1_785_672_000_000)
    let fault = try service.fault("chart/scroll", ["chart": "moments", "to": "teatime"], of: "moments")
    #expect(fault.path == "to" && fault.reason.contains("moment"))
  }

  // MARK: - Brushing

  @Test("W7: what a gesture brushes is one step; a program brushes by numbers and names, and clears")
  func brush() throws {
    let spec: JSON = [
      "kind": "bar", "select": "x", "x": ["labels": ["a", "b", "c", "d"]], "series": [["values": [1, 2, 3, 4]]],
    ]
    _ = try service.call("chart/create", params: ["spec": spec, "chart": "plot"])
    let before = try service.svg("plot")
    let plot = try #require(try service.describe()["layout"]?["plot"])
    let (x, width) = (plot["x"]?.doubleValue ?? .nan, plot["width"]?.doubleValue ?? .nan)
    for (index, share) in [0.3, 0.4, 0.7].enumerated() {
      let phase: JSON = index == 0 ? "down" : "move"
      _ = try interact("chart/pointer", ["phase": phase, "x": JSON(x + width * share), "y": 150])
    }
    let up = try interact("chart/pointer", ["phase": "up", "x": JSON(x + width * 0.7), "y": 150])
    #expect(up["changed"] == false)
    #expect(try service.describe()["layout"]?["brush"] != .null)
    try service.expectUndo(to: before)
    let named = try interact("chart/brush", ["x": ["b", "a"]])
    #expect(named["events"] == [["type": "brushed", "brush": ["x": [-0.5, 1.5]]]] && named["changed"] == true)
    #expect(try interact("chart/brush", ["x": [0, 1]])["changed"] == false)
    let both = try interact("chart/brush", ["x": ["b", "b"], "y": [1.5, 3]])
    #expect(both["events"]?[0]?["brush"] == ["x": [0.5, 1.5], "y": [1.5, 3]])
    #expect(try interact("chart/brush", [:])["events"] == [["type": "brushed"]])
  }

  @Test(
    "W7: places that are none are errors where they stand",
    arguments: [
      (["x": ["a", "zz"]], "x[1]: there is no position 'zz'"),
      (["x": [1]], "x: expected two places, from one to the other, got 1"),
      (["y": ["a", 2]], "y[0]: expected a number, got 'a'"),
      (["y": [100, 200]], "y: lies beyond the ends of the axis: nothing of it can be brushed"),
      (["colors": [1, 2]], "colors: there are no colours that stand for numbers"),
    ] as [(JSON, String)])
  func wrongBrush(_ params: JSON, _ message: String) throws {
    let spec: JSON = ["kind": "bar", "x": ["labels": ["a", "b"]], "series": [["values": [1, 2]]]]
    _ = try service.call("chart/create", params: ["spec": spec, "chart": "plot"])
    let error = #expect(throws: RPCError.self) { _ = try interact("chart/brush", params) }
    #expect(error?.message == message)
  }

  @Test("M8: a tap on the colours of the legend is a step, and a document keeps what is brushed there")
  func colors() throws {
    let spec: JSON = ["kind": "heatmap", "legend": "right", "series": [["rows": [[0, 1, 2], [3, 4, 30]]]]]
    _ = try service.call("chart/create", params: ["spec": spec, "chart": "plot"])
    let before = try service.svg("plot")
    let brushed = try interact("chart/brush", ["colors": [4, 2]])
    #expect(brushed["events"] == [["type": "brushed", "brush": ["colors": [2, 4]]]] && brushed["changed"] == true)
    let picture = try service.svg("plot")
    let document = try #require(try service.call("session/export")["document"])
    let other = ChartService()
    _ = try other.call("session/import", params: ["document": JSON(parsing: document.text)])
    #expect(try other.svg("plot") == picture && picture != before)
    try service.expectUndo(to: before)
    // Right of the plot is the bar: wherever a tap hits it, something is brushed.
    let taps = try (580..<640).map { x in try interact("chart/tap", ["x": JSON(x), "y": 180]) }
    #expect(taps.contains { $0["events"]?[0]?["brush"]?["colors"] != nil && $0["hit"]?["kind"] == "legend" })
  }

  @Test("W7: a document keeps what is brushed, and pies have nothing to brush")
  func keptBrush() throws {
    _ = try interact("chart/brush", ["x": ["3", "5"]])
    let picture = try service.svg("plot")
    let document = try #require(try service.call("session/export")["document"])
    let other = try ChartService.with(steps)
    _ = try other.call("session/import", params: ["document": JSON(parsing: document.text)])
    #expect(try other.svg("plot") == picture)
    _ = try service.call(
      "chart/create", params: ["spec": ["kind": "pie", "slices": [["value": 1]]], "chart": "plot"])
    let error = #expect(throws: RPCError.self) { _ = try interact("chart/brush", ["x": [0, 1]]) }
    #expect(error?.message == "x: a pie has no axes to brush along")
  }

  // MARK: - Zooming

  @Test("V4: zooms about a place, and back; undo takes it back")
  func zoom() throws {
    let before = try service.svg("plot")
    let (start, end) = try window
    let plot = try #require(try service.describe()["layout"]?["plot"])
    let x = try #require(plot["x"]?.doubleValue)
    let zoomed = try interact("chart/zoom", ["scale": 2, "x": JSON(x)])
    #expect(zoomed["events"] == [["type": "zoomed", "scaleX": 2, "scaleY": 1]])
    #expect(abs(try window.start - start) < 1e-9, "the place stays where it is")
    #expect(abs(try window.end - window.start - (end - start) / 2) < 1e-9)
    try service.expectUndo(to: before)
    _ = try interact("chart/zoom", ["fit": true])
    #expect(try service.svg("plot") == before)
    #expect(try interact("chart/zoom", ["fit": true])["changed"] == false)
  }

  @Test("V4: zooms at a position, which comes into the middle")
  func zoomAtPosition() throws {
    let (start, end) = try window
    _ = try interact("chart/zoom", ["scale": 2, "at": "12"])
    #expect(abs(try window.end - window.start - (end - start) / 2) < 1e-9)
    #expect(abs(try window.end / 2 + window.start / 2 - 11) < 1e-9)
  }

  @Test(
    "Requests that make no sense are refused with the place and what is meant",
    arguments: [
      Fault("chart/scroll", [:], "to", "expected `to`, `by` or `snap`"),
      Fault("chart/scroll", ["to": "end", "by": 3], "by", "either"),
      Fault("chart/scroll", ["by": "far"], "by", "a number"),
      Fault("chart/scroll", ["to": true], "to", "a number"),
      Fault("chart/scroll", ["to": "31"], "to", "no position '31'"),
      Fault("chart/zoom", [:], "scale", "required"),
      Fault("chart/zoom", ["scale": 0], "scale", "above 0"),
      Fault("chart/zoom", ["scale": 2, "fit": true], "scale", "either"),
      Fault("chart/zoom", ["x": 3, "fit": true], "x", "either"),
      Fault("chart/zoom", ["at": 3, "fit": true], "at", "either"),
      Fault("chart/zoom", ["scale": 2, "y": 3, "at": 3], "y", "either"),
      Fault("chart/zoom", ["scale": 2, "at": "31"], "at", "no position '31'"),
      Fault("chart/highlight", ["x": "31"], "x", "no position '31'"),
      Fault("chart/highlight", ["y": 3], "x", "required"),
      Fault("chart/highlight", ["x": 3, "index": 1], "x", "either"),
      Fault("chart/highlight", ["x": 3, "series": 1], "series", "from 0 to 0"),
      Fault("chart/highlight", ["index": 30], "index", "from 0 to 29"),
      Fault("chart/highlight", ["path": [0, 1]], "path", "slices"),
      Fault("chart/marker", ["index": nil], "index", "required"),
      Fault("chart/marker", ["index": 3, "series": 4], "series", "from 0 to 0"),
    ] as [Fault])
  func faults(fault: Fault) throws {
    let found = try service.fault(fault.subject, (["chart": "plot"] as JSON).merging(fully: fault.params))
    #expect(found.path == fault.path && found.reason.contains(fault.reason), "\(found)")
  }

  @Test("Misspelt names and words get a suggestion")
  func suggestions() throws {
    try service.make(
      ["kind": "bar", "x": ["labels": ["January", "February"]], "series": [["values": [1, 2]]]], named: "months")
    let name = try service.fault("chart/scroll", ["chart": "months", "to": "Febuary"], of: "months")
    #expect(name.suggestion == "February")
    #expect(try service.fault("chart/scroll", ["chart": "months", "to": "strat"], of: "months").suggestion == "start")
    #expect(
      try service.fault("chart/highlight", ["chart": "months", "x": "Januar"], of: "months").suggestion == "January")
  }

  // MARK: - Pointing

  @Test("V5: highlights by value: the nearest by x, then by y, of all series or of one")
  func highlightByValue() throws {
    try service.make(
      [
        "kind": "line", "x": ["values": [0, 10, 20]],
        "series": [["name": "a", "values": [1, 2, 3]], ["name": "b", "values": [5, nil, 7]]],
      ], named: "lines")
    func selection(_ params: JSON) throws -> JSON? {
      try interact("chart/highlight", (["chart": "lines"] as JSON).merging(fully: params))["selection"]
    }
    #expect(try selection(["x": 19]) == ["series": 0, "index": 2])
    #expect(try selection(["x": 19, "y": 6.5]) == ["series": 1, "index": 2])
    #expect(try selection(["x": 1, "series": 1]) == ["series": 1, "index": 0])
    #expect(try selection(["series": 1, "index": 2]) == ["series": 1, "index": 2])
    let cleared = try interact("chart/highlight", ["chart": "lines", "index": nil])
    #expect(cleared["selection"] == .null && cleared["events"] == [["type": "nothingSelected"]])
    let named = try interact("chart/highlight", ["x": "7"])
    #expect(
      named["events"] == [["type": "valueSelected", "series": 0, "index": 6, "label": "7", "value": 700]],
      "no path: series and index say it all")
  }

  @Test("What the legend has hidden is not selected by its place, and the selection stays")
  func highlightHidden() throws {
    try service.make(
      ["kind": "line", "series": [["name": "a", "values": [1, 2]], ["name": "b", "values": [3, 4]]]], named: "lines")
    _ = try interact("chart/highlight", ["chart": "lines", "series": 0, "index": 1])
    _ = try interact("chart/toggle", ["chart": "lines", "series": "b"])
    let nothing = try interact("chart/highlight", ["chart": "lines", "x": 1, "series": 1])
    #expect(nothing["changed"] == false && nothing["selection"] == ["series": 0, "index": 1])
  }

  @Test("A hover tells the marker of what a tap there picks, and changes nothing")
  func hover() throws {
    let plot = try #require(try service.describe()["layout"]?["plot"])
    let top = JSON((plot["y"]?.doubleValue ?? 0) + 2)
    let left = plot["x"]?.doubleValue ?? 0
    let width = plot["width"]?.doubleValue ?? 0
    var kinds: Set<String> = []
    for share in stride(from: 0.02, to: 1, by: 0.07) {
      let place: JSON = ["chart": "plot", "x": JSON(left + share * width), "y": top]
      let hover = try service.call("chart/hover", params: place)
      kinds.insert(hover["hit"]?["kind"]?.stringValue ?? "")
      #expect(hover["changed"] == false && hover["selection"] == .null && hover["display"] == nil)
      let tap = try interact("chart/tap", place)
      let index = try #require(tap["selection"]?["index"])
      let marker = try service.call("chart/marker", params: ["chart": "plot", "index": index])["marker"]
      #expect(hover["marker"] == marker && marker?["text"] == .string("Steps \((index.integerValue ?? 0) * 100 + 100)"))
      _ = try service.call("chart/undo", params: ["chart": "plot"])
    }
    #expect(kinds.contains("plot"), "above the bars nothing is hit exactly")
    let away = try service.call("chart/hover", params: ["chart": "plot", "x": 1, "y": 1])
    #expect(away["marker"] == .null)
  }

  // MARK: - Gestures and documents

  private func drag(_ service: ChartService, from time: Double = 0, lifted: Bool = true) throws {
    let path: [(String, Double)] = [("down", 500), ("move", 470), ("move", 430), ("move", 380), ("up", 370)]
    for (index, (phase, x)) in path.enumerated() where lifted || phase != "up" {
      _ = try service.call(
        "chart/pointer",
        params: [
          "chart": "plot", "phase": .string(phase), "x": JSON(x), "y": 150, "time": JSON(time + 0.02 * Double(index)),
          "render": false,
        ])
    }
  }

  @Test("V3: a drag with the scrolling after it is one step, and settles with an event")
  func gesture() throws {
    let start = try service.svg("plot")
    try drag(service)
    let dragged = try service.svg("plot")
    var events: [JSON] = []
    for time in stride(from: 0.1, to: 20, by: 0.4) {
      events += try interact("chart/advance", ["time": JSON(time)])["events"]?.arrayValue ?? []
    }
    #expect(events.last?["type"] == "settled")
    let settled = try service.svg("plot")
    #expect(dragged != start && settled != dragged)
    try service.expectUndo(to: start)
    try drag(service, from: 30)
    #expect(try service.svg("plot") != settled)
    _ = try service.call("chart/undo", params: ["chart": "plot"])
    #expect(try service.svg("plot") == settled, "the second drag is a step of its own")
    _ = try service.call("chart/undo", params: ["chart": "plot"])
    #expect(try service.svg("plot") == start)
  }

  @Test("Viewport, selection and what glides go along in a document; pointers that are down do not")
  func documents() throws {
    _ = try interact("chart/zoom", ["scale": 1.5])
    _ = try interact("chart/highlight", ["x": "4"])
    try drag(service)
    let state = try #require(try service.describe()["state"])
    #expect(state["viewport"]?["zoomX"] == 1.5 && state["glide"]?["duration"]?.doubleValue ?? 0 > 0)
    #expect(state["selection"] == [0, 3])
    let fresh = try service.exported()
    for time in [0.2, 0.5, 30] {
      _ = try service.call("chart/advance", params: ["chart": "plot", "time": JSON(time)])
      _ = try fresh.call("chart/advance", params: ["chart": "plot", "time": JSON(time)])
      #expect(try fresh.svg("plot") == service.svg("plot"))
    }
    for _ in 0..<3 {
      #expect(try service.call("chart/undo", params: ["chart": "plot"])["changed"] == true)
      _ = try fresh.call("chart/undo", params: ["chart": "plot"])
      #expect(try fresh.svg("plot") == service.svg("plot"))
    }
    try drag(service, from: 40, lifted: false)
    let document = try #require(try service.call("session/export")["document"])
    let exported = try #require(document["charts"]?[0]?["state"]?.objectValue)
    #expect(Set(exported.keys) == ["startAngle", "selection", "hidden", "progress", "viewport"])
  }

  @Test(
    "States that make no sense are refused when a document is read",
    arguments: [
      Fault("", ["viewport": ["zoomX": 0.5, "startX": 0]], "state.viewport.zoomX"),
      Fault("", ["viewport": ["startX": .number(.nan)]], "state.viewport.startX"),
      Fault("", ["viewport": ["startX": 0, "startY": 1]], "state.viewport.startY"),
      Fault("", ["glide": ["time": 0, "start": 0, "target": 0, "duration": -1, "rate": 1]], "state.glide.duration"),
      Fault("", ["glide": ["time": 0, "start": 0, "target": 0, "duration": 1, "rate": 0]], "state.glide.rate"),
      Fault("", ["touch": [:]], "state.touch"), Fault("", ["lastTap": [:]], "state.lastTap"),
      Fault("", ["selection": [0]], "state.selection"), Fault("", ["selection": [0, 30]], "state.selection[1]"),
      Fault("", ["selection": [1, 0]], "state.selection[0]"), Fault("", ["hidden": [1]], "state.hidden[0]"),
    ] as [Fault])
  func stateFaults(fault: Fault) throws {
    let document = try #require(try service.call("session/export")["document"])
    let chart = try #require(document["charts"]?[0])
    let broken = document.merging(patch: ["charts": [chart.merging(patch: ["state": fault.params])]])
    let found = try service.fault("session/import", ["document": broken, "session": "new"])
    #expect(found.path == "document.charts[0].\(fault.path)", "\(found)")
  }
}
