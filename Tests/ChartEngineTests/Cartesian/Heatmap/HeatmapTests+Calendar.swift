import ChartModel
import Testing

@testable import ChartEngine

// Calendars: a cell for each day.

extension HeatmapTests {
  @Test("Each day is in the column of its week and the row of its weekday, a block for each year")
  func calendar() throws {
    let days = ["2023-01-01", "2023-01-02", "2023-12-31", "2024-02-29", "2024-12-30", "2024-12-31"]
    let layout = try Plots.layout(
      """
      {"kind": "heatmap", "x": {"values": ["\(days.joined(separator: "\", \""))"]},
       "series": [{"calendar": true, "colorBy": {"values": [1, 2, 3, 4, 5, 6], "title": "steps"}}]}
      """)
    let mark = try mark(layout)
    // (week, weekday from Monday) as a paper calendar has them: 2023 began on a Sunday, 2024 on a Monday.
    let expected = [(0, 6), (1, 0), (52, 6), (8, 3), (52, 0), (52, 1)]
    for (index, place) in expected.enumerated() {
      let point = try #require(mark.series.point(ofSpecIndex: index))
      let block = index < 3 ? 0 : 8
      #expect(mark.series.points.positions[point] == Double(place.0))
      #expect(mark.series.value(at: point) == Double(block + 1 + place.1))
    }
    #expect(layout.words(for: [0, 3]) == "Feb 29, 2024, steps: 4")
    #expect(layout.marker(for: [0, 0])?.text == "Jan 1, 2023: 1")
    #expect(layout.words().hasPrefix("Heatmap chart: 1 series, Jan 1, 2023 to Dec 31, 2024."))
    #expect(layout.spec.y.labels.prefix(3) == ["2023", "Mon", "Tue"] && layout.spec.y.labels.count == 16)
    let german = try Plots.layout(
      #"{"kind": "heatmap", "format": {"locale": "de"}, "x": {"values": ["2023-05-01"]}, "series": [{"calendar": true, "values": [3]}]}"#
    )
    #expect(german.spec.y.labels.prefix(3) == ["2023", "Mo", "Di"])
    let texts = HeatmapTests.shapes(german.scene().nodes) { if case .text = $0.shape { true } else { false } }
    #expect(texts.contains { if case .text(let text) = $0.shape { text.runs.first?.text == "Mai" } else { false } })
  }

  @Test("Where a calendar has no room for the names of its months, that is said")
  func monthsLeftOut() throws {
    let days = (2012...2015).map { "\"\($0)-03-01\"" }.joined(separator: ", ")
    let spec = """
      {"kind": "heatmap", "x": {"values": [\(days)]}, "series": {"calendar": true, "values": [1, 2, 3, 4]}}
      """
    let left = "series[0].calendar: the names of months were left out: there is no room for them"
    for (height, warnings) in [(150.0, [left]), (480, [])] {
      let layout = try Plots.chart(spec, size: Size(width: 480, height: height)).plot
      #expect(try mark(layout).months.isEmpty == !warnings.isEmpty && layout.warnings == warnings)
    }
  }

  @Test("Home and End go to the first and the last day of a calendar, however many blocks it has")
  func calendarEnds() throws {
    let days = ["2024-11-20", "2025-01-01", "2025-12-31", "2026-04-03", "2024-12-01"]
    var chart = try Plots.chart(
      """
      {"kind": "heatmap", "x": {"values": \(days)}, "series": {"calendar": true, "values": [1, 2, 3, 4, 5]}}
      """)
    chart.key(.end)
    #expect(chart.state.view.selection.flatMap { try? chart.plot.words(for: $0) }?.contains("Apr 3, 2026") == true)
    chart.key(.home)
    #expect(chart.state.view.selection.flatMap { try? chart.plot.words(for: $0) }?.contains("Nov 20, 2024") == true)
  }

  @Test("The names of months keep within their row, from which days of the next year begin", arguments: [false, true])
  func monthsInRow(isReversed: Bool) throws {
    for orientation in ["vertical", "horizontal"] {
      for (width, height) in [(640.0, 400.0), (320, 200), (1200, 2000)] {
        let layout = try Plots.chart(
          """
          {"kind": "heatmap", "orientation": "\(orientation)", "x": {"values": ["2023-02-27", "2024-11-11"], "reverse": \(isReversed)},
            "series": {"calendar": true, "colorBy": [5, 7]}}
          """, size: Size(width: width, height: height)
        ).plot
        let mark = try mark(layout)
        let rows = [0.0, 8].map { mark.axis.map.pixel(of: mark.axis.transform.coordinate(of: $0)) }
        let half = abs(mark.axis.map.scale) / 2
        for case .text(let text) in HeatmapTests.shapes(mark.months, where: { _ in true }).map(\.shape) {
          let font = layout.canvas.typeface.font(.given(text.size))
          let (sine, cosine) = sineAndCosine(degrees: text.rotation)
          let across = (abs(sine) * font.width(of: text.string) + abs(cosine) * font.capHeight) / 2
          let middle = text.position.y - cosine * font.capHeight / 2
          #expect(rows.contains { abs($0 - middle) + across <= half + 0.01 }, "\(orientation) \(text.string)")
        }
      }
    }
  }
}
