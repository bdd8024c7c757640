import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing

@Suite("A table whose columns nobody names is drawn by what these hold, and all faults of a table are told")
struct ColumnChoiceTests {
  let service = ChartService()

  private static let days: JSON = ["2026-01-01", "2026-01-02", "2026-01-03"]
  private static let names: JSON = ["a", "b", "c"]

  @Test(
    "The kind by what the columns hold",
    arguments: [
      (["day": days, "n": [1, 2, 4]], "line", "day", "n"), (["n": [1, 2, 4], "k": names], "bar", "k", "n"),
      (["n": [1, 5, 4], "m": [3, 2, 1]], "scatter", "n", "m"), (["n": [1, 5, 4]], "histogram", "n", nil),
      (["k": names, "l": names], "heatmap", "k", "l"), (["k": names], "histogram", "k", nil),
    ] as [(JSON, String, String, String?)])
  func kinds(columns: JSON, kind: String, x: String, y: String?) throws {
    try service.make("plot", ["data": ["columns": columns]])
    let chart = try service.describe()
    #expect(chart["spec"]?["kind"] == .string(kind) && chart["spec"]?["data"]?["x"] == .string(x))
    #expect(chart["spec"]?["data"]?["y"]?.stringValue == y)
    let warnings = (chart["warnings"]?.arrayValue ?? []).compactMap(\.stringValue)
    #expect(warnings.contains { $0.hasPrefix("no kind is given: drawn as a \(kind)") })
    #expect(warnings.contains { $0.hasPrefix("no columns are named: x is '\(x)'") })
  }

