import ChartData
import JSONModel
import JSONRPC
import OrderedCollections
import ServiceTestSupport
import Testing

@testable import ChartService

@Suite("Charts of what steps make: read, kept, grown and restored as others are")
struct TransformedChartTests {
  let directory: TemporaryDirectory
  let service: ChartService

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(
      """
      city,day,temp,note
      Bonn,1.3.2026,5,a
      Mainz,1.3.2026,6,b
      Bonn,2.3.2026,7,c
      ,2.3.2026,1,d
      Köln,15.4.2026,9,e
      Mainz,15.4.2026,,f
      """, to: "temps.csv")
    service = ChartService(data: DataSource(allowedDirectories: ["."], baseDirectory: directory.path))
  }

  private func make(_ spec: JSON) throws -> JSON {
    try service.call("chart/create", params: ["spec": spec, "chart": "plot", "render": false])
  }

  private func names() throws -> [String] {
    try service.describe()["layout"]?["series"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
  }

  @Test("P11 Means are told with six digits, while what somebody has written stays as it is")
  func digits() throws {
    let columns: JSON = ["g": ["a", "a", "a", "b"], "v": [3, 3, 4, 52.5200081]]
    _ = try make([
      "kind": "bar",
      "data": [
        "columns": columns, "x": "g", "y": "v", "transform": [["group": ["by": "g", "v": "mean(v)"]]],
      ],
    ])
    let picture = try service.svg("plot")
    #expect(picture.contains("a: 3.33333\"") || picture.contains("a 3.33333,"), "\(picture.prefix(600))")
    #expect(!picture.contains("3.333333"))
    #expect(picture.contains("52.5200081"))
  }

  private let months: JSON = [
    "kind": "bar",
    "data": [
      "csv": "temps.csv", "dateFormat": "d.M.yyyy", "x": "month", "y": "n",
      "transform": [
        ["filter": "present(city)"], ["bin": ["column": "day", "unit": "month", "as": "month"]],
        ["group": ["by": "month", "n": "count()"]],
      ],
    ],
  ]

  private let cities: JSON = [
    "kind": "line", "data": ["csv": "temps.csv", "x": "day", "y": "temp"], "series": ["by": "city", "width": 3],
  ]

  @Test("Moments that steps make are moments on the axis")
  func moments() throws {
    #expect(try make(months)["warnings"] == [])
    #expect(try service.marks() == [["Mar 1, 2026", 3], ["Apr 1, 2026", 2]])
    // By the clocks of the chart's zone, and as names where the axis has those.
    let names = months.merging(patch: ["x": ["scale": "category", "timeZone": "Europe/Berlin"]])
    #expect(try make(names)["warnings"] == [])
    #expect(try service.marks() == [["2026-03-01", 3], ["2026-04-01", 2]])
  }

  @Test("A series of each value, in the order in which they occur; rows without one are told of")
  func seriesBy() throws {
    let made = try make(cities)
    #expect(made["warnings"]?[0]?.stringValue == "1 row has nothing in column 'city', and no series")
    #expect(try names() == ["Bonn", "Mainz", "Köln"])
    #expect(try service.marks(series: 0) == [["Mar 1, 2026", 5], ["Mar 2, 2026", 7]])
    #expect(try service.marks(series: 2) == [["Apr 15, 2026", 9]])
    _ = try make(cities.merging(patch: ["series": ["sort": true]]))
    #expect(try names() == ["Bonn", "Köln", "Mainz"])
    let few = try make(cities.merging(patch: ["series": ["most": 1]]))
    #expect(few["warnings"]?[0]?.stringValue == "2 of 3 names in column 'city' have no series: `most` is 1")
    #expect(try names() == ["Bonn"])
  }

  @Test("Bars and names share their slots, with gaps where a series has none")
  func sharedSlots() throws {
    let stacked: JSON = [
      "kind": "combined", "data": ["csv": "temps.csv", "x": "day", "y": "temp"],
      "series": ["by": "city", "type": "bar", "stack": "all"],
    ]
    _ = try make(stacked)
    #expect(try names() == ["Bonn", "Mainz", "Köln"])
    #expect(try service.marks(series: 1) == [["Mar 1, 2026", 6]])
    let held = try service.call("session/export")["document"]?["specs"]?.arrayValue?.last?["columns"]?.objectValue
    #expect(held?.keys.contains("x.moments") == true && held?.keys.contains("series[0].x") == false)
    let twice = try make([
      "kind": "line", "data": ["csv": "temps.csv", "x": "city", "y": "temp"], "series": ["by": "city"],
    ])
    #expect(twice["warnings"]?.arrayValue?.contains { $0.stringValue?.hasPrefix("2 rows stand where") == true } == true)
  }

  @Test("A stacked area goes on at 0 where a row is missing between two others; nothing is made up for other lines")
  func missingRows() throws {
    func marks(_ stacked: JSON) throws -> [[JSON]] {
      _ = try make([
        "kind": "line", "stacked": stacked, "series": ["by": "g"],
        "data": [
          "columns": [
            "m": ["Jan", "Feb", "Mar", "Apr", "Jan", "Mar"], "g": ["a", "a", "a", "a", "b", "b"],
            "v": [1, 2, 3, 4, 5, 6],
          ], "x": "m", "y": "v",
        ],
      ])
      return try service.marks(series: 1)
    }
    for stacked: JSON in [true, "percent", "stream"] {
      #expect(try marks(stacked) == [["Jan", 5], ["Feb", 0], ["Mar", 6]])
    }
    #expect(try marks(false) == [["Jan", 5], ["Mar", 6]])
  }

  @Test("Points and colours of a column's values are told apart with their rows")
  func channels() throws {
    _ = try make([
      "kind": "scatter", "data": ["csv": "temps.csv", "x": "day", "y": "temp"],
      "series": ["by": "city", "size": "temp", "colorBy": "note", "shape": "star"],
    ])
    #expect(try names() == ["Bonn", "Mainz", "Köln"])
    let held = try service.call("session/export")["document"]
    let place = try #require(held?["specs"]?.arrayValue?.last?["columns"]?["series[1].colorBy.values"]?.integerValue)
    #expect(held?["columns"]?[place] == ["b", "f"])
  }

  @Test("A document gives the same pictures where there is no file")
  func documents() throws {
    for spec in [months, cities] {
      _ = try make(spec)
      let before = try service.svg("plot")
      let document = try service.call("session/export")["document"] ?? .null
      let other = ChartService(data: DataSource(allowedDirectories: []))
      _ = try other.call("session/import", params: ["document": document, "session": "b"])
      #expect(try other.svg("plot", session: "b") == before)
    }
  }

  @Test("Points are appended to series that a column makes, and to what steps made")
  func appending() throws {
    _ = try make(cities)
    _ = try service.call(
      "chart/append",
      params: ["chart": "plot", "series": "Köln", "points": [["2026-05-01", 12]], "render": false])
    #expect(try service.marks(series: 2) == [["Apr 15, 2026", 9], ["May 1, 2026", 12]])
    #expect(try service.marks(series: 0) == [["Mar 1, 2026", 5], ["Mar 2, 2026", 7]])
    _ = try service.call("chart/update", params: ["chart": "plot", "patch": ["title": "T"], "render": false])
    #expect(try service.marks(series: 2).count == 2)
    _ = try service.call("chart/undo", params: ["chart": "plot", "render": false])
    _ = try service.call("chart/undo", params: ["chart": "plot", "render": false])
    #expect(try service.marks(series: 2) == [["Apr 15, 2026", 9]])
    _ = try make(months)
    _ = try service.call(
      "chart/append", params: ["chart": "plot", "points": [["2026-05-01", 4]], "render": false])
    #expect(try service.marks() == [["Mar 1, 2026", 3], ["Apr 1, 2026", 2], ["May 1, 2026", 4]])
  }

  @Test("A step is changed by an update, and the data are read anew")
  func updates() throws {
    _ = try make(months)
    let patch: JSON = ["data": ["transform": [["group": ["by": "day", "n": "max(temp)"]]], "x": "day"]]
    _ = try service.call("chart/update", params: ["chart": "plot", "patch": patch, "render": false])
    #expect(try service.marks() == [["Mar 1, 2026", 6], ["Mar 2, 2026", 7], ["Apr 15, 2026", 9]])
  }

  @Test("Pies are made of groups, and name what they lack")
  func pies() throws {
    let data: JSON = [
      "csv": "temps.csv", "where": ["note": ["a", "b", "c"]],
      "transform": [["group": ["by": "city", "sum": "sum(temp)"]], ["sort": "-sum"]],
    ]
    _ = try service.call(
      "chart/create", params: ["spec": ["kind": "pie", "data": data], "chart": "pie", "render": false])
    let document = try service.call("session/export")["document"]
    #expect(
      document?["specs"]?.arrayValue?.last?["slices"] == [
        ["label": "Bonn", "value": 12], ["label": "Mainz", "value": 6],
      ])
    let fault = try service.error(
      "chart/create", ["spec": ["kind": "pie", "data": data.merging(patch: ["value": "summ"])]])
    #expect(fault.message.contains("spec.data.value: there is no column 'summ', only city, sum; did you mean 'sum'?"))
  }

  @Test("Buffers go through steps, moments among them")
  func buffers() throws {
    let numbers: [Double] = [1, 2, 3, .nan]
    let days: [Int64] = [0, 1, 2, 3].map { $0 * 86_400 }
    let data: JSON = [
      "columns": ["t": ["buffer": 0, "type": "timestamp_s"], "v": ["buffer": 1]], "x": "t", "y": "w",
      "transform": [["filter": "t < '1970-01-04'"], ["calculate": ["w": "v * 2"]]],
    ]
    let buffers = [
      days.flatMap { day in withUnsafeBytes(of: day.littleEndian) { Array($0) } },
      numbers.flatMap { number in withUnsafeBytes(of: number.bitPattern.littleEndian) { Array($0) } },
    ]
    _ = try service.call(
      "chart/create", params: ["spec": ["kind": "line", "data": data], "chart": "plot", "render": false],
      buffers: buffers)
    #expect(try service.marks() == [["Jan 1, 1970", 2], ["Jan 2, 1970", 4], ["Jan 3, 1970", 6]])
    // The same buffers serve when the steps change.
    let patch: JSON = ["data": ["transform": [["filter": "v > 1"], ["calculate": ["w": "v"]]]]]
    _ = try service.call("chart/update", params: ["chart": "plot", "patch": patch, "render": false])
    #expect(try service.marks() == [["Jan 2, 1970", 2], ["Jan 3, 1970", 3]])
  }

  @Test(
    "What is wrong is said at its place",
    arguments: [
      (
        ["series": ["by": "cty"]],
        "spec.series.by: there is no column 'cty', only city, day, temp, note; did you mean 'city'?"
      ),
      (["series": ["by": "city", "widht": 3]], "spec.series.widht: unknown key; did you mean 'width'?"),
      (["series": ["sort": true]], "spec.series.by: is required"),
      (
        ["series": ["by": "city", "column": "note"]],
        "spec.series.column: expected a column of numbers, but 'note' holds texts"
      ),
      (["data": ["y": nil]], "spec.data.y: is required: the column of the values"),
      (["data": ["x": "dya"]], "spec.data.x: there is no column 'dya'"),
      (["data": nil], "spec.series.by: names a column of `data`, which is not given"),
      (
        ["data": ["transform": [["group": ["by": "city", "n": "count()"]]]]],
        "spec.data.y: there is no column 'temp', only city, n"
      ),
    ] as [(JSON, String)])
  func faults(_ patch: JSON, _ message: String) throws {
    let spec = cities.merging(patch: ["series": nil]).merging(patch: ["series": ["by": "city"]]).merging(patch: patch)
    let given = patch["series"].map { spec.setting("series", $0) } ?? spec
    let fault = try service.error("chart/create", ["spec": given])
    #expect(fault.message.contains(message), "\(fault.message)")
  }
}
