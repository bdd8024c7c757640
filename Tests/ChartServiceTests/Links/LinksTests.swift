import ChartData
import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing
import TestSupport

@Suite("What is selected in a chart stands out in those that it is linked with, or is all that they show")
struct LinksTests {
  let sales = Sales()
  let service = ChartService()

  init() throws { try service.make("months", sales.byMonth) }

  @Test("The sums that stand out are those of the selected rows, as counted here", arguments: LinksTests.ways)
  func rows(way: Way) throws {
    try service.make("other", way.spec(sales))
    #expect(try service.standingOut() == nil)
    try service.act(way.method, "other", way.params)
    let expected = sales.totals(way.isTaken)
    #expect(expected != sales.totals { _ in true })
    #expect(try service.standingOut() == expected)
    #expect(try service.drawn() == sales.totals { _ in true }, "all of them are there still")
  }

  @Test("Charts that are named by `filter` show the selected rows alone", arguments: LinksTests.ways)
  func filtering(way: Way) throws {
    var spec = way.spec(sales)
    let given: JSON = spec["select"].map { $0.stringValue == nil ? $0 : ["brush": $0] } ?? [:]
    spec = spec.setting("select", given.setting("filter", ["months"]))
    try service.make("other", spec)
    try service.act(way.method, "other", way.params)
    #expect(try service.drawn() == sales.totals(way.isTaken))
    #expect(try service.standingOut() == nil)
    // Another one lets them stand out.
    try service.make("second", sales.byMonth)
    #expect(try service.standingOut("second") == sales.totals(way.isTaken))
  }

  @Test(
    "Whatever a chart is, it shows what is selected in bars, and all again when nothing is", arguments: LinksTests.ways)
  func targets(way: Way) throws {
    try service.make("other", way.spec(sales))
    let before = try service.svg("other")
    try service.act("highlight", "months", ["index": 3])
    let shown = try service.svg("other")
    #expect(shown != before)
    #expect(!shown.contains("NaN") && !shown.contains("inf"))
    let layout = try #require(try service.describe("other")["layout"])
    if let part = layout["part"]?[0] {
      // What is selected is counted where entries are counted, and there where they are entries.
      let own = sales.rows.count { $0.month == "Apr" }
      let listed = part["marks"]?.arrayValue ?? []
      if part["type"] == "scatter", layout["part"]?.arrayValue?.count == 1 { #expect(listed.count == own) }
      if part["type"] == "histogram" {
        #expect(listed.reduce(0) { $0 + ($1["value"]?.doubleValue ?? 0) } == Double(own))
      }
    }
    for (part, series) in zip(layout["part"]?.arrayValue ?? [], layout["series"]?.arrayValue ?? []) {
      guard ["bar", "histogram", "heatmap"].contains(part["type"]?.stringValue) else { continue }
      // Whatever is made of the selected rows stands where it stands of all.
      let keys = part["type"] == "heatmap" ? ["x", "y"] : ["index", "x"]
      let places = { (series: JSON) in
        Set((series["marks"]?.arrayValue ?? []).map { mark in JSON.array(keys.map { mark[$0] ?? .null }) })
      }
      let own = places(part)
      #expect(!own.isEmpty && own.isSubset(of: places(series)), "\(own) of \(places(series))")
    }
    try service.act("highlight", "months", ["index": .null])
    #expect(try service.svg("other") == before)
  }

  @Test("Several selections go together, and a chart's own leaves it as it is")
  func crossfilter() throws {
    try service.make("amounts", sales.spec("histogram", ["x": "amount"], ["select": "x"]))
    try service.make("costs", sales.spec("histogram", ["x": "cost"], ["select": ["brush": "x", "filter": true]]))
    try service.act("brush", "amounts", ["x": [0, 100]])
    try service.act("brush", "costs", ["x": [20, 60]])
    #expect(try service.drawn() == sales.totals { (20...60).contains($0.cost) })
    #expect(try service.standingOut() == sales.totals { $0.amount <= 100 && (20...60).contains($0.cost) })
    let own = try #require(try service.describe("costs")["layout"])
    let all = own["series"]?[0]?["marks"]?.arrayValue?.reduce(0) { $0 + ($1["value"]?.doubleValue ?? 0) }
    #expect(all == Double(sales.rows.count))
    let part = own["part"]?[0]?["marks"]?.arrayValue?.reduce(0) { $0 + ($1["value"]?.doubleValue ?? 0) }
    #expect(part == Double(sales.rows.count { $0.amount <= 100 }))
    try service.act("brush", "amounts")
    #expect(try service.standingOut() == nil)
    #expect(try service.drawn() == sales.totals { (20...60).contains($0.cost) })
  }

  @Test("A bin of a series that a column makes means the rows of both")
  func binsOfSeries() throws {
    try service.make(
      "amounts",
      sales.spec("histogram", ["y": "amount"], ["series": ["by": "region", "sort": true, "bin": ["width": 50]]]))
    try service.act("highlight", "amounts", ["series": 1, "index": 0])
    #expect(try service.standingOut() == sales.totals { $0.region == "South" && $0.amount < 50 })
  }

  @Test("A chart tells that it has no column of what is selected elsewhere, as long as that is")
  func missingColumns() throws {
    try service.make("costs", sales.spec("histogram", ["x": "cost"], ["select": "x"]))
    let columns: JSON = ["month": .array(sales.rows.map { .string($0.month) })]
    try service.make("other", ["kind": "histogram", "link": "sales", "data": ["x": "month", "columns": columns]])
    #expect(try service.describe("other")["warnings"] ?? [] == [])
    try service.act("brush", "costs", ["x": [10, 20]])
    let warnings = try #require(try service.describe("other")["warnings"]?.arrayValue)
    #expect(
      warnings.map(\.stringValue) == [
        "link: what is selected is said of a column 'cost', which these data don't have: all of their rows are shown"
      ])
    #expect(try service.describe("months")["warnings"] ?? [] == [])
    try service.act("brush", "costs")
    #expect(try service.describe("other")["warnings"] ?? [] == [])
  }

