import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

/// What users of other chart libraries report of plots, as the list in the design numbers it. (3, 4 and 16 are beside V5
/// and V6, 5 beside V8, 22 beside V7, 24 beside updates, 27 beside complexity, 28 beside V3.)
@Suite("Faults of other libraries, in plots")
struct PlotFaultTests {
  @Test("Fault 2: Bars too low or narrow to be hit are picked by a tap beside them")
  func tiny() throws {
    var chart = MovedPlots.chart(
      .bar, [MovedPlots.bar([1e6, 1, 1e6, 0, 1e6, -1])], size: Size(width: 300, height: 200)
    ) {
      $0.bare()
    }
    for index in [1, 3, 5] {
      let place = try chart.place(0, index)
      for away in [Point(x: 0, y: -30), Point(x: 3, y: -3), Point(x: -20, y: -100)] {
        chart.tap(place + away)
        #expect(chart.state.view.selection == [0, index])
        _ = chart.key(.escape)
      }
    }
    var narrow = MovedPlots.strip(3_000, visible: 3_000)
    for index in [0, 1, 1_499, 2_998] {
      narrow.tap(Point(x: try narrow.place(0, index).x, y: 1))
      #expect(narrow.state.view.selection == [0, index])
    }
  }

  @Test("Fault 10: Values of 0 and gaps shift no index, in hits, marks, markers and events")
  func zeros() throws {
    var random = SplitMix64(seed: 10)
    for isStacked in [true, false] {
      for zero in [nil, ZeroBarSpec()] {
        let values = (0..<2).map { _ in (0..<12).map { _ in [0, 0, .nan, 5, -3][random.whole(0...4)] as Double } }
        var chart = MovedPlots.chart(
          .bar,
          values.map { values in
            MovedPlots.bar(values) { series in
              series.bar.stack = isStacked ? "s" : nil
              series.bar.zero = zero
            }
          }
        ) { spec in
          spec.x.labels = (0..<12).map { "n\($0)" }
          spec.marker.runs = [MarkerRunSpec("{x}={value}")]
        }
        for (series, values) in values.enumerated() {
          for (index, value) in values.enumerated() where !value.isNaN {
            let outcome = chart.apply(.highlight(path: [series, index], notify: true))
            guard case .valueSelected(let mark)? = outcome.events.last else {
              Issue.record("\([series, index]) not selected")
              continue
            }
            #expect(mark.index == index && mark.series == series && mark.value == value && mark.label == "n\(index)")
            let layout = try chart.plot
            let text = "n\(index)=\(value < 0 ? "−3" : value == 0 ? "0" : "5")"
            #expect(layout.marker(for: [series, index])?.text.replacingMinus == text.replacingMinus)
            let hit = layout.hit(at: try chart.place(series, index) + Point(x: 0, y: value < 0 ? -2 : 2))
            if value != 0 { #expect(hit.kind == .bar && hit.series == series && hit.index == index) }
          }
        }
      }
    }
  }

  @Test("Fault 17: Ends the wrong way round are refused, or taken the right way, and never crash")
  func swapped() throws {
    #expect(throws: InvalidValue.self) {
      try MovedPlots.spec("\"kind\": \"line\", \"series\": [{\"values\": [1]}], \"y\": {\"min\": 5, \"max\": 1}")
    }
    for (low, high) in [(5, 1), (1, 1), (1e300, -1e300), (.nan, 3), (.infinity, -.infinity)] as [(Double, Double)] {
      var chart = MovedPlots.chart(.combined, [MovedPlots.line([1, 2, 3]), MovedPlots.bar([3, 2, 1])]) { spec in
        (spec.y.min, spec.y.max) = (low, high)
        (spec.x.min, spec.x.max) = (.number(low), .number(high))
        spec.viewport.zoom = .both
      }
      #expect(try chart.plot.isFinite)
      _ = chart.apply(.zoom(.by(3, x: 200, y: 100)))
      chart.drag(from: Point(x: 200, y: 100), by: [Point(x: 50, y: 50), Point(x: -500, y: -100)])
      chart.tap(Point(x: 200, y: 100))
      #expect(try chart.plot.isFinite, "\(low) \(high)")
    }
  }

  @Test(
    "Fault 18: Without data, with all series hidden or of no size, whatever is done is survived, and nothing happens")
  func empty() throws {
    var charts = [
      MovedPlots.chart(.combined, []), MovedPlots.chart(.bar, [MovedPlots.bar([])]),
      MovedPlots.chart(.line, [MovedPlots.line([.nan, .nan])]),
      MovedPlots.chart(.line, [MovedPlots.line([1, 2])], size: Size(width: 0, height: 0)),
      MovedPlots.chart(.bar, [MovedPlots.bar([1, 2])], size: Size(width: 1, height: 1)),
      MovedPlots.chart(.bar, [MovedPlots.bar([1, 2])]),
    ]
    _ = charts[5].apply(.toggle(series: 0))
    for (place, chart) in charts.enumerated() {
      var chart = chart
      var random = SplitMix64(seed: UInt64(place))
      for _ in 0..<100 {
        _ = chart.apply(Fuzz.interaction(&random))
        #expect(try chart.plot.isFinite)
      }
      if place != 3, place != 4 { #expect(chart.state.view.selection == nil || place == 5) }
    }
  }

  @Test("Fault 19: NaN and infinite values are gaps: never picked, never drawn, and said so")
  func notFinite() throws {
    var chart = MovedPlots.chart(
      .combined, [MovedPlots.line([1, .infinity, .nan, -.infinity, 5]), MovedPlots.bar([.nan, 2, .infinity])])
    for index in [1, 2, 3] {
      #expect(!chart.apply(.highlight(path: [0, index], notify: true)).changed)
    }
    var picked: Set<[Int]> = []
    let plot = try chart.plot.plot
    for x in stride(from: plot.minX, to: plot.maxX, by: 3) {
      var tapped = chart
      tapped.tap(Point(x: x, y: plot.minY + 1))
      picked.insert(tapped.state.view.selection ?? [])
    }
    #expect(picked == [[0, 0], [1, 1], [0, 4]])
    #expect(try chart.plot.isFinite && chart.plot.warnings.contains { $0.contains("infinite") })
    _ = chart.apply(.toggle(series: 1))
    #expect(walk(&chart, [.right, .right, .right]) == [[0, 0], [0, 4], [0, 4]])
  }

  private func walk(_ chart: inout Chart, _ keys: [Key]) -> [[Int]?] {
    keys.map { key in
      chart.key(key)
      return chart.state.view.selection
    }
  }
}

extension String {
  /// With a hyphen for the minus sign, whichever it is written with.
  fileprivate var replacingMinus: String { String(map { $0 == "−" ? "-" : $0 }) }
}
