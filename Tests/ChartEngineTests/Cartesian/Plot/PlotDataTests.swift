import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

@Suite("The data of a plot")
struct PlotDataTests {
  private func data(_ text: String, _ kind: CartesianSpec.Kind = .combined) throws -> PlotData {
    let json = try JSON(parsing: "{\"kind\": \"\(kind.rawValue)\", \(text)}")
    return PlotData(try CartesianSpec.schema(kind).decode(json))
  }

  private func values(_ series: PlotSeries) -> [Double?] {
    (0..<series.points.count).map { series.points.values[$0].isNaN ? nil : series.points.values[$0] }
  }

  private func positions(_ series: PlotSeries) -> [Double] {
    (0..<series.points.count).map { series.points.positions[$0] }
  }

  @Test("Whole numbers of four digits are years on a time axis, if all are; others are milliseconds")
  func years() throws {
    func positions(_ x: String) throws -> [Double] {
      let chart = try Plots.chart(#"{"kind": "line", \#(x)}"#)
      return self.positions(try chart.plot().marks[0].series)
    }
    let moments = try ["1955", "1956", "1960"].map { text in try TimeText.milliseconds(text, in: .utc) }
    let series = #""series": [{"values": [1, 2, 3]}]"#
    #expect(try positions(#""x": {"values": [1955, 1956, 1960], "scale": "time"}, "# + series) == moments)
    #expect(
      try positions(#""x": {"scale": "time"}, "series": [{"x": [1955, 1956, 1960], "values": [1, 2, 3]}]"#) == moments)
    #expect(
      try positions(#""x": {"values": [19550101, 19560101, 19600101], "scale": "time"}, "# + series) == moments)
    #expect(try positions(#""x": {"values": [1955, 1956, 19601], "scale": "time"}, "# + series) == [1955, 1956, 19601])
    #expect(try positions(#""x": {"values": [1955, 1956, 1960]}, "# + series) == [1955, 1956, 1960])
  }

  @Test("Names are slots; nulls are gaps (L13); what has no label is left out and said so")
  func categories() throws {
    let data = try data(
      #""x": {"labels": ["a", "b", "c"]}, "series": [{"type": "bar", "values": [1, null, 3, 4]}]"#)
    #expect(data.axis == .category(["a", "b", "c"]))
    #expect(values(data.series[0]) == [1, nil, 3])
    #expect(data.extent == 0...2)
    #expect(data.warnings == ["series[0].values: 1 value has no label, and is left out"])
  }

  @Test("Without positions bars stand in numbered slots, and a line's values follow one another")
  func noPositions() throws {
    #expect(try data(#""series": [{"values": [5, 6]}]"#, .bar).axis == .category(["1", "2"]))
    let line = try data(#""series": [{"values": [5, 6, 7]}]"#, .line)
    #expect(line.axis == .linear)
    #expect(positions(line.series[0]) == [0, 1, 2])
    #expect(line.extent == 0...2)
  }

  @Test("Numbers are a linear axis, texts that are moments a time axis, others names")
  func scales() throws {
    #expect(try data(#""x": {"values": [1, 4]}, "series": []"#).axis == .linear)
    let time = try data(#""x": {"values": ["2026-08-20", "2026-08-21"]}, "series": [{"values": [1, 2]}]"#, .line)
    #expect(time.axis == .time(.utc))
    #expect(positions(time.series[0]) == [1_787_184_000_000, 1_787_270_400_000])
    #expect(try data(#""x": {"values": ["Mon", "Tue"]}, "series": []"#).axis == .category(["Mon", "Tue"]))
    #expect(try data(#""x": {"values": [1, 2], "scale": "category"}, "series": []"#).axis == .category(["1", "2"]))
  }

  @Test("Days begin in the axis's zone")
  func zones() throws {
    let text = #""x": {"values": ["2026-08-20"], "timeZone": "+02:00"}, "series": [{"values": [1]}]"#
    #expect(try positions(data(text, .line).series[0]) == [1_787_184_000_000 - 7_200_000])
  }

  @Test("The last seven days are labels (A7)")
  func lastDays() throws {
    let data = try data(#""x": {"lastDays": {"count": 7, "before": "2026-03-03"}}, "series": []"#)
    #expect(data.axis.labels == ["02-24", "02-25", "02-26", "02-27", "02-28", "03-01", "03-02"])
  }

  @Test("Points are drawn in the order of their positions, and keep their place in the spec (C4184)")
  func order() throws {
    let data = try data(
      #""series": [{"x": [3, 1, null, 2, 1], "values": [30, 10, 99, null, 11]}]"#, .line)
    let series = data.series[0]
    #expect(positions(series) == [1, 1, 2, 3])
    #expect(values(series) == [10, 11, nil, 30])
    #expect((0..<4).map(series.specIndex) == [1, 4, 3, 0])
    #expect(series.point(ofSpecIndex: 0) == 3)
    #expect(series.point(ofSpecIndex: 2) == nil)
  }

  @Test("A log axis names the positions that it has no place for")
  func log() throws {
    let data = try data(
      #""x": {"scale": "log"}, "series": [{"x": [0, -1, 10, 100], "values": [1, 2, 3, 4]}]"#, .line)
    #expect(positions(data.series[0]) == [1, 2], "decimal logarithms")
    #expect(data.warnings == ["series[0]: 2 positions of 0 or less have no place on a log axis"])
  }

  @Test("Different numbers of positions and values, texts for numbers, nothing at all: said, never a trap (fault 18)")
  func oddData() throws {
    let short = try data(#""x": {"values": [1, 2, 3]}, "series": [{"values": [1, 2]}]"#, .line)
    #expect(positions(short.series[0]) == [1, 2])
    #expect(short.warnings.count == 1)
    let text = try data(#""series": [{"values": [1, "two", 3]}]"#, .line)
    #expect(values(text.series[0]) == [1, nil, 3])
    #expect(text.warnings == ["series[0].values: 1 text is no number, and is left out: 'two'"])
    for kind in CartesianSpec.Kind.allCases {
      let empty = try data(#""series": []"#, kind)
      #expect(empty.series.isEmpty)
      #expect(empty.extent == nil)
    }
    #expect(try data(#""series": [{"values": []}]"#, .bar).extent == nil)
  }

  @Test("Series have the palette's colours in turn, or their own")
  func colors() throws {
    let spec = #"{"kind": "line", "series": [{"values": []}, {"values": [], "color": "red"}, {"values": []}]}"#
    let chart = Chart(id: "colors", spec: try ChartSpec(json: JSON(parsing: spec)))
    for theme in Theme.allCases {
      let colors = chart.layout(theme: theme).report()["series"]?.arrayValue?.map { $0["color"]?.stringValue }
      let standard = Palette.standard(on: theme)
      #expect(colors == [standard[0].css, "#ff0000", standard[2].css])
    }
  }

  @Test(
    "Values without a position are told, unless they are missing, too",
    arguments: [
      #""x": {"values": [3, null, 1, null]}"#, #""x": {"values": ["2024-03-01", null, "2024-01-01", null]}"#,
      #""x": {"values": ["u", null, "v", null], "scale": "category"}"#,
    ])
  func withoutPosition(x: String) throws {
    for kind in ["box", "scatter", "line"] where kind != "line" || !x.contains("category") {
      let layout = try Plots.layout(#"{"kind": "\#(kind)", \#(x), "series": {"values": [1, 2, 3, null]}}"#)
      #expect(layout.warnings == ["series[0].x: 1 value has no position, and is left out"], "\(kind)")
    }
  }
}