  @Test("Random intervals of random tables", arguments: sample(1...60))
  func random(seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    let sales = Sales(seed: UInt64(seed), count: Int.random(in: 6...300, using: &generator))
    let service = ChartService()
    try service.make("months", sales.byMonth)
    try service.make("points", sales.spec("scatter", ["x": "amount", "y": "cost"], ["select": "both"]))
    // What lies beyond all rows is beyond the plot, too, and can't be brushed.
    func extent(_ values: [Double]) -> ClosedRange<Double> { (values.min() ?? 0)...(values.max() ?? 0) }
    let (amounts, costs) = (extent(sales.rows.map(\.amount)), extent(sales.rows.map(\.cost)))
    for _ in 0..<10 {
      let x = [0, 1].map { _ in Double.random(in: amounts, using: &generator) }.sorted()
      let y = [0, 1].map { _ in Double.random(in: costs, using: &generator) }.sorted()
      let hasX = Bool.random(using: &generator)
      var params: JSON = ["y": [JSON(y[0]), JSON(y[1])]]
      if hasX { params = params.setting("x", [JSON(x[0]), JSON(x[1])]) }
      try service.act("brush", "points", params)
      let expected = sales.totals { row in
        (!hasX || (x[0]...x[1]).contains(row.amount)) && (y[0]...y[1]).contains(row.cost)
      }
      #expect(try service.standingOut() == expected)
    }
  }

