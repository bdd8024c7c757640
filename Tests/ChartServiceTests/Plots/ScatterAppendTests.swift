import ChartData
import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import TestSupport
import Testing

@Suite("Points added to a scatter plot bring their sizes and colours")
struct ScatterAppendTests {
  private static let bubbles: JSON = [
    "kind": "scatter", "x": ["values": [1, 2]],
    "series": [
      ["name": "a", "values": [3, 4], "size": [10, 20], "colorBy": ["values": ["red", "blue"], "title": "Group"]]
    ],
  ]

  private func columns(_ service: ChartService, _ name: String) throws -> JSON? {
    let channel = try service.describe()["spec"]?["series"]?[0]?[name]
    return channel?["values"] ?? channel
  }

  @Test("As members of a point, or as columns: the picture is that of a chart made with them, and undo takes them back")
  func forms() throws {
    for points: JSON in [
      [["x": 3, "y": 5, "size": 30, "colorBy": "green"], ["y": 6, "x": 4, "colorBy": "red", "size": nil]],
      ["x": [3, 4], "y": [5, 6], "size": [30, nil], "colorBy": ["green", "red"]],
    ] {
      let service = try ChartService.with(ScatterAppendTests.bubbles)
      let before = try service.svg("plot")
      let answer = try service.append(points)
      #expect(answer["warnings"] == [])
      #expect(try columns(service, "size") == [10, 20, 30, nil])
      #expect(try columns(service, "colorBy") == ["red", "blue", "green", "red"])
      #expect(try service.describe()["spec"]?["series"]?[0]?["colorBy"]?["title"] == "Group")
      #expect(try service.svg("plot") == service.svgMadeAnew())
      try service.expectUndo(to: before)
      #expect(try service.exported().svg("plot") == service.svg("plot"))
    }
  }

  @Test(
    "Names as values, where values are names: the picture is that of a chart made with them, and undo takes them back")
  func names() throws {
    for points: JSON in [
      [[3, "c"], [4, "a"]], [["x": 3, "y": "c"], ["x": 4, "y": "a"]], ["x": [3, 4], "y": ["c", "a"]],
    ] {
      let service = try ChartService.with(
        ["kind": "scatter", "x": ["values": [1, 2]], "series": [["values": ["a", "b"]]]])
      let before = try service.svg("plot")
      try service.append(points)
      #expect(try service.describe()["spec"]?["series"]?[0]?["values"] == ["a", "b", "c", "a"])
      #expect(try service.svg("plot") == service.svgMadeAnew())
      try service.expectUndo(to: before)
    }
    // Where they are numbers a name is a fault.
    let service = try ChartService.with(["kind": "scatter", "x": ["values": [1]], "series": [["values": [1]]]])
    let error = try service.error("chart/append", ["chart": "plot", "points": [[3, "c"]]])
    #expect(error.data?["reason"] == #"expected a number or null, got "c""#)
  }

  @Test("Buffers of the request, and beside a file what was read from it")
  func sources() throws {
    let service = try ChartService.with(
      [
        "kind": "scatter", "x": ["values": ["buffer": 0]],
        "series": [["values": ["buffer": 1], "size": ["values": ["buffer": 1], "greatest": 30]]],
      ], buffers: [Bytes.float64([1, 2]), Bytes.float64([3, 4])])
    try service.append(
      ["x": ["buffer": 0], "y": ["buffer": 1], "size": ["buffer": 2]],
      buffers: [Bytes.float64([3]), Bytes.float64([5]), Bytes.float64([50])])
    var like: JSON = [
      "kind": "scatter", "x": ["values": [1, 2, 3]],
      "series": [["values": [3, 4, 5], "size": ["values": [3, 4, 50], "greatest": 30]]],
    ]
    #expect(try service.svg("plot") == ChartService.with(like).svg("plot"))

    let directory = try TemporaryDirectory()
    try directory.write("x,y,n,g\n1,3,10,red\n2,4,20,blue\n", to: "a.csv")
    let file = try ChartService.with(
      [
        "kind": "scatter", "data": ["csv": "a.csv", "x": "x"],
        "series": [["name": "y", "size": "n", "colorBy": "g"]],
      ],
      data: DataSource(baseDirectory: directory.path))
    try file.append([["x": 3, "y": 5, "size": 30, "colorBy": "blue"]])
    like = [
      "kind": "scatter", "x": ["values": [1, 2, 3]],
      "series": [
        [
          "name": "y", "values": [3, 4, 5], "size": ["values": [10, 20, 30], "title": "n"],
          "colorBy": ["values": ["red", "blue", "blue"], "title": "g"],
        ]
      ],
    ]
    #expect(try file.svg("plot") == ChartService.with(like).svg("plot"))
    #expect(try file.exported().svg("plot") == file.svg("plot"))
  }

  @Test("Points that tell none look like all others, and those that follow may tell theirs again")
  func gaps() throws {
    let service = try ChartService.with(ScatterAppendTests.bubbles)
    #expect(try service.append([[3, 5]])["warnings"]?.arrayValue?.count == 2)
    #expect(try service.svg("plot") == service.svgMadeAnew())
    #expect(try service.append([["x": 4, "y": 6], ["x": 5, "y": 7, "size": 40, "colorBy": "red"]])["warnings"] == [])
    #expect(try columns(service, "size") == [10, 20, nil, nil, 40])
    #expect(try service.svg("plot") == service.svgMadeAnew())
  }

