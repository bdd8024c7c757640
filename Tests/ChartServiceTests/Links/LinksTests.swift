import ChartData
import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing
import TestSupport

/// Sales of a few shops: a table of which every test knows each row, and counts for itself.
struct Sales: Sendable {
  struct Row: Sendable {
    var month: String
    var region: String
    var amount: Double
    var cost: Double
    /// Milliseconds since 1970.
    var day: Double
  }

  static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"]
  static let regions = ["North", "South", "West"]
  let rows: [Row]

  init(seed: UInt64 = 1, count: Int = 240) {
    var generator = SplitMix64(seed: seed)
    rows = (0..<count).map { index in
      Row(
        month: Sales.months[index * Sales.months.count / count],
        region: Sales.regions[Int.random(in: 0..<3, using: &generator)],
        amount: Double(Int.random(in: 0..<1000, using: &generator)) / 4,
        cost: Double(Int.random(in: 0..<400, using: &generator)) / 4,
        day: 1_767_225_600_000 + Double(index) * 86_400_000)
    }
  }

  private var columns: JSON {
    [
      "month": .array(rows.map { .string($0.month) }), "region": .array(rows.map { .string($0.region) }),
      "amount": .array(rows.map { JSON($0.amount) }), "cost": .array(rows.map { JSON($0.cost) }),
    ]
  }

  /// The spec of a linked chart of the table.
  /// - Parameter data: What else its `data` says.
  func spec(_ kind: String, _ data: JSON, _ more: JSON = [:]) -> JSON {
    let base: JSON = ["kind": .string(kind), "link": "sales", "data": data.setting("columns", columns)]
    return base.merging(fully: more)
  }

  /// Bars of the sum of amounts of each month.
  var byMonth: JSON {
    spec("bar", ["x": "month", "y": "total", "transform": [["group": ["by": "month", "total": "sum(amount)"]]]])
  }

  /// The same sums of some rows; `nil` for a month without any.
  func totals(_ isTaken: (Row) -> Bool) -> [Double?] {
    Sales.months.map { month in
      let own = rows.filter { $0.month == month && isTaken($0) }
      return own.isEmpty ? nil : own.reduce(0) { $0 + $1.amount }
    }
  }
}

extension ChartService {
  func make(_ name: String, _ spec: JSON) throws {
    _ = try call("chart/create", params: ["chart": .string(name), "spec": spec, "render": false])
  }

  func act(_ method: String, _ chart: String, _ params: JSON = [:]) throws {
    let params = params.merging(fully: ["chart": .string(chart), "render": false])
    _ = try call("chart/\(method)", params: params)
  }

  /// The values by month that stand out, and `nil` where nothing does.
  func standingOut(_ chart: String = "months", series: Int = 0) throws -> [Double?]? {
    guard let part = try describe(chart)["layout"]?["part"] else { return nil }
    return Sales.values(part[series])
  }

  /// The values by month that are drawn.
  func drawn(_ chart: String = "months", series: Int = 0) throws -> [Double?] {
    Sales.values(try describe(chart)["layout"]?["series"]?[series])
  }
}