  @Test("Dates are moments in a linked chart as in any other, and an interval of them means their rows")
  func moments() throws {
    let days: [JSON] = ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"]
    let columns: JSON = ["day": .array(days), "n": [1, 2, 3, 4], "name": ["a", "b", "a", "b"]]
    let line: JSON = ["kind": "line", "data": ["x": "day", "y": "n", "columns": columns], "select": "x"]
    try service.make("alone", line)
    try service.make("line", line.setting("link", "days"))
    #expect(try service.svg("line").split(separator: "ck-line") == service.svg("alone").split(separator: "ck-alone"))
    try service.make(
      "bars",
      [
        "kind": "bar", "link": "days",
        "data": [
          "x": "name", "y": "sum", "columns": columns, "transform": [["group": ["by": "name", "sum": "sum(n)"]]],
        ],
      ])
    try service.act("brush", "line", ["x": ["2026-01-02", "2026-01-04"]])
    let sums = try service.describe("bars")["layout"]?["part"]?[0]?["marks"]?.arrayValue?.map { $0["value"] }
    #expect(sums == [3, 6])
  }

  @Test("What is selected means the days of the chart where it is, in charts of other time zones, too")
  func zones() throws {
    let columns: JSON = ["day": [20_260_101, 20_260_102, 20_260_103], "n": [1, 2, 4], "name": ["a", "b", "c"]]
    let line: JSON = ["kind": "line", "x": ["scale": "time"], "data": ["x": "day", "y": "n", "columns": columns]]
    try service.make("line", line.merging(patch: ["link": "days", "select": "x", "x": ["timeZone": "+09:00"]]))
    let bars: JSON = ["kind": "bar", "link": "days", "data": ["x": "name", "y": "n", "columns": columns]]
    try service.make("bars", bars)
    try service.act("brush", "line", ["x": ["2026-01-02T00:00:00+09:00", "2026-01-02T12:00:00+09:00"]])
    let marks = try service.describe("bars")["layout"]?["part"]?[0]?["marks"]?.arrayValue
    #expect(marks?.map { $0["value"] } == [2])
  }

  @Test("Rows without a name are those of the mark that has none", arguments: ["pie", "treemap"])
  func nameless(kind: String) throws {
    let columns: JSON = ["name": ["a", "", "b", ""], "n": [4, 1, 3, 2], "k": ["p", "q", "r", "s"]]
    try service.make(
      "slices",
      [
        "kind": .string(kind), "link": "names",
        "data": [
          "label": "name", "value": "sum", "columns": columns,
          "transform": [["group": ["by": "name", "sum": "sum(n)"]]],
        ],
      ])
    try service.make("bars", ["kind": "bar", "link": "names", "data": ["x": "k", "y": "n", "columns": columns]])
    let marks = try #require(try service.describe("slices")["layout"]?["slices"]?.arrayValue)
    let index = try #require(marks.firstIndex { $0["label"] == "" })
    try service.act("highlight", "slices", ["index": .integer(index)])
    let part = try service.describe("bars")["layout"]?["part"]?[0]?["marks"]?.arrayValue
    #expect(part?.map { $0["value"] } == [1, 2])
  }

  @Test("Colours of very many bins are brushed in no time", .timeLimit(.minutes(1)))
  func manyBins() throws {
    var generator = SplitMix64(seed: 3)
    let rows = (0..<15_000).map { _ in [0, 1].map { _ in Double.random(in: 0...100, using: &generator) } }
    let columns: JSON = ["x": .array(rows.map { JSON($0[0]) }), "y": .array(rows.map { JSON($0[1]) })]
    let base: JSON = ["link": "points", "data": ["x": "x", "columns": columns]]
    try service.make(
      "cells",
      base.merging(patch: ["kind": "heatmap", "data": ["y": "y"], "series": [["bin": ["x": 200, "y": 200]]]]))
    try service.make("rows", base.merging(patch: ["kind": "histogram", "series": [["bin": ["width": 1]]]]))
    let start = ContinuousClock.now
    try service.act("brush", "cells", ["colors": [2, 100]])
    #expect(ContinuousClock.now - start < .seconds(8), "took 33 s")
    let cell = { (row: [Double]) in row.map { Int($0 * 2) } }
    let counts = Dictionary(grouping: rows, by: cell).mapValues(\.count)
    let expected = rows.count { counts[cell($0)] ?? 0 >= 2 }
    let part = try service.describe("rows")["layout"]?["part"]?[0]?["marks"]?.arrayValue ?? []
    #expect(part.reduce(0) { $0 + ($1["value"]?.doubleValue ?? 0) } == Double(expected))
  }

