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

  /// A way to select something, and which rows that are.
  struct Way: Sendable, CustomStringConvertible {
    var description: String
    var spec: @Sendable (Sales) -> JSON
    var method: String
    var params: JSON
    var isTaken: @Sendable (Sales.Row) -> Bool
  }

  static let ways: [Way] = [
    Way(
      description: "an interval of a histogram",
      spec: { $0.spec("histogram", ["x": "amount"], ["select": "x"]) }, method: "brush", params: ["x": [50, 120.25]],
      isTaken: { (50...120.25).contains($0.amount) }),
    Way(
      description: "a bin", spec: { $0.spec("histogram", ["x": "amount"], ["series": [["bin": ["width": 50]]]]) },
      method: "highlight", params: ["index": 1], isTaken: { $0.amount >= 50 && $0.amount < 100 }),
    Way(
      description: "an interval of a histogram of values",
      spec: { $0.spec("histogram", ["y": "amount"], ["select": "x"]) }, method: "brush", params: ["x": [50, 120.25]],
      isTaken: { (50...120.25).contains($0.amount) }),
    Way(
      description: "a bin of a series' column",
      spec: {
        $0.spec(
          "histogram", ["x": "month"], ["series": [["name": "paid", "column": "amount", "bin": ["width": 50]]]])
      },
      method: "highlight", params: ["index": 1], isTaken: { $0.amount >= 50 && $0.amount < 100 }),
    Way(
      description: "an interval of two histograms",
      spec: { $0.spec("histogram", [:], ["series": [["column": "amount"], ["column": "cost"]], "select": "x"]) },
      method: "brush", params: ["x": [10, 30]],
      isTaken: { (10...30).contains($0.amount) || (10...30).contains($0.cost) }),
    Way(
      description: "heights that no bin has",
      spec: { $0.spec("histogram", ["x": "amount"], ["series": [["bin": ["width": 50]]], "select": "y"]) },
      method: "brush", params: ["y": [0.25, 0.5]], isTaken: { _ in false }),
    Way(
      description: "sums that no bar has",
      spec: {
        $0.spec(
          "bar", ["x": "region", "y": "n", "transform": [["group": ["by": "region", "n": "count()"]]]],
          ["select": "y"])
      }, method: "brush", params: ["y": [1.25, 1.5]], isTaken: { _ in false }),
    Way(
      description: "bins by how high they are",
      spec: { $0.spec("histogram", ["x": "amount"], ["series": [["bin": ["width": 50]]], "select": "y"]) },
      method: "brush", params: ["y": [0, 49]],
      isTaken: { row in
        let bin = { (row: Sales.Row) in min(Int(row.amount / 50), 4) }
        return Sales().rows.count { bin($0) == bin(row) } <= 49
      }),
    Way(
      description: "a rectangle of points",
      spec: { $0.spec("scatter", ["x": "amount", "y": "cost"], ["select": "both"]) }, method: "brush",
      params: ["x": [20, 130], "y": [10, 60]],
      isTaken: { (20...130).contains($0.amount) && (10...60).contains($0.cost) }),
    Way(
      description: "colours of points",
      spec: { $0.spec("scatter", ["x": "amount"], ["series": [["column": "amount", "colorBy": "cost"]]]) },
      method: "brush", params: ["colors": [10, 60]], isTaken: { (10...60).contains($0.cost) }),
    Way(
      description: "colours that say how many there are",
      spec: { $0.spec("heatmap", ["x": "month", "y": "region"]) }, method: "brush", params: ["colors": [14, 100]],
      isTaken: { row in Sales().rows.count { $0.month == row.month && $0.region == row.region } >= 14 }),
    Way(
      description: "one point", spec: { $0.spec("scatter", ["x": "amount", "y": "cost"]) }, method: "highlight",
      params: ["index": 17],
      isTaken: { [row = Sales().rows[17]] in $0.amount == row.amount && $0.cost == row.cost }),
    Way(
      description: "a bar of a stack",
      spec: {
        $0.spec(
          "bar",
          [
            "x": "month", "y": "total",
            "transform": [["group": ["by": ["month", "region"], "total": "sum(amount)"]]],
          ], ["stacked": true, "series": ["by": "region", "sort": true]])
      }, method: "highlight", params: ["series": 1, "index": 2],
      isTaken: { $0.month == "Mar" && $0.region == "South" }),
    Way(
      description: "an interval of names",
      spec: {
        $0.spec(
          "line", ["x": "month", "y": "mean", "transform": [["group": ["by": "month", "mean": "mean(cost)"]]]],
          ["select": "x"])
      }, method: "brush", params: ["x": ["Feb", "Apr"]], isTaken: { ["Feb", "Mar", "Apr"].contains($0.month) }),
    Way(
      description: "sums between two values",
      spec: {
        $0.spec(
          "bar", ["x": "region", "y": "n", "transform": [["group": ["by": "region", "n": "count()"]]]],
          ["select": "y"])
      }, method: "brush", params: ["y": [80, 1000]],
      isTaken: { row in Sales().rows.count { $0.region == row.region } >= 80 }),
    Way(
      description: "a slice",
      spec: {
        $0.spec("pie", ["label": "region", "value": "n", "transform": [["group": ["by": "region", "n": "count()"]]]])
      },
      method: "highlight", params: ["index": 0], isTaken: { [first = Sales().rows[0].region] in $0.region == first }),
    Way(
      description: "a slice of a ring", spec: { $0.spec("pie", ["levels": ["region", "month"], "value": "amount"]) },
      method: "highlight", params: ["path": [0, 1]],
      isTaken: { [first = Sales().rows[0].region] row in
        let months = Sales().rows.filter { $0.region == first }.map(\.month)
        return row.region == first && row.month == months.first { $0 != months[0] }
      }),
    Way(
      description: "a part of a treemap that is gone into",
      spec: { $0.spec("treemap", ["levels": ["region", "month"], "value": "amount"]) }, method: "tap",
      params: ["x": 20, "y": 20],
      isTaken: { row in
        let sums = Sales.regions.map { region in
          (region, Sales().rows.filter { $0.region == region }.reduce(0) { $0 + $1.amount })
        }
        return row.region == sums.max { $0.1 < $1.1 }?.0
      }),
    Way(
      description: "what the legend leaves",
      spec: { $0.spec("scatter", ["x": "amount", "y": "cost"], ["series": ["by": "region", "sort": true]]) },
      method: "toggle", params: ["series": 0], isTaken: { $0.region != "North" }),
    Way(
      description: "a box", spec: { $0.spec("box", ["x": "region", "y": "amount"]) }, method: "highlight",
      params: ["index": 1],
      isTaken: { row in
        var regions: [String] = []
        for row in Sales().rows where !regions.contains(row.region) { regions.append(row.region) }
        return row.region == regions[1]
      }),
    Way(
      description: "a cell of names", spec: { $0.spec("heatmap", ["x": "month", "y": "region"]) }, method: "highlight",
      params: ["x": "Mar", "y": 0],
      isTaken: { [first = Sales().rows[0].region] in $0.month == "Mar" && $0.region == first }),
    Way(
      description: "a cell of numbers",
      spec: { $0.spec("heatmap", ["x": "amount", "y": "cost"], ["series": [["bin": ["x": 5, "y": 5]]]]) },
      method: "highlight", params: ["x": 60, "y": 30],
      isTaken: { $0.amount >= 50 && $0.amount < 100 && $0.cost >= 20 && $0.cost < 40 }),
    Way(
      description: "a bar of small multiples",
      spec: { $0.spec("histogram", ["x": "month"], ["facet": ["by": "region", "sort": true]]) }, method: "highlight",
      params: ["path": [2, 0, 3]], isTaken: { $0.region == "West" && $0.month == "Apr" }),
    Way(
      description: "what a step has made",
      spec: {
        $0.spec(
          "scatter",
          [
            "x": "share", "y": "cost",
            "transform": [["calculate": ["share": "cost / (amount + 1)"]], ["sort": ["share"]]],
          ],
          ["select": "x"])
      }, method: "brush", params: ["x": [0, 0.5]], isTaken: { $0.cost / ($0.amount + 1) <= 0.5 }),
    Way(
      description: "a spoke",
      spec: {
        $0.spec(
          "radar", ["x": "region", "transform": [["group": ["by": "region", "n": "count()"]]]],
          ["series": [["name": "n"]]])
      }, method: "highlight", params: ["series": 0, "index": 0],
      isTaken: { [first = Sales().rows[0].region] in $0.region == first }),
    Way(
      description: "a stage",
      spec: {
        $0.spec(
          "funnel", ["label": "region", "value": "n", "transform": [["group": ["by": "region", "n": "count()"]]]])
      },
      method: "highlight", params: ["index": 0], isTaken: { [first = Sales().rows[0].region] in $0.region == first }),
  ]

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
}
