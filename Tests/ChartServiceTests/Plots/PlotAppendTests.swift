import ChartData
import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing
import TestSupport

@Suite("Plots: points added as they come in")
struct PlotAppendTests {
  func line(_ values: JSON, x: JSON? = nil, series: JSON = [:]) -> JSON {
    var spec: JSON = ["kind": "line", "series": [(["name": "a", "values": values] as JSON).merging(patch: series)]]
    if let x { spec = spec.merging(patch: ["x": ["values": x]]) }
    return spec
  }

  // MARK: - Forms

  @Test("Numbers and gaps behind values that just follow one another; the spec shows them; one step")
  func following() throws {
    let service = try ChartService.with(line([1, 2]))
    let before = try service.svg("plot")
    let result = try service.append([3, nil, 5])
    #expect(result == ["session": "default", "chart": "plot", "revision": 2, "warnings": []])
    #expect(try service.marks() == [["0", 1], ["1", 2], ["2", 3], ["4", 5]])
    #expect(try service.describe()["spec"]?["series"]?[0]?["values"] == [1, 2, 3, nil, 5])
    #expect(try service.svg("plot") == service.svgMadeAnew())
    try service.expectUndo(to: before)
    #expect(try service.exported().svg("plot") == service.svg("plot"))
    try service.append(6)
    #expect(try service.values() == [1, 2, 3, 5, 6])
    let shown = try service.call("chart/append", params: ["plot", [7]])
    #expect(shown["display"]?["image/svg+xml"] == .string(try service.svg("plot")))
    let nothing = try service.append([])
    #expect(nothing["revision"] == shown["revision"])
  }

  @Test("Pairs and objects with numbers, moments and names")
  func positions() throws {
    let service = try ChartService.with(line([1, 2], x: [10, 20]))
    try service.append([[30, 3], ["x": 40, "y": 4], [50, nil]])
    #expect(try service.marks() == [["10", 1], ["20", 2], ["30", 3], ["40", 4]])
    #expect(try service.describe()["spec"]?["x"]?["values"] == [10, 20, 30, 40, 50])
    #expect(try service.svg("plot") == service.svgMadeAnew())

    try service.make(line([1, 2], x: ["2026-08-01", "2026-08-02"]))
    try service.append([["2026-08-03T12:00Z", 3], ["x": 1_785_974_400_000, "y": 4]])
    #expect(
      try service.marks().map { $0[0] } == ["Aug 1, 2026", "Aug 2, 2026", "Aug 3, 2026 12:00", "Aug 6, 2026"])
    #expect(try service.svg("plot") == service.svgMadeAnew())

    try service.make(["kind": "bar", "x": ["labels": ["Mon", "Tue", "Wed"]], "series": [["values": [1, 2]]]])
    try service.append([3, ["Thu", 4]])
    #expect(try service.marks() == [["Mon", 1], ["Tue", 2], ["Wed", 3], ["Thu", 4]])
    #expect(try service.describe()["spec"]?["x"]?["labels"] == ["Mon", "Tue", "Wed", "Thu"])
    try service.append([["x": "Sat", "y": 6]])
    #expect(try service.svg("plot") == service.svgMadeAnew())

    try service.make(line([1, 2], series: ["x": [5, 6]]))
    try service.append([[7, 3]])
    #expect(try service.describe()["spec"]?["series"]?[0]?["x"] == [5, 6, 7])
    #expect(try service.svg("plot") == service.svgMadeAnew())