extension Sales {
  static func values(_ series: JSON?) -> [Double?] {
    var values = [Double?](repeating: nil, count: months.count)
    for mark in series?["marks"]?.arrayValue ?? [] {
      if let index = mark["index"]?.integerValue { values[index] = mark["value"]?.doubleValue }
    }
    return values
  }
}

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

  @Test("Of very many rows the same are counted as of few, whatever else is selected", arguments: sample(1...14))
  func manyRows(seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    let count = 25_000
    // Very far apart, and many alike.
    let x = (0..<count).map { _ in
      let base = Double.random(in: -1...1, using: &generator)
      return seed.isMultiple(of: 2) ? base * base * base * 1e6 : (base * 40).rounded()
    }
    let y = (0..<count).map { _ in Double.random(in: 0...100, using: &generator) }
    let z = (0..<count).map { _ in Double(Int.random(in: 0...30, using: &generator)) }
    let service = ChartService()
    func numbers(_ column: [Double]) -> JSON { .array(column.map { JSON($0) }) }
    let columns: JSON = ["x": numbers(x), "y": numbers(y), "z": numbers(z)]
    func make(_ name: String, _ kind: String, _ data: JSON, _ more: JSON) throws {
      let base: JSON = ["kind": .string(kind), "link": "rows", "data": data.setting("columns", columns)]
      try service.make(name, base.merging(fully: more))
    }
    try make("x", "histogram", ["x": "x"], ["select": "x"])
    try make("y", "histogram", ["x": "y"], ["select": ["brush": "x", "filter": ["z"]]])
    try make("z", "histogram", ["x": "z"], ["series": [["bin": ["width": 1]]]])
    try make("cells", "heatmap", ["x": "y", "y": "z"], ["series": [["bin": ["x": 7, "y": 5]]]])
    let (least, greatest) = (x.min() ?? 0, x.max() ?? 0)
    for round in 0..<6 {
      let ends = [0, 1].map { _ in Double.random(in: least...greatest, using: &generator) }.sorted()
      let others = [0, 1].map { _ in Double.random(in: 5...95, using: &generator) }.sorted()
      try service.act("brush", "x", ["x": [JSON(ends[0]), JSON(ends[1])]])
      if round > 2 { try service.act("brush", "y", ["x": [JSON(others[0]), JSON(others[1])]]) }
      let isLeft = (0..<count).map { round <= 2 || (others[0]...others[1]).contains(y[$0]) }
      let standsOut = (0..<count).map { isLeft[$0] && (ends[0]...ends[1]).contains(x[$0]) }
      let layout = try #require(try service.describe("z")["layout"])
      func counts(_ series: JSON?) -> [Double: Double] {
        Dictionary(
          uniqueKeysWithValues: (series?["marks"]?.arrayValue ?? []).compactMap { mark in
            guard let place = mark["label"]?.stringValue.flatMap(Double.init), let value = mark["value"]?.doubleValue,
              value > 0
            else { return nil }
            return (place, value)
          })
      }
      func counted(_ isTaken: [Bool]) -> [Double: Double] {
        var counts: [Double: Double] = [:]
        for row in 0..<count where isTaken[row] { counts[z[row], default: 0] += 1 }
        return counts
      }
      #expect(counts(layout["series"]?[0]) == counted(isLeft))
      #expect(counts(layout["part"]?[0]) == counted(standsOut))
      // Cells say how many they are in their colours' words.
      let words = try #require(
        try service.call("chart/get", params: ["chart": "cells"])["layout"]?["part"]?[0]?["marks"])
      let isAny = standsOut.contains(true)
      #expect((words.arrayValue ?? []).isEmpty == !isAny)
    }
  }

  // MARK: - What a session does with them

  @Test("To select is one step to undo, in the chart where it was done; the others have none of their own")
  func undo() throws {
    try service.make("amounts", sales.spec("histogram", ["x": "amount"], ["select": "x"]))
    let before = try ["months", "amounts"].map { try service.svg($0) }
    try service.act("brush", "amounts", ["x": [50, 120]])
    let after = try ["months", "amounts"].map { try service.svg($0) }
    #expect(zip(before, after).allSatisfy { $0 != $1 })
    #expect(try service.call("chart/undo", params: ["chart": "months"])["changed"] == false)
    #expect(try ["months", "amounts"].map { try service.svg($0) } == after)
    #expect(try service.call("chart/undo", params: ["chart": "amounts"])["changed"] == true)
    #expect(try ["months", "amounts"].map { try service.svg($0) } == before)
    #expect(try service.call("chart/redo", params: ["chart": "amounts"])["changed"] == true)
    #expect(try ["months", "amounts"].map { try service.svg($0) } == after)
    // A step of another one does not take it back what is selected here.
    try service.act("highlight", "months", ["index": 1])
    try service.act("brush", "amounts")
    try service.act("undo", "months")
    #expect(try service.svg("months") == before[0])
  }

  @Test("Who listens is told of all charts that show something else, and of none that do not")
  func notifications() throws {
    try service.make("amounts", sales.spec("histogram", ["x": "amount"], ["select": "x"]))
    try service.make("alone", sales.byMonth.setting("link", "another"))
    let subscriber = Subscriber(service: service)
    try subscriber.subscribe()
    try service.act("brush", "amounts", ["x": [50, 120]])
    var told: [String: JSON] = [:]
    while let message = subscriber.next().message {
      let params = try #require(try JSON(parsing: message.bytes)["params"])
      told[params["chart"]?.stringValue ?? ""] = params
    }
    #expect(told.keys.sorted() == ["amounts", "months"])
    #expect(told["months"]?["cause"] == "chart/brush")
    #expect(try told["months"]?["display"]?["image/svg+xml"] == .string(service.svg("months")))
  }

  @Test("A document and what is opened of it have the same pictures, and go on with them")
  func documents() throws {
    try service.make("amounts", sales.spec("histogram", ["x": "amount"], ["select": "x"]))
    try service.act("brush", "amounts", ["x": [50, 120]])
    try service.act("highlight", "months", ["index": 2])
    let pictures = try ["months", "amounts"].map { try service.svg($0) }
    let document = try #require(try service.call("session/export", params: [:])["document"])
    let other = ChartService()
    _ = try other.call("session/import", params: ["document": document])
    #expect(try ["months", "amounts"].map { try other.svg($0) } == pictures)
    try other.act("highlight", "months", ["index": .null])
    try other.act("brush", "amounts", ["x": [0, 30]])
    #expect(try other.standingOut() == sales.totals { $0.amount <= 30 })
  }

  @Test("A store has the same pictures when it is opened again, and goes on with them")
  func stores() throws {
    let directory = try TemporaryDirectory()
    let options = ServiceStore.Options(directory: directory.path + "/store")
    var pictures: [String] = []
    do {
      let service = try ChartService.opening(options).service
      try service.make("months", sales.byMonth)
      try service.make(
        "amounts", sales.spec("histogram", ["x": "amount"], ["select": ["brush": "x", "filter": ["months"]]]))
      try service.act("brush", "amounts", ["x": [50, 120]])
      try service.act("highlight", "months", ["index": 2])
      pictures = try ["months", "amounts"].map { try service.svg($0) }
    }
    let again = try ChartService.opening(options).service
    #expect(try ["months", "amounts"].map { try again.svg($0) } == pictures)
    try again.act("brush", "amounts", ["x": [0, 30]])
    #expect(try again.drawn() == sales.totals { $0.amount <= 30 })
    try again.act("undo", "amounts")
    try again.act("undo", "amounts")
    #expect(try again.drawn() == sales.totals { _ in true })
  }

  @Test(
    "Bad input is told at its place, and changes nothing",
    arguments: [
      ("link", "", "spec.link"), ("link", 3, "spec.link"), ("select", ["filter": 3], "spec.select.filter"),
      ("select", ["filter": [""]], "spec.select.filter[0]"), ("select", ["filter": [7]], "spec.select.filter[0]"),
    ] as [(String, JSON, String)])
  func faults(key: String, value: JSON, path: String) throws {
    let before = try service.svg("months")
    let error = try service.error("chart/create", ["chart": "months", "spec": sales.byMonth.setting(key, value)])
    #expect(error.code == .invalidParams && error.data?["path"] == .string(path), "\(error.message)")
    #expect(try service.svg("months") == before)
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

  @Test(
    "A chart that goes, or is linked no more, takes along what was selected in it",
    arguments: ["delete", "unlink", "replace"])
  func ends(how: String) throws {
    try service.make("amounts", sales.spec("histogram", ["x": "amount"], ["select": "x"]))
    let before = try service.svg("months")
    try service.act("brush", "amounts", ["x": [50, 120]])
    #expect(try service.svg("months") != before)
    switch how {
    case "delete": _ = try service.call("chart/delete", params: ["chart": "amounts"])
    case "unlink": try service.act("update", "amounts", ["patch": ["link": .null]])
    default: try service.make("amounts", sales.byMonth)
    }
    #expect(try service.svg("months") == before)
  }

  @Test("One that is linked later, or changed, shows at once what is selected")
  func later() throws {
    try service.make("amounts", sales.spec("histogram", ["x": "amount"], ["select": ["brush": "x", "x": [50, 120]]]))
    let expected = sales.totals { (50...120).contains($0.amount) }
    #expect(try service.standingOut() == expected, "it is brushed as it is made")
    try service.act("update", "months", ["patch": ["title": "Sales"]])
    #expect(try service.standingOut() == expected)
    try service.act("update", "months", ["patch": ["link": .null]])
    #expect(try service.standingOut() == nil)
    try service.act("update", "months", ["patch": ["link": "sales"]])
    #expect(try service.standingOut() == expected)
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