  @Test("A chart without data has nothing to be linked by, and is drawn as always")
  func withoutData() throws {
    try service.make(
      "given", ["kind": "bar", "link": "sales", "x": ["labels": ["Jan", "Feb"]], "series": [["values": [1, 2]]]])
    let before = try ["months", "given"].map { try service.svg($0) }
    try service.act("highlight", "given", ["index": 0])
    #expect(try service.svg("months") == before[0])
    try service.act("highlight", "given", ["index": .null])
    try service.act("highlight", "months", ["index": 0])
    #expect(try service.svg("given") == before[1])
  }

  @Test("A table without the columns of what is selected shows all of its rows")
  func otherTables() throws {
    let cities: JSON = [
      "kind": "bar", "link": "sales",
      "data": ["x": "city", "y": "people", "columns": ["city": ["Rome", "Oslo"], "people": [3, 1]]],
    ]
    try service.make("cities", cities)
    let before = try ["months", "cities"].map { try service.svg($0) }
    try service.act("highlight", "cities", ["index": 0])
    #expect(try service.svg("months") == before[0])
    try service.act("highlight", "cities", ["index": .null])
    try service.act("highlight", "months", ["index": 0])
    #expect(try service.svg("cities") == before[1])
  }

  @Test("Where no row is left there are no marks, and no error", arguments: LinksTests.ways)
  func nothing(way: Way) throws {
    try service.make(
      "points", sales.spec("scatter", ["x": "amount", "y": "cost"], ["select": ["brush": "x", "filter": true]]))
    try service.make("other", way.spec(sales))
    try service.act("brush", "points", ["x": [50.05, 50.2]])
    #expect(try service.drawn() == sales.totals { _ in false })
    let svg = try service.svg("other")
    #expect(!svg.contains("NaN"))
    let warnings = try service.describe("other")["warnings"]?.arrayValue ?? []
    #expect(!warnings.contains { $0.stringValue?.contains("can't be shown") ?? false }, "\(warnings)")
  }

  @Test("Cells of a heat map stay what they are whichever rows stand out, also a single one")
  func cellsOfOneRow() throws {
    try service.make("cells", sales.spec("heatmap", ["x": "amount", "y": "cost"], ["series": ["bin": true]]))
    try service.make("points", sales.spec("scatter", ["x": "cost", "y": "amount"], ["select": "x"]))
    func cells() throws -> JSON? {
      try service.describe("cells")["layout"]?["series"]?[0]?["marks"]
    }
    let before = try #require(try cells())
    for index in 0..<60 {
      try service.act("highlight", "points", ["index": JSON(Double(index))])
      #expect(try cells()?.arrayValue?.map(\.place) == before.arrayValue?.map(\.place), "row \(index)")
      let part = try #require(try service.describe("cells")["layout"]?["part"]?[0]?["marks"]?.arrayValue)
      #expect(part.count == 1 && (before.arrayValue ?? []).contains { $0.place == part[0].place }, "row \(index)")
    }
    for end in [100.0, 20, 3, 0.5, 0.05] {
      try service.act("brush", "points", ["x": [0, JSON(end)]])
      #expect(try cells()?.arrayValue?.map(\.place) == before.arrayValue?.map(\.place), "to \(end)")
    }
  }
}

extension JSON {
  /// Where a mark is.
  fileprivate var place: [JSON?] { [self["x"], self["y"], self["rect"]] }
}
