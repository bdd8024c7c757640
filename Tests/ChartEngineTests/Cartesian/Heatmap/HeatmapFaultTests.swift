import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

@Suite("M8 What is wrong with heat maps, and numbers of all sizes")
struct HeatmapFaultTests {
  @Test(
    "What can't be is an error at its place",
    arguments: [
      (#""series": {"rows": [[1]], "bin": true}"#, "series.bin: give either `rows` or `bin`, not both"),
      (
        #""series": {"rows": [[1]], "colorBy": [1]}"#,
        "series.colorBy: give either `rows` or the values of `colorBy`, not both"
      ),
      (#""series": {"bin": 0}"#, "series.bin: expected a whole number from 1 to 1000, got 0"),
      (#""series": {"columns": 3}"#, "series.columns: is for the numbers of `colorBy`, which is not given"),
      (
        #""series": {"bin": true, "measure": "mean"}"#,
        "series.measure: 'mean' is one of the numbers of `colorBy`, which is not given"
      ),
      (
        #""series": {"colorBy": {"domain": [3, 1]}}"#,
        "series.colorBy.domain: expected two numbers, the second one above the first"
      ),
      (
        #""series": {"colorBy": {"scale": "log", "center": 0}}"#,
        "series.colorBy.center: a log scale begins above 0, got 0"
      ),
      (
        #""y": {"labels": ["a"], "min": 1}, "series": []"#, "y.min: is for numbers; `labels` says which names there are"
      ),
      (
        #""y": {"labels": ["a"], "scale": "log"}, "series": []"#,
        "y.labels: names have no logarithms: leave `scale` out"
      ),
    ])
  func faults(_ spec: String, _ expected: String) {
    #expect {
      try Plots.spec(#"{"kind": "heatmap", \#(spec)}"#)
    } throws: { error in
      "\(error)".replacing("series[0]", with: "series") == expected
    }
  }

  @Test("Whatever there is in it, nothing but finite places comes of it")
  func badData() throws {
    let numbers = [0, -0.0, .nan, .infinity, -.infinity, 1e308, -1e308, 1e-308, .leastNonzeroMagnitude, 5, 5]
    for bins in [nil, CellBinsSpec(), CellBinsSpec(x: 1_000, y: 1)] {
      for scale in ValueAxisSpec.Scale.allCases {
        for isCalendar in [false, true] where !isCalendar || bins == nil {
          var style = HeatmapStyleSpec()
          (style.bins, style.isCalendar) = (bins, isCalendar)
          style.colorBy = ColorChannelSpec()
          style.colorBy?.values = .numbers(numbers)
          style.colorBy?.scheme = .redBlue
          style.colorBy?.scale = scale == .log ? .log : .linear
          var series = SeriesSpec(.heatmap(style), values: .numbers(numbers.reversed()))
          series.positions = .numbers(numbers)
          let layout = try Plots.chart(.heatmap, [series]) { spec in
            spec.y.scale = scale
            spec.common.legend.position = .right
            if scale == .log { spec.x.scale = .log }
          }.plot
          for node in layout.scene().nodes { #expect(node.isFinite) }
          for x in stride(from: 0.0, to: 640, by: 40) { _ = layout.hit(at: Point(x: x, y: 180)) }
        }
      }
    }
    for rows in [[], [[]], [[nil]], [[1], [], [2, 3]]] as [[[Double?]]] {
      var style = HeatmapStyleSpec()
      style.rows = rows
      for node in try Plots.chart(.heatmap, [SeriesSpec(.heatmap(style))]).plot.scene().nodes { #expect(node.isFinite) }
    }
    let empty = try Plots.layout(#"{"kind": "heatmap", "series": [{"values": [1, 2]}]}"#)
    #expect(empty.warnings.isEmpty && empty.scene().nodes.allSatisfy(\.isFinite))
  }
}
