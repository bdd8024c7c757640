import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

@Suite("M1 Moments along the values")
struct ValueMomentTests {
  private static let day = 86_400_000.0

  private func moment(_ text: String) throws -> Double { try TimeText.milliseconds(text, in: .utc) }

  private func scatter(_ values: String, _ more: String = "") throws -> CartesianLayout {
    try Plots.layout(#"{"kind": "scatter"\#(more), "series": [{"name": "End", "values": \#(values)}]}"#)
  }

  private func gantt(_ more: String = "", _ style: String = "") throws -> CartesianLayout {
    try Plots.layout(
      """
      {"kind": "bar", "orientation": "horizontal", "x": {"labels": ["Design", "Build"]}\(more),
       "series": [{"base": ["2026-01-05", "1970-01-01"], "values": ["2026-02-03", "2026-03-20"]\(style)}]}
      """)
  }

  private func values(_ layout: CartesianLayout) -> [Double] {
    let series = layout.marks[0].series
    return (0..<series.points.count).map { series.value(at: $0) }
  }

  // MARK: - Reading

  @Test("Dates among the values make a time axis, unless names are asked for, or most are something else")
  func told() throws {
    let layout = try scatter(#"["2026-01-05", null, "2026-01-07T12:00Z"]"#)
    #expect(layout.spec.y.scale == .time && layout.warnings.isEmpty)
    #expect(try values(layout)[0] == moment("2026-01-05") && values(layout)[1].isNaN)
    #expect(try scatter(#"["2026-01-05", "2026-01-07"]"#, #", "y": {"scale": "category"}"#).spec.y.scale == .category)
    #expect(try scatter(#"["2026-01-05"]"#, #", "y": {"labels": ["2026-01-05"]}"#).spec.y.scale == .category)
    #expect(try scatter(#"["2026-01-05", "a", "b"]"#).spec.y.scale == .category)
    #expect(try scatter(#"["2026-01-05", 3, 4]"#).spec.y.scale == .linear)
  }

  @Test("A zone is that of the positions")
  func zone() throws {
    let layout = try scatter(#"["2026-01-05T00:00", "2026-01-06"]"#, #", "x": {"timeZone": "+02:00"}"#)
    #expect(try values(layout) == ["2026-01-04T22:00Z", "2026-01-05T22:00Z"].map(moment))
    #expect(layout.words(for: [0, 0]) == "0, End: Jan 5, 2026")
  }

  @Test("Years and days as numbers, milliseconds, and numbers beside dates")
  func numbers() throws {
    let time = #", "y": {"scale": "time"}"#
    #expect(try values(scatter("[1990, 2020]", time)) == ["1990-01-01", "2020-01-01"].map(moment))
    #expect(try values(scatter("[19900314, 20200101]", time)) == ["1990-03-14", "2020-01-01"].map(moment))
    #expect(
      try values(scatter("[1770000000000.25, 1770000000001]", time)) == [1_770_000_000_000.25, 1_770_000_000_001])
    let mixed = try scatter(#"["2026-01-05", "2026-01-06", "2026-01-07", "2026-01-08", 1990, 1770000000000, 5]"#)
    #expect(try Array(values(mixed)[4...5]) == [moment("1990-01-01"), 1_770_000_000_000] && values(mixed)[6].isNaN)
    #expect(mixed.warnings == ["series[0].values: 1 entry is no moment, and is left out: '5'"])
  }

  @Test("What is impossible is left out and told; nothing far, empty or missing traps")
  func faults() throws {
    let some = try scatter(#"["2026-01-05", "2026-02-30", "2026-13-01", "2026-01-06", "2026-01-09"]"#)
    #expect(some.warnings == ["series[0].values: 2 entries are no moments, and are left out: '2026-02-30', …"])
    let ends = try scatter(
      #"["2026-01-05"]"#, #", "y": {"min": "2026-02-30", "max": "2026-04-31", "ticks": ["2026-00-01"]}"#)
    #expect(
      ends.warnings.filter { $0.hasPrefix("y.") }
        == [
          "y.min: '2026-02-30' is no moment", "y.max: '2026-04-31' is no moment", "y.ticks: '2026-00-01' is no moment",
        ])
    let swapped = try scatter(#"["2026-01-05"]"#, #", "y": {"min": "2026-03-01", "max": "2026-02-01"}"#)
    #expect(swapped.warnings == ["y: max is not above min"])
    let plain = try scatter("[1, 2]", #", "y": {"min": "2026-03-01"}, "limits": [{"value": "2026-01-01"}]"#)
    #expect(plain.warnings.contains("y.min: '2026-03-01' is left out: there are no moments along this axis"))
    #expect(plain.warnings.contains { $0.hasPrefix("limits[0].value: ") })
    for values in [
      "[]", "[null]", "[1e300, -1e300]", "[8.64e15, -8.64e15]", #"["-999999-01-01", "+999999-12-31"]"#, "[0, 0]",
    ] {
      let layout = try scatter(values, #", "y": {"scale": "time", "min": -1e308}"#)
      _ = (layout.scene(animated: false), layout.report(), layout.words(), layout.warnings)
    }
  }

  @Test("Where moments add up or begin at 0 the place is told")
  func refused() throws {
    func warnings(_ spec: String) throws -> [String] { try Plots.layout(spec).warnings }
    let dates = #""values": ["2026-01-05", "2026-01-06"]"#
    #expect(
      try warnings(#"{"kind": "bar", "series": [{\#(dates)}]}"#).first
        == "series[0].base: is required: where each bar begins, since moments have no 0 to stand on; the values are moments"
    )
    #expect(
      try warnings(#"{"kind": "line", "stacked": true, "series": [{\#(dates)}]}"#).first
        == "stacked: moments don't add up: leave it out; the values are moments")
    // One that can't be asked for by its spec alone.
    var spec = try #require(
      ChartSpec(json: JSON(parsing: #"{"kind": "bar", "series": [{\#(dates)}]}"#)).content as? CartesianSpec)
    spec.y.scale = .time
    let chart = Chart(id: "test", spec: .cartesian(spec))
    #expect(try chart.plot.warnings.contains { $0.hasPrefix("series[0].base: is required") })
  }

  // MARK: - Along the axis

  @Test("Ends are round by the calendar, or where the author has them; a single moment has a day")
  func ends() throws {
    func domain(_ values: String, _ axis: String) throws -> [Double] {
      let spec = #"{"kind": "line", "y": {\#(axis)}, "series": [{"values": \#(values)}]}"#
      let domain = try Plots.layout(spec).frame.left.domain
      return [domain.lower, domain.upper]
    }
    let dates = #"["2026-01-05", "2026-04-17"]"#
    #expect(try domain(dates, "") == ["2026-01-01", "2026-05-01"].map(moment))
    #expect(try domain(dates, #""min": "2026-01-03", "max": 2027"#) == ["2026-01-03", "2027-01-01"].map(moment))
    #expect(try domain(dates, #""nice": false, "headroom": 3"#)[1] == moment("2026-04-20"))
    let single = try domain(#"["2026-01-05T12:00"]"#, #""nice": false"#)
    #expect(try single == ["2026-01-05", "2026-01-06"].map(moment))
    let later = try domain(#"["2026-01-05"]"#, #""min": "2026-03-01""#)
    #expect(try later == ["2026-03-01", "2026-03-02"].map(moment))
  }

  @Test("Labels are written by the author's pattern and language; ticks stand where he wants them")
  func labels() throws {
    let layout = try scatter(
      #"["2026-01-05", "2026-04-17"]"#,
      #", "format": {"locale": "de"}, "y": {"ticks": ["2026-02-01", "2026-03-15"], "tickLabels": {"format": "d. MMMM"}}"#
    )
    let labels = layout.frame.left.labels(plot: layout.plot, in: layout.space)
    #expect(labels.map(\.text) == ["1. Februar", "15. März"])
    #expect(layout.words(for: [0, 0]) == "0, End: 5. Januar")
    let wrong = try scatter(#"["2026-01-05", "2026-04-17"]"#, #", "y": {"tickLabels": {"format": "{value} h"}}"#)
    #expect(wrong.warnings == ["y.tickLabels.format: no pattern of a date, such as `MM-dd`; labels are as without it"])
  }

  @Test("Distances from moments are days")
  func distances() throws {
    let layout = try Plots.layout(
      """
      {"kind": "scatter", "series": [{"values": ["2026-01-05", "2026-01-20"], "error": {"minus": [1, 2], "high": ["2026-01-06", "2026-02-01"]}}]}
      """)
    let interval = try #require(layout.marks[0].series.interval)
    #expect(try [interval.low[0], interval.low[1]] == ["2026-01-04", "2026-01-18"].map(moment))
    #expect(try interval.high[1] == moment("2026-02-01"))
    #expect(layout.words(for: [0, 1]) == "1: Jan 20, 2026 (Jan 18, 2026 to Feb 1, 2026)")
  }

  @Test("Limits, bands and annotations at moments, and what is none told")
  func rules() throws {
    let layout = try scatter(
      #"["2026-01-05", "2026-04-17"]"#,
      """
      , "limits": [{"value": "2026-06-30", "label": "due"}, {"value": 2026}, {"value": "2026-02-30"}],
      "bands": [{"from": "2026-02-01", "to": "2026-03-01"}], "annotations": [{"text": "a", "x": 1, "y": "2026-04-17"}]
      """)
    let axis = layout.frame.left
    // It is to be seen, however far it is.
    #expect(try axis.domain.upper >= moment("2026-06-30"))
    let lines = layout.spec.limits.map(layout.rules.line)
    #expect(try lines[0] == .level(axis.map.pixel(of: moment("2026-06-30"))))
    #expect(try lines[1] == .level(axis.map.pixel(of: moment("2026-01-01"))) && lines[2] == nil)
    let band = try #require(layout.rules.rect(of: layout.spec.bands[0]))
    #expect(abs(band.height - 28 * ValueMomentTests.day * abs(axis.map.scale)) < 1e-6)
    #expect(layout.texts.annotations.count == 1)
    #expect(layout.warnings == ["limits[2].value: there is no such place along the values, and the limit is left out"])
    #expect(layout.report()["limits"]?[0]?["value"] == "2026-06-30")
  }

  @Test("A brush along moments is given and told as such")
  func brush() throws {
    let chart = try Plots.chart(
      """
      {"kind": "scatter", "select": {"brush": "y", "y": ["2026-02-01", "2026-03-01"]},
       "series": [{"values": ["2026-01-05", "2026-02-17", "2026-04-17"]}]}
      """)
    #expect(try chart.plot.brushWords == "Feb 1, 2026 to Mar 1, 2026")
    #expect(try chart.plot.view.brush?.y == moment("2026-02-01")...moment("2026-03-01"))
    #expect(throws: InvalidValue.self) { try chart.brush(x: nil, y: [.text("soon"), .number(2026)], colors: nil) }
  }

  // MARK: - Tasks

  @Test("Bars from moment to moment lie between these, and say both, also from the beginning of 1970")
  func tasks() throws {
    let layout = try gantt()
    let (mark, axis) = (layout.marks[0], layout.frame.left)
    let map = axis.map
    for (point, ends) in [["2026-01-05", "2026-02-03"], ["1970-01-01", "2026-03-20"]].enumerated() {
      let rect = try #require(mark.rect(of: point))
      #expect(try abs(rect.maxY - map.pixel(of: moment(ends[0]))) < 1e-6)
      #expect(try abs(rect.minY - map.pixel(of: moment(ends[1]))) < 1e-6)
    }
    #expect(layout.words(for: [0, 0]) == "Design: Jan 5, 2026 to Feb 3, 2026")
    #expect(layout.marker(for: [0, 0])?.text == "Jan 5, 2026 – Feb 3, 2026")
    #expect(layout.words().contains("Design Jan 5, 2026 to Feb 3, 2026, Build Jan 1, 1970 to Mar 20, 2026"))
    #expect(!layout.frame.left.goesBothWays)
  }

  @Test("Values at bars before 1970 have room as those after it have")
  func room() throws {
    let layout = try Plots.layout(
      """
      {"kind": "bar", "x": {"labels": ["a"]}, "y": {"nice": false},
       "series": [{"base": ["1950-01-05"], "values": ["1960-02-03"], "labels": "above"}]}
      """)
    #expect(layout.texts.values.labels.map(\.text) == ["Feb 3, 1960"])
    #expect(layout.warnings.isEmpty)
  }

  @Test("A chart grows by points that are moments, without being read anew")
  func growth() throws {
    func spec(_ count: Int) throws -> ChartSpec {
      let values = (0..<count).map { "\(1_770_000_000_000 + $0 * 86_400_000)" }.joined(separator: ",")
      return try ChartSpec(
        json: JSON(parsing: #"{"kind": "line", "y": {"scale": "time"}, "series": [{"values": [\#(values)]}]}"#))
    }
    let chart = try #require(spec(20).content as? CartesianSpec).engine()
    let grown = try #require((chart as? CartesianChart)?.grown(to: spec(22), dropping: [0]) as? CartesianChart)
    #expect(grown.data.series[0].points.count == 22 && grown.data.series[0].isOfMoments)
  }
}
