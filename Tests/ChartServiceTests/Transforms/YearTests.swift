import ChartData
import JSONModel
import ServiceTestSupport
import Testing

@testable import ChartService

@Suite("Numbers that are years are years on a time axis, wherever they come from")
struct YearTests {
  let directory: TemporaryDirectory
  let service: ChartService

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(
      """
      year,city,people
      1955,Bonn,5
      1956,Bonn,6
      1955,Mainz,3
      2026,Mainz,4
      """, to: "people.csv")
    service = ChartService(data: DataSource(allowedDirectories: ["."], baseDirectory: directory.path))
  }

  private let plain: JSON = [
    "kind": "line", "x": ["scale": "time"], "data": ["csv": "people.csv", "x": "year", "y": "people"],
  ]

  private func marks(_ patch: JSON, series: Int = 0) throws -> [JSON] {
    let made = try service.call(
      "chart/create", params: ["spec": plain.merging(patch: patch), "chart": "plot", "render": false])
    #expect(made["warnings"] == [])
    return try service.marks(series: series).map { .array($0) }
  }

  @Test("As a column of texts has it, so have steps and the series of a column")
  func steps() throws {
    let bonn: [JSON] = [["Jan 1, 1955", 5], ["Jan 1, 1956", 6]]
    #expect(try marks(["data": ["where": ["city": "Bonn"]]]) == bonn)
    #expect(try marks(["data": ["transform": [["filter": "city = \"Bonn\""]]]]) == bonn)
    #expect(try marks(["series": ["by": "city"]]) == bonn)
    #expect(try marks(["series": ["by": "city"]], series: 1) == [["Jan 1, 1955", 3], ["Jan 1, 2026", 4]])
    // Bars share their positions.
    let bars: JSON = ["kind": "combined", "series": ["by": "city", "type": "bar"]]
    #expect(try marks(bars, series: 1) == [["Jan 1, 1955", 3], ["Jan 1, 2026", 4]])
    // By the clocks of the axis, and made by a formula.
    #expect(
      try marks([
        "x": ["timeZone": "+02:00"],
        "data": ["x": "next", "transform": [["filter": "city = \"Bonn\""], ["calculate": ["next": "year + 1"]]]],
      ]) == [["Jan 1, 1956", 5], ["Jan 1, 1957", 6]])
  }

  @Test(
    "So have positions in the spec itself, also those that are added; one that is no year makes milliseconds of all")
  func inline() throws {
    let spec: JSON = [
      "kind": "line", "x": ["values": [1955, 1956], "scale": "time"], "series": [["values": [1, 2]]],
    ]
    try service.make(spec)
    try service.append([["x": 1960, "y": 3]])
    #expect(
      try service.marks().map { JSON.array($0) } == [["Jan 1, 1955", 1], ["Jan 1, 1956", 2], ["Jan 1, 1960", 3]])
    #expect(try service.svg("plot") == service.svgMadeAnew())
    try service.append([["x": 19601, "y": 3]])
    #expect(try service.svg("plot") == service.svgMadeAnew())
  }

  @Test("A typed table has them, too; days of eight digits are days, and other numbers milliseconds")
  func columns() throws {
    func marks(_ positions: [JSON]) throws -> [JSON] {
      try self.marks([
        "data": [
          "csv": nil, "columns": ["year": .array(positions), "people": [1, 2]], "transform": [["sort": "year"]],
        ]
      ])
    }
    #expect(try marks([1955, 2026]) == [["Jan 1, 1955", 1], ["Jan 1, 2026", 2]])
    #expect(try marks([19_550_314, 20_260_821]) == [["Mar 14, 1955", 1], ["Aug 21, 2026", 2]])
    // One that is no year, or no day that there is, makes all of them what they always were.
    #expect(try marks([1955, 86_400_000]) == [["Jan 1, 1970 00:00:01.955", 1], ["Jan 2, 1970", 2]])
    #expect(try marks([1955.5, 2026]).first == ["Jan 1, 1970 00:00:01.955", 1])
    #expect(try marks([19_550_230, 20_260_821]).first == ["Jan 1, 1970 05:25:50.230", 1])
  }

  @Test("What is appended to them, and what is kept, is where they are")
  func growing() throws {
    _ = try marks(["data": ["transform": [["filter": "city = \"Bonn\""]]]])
    _ = try service.call(
      "chart/append", params: ["chart": "plot", "points": [["x": "1957", "y": 7]], "render": false])
    #expect(try service.marks() == [["Jan 1, 1955", 5], ["Jan 1, 1956", 6], ["Jan 1, 1957", 7]])
    let fresh = try service.exported()
    #expect(try fresh.svg("plot") == service.svg("plot"))
  }
}