  @Test("Of a kind that is given all columns of numbers are series", arguments: ["line", "bar"])
  func series(kind: String) throws {
    let columns: JSON = ["k": ColumnChoiceTests.names, "n": [1, 2, 4], "m": [3, 2, 1]]
    try service.make("plot", ["kind": .string(kind), "data": ["columns": columns]])
    #expect(try service.values() == [1, 2, 4] && service.values(series: 1) == [3, 2, 1])
    #expect(
      try service.describe()["warnings"] == [
        "no columns are named: x is 'k', y is 'n', 'm'; `data.x` and `series` say so"
      ])
  }

  @Test("Columns of prices are chosen by their names, in whatever case", arguments: ["candlestick", nil])
  func prices(kind: String?) throws {
    let columns: JSON = [
      "Day": ColumnChoiceTests.days, "Volume": [9, 8, 7], "Open": [1, 2, 4], "High": [5, 6, 7], "Low": [0, 1, 2],
      "Close": [2, 1, 5],
    ]
    var spec: JSON = ["data": ["columns": columns]]
    if let kind { spec = spec.setting("kind", .string(kind)) }
    try service.make("plot", spec)
    let chart = try service.describe()
    #expect(chart["spec"]?["kind"] == "candlestick")
    #expect(chart["spec"]?["series"] == ["open": "Open", "high": "High", "low": "Low"])
    #expect(try service.values() == [2, 1, 5])
    let warnings = (chart["warnings"]?.arrayValue ?? []).compactMap(\.stringValue)
    #expect(warnings.contains { $0.hasPrefix("no kind is given: drawn as a candlestick") } == (kind == nil))
    #expect(
      warnings.contains(
        "no columns are named: x is 'Day', y is 'Close', open is 'Open', high is 'High', low is 'Low'; "
          + "`data.x`, `data.y` and `series` say so"), "\(warnings)")
  }

  @Test("Where a price is missing none is chosen")
  func noPrices() throws {
    let columns: JSON = ["day": ColumnChoiceTests.days, "open": [1, 2, 4], "high": [5, 6, 7], "close": [2, 1, 5]]
    try service.make("plot", ["data": ["columns": columns]])
    #expect(try service.describe()["spec"]?["kind"] == "line")
    let fault = try service.error(
      "chart/create", ["spec": ["kind": "candlestick", "data": ["columns": columns]]])
    #expect(fault.data?["path"] == "spec.data.y")
  }

  @Test("Numbers by their names, and columns by theirs, are a table")
  func tables() throws {
    let tables: [(JSON, JSON)] = [
      (["Cats": 12, "Dogs": 9.5], ["name": ["Cats", "Dogs"], "value": [12, 9.5]]),
      (["k": ["a", "b"], "n": [1, 2]], ["k": ["a", "b"], "n": [1, 2]]),
      (["x": ["a", "b"], "y": [1, 2]], ["x": ["a", "b"], "y": [1, 2]]),
    ]
    func described(_ chart: String) throws -> JSON { try service.describe(chart).setting("chart", "") }
    for (table, columns) in tables {
      for kind in ["bar", nil] as [JSON?] {
        func spec(_ data: JSON) -> JSON { kind.map { ["kind": $0, "data": data] } ?? ["data": data] }
        try service.make("short", spec(table))
        try service.make("long", spec(["columns": columns]))
        #expect(try described("short") == described("long"))
        #expect(try service.describe("short")["spec"]?["data"]?["columns"] == columns)
      }
      try service.make("pie", ["kind": "pie", "data": table])
      try service.make("whole", ["kind": "pie", "data": ["columns": columns]])
      // Its spec is as it was written.
      #expect(try described("pie").setting("spec", "") == described("whole").setting("spec", ""))
      #expect(try described("pie")["layout"]?["slices"]?.arrayValue?.count == 2)
    }
    // What describes a table is none, and what is neither is told with its key.
    for data in [["x": 3, "Cats": 4], ["Cats": "many"], ["Cats": 1, "Dogs": [2]], [:]] as [JSON] {
      let error = try service.error("chart/create", ["spec": ["kind": "bar", "data": data]])
      #expect(error.data?["path"]?.stringValue?.hasPrefix("spec.data") == true, "\(data.text)")
    }
  }

  @Test("Two columns of names that are named make a heat map that counts rows")
  func named() throws {
    let columns: JSON = ["a": ["u", "v", "u"], "b": ["p", "p", "q"]]
    try service.make("plot", ["data": ["x": "a", "y": "b", "columns": columns]])
    #expect(try service.describe()["spec"]?["kind"] == "heatmap")
  }

  @Test("All columns that there are not are told at once")
  func faults() throws {
    let columns: JSON = ["a": [1, 2], "b": [2, 3]]
    func paths(_ spec: JSON) throws -> [String?] {
      let error = try service.error("chart/create", ["spec": spec])
      let others = error.data?["others"]?.arrayValue ?? []
      return [error.data?["path"]?.stringValue] + others.map { $0["path"]?.stringValue }
    }
    #expect(
      try paths(["kind": "bar", "data": ["x": "q", "y": "r", "columns": columns]]) == ["spec.data.x", "spec.data.y"])
    #expect(
      try paths([
        "kind": "line", "data": ["x": "a", "where": ["k": 1, "l": 2], "columns": columns],
        "series": [["column": "c"], ["column": "d"]],
      ]) == ["spec.data.where.k", "spec.data.where.l"])
    #expect(
      try paths(["kind": "line", "data": ["columns": columns], "series": [["column": "c"], ["column": "d"]]])
        == ["spec.series[0].column", "spec.series[1].column"])
    // What comes of a fault that is told is none of its own.
    let steps: JSON = [["calculate": ["e": "c * 2", "f": "e + 1", "g": "summ(a)"]]]
    #expect(
      try paths(["kind": "line", "data": ["x": "a", "y": "e", "columns": columns, "transform": steps]]) == [
        "spec.data.transform[0].calculate.e", "spec.data.transform[0].calculate.g",
      ])
    // Of one formula all of them, each once.
    for (step, path) in [
      (["filter": "c > 1 or c + d > e"], "filter"), (["calculate": ["n": "a + c + sqrt(d)"]], "calculate.n"),
      (["group": ["by": "a", "n": "sum(c) / max(d)"]], "group.n"),
    ] as [(JSON, String)] {
      let spec: JSON = ["kind": "line", "data": ["x": "a", "y": "b", "columns": columns, "transform": [step]]]
      let error = try service.error("chart/create", ["spec": spec])
      let others = error.data?["others"]?.arrayValue ?? []
      #expect(error.data?["path"] == .string("spec.data.transform[0].\(path)"))
      #expect(others.count == (path == "filter" ? 2 : 1), "\(others)")
      for (name, message) in zip(
        ["c", "d", "e"], [error.message] + others.map { $0["message"]?.stringValue ?? $0.text })
      {
        #expect(message.contains("there is no column '\(name)'"), "\(message)")
      }
    }
  }

  @Test("Texts that ask for what no step finds out are told, and languages that nobody knows")
  func remarks() throws {
    let spec: JSON = [
      "kind": "combined", "title": "{trnd.equation} {trend.r2} {other}", "format": ["locale": "xx"],
      "data": [
        "x": "x", "columns": ["x": [1, 2, 3], "y": [2, 4, 7]],
        "transform": [["fit": ["x": "x", "y": "y", "as": "trend"]]],
      ],
      "series": [
        ["type": "scatter", "column": "y"], ["type": "line", "column": "trend", "name": "{trend.equaton}"],
      ],
    ]
    try service.make("plot", spec)
    let warnings = (try service.describe()["warnings"]?.arrayValue ?? []).compactMap(\.stringValue)
    #expect(
      warnings.prefix(2) == [
        "title: no step finds out '{trnd.equation}'; did you mean '{trend.equation}'?",
        "series[1].name: no step finds out '{trend.equaton}'; did you mean '{trend.equation}'?",
      ])
    #expect(warnings.contains { $0.hasPrefix("format.locale: nobody knows a language 'xx'") })
  }

  @Test("A language of an axis that nobody knows is told at its place", arguments: ["x", "y", "right"])
  func unknownLanguages(axis: String) throws {
    try service.make("plot", ["kind": "line", axis: ["format": ["locale": "xx"]], "series": [["values": [1, 2]]]])
    let warnings = (try service.describe()["warnings"]?.arrayValue ?? []).compactMap(\.stringValue)
    #expect(warnings.first?.hasPrefix("\(axis).format.locale: nobody knows a language 'xx'") == true)
  }

  @Test("Many points stand at one name where they are summed up, also those that are added")
  func repeatedNames() throws {
    let names: JSON = ["Setosa", "Setosa", "Virginica"]
    try service.make("plot", ["kind": "box", "x": ["values": names], "series": [["values": [1, 2, 3]]]])
    let points: JSON = [["x": "Setosa", "y": 4], ["x": "Virginica", "y": 5], ["x": "Setosa", "y": 6]]
    _ = try service.call("chart/append", params: ["chart": "plot", "points": points])
    let spec = try service.describe()["spec"]
    #expect(spec?["x"]?["values"] == ["Setosa", "Setosa", "Virginica", "Setosa", "Virginica", "Setosa"])
    #expect(spec?["series"]?[0]?["values"] == [1, 2, 3, 4, 5, 6])
  }

  @Test("What can have no points says why")
  func noPoints() throws {
    let facet: JSON = [
      "kind": "line", "facet": "k", "data": ["x": "n", "y": "n", "columns": ["k": ["a", "b"], "n": [1, 2]]],
    ]
    try service.make("plot", facet)
    let error = try service.error("chart/append", ["chart": "plot", "points": [3]])
    #expect(error.message.contains("split by `facet`"))
    try service.make("plot", ["kind": "heatmap", "series": [["rows": [[1, 2], [3, 4]]]]])
    #expect(try service.error("chart/append", ["chart": "plot", "points": [3]]).message.contains("`rows`"))
  }
}
