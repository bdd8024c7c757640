import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing
import TestSupport

// Moments and numbers among each other. What a number means then depends on what stands beside it, so each picture must be
// the one of the chart made anew of its JSON.

extension PlotAppendTests {
  private static let dates: JSON = ["2026-01-02", "2026-01-05"]

  @Test(
    "A number behind dates stays a moment when a window has taken the dates away, in the JSON, too",
    arguments: ["line", "bar", "scatter", "waterfall", "box", "candlestick"])
  func numbersBehindDates(kind: String) throws {
    let series: JSON =
      kind == "candlestick"
      ? ["open": [1, 2], "high": [4, 5], "low": [0, 1], "values": [2, 3]] : ["values": [1, 2]]
    let point: JSON = kind == "candlestick" ? ["x": 118, "y": 5, "open": 1, "high": 6, "low": 0] : ["x": 118, "y": 5]
    let service = try ChartService.with(["kind": .string(kind), "x": ["values": Self.dates], "series": [series]])
    let before = try service.svg("plot")
    try service.append([point])
    #expect(try service.describe()["spec"]?["x"] == ["values": ["2026-01-02", "2026-01-05", 118], "scale": "time"])
    try service.append([], ["window": 1])
    #expect(try service.describe()["spec"]?["x"] == ["values": [118], "scale": "time"])
    #expect(try service.svgMadeAnew() == service.svg("plot"))
    #expect(try service.exported().svg("plot") == service.svg("plot"))
    for _ in 1...2 { _ = try service.call("chart/undo", params: ["chart": "plot"]) }
    #expect(try service.svg("plot") == before)
    #expect(try service.describe()["spec"]?["x"] == ["values": Self.dates])
  }

  @Test("Dates behind numbers of other series are refused; numbers behind dates of others are moments")
  func beginningBesideOthers() throws {
    let numbers = try ChartService.with(
      ["kind": "line", "series": [["x": [1, 2], "values": [1, 2]], ["x": [], "values": []]]])
    let fault = try numbers.fault(
      "chart/append", ["chart": "plot", "series": 1, "points": [["2026-01-02", 5]]])
    #expect(fault.path == "points[0][0]" && fault.reason == "expected a number, got '2026-01-02'")

    let dates = try ChartService.with(
      ["kind": "line", "series": [["x": [], "values": []], ["x": Self.dates, "values": [1, 2]]]])
    try dates.append([[118, 5]], ["series": 0])
    #expect(try dates.describe()["spec"]?["x"] == ["scale": "time"])
    #expect(try dates.svgMadeAnew() == dates.svg("plot"))
  }

  @Test("Numbers that are values beside dates are the years that they are in the JSON")
  func yearsBesideDates() throws {
    let service = try ChartService.with(["kind": "line", "series": [["values": Self.dates]]])
    #expect(
      try service.append([2019, 5])["warnings"] == ["series[0].values: 1 entry is no moment, and is left out: '5'"])
    #expect(try service.svgMadeAnew() == service.svg("plot"))
    // Alone, 5 is a moment: there is nothing beside which it is none.
    #expect(try service.append([], ["window": 1])["warnings"] == [])
    #expect(try service.describe()["spec"]?["y"] == ["scale": "time"])
    #expect(try service.svgMadeAnew() == service.svg("plot"))
    // And dates behind years.
    let years = try ChartService.with(["kind": "line", "y": ["scale": "time"], "series": [["values": [2018, 2019]]]])
    try years.append(["2026-01-02"])
    #expect(try years.svgMadeAnew() == years.svg("plot"))
  }

  @Test(
    "Any run of dates, years and counts, as positions or values, shared or not, leaves what the JSON says",
    arguments: sample(Array(1...8) as [UInt64]))
  func moments(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    func entry() -> JSON {
      [
        .string("20\(Int.random(in: 10...40, using: &generator))-03-01"),
        .integer(.random(in: 1990...2030, using: &generator)),
        .integer(.random(in: -200...200, using: &generator)), 1_700_000_000_000, nil,
      ].randomElement(using: &generator) ?? nil
    }
    for kind in ["line", "scatter", "bar"] {
      for (hasOwn, dates) in [(false, true), (true, true), (false, false)] {
        let series: JSON = hasOwn ? ["x": Self.dates, "values": [1, 2]] : ["values": dates ? [1, 2] : Self.dates]
        let axis: JSON = hasOwn || !dates ? [:] : ["x": ["values": Self.dates]]
        let spec = (["kind": .string(kind), "series": [series, series]] as JSON).merging(fully: axis)
        let service = try ChartService.with(spec)
        for round in 1...12 {
          let value = entry()
          let point: JSON = dates ? [value == nil ? 7 : value, .integer(round)] : value
          var params: JSON = ["series": .integer(hasOwn || !dates ? .random(in: 0...1, using: &generator) : 0)]
          if Bool.random(using: &generator) {
            params = params.setting("window", .integer(.random(in: 1...3, using: &generator)))
          }
          do {
            try service.append([point], params)
          } catch let error as RPCError {
            // A position that is there already, or behind which there is one.
            #expect(error.message.contains("has a value already") || error.message.contains("expected"), "\(error)")
          }
          let picture = try service.svg("plot")
          let json = try service.describe()["spec"]?.text ?? ""
          let comment: Comment = "\(kind), round \(round), after \(point.text) with \(params.text): \(json)"
          #expect(try service.svgMadeAnew() == picture, comment)
          #expect(try service.exported().svg("plot") == picture, comment)
        }
      }
    }
  }
}
