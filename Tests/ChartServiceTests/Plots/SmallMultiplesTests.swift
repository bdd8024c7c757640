import ChartService
import JSONModel
import ServiceTestSupport
import Testing

@Suite("Small multiples have the rows of the table, as one chart of all has them")
struct SmallMultiplesTests {
  let service = ChartService()

  private func marks(_ spec: JSON) throws -> [[JSON]] {
    try service.make("plot", spec)
    let parts = try #require(try service.describe("plot")["layout"]?["charts"]?.arrayValue)
    return parts.map { $0["series"]?[0]?["marks"]?.arrayValue ?? [] }
  }

  @Test("Moments of an hour that comes twice, and parts of seconds, stay what they are")
  func moments() throws {
    // The clocks go back at 01:00 UTC.
    let times: JSON = [
      "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T00:30:00Z", "2026-10-25T00:30:00.250Z",
    ]
    let spec: JSON = [
      "kind": "line", "x": ["timeZone": "Europe/Berlin", "scale": "time"], "facet": ["by": "k"],
      "data": ["x": "t", "y": "v", "columns": ["t": times, "v": [1, 2, 3, 4], "k": ["a", "a", "b", "b"]]],
    ]
    let x = try marks(spec).map { marks in marks.map { $0["x"]?.doubleValue ?? .nan } }
    #expect(x.map(\.count) == [2, 2])
    // An hour and a quarter of a second, on axes that are equally long.
    let (hour, quarter) = (x[0][1] - x[0][0], x[1][1] - x[1][0])
    #expect(hour > 50 && abs(hour - quarter * 14_400) < 1e-6)
  }

  private static let columns: JSON = [
    "city": ["A", "A", "A", "B", "B"], "axis": ["x", "y", "z", "x", "z"], "n": [1, 2, 3, 40, 20],
    "m": [2, 2, 2, 30, 60],
  ]

  @Test(
    "Radars and polar bars have the same spokes, and the same axis unless it is free", arguments: ["radar", "polar"])
  func spokes(kind: String) throws {
    func ends(_ scales: String) throws -> [Double?] {
      let spec: JSON = [
        "kind": .string(kind), "facet": ["by": "city", "scales": .string(scales)],
        "series": [["name": "n"], ["name": "m"]],
        "data": ["x": "axis", "columns": SmallMultiplesTests.columns],
      ]
      try service.make("spokes", spec)
      let layout = try #require(try service.describe("spokes")["layout"])
      let charts = try #require(layout["charts"]?.arrayValue)
      #expect(layout["legend"]?.arrayValue?.map { $0["label"] } == ["n", "m"])
      #expect(charts.map { $0["labels"]?.arrayValue?.map { $0["text"] } } == [["x", "y", "z"], ["x", "y", "z"]])
      return charts.map { $0["ticks"]?.arrayValue?.last?["value"]?.doubleValue }
    }
    let shared = try ends("shared")
    #expect(shared[0] == shared[1] && shared[0] ?? 0 >= (kind == "radar" ? 60 : 80))
    let free = try ends("free-y")
    #expect(free[0] ?? 100 < 10 && free[1] == shared[1])
    // What the legend hides is hidden in all of them.
    try service.act("toggle", "spokes", ["series": 1])
    let svg = try service.svg("spokes")
    #expect(!svg.contains("NaN") && svg.contains("A") && svg.contains("B"))
  }

  @Test("Funnels have the same stages, of which one that is missing has none")
  func funnels() throws {
    let spec: JSON = [
      "kind": "funnel", "facet": ["by": "city"],
      "data": ["label": "axis", "value": "n", "columns": SmallMultiplesTests.columns],
    ]
    try service.make("funnels", spec)
    let charts = try #require(try service.describe("funnels")["layout"]?["charts"]?.arrayValue)
    #expect(charts.map { $0["marks"]?.arrayValue?.map { $0["value"] } } == [[1, 2, 3], [40, 0, 20]])
    let svg = try service.svg("funnels")
    #expect(!svg.contains("NaN"))
  }

  @Test("A tap in a panel selects there; what is linked with them shows the rows of its spoke")
  func linkedSpokes() throws {
    let data: JSON = ["x": "axis", "columns": SmallMultiplesTests.columns]
    try service.make(
      "radars", ["kind": "radar", "link": "l", "facet": ["by": "city"], "series": [["name": "n"]], "data": data])
    try service.make(
      "rows",
      [
        "kind": "bar", "link": "l",
        "data": [
          "x": "city", "y": "s", "columns": SmallMultiplesTests.columns,
          "transform": [["group": ["by": "city", "s": "sum(n)"]]],
        ],
      ])
    try service.act("highlight", "radars", ["path": [1, 0, 2]])
    let part = try service.describe("rows")["layout"]?["part"]?[0]?["marks"]?.arrayValue
    #expect(part?.map { $0["value"] } == [20])
    try service.act("highlight", "rows", ["index": 0])
    #expect(try !service.svg("radars").contains("NaN"))
  }

  @Test("Days that colours stand for are names, as those of a file are")
  func colours() throws {
    let spec: JSON = [
      "kind": "scatter", "facet": ["by": "k"], "series": [["column": "v", "colorBy": "day"]],
      "data": [
        "x": "v",
        "columns": [
          "day": ["2026-01-01", "2026-01-02", "2026-01-01"], "v": [1, 2, 3], "k": ["a", "a", "b"],
        ],
      ],
    ]
    try service.make("plot", spec)
    let svg = try service.svg("plot")
    #expect(svg.contains("2026-01-01") && svg.contains("2026-01-02"))
  }

  @Test("A text among numbers is a gap, and its row that of the table, in one chart, in series and in small multiples")
  func gaps() throws {
    for stray in 1...6 {
      let values: JSON = .array((1...6).map { $0 == stray ? "oops" : JSON(Double($0)) })
      let columns: JSON = [
        "g": ["a", "a", "a", "b", "b", "b"], "h": ["p", "q", "p", "q", "p", "q"], "t": [1, 2, 3, 1, 2, 3], "v": values,
      ]
      let base: JSON = ["kind": "line", "data": ["x": "t", "y": "v", "columns": columns]]
      let ways: [JSON] = [
        [:], ["series": ["by": "g"]], ["facet": ["by": "g"]], ["facet": ["by": "g"], "series": ["by": "h"]],
      ]
      for way in ways {
        try service.make("plot", base.merging(fully: way))
        #expect(
          try service.describe("plot")["warnings"]?.arrayValue?.compactMap(\.stringValue).filter { $0.contains("text") }
            == ["1 text in column 'v' is no number, and a gap: row \(stray)"], "\(way)")
      }
    }
    // Where most are texts, a column is none of numbers.
    let texts: JSON = ["g": ["a", "a", "b"], "t": [1, 2, 3], "v": ["x", "y", 3]]
    let spec: JSON = ["kind": "line", "series": ["by": "g"], "data": ["x": "t", "y": "v", "columns": texts]]
    #expect(throws: (any Error).self) { try service.make("plot", spec) }
  }
}