  @Test("A series that is to have sizes begins with an empty list, or with what else is said of them")
  func empty() throws {
    for size: JSON in [[], ["title": "People"], ["values": [], "greatest": 9]] {
      let service = try ChartService.with(["kind": "scatter", "series": [["values": [], "size": size]]])
      try service.append([["x": 1, "y": 2, "size": 3], ["x": 2, "y": 2, "size": 5]])
      #expect(try columns(service, "size") == [3, 5])
      #expect(try service.describe()["spec"]?["series"]?[0]?["size"]?["title"] == size["title"])
      #expect(try service.svg("plot") == service.svgMadeAnew())
    }
  }

  @Test("A window drops them with their points")
  func window() throws {
    let service = try ChartService.with(ScatterAppendTests.bubbles)
    for step in 3...9 {
      try service.append(
        [["x": .integer(step), "y": 5, "size": .integer(step * 10), "colorBy": .string("\(step % 3)")]], ["window": 3])
      #expect(try service.svg("plot") == service.svgMadeAnew())
    }
    #expect(try columns(service, "size") == [70, 80, 90])
    #expect(try columns(service, "colorBy") == ["1", "2", "0"])
  }

  @Test(
    "What is no size or colour, or has no series for it, is refused with what to do",
    arguments: [
      ("bubbles", ["points": [["x": 3, "y": 1, "size": "big"]]], "points[0].size", "a number or null"),
      ("bubbles", ["points": [["x": 3, "y": 1, "colorBy": true]]], "points[0].colorBy", "a number, a name or null"),
      ("bubbles", ["points": [["x": 3, "y": 1, "sise": 1]]], "points[0].sise", "unknown key"),
      ("bubbles", ["points": ["x": [3], "y": [1], "size": [1, 2]]], "points.size", "as many as y, got 2 and 1"),
      ("bubbles", ["points": ["x": [3], "y": [1], "size": ["1"]]], "points.size[0]", "a number or null"),
      ("bubbles", ["points": [["x": 3, "y": [1], "size": 2]]], "points[0].size", "name that with `series`"),
      ("plain", ["points": [["x": 3, "y": 1, "size": 2]]], "points[0].size", "give it `size: []`"),
      ("line", ["points": [["x": 3, "y": 1, "size": 2]]], "points[0].size", "unknown key"),
      ("ahead", ["points": [["x": 3, "y": 1, "size": 2]]], "points", "4 entries in `size` for 2 values"),
    ] as [(String, JSON, String, String)])
  func faults(subject: String, params: JSON, path: String, reason: String) throws {
    var spec = ScatterAppendTests.bubbles
    switch subject {
    case "plain": spec = spec.merging(patch: ["series": [["values": [3, 4]]]])
    case "line": spec = spec.merging(patch: ["kind": "line", "series": [["values": [3, 4]]]])
    case "ahead": spec = spec.merging(patch: ["series": [["values": [3, 4], "size": [1, 2, 3, 4]]]])
    default: break
    }
    let service = try ChartService.with(spec)
    let before = try service.svg("plot")
    let found = try service.fault("chart/append", (["chart": "plot"] as JSON).merging(fully: params))
    #expect(found.path == path && found.reason.contains(reason), "\(found)")
    #expect(try service.svg("plot") == before)
  }

  @Test("The days of a calendar need no values: their colours are enough, one by one or as columns")
  func days() throws {
    for points: JSON in [
      [["x": "2025-01-01", "colorBy": 4], ["x": "2025-01-02", "colorBy": nil]],
      ["x": ["2025-01-01", "2025-01-02"], "colorBy": [4, nil]],
    ] {
      let service = try ChartService.with([
        "kind": "heatmap", "x": ["values": ["2024-12-30", "2024-12-31"]],
        "series": [["calendar": true, "colorBy": [5, 7]]],
      ])
      let before = try service.svg("plot")
      #expect(try service.append(points)["warnings"] == [])
      #expect(try columns(service, "colorBy") == [5, 7, 4, nil])
      #expect(try service.svg("plot") == service.svgMadeAnew())
      try service.expectUndo(to: before)
    }
    let service = try ChartService.with([
      "kind": "heatmap", "x": ["values": ["2024-12-30"]], "series": [["calendar": true, "colorBy": [5]]],
    ])
    for (points, path, reason): (JSON, String, String) in [
      ([["x": "2025-01-01"]], "points[0].colorBy", "is required"),
      (["x": ["2025-01-01"]], "points.colorBy", "is required"),
      (["x": ["2025-01-01"], "colorBy": [1, 2]], "points.x", "expected as many x as colorBy, got 1 and 2"),
    ] {
      let fault = try service.fault("chart/append", ["chart": "plot", "points": points])
      #expect(fault.path == path && fault.reason.contains(reason), "\(fault)")
    }
  }
}