    try service.make(["kind": "bar", "x": ["values": ["A", "B"]], "series": [["values": [1, 2]]]])
    try service.append([["C", 3]])
    #expect(try service.describe()["spec"]?["x"]?["values"] == ["A", "B", "C"])
    #expect(try service.marks() == [["A", 1], ["B", 2], ["C", 3]])
  }

  @Test("Slots that have a name but no value yet are filled first; what is between is a gap")
  func filling() throws {
    let service = try ChartService.with(
      ["kind": "bar", "x": ["labels": ["Mon", "Tue", "Wed", "Thu"]], "series": [["values": [1]]]])
    try service.append([["Wed", 3]])
    #expect(try service.marks() == [["Mon", 1], ["Wed", 3]])
    #expect(try service.describe()["spec"]?["series"]?[0]?["values"] == [1, nil, 3])
    try service.append([["Fri", 5]])
    #expect(try service.describe()["spec"]?["series"]?[0]?["values"] == [1, nil, 3, nil, 5])
    #expect(try service.svg("plot") == service.svgMadeAnew())
  }

  @Test("To a series by its index or name, each in turn, or to all at once")
  func series() throws {
    let spec: JSON = [
      "kind": "line", "x": ["values": [1, 2]],
      "series": [["name": "a", "values": [1, 2]], ["name": "b", "values": [3, 4]]],
    ]
    let service = try ChartService.with(spec)
    try service.append([["x": 3, "y": [5, 6]], [4, [nil, 8]]])
    #expect(try service.marks(series: 0) == [["1", 1], ["2", 2], ["3", 5]])
    #expect(try service.marks(series: 1) == [["1", 3], ["2", 4], ["3", 6], ["4", 8]])
    #expect(try service.svg("plot") == service.svgMadeAnew())
    try service.make(spec)
    try service.append([[3, 7]], ["series": 1])
    try service.append([[3, 9], [4, 10]], ["series": "a"])
    try service.append([11], ["series": "b"])
    #expect(try service.marks(series: 0) == [["1", 1], ["2", 2], ["3", 9], ["4", 10]])
    #expect(try service.marks(series: 1) == [["1", 3], ["2", 4], ["3", 7], ["4", 11]])
    #expect(try service.svg("plot") == service.svgMadeAnew())
    try service.make([
      "kind": "bar", "x": ["labels": ["A"]], "series": [["values": [1]], ["values": []]],
    ])
    try service.append([["B", [2, 3]]])
    #expect(try service.marks(series: 1) == [["B", 3]])
    #expect(try service.svg("plot") == service.svgMadeAnew())
  }

  @Test(
    "The first point of an empty chart says what positions are",
    arguments: [
      ("line", [[5, 1], [9, 2]] as JSON, ["5", "9"] as [JSON]), ("line", [7, 8], ["0", "1"]),
      ("line", [["2026-08-01", 1], ["2026-08-02", 2]], ["Aug 1, 2026", "Aug 2, 2026"]),
      ("bar", [["Mon", 1], ["Tue", 2]], ["Mon", "Tue"]), ("bar", [7, 8], ["1", "2"]),
      ("line", [["Mon", 1], ["Tue", 2]], ["Mon", "Tue"]),
      ("bar", [["2026-08-01", 1], ["2026-08-02", 2]], ["Aug 1, 2026", "Aug 2, 2026"]),
    ] as [(String, JSON, [JSON])])
  func empty(kind: String, points: JSON, labels: [JSON]) throws {
    let service = try ChartService.with(["kind": .string(kind), "series": [["name": "a"]]])
    for point in points.arrayValue ?? [] { try service.append([point]) }
    #expect(try service.marks().map { $0[0] } == labels)
    #expect(try service.svg("plot") == service.svgMadeAnew())
    #expect(try service.exported().svg("plot") == service.svg("plot"))
  }

  @Test("An empty series beside others that just follow one another gets positions of its own")
  func emptyBesideOthers() throws {
    let service = try ChartService.with(["kind": "line", "series": [["values": [1, 2, 3]], ["name": "b"]]])
    try service.append([[0.5, 7], [1.5, 8]], ["series": "b"])
    #expect(try service.marks(series: 0) == [["0", 1], ["1", 2], ["2", 3]])
    #expect(try service.marks(series: 1) == [["0.5", 7], ["1.5", 8]])
    #expect(try service.svg("plot") == service.svgMadeAnew())
  }

  @Test("Columns of points, as lists or buffers of the request")
  func columns() throws {
    let service = try ChartService.with(line([1], x: [0]))
    try service.append(["x": [1, 2], "y": [2, nil]])
    try service.append(
      ["x": ["buffer": 1, "type": "int32"], "y": ["buffer": 0]],
      buffers: [Bytes.float64([4, .nan, 6]), Bytes.int32([3, 4, 5])])
    #expect(try service.marks() == [["0", 1], ["1", 2], ["3", 4], ["5", 6]])
    #expect(try service.svg("plot") == service.svgMadeAnew())
    try service.make(line([1]))
    try service.append(["buffer": 0, "type": "float32"], buffers: [Bytes.float32([2.5, 3.5])])
    try service.append(["y": ["buffer": 0, "type": "int64"]], buffers: [Bytes.int64([9])])
    #expect(try service.values() == [1, 2.5, 3.5, 9])
    #expect(try service.describe()["spec"]?["series"]?[0]?["values"] == [1, 2.5, 3.5, 9])
  }

  // MARK: - Where data come from

  @Test("Behind a buffer the buffer grows, behind a file what was read from it; both go along in documents")
  func held() throws {
    let directory = try TemporaryDirectory()
    try directory.write("t,v\n2026-08-01,1\n2026-08-02,2\n", to: "a.csv")
    let service = ChartService(data: DataSource(baseDirectory: directory.path))
    let buffered: JSON = [
      "kind": "line",
      "series": [
        ["values": ["buffer": 0], "x": ["buffer": 1]], ["values": ["buffer": 0], "x": ["buffer": 1]],
      ],
    ]
    try service.make(buffered, named: "buffer", buffers: [Bytes.float64([1, 2]), Bytes.float64([5, 6])])
    let before = try service.svg("buffer")
    try service.append([[7, 3]], to: "buffer", ["series": 0])
    #expect(try service.marks("buffer", series: 0) == [["5", 1], ["6", 2], ["7", 3]])
    #expect(try service.marks("buffer", series: 1) == [["5", 1], ["6", 2]], "its buffers are another's, too")
    try service.append([[8, 4]], to: "buffer", ["series": 1])
    try service.update(["title": "T"], of: "buffer")
    #expect(try service.marks("buffer", series: 0).count == 3 && service.marks("buffer", series: 1).count == 3)

    try service.make(["kind": "line", "data": ["csv": "a.csv", "x": "t", "y": "v"]], named: "file")
    try service.append([["2026-08-03", 3]], to: "file")
    try service.append([["2026-08-04", 4]], to: "file", ["window": 3])
    #expect(try service.values("file") == [2, 3, 4])
    // Reading the file again would lose them.
    try service.update(["title": "T"], of: "file")
    #expect(try service.values("file") == [2, 3, 4])

    let fresh = try service.exported()
    for chart in ["buffer", "file"] { #expect(try fresh.svg(chart) == service.svg(chart)) }
    try fresh.append([["2026-08-05", 5]], to: "file")
    #expect(try fresh.values("file") == [2, 3, 4, 5])
    for _ in 0..<3 {
      for service in [service, fresh] { _ = try service.call("chart/undo", params: ["chart": "buffer"]) }
      #expect(try fresh.svg("buffer") == service.svg("buffer"))
    }
    #expect(try service.svg("buffer") == before)
    try service.update(["data": ["csv": "a.csv"]], of: "file")
    #expect(try service.values("file") == [1, 2], "who names the file again wants it read")
  }

  @Test(
    "Any run of appends leaves what the JSON and the held data say together",
    arguments: sample([1, 2, 3, 4] as [UInt64]))
  func consistency(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let directory = try TemporaryDirectory()
    try directory.write("t,v,w\n2026-08-01,1,3\n2026-08-02,2,4\n", to: "a.csv")
    let source = DataSource(baseDirectory: directory.path)
    let specs: [(JSON, [[UInt8]], @Sendable (Int) -> JSON)] = [
      (["kind": "line", "series": [["values": [1]], ["values": [2]]]], [], { _ in .null }),
      (["kind": "line", "x": ["values": [0]], "series": [["values": [1]], ["values": [2]]]], [], { .integer($0) }),
      (
        ["kind": "bar", "x": ["labels": ["0"]], "series": [["values": [1]], ["values": [2]]]], [], { .string("\($0)") }
      ),
      (
        [
          "kind": "line", "x": ["values": ["buffer": 0]],
          "series": [["values": ["buffer": 1]], ["values": ["buffer": 1]]],
        ], [Bytes.float64([0]), Bytes.float64([1])], { .integer($0) }
      ),
      (
        ["kind": "line", "data": ["csv": "a.csv", "x": "t"], "series": [["name": "v"], ["name": "w"]]], [],
        { .string("2027-01-01T00:\($0 < 10 ? "0" : "")\($0)Z") }
      ),
    ]
    for (spec, buffers, position) in specs {
      let service = try ChartService.with(spec, data: source, buffers: buffers)
      var pictures = [try service.svg("plot")]
      for round in 1...25 {
        let y = JSON(Double(Int.random(in: -50...50, using: &generator)))
        let x = position(round)
        let params: JSON =
          Bool.random(using: &generator) ? ["window": .integer(.random(in: 1...8, using: &generator))] : [:]
        if Bool.random(using: &generator) {
          try service.append([x == .null ? ["y": [y, 1]] : ["x": x, "y": [y, nil]]], params)
        } else {
          let point: JSON = x == .null ? y : [x, y]
          try service.append(
            [point], params.merging(fully: ["series": .integer(.random(in: 0...1, using: &generator))]))
        }
        pictures.append(try service.svg("plot"))
        if round % 8 == 0 { #expect(try service.exported().svg("plot") == service.svg("plot")) }
      }
      for picture in pictures.dropLast().reversed() {
        #expect(try service.call("chart/undo", params: ["chart": "plot"])["changed"] == true)
        #expect(try service.svg("plot") == picture)
      }
    }
  }

  @Test("It warns of what the chart would warn of were it made anew", arguments: sample([1, 2, 3] as [UInt64]))
  func warnings(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var seen: Set<JSON> = []
    for _ in 0..<40 {
      let limits: JSON = [
        ["value": 1, "label": "one"], ["value": 1.01, "label": "two"], ["value": 1.02, "label": "three"],
      ]
      let service = try ChartService.with([
        "kind": Bool.random(using: &generator) ? "line" : "scatter",
        "size": [
          "width": .integer(.random(in: 30...640, using: &generator)),
          "height": .integer(.random(in: 10...300, using: &generator)),
        ],
        "legend": Bool.random(using: &generator) ? "none" : "right",
        "y": Bool.random(using: &generator) ? [:] : ["min": 3],
        "limits": Bool.random(using: &generator) ? [] : limits,
        "x": ["values": [0, 1]], "series": [["name": "a", "values": [0, 2]]],
      ])
      for x in 2..<14 {
        let isBeyond = Int.random(in: 0..<8, using: &generator) == 0
        let point: JSON = [.integer(x), .number(Double.random(in: isBeyond ? -5...9 : 0...2, using: &generator))]
        let answer = try service.append([point], Bool.random(using: &generator) ? ["window": 6] : [:])
        let spec = try #require(try service.describe()["spec"])
        let warnings = try #require(try ChartService().make(spec)["warnings"])
        #expect(answer["warnings"] == warnings, "\(spec)")
        seen.insert(warnings)
      }
    }
    #expect(seen.count > 3 && seen.contains([]), "\(seen)")
  }

  // MARK: - A window

  @Test("A window keeps so many points, with their positions, names and markers; the selection stays on its entry")
  func window() throws {
    let service = try ChartService.with([
      "kind": "bar", "x": ["labels": ["A", "B", "C"]],
      "series": [
        ["name": "a", "values": [1, 2, 3], "markers": ["one", "two", "three"]], ["name": "b", "values": [4, 5]],
      ],
    ])
    _ = try service.call("chart/highlight", params: ["chart": "plot", "index": 2])
    let before = try service.svg("plot")
    try service.append([["D", 4]], ["window": 2])
    #expect(try service.marks(series: 0) == [["C", 3], ["D", 4]])
    #expect(try service.marks(series: 1) == [])
    let described = try service.describe()
    #expect(described["state"]?["selection"] == [0, 0])
    #expect(described["spec"]?["x"]?["labels"] == ["C", "D"])
    #expect(described["spec"]?["series"]?[0]?["markers"] == ["three"])
    let marker = try service.call("chart/marker", params: ["chart": "plot", "index": 0])["marker"]
    #expect(marker?["text"] == "three")
    try service.expectUndo(to: before)
    try service.append([["E", 5], ["F", 6]], ["window": 2])
    #expect(try service.describe()["state"]?["selection"] == .null, "its entry is gone")

    try service.make(line([1, 2, 3, 4]))
    try service.append([], ["window": 2])
    #expect(try service.values() == [3, 4])
    try service.make(line([1, 2], x: [10, 20]))
    try service.append(["x": [30, 40, 50], "y": [3, 4, 5]], ["window": 2])
    #expect(try service.describe()["spec"]?["x"]?["values"] == [40, 50])
    #expect(try service.values() == [4, 5])
  }

  @Test("Fault 24: what shows the end goes on showing the end")
  func viewport() throws {
    let service = try ChartService.with(steps)
    _ = try service.call("chart/scroll", params: ["chart": "plot", "to": "end", "render": false])
    try service.append([["31", 1]])
    #expect(try service.describe()["layout"]?["viewport"]?["end"] == 30.5)
    _ = try service.call("chart/scroll", params: ["chart": "plot", "to": "5", "render": false])
    let start = try service.describe()["layout"]?["viewport"]?["start"]
    try service.append([["32", 1]])
    #expect(try service.describe()["layout"]?["viewport"]?["start"] == start)
  }

  // MARK: - Who hears of it

  @Test("Subscribers and the log are told; of many points the log keeps the number")
  func log() throws {
    let service = try ChartService.with(line([1]))
    let subscriber = Subscriber(service: service)
    try subscriber.subscribe()
    try service.append([2])
    #expect(subscriber.nextChange()?.revision == 2)
    try service.append(.array(Array(repeating: 1, count: 1_000)))
    let log = try #require(try service.call("session/export")["document"]?["log"]?.arrayValue)
    #expect(log[1] == ["chart": "plot", "method": "chart/append", "params": ["points": [2]], "revision": 2])
    #expect(log[2]["params"] == ["points": ["count": 1_000]])
  }

  @Test(
    "Of columns the log keeps the number too, whichever of them are lists",
    arguments: [("y", "x"), ("x", "y")])
  func logOfColumns(list: String, buffer: String) throws {
    let service = try ChartService.with(["kind": "line", "x": ["values": [0]], "series": [["values": [1]]]])
    let many = JSON.array((1...1_000).map { .integer($0) })
    let points = ([:] as JSON).setting(list, many).setting(buffer, ["buffer": 0])
    try service.append(points, buffers: [Bytes.float64((1...1_000).map(Double.init))])
    try service.append(["x": [2_000], "y": [1]])
    let log = try #require(try service.call("session/export")["document"]?["log"]?.arrayValue)
    #expect(log[1]["params"] == ["points": ["count": 1_000]])
    #expect(log[2]["params"] == ["points": ["x": [2_000], "y": [1]]])
  }
}
