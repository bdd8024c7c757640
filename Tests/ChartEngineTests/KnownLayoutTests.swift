import ChartEngine
import ChartModel
import JSONModel
import Testing

@Suite("A layout that is handed over with an interaction")
struct KnownLayoutTests {
  private func chart(_ spec: JSON) throws -> Chart { Chart(id: "chart", spec: try ChartSpec(json: spec)) }

  private let places = stride(from: 5.0, to: 640, by: 35).flatMap { x in
    stride(from: 5.0, to: 360, by: 35).map { Point(x: x, y: $0) }
  }

  private let specs: [JSON] = [
    ["kind": "line", "series": [["values": [1, 5, 2, 8]]]], ["kind": "line", "series": [["values": [9, 0, 9]]]],
    ["kind": "bar", "x": ["labels": ["a", "b"]], "series": [["values": [3, -4]]]],
    ["kind": "pie", "slices": [["label": "a", "value": 1], ["label": "b", "value": 2]]],
    ["kind": "pie", "slices": [["label": "a", "value": 7], ["label": "b", "value": 1]]],
    ["kind": "radar", "series": [["values": [1, 5, 2, 8]]]], ["kind": "polar", "series": [["values": [1, 5, 2, 8]]]],
    ["kind": "gauge", "value": 70, "bands": [["to": 50]]], ["kind": "funnel", "stages": ["a": 7, "b": 1]],
  ]

  @Test("One of another chart, size, theme or phase is of no use and does no harm")
  func foreign() throws {
    for spec in specs {
      let chart = try chart(
        spec.merging(patch: ["animation": ["pie", "gauge"].contains(spec["kind"]) ? "sweep" : "grow"]))
      var foreign = try specs.filter { $0 != spec }.map { try self.chart($0).layout() }
      foreign.append(chart.layout(size: Size(width: 200, height: 900)))
      foreign.append(chart.layout(phase: 0.2))
      for place in places {
        var without = chart
        let outcome = without.apply(.tap(place))
        for layout in foreign {
          var with = chart
          #expect(with.apply(.tap(place), knowing: layout) == outcome)
        }
      }
    }
  }

  @Test("The chart's own leads to the same as none")
  func own() throws {
    for spec in specs {
      let chart = try chart(spec)
      for place in places {
        var (with, without) = (chart, chart)
        #expect(with.apply(.tap(place), knowing: chart.layout()) == without.apply(.tap(place)))
      }
    }
  }
}
