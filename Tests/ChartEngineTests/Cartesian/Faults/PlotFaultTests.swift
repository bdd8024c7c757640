import ChartModel
import JSONModel
import Testing
import TestSupport

@testable import ChartEngine

/// What users of other chart libraries report of plots, as the list in the design numbers it. (3 and 4 are beside V5,
/// 5 beside V8, 22 beside V7, 24 beside updates, 27 beside complexity, 28 beside V3; 1, 6, 8, 9, 11 and 14 are of pies.)
@Suite("Faults of other libraries, in plots")
struct PlotFaultTests {
  @Test("Fault 2: Bars too low or narrow to be hit are picked by a tap beside them")
  func tiny() throws {
    var chart = Plots.chart(
      .bar, [Plots.bar([1e6, 1, 1e6, 0, 1e6, -1])], size: Size(width: 300, height: 200)
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
    var narrow = Plots.strip(3_000, visible: 3_000)
    for index in [0, 1, 1_499, 2_998] {
      narrow.tap(Point(x: try narrow.place(0, index).x, y: 1))
      #expect(narrow.state.view.selection == [0, index])
    }
  }

  @Test("Fault 7: An edge that two bars share belongs to one of them: to the right one, or to the lower one")
  func sharedEdges() throws {
    var chart = Plots.chart(
      .bar, [Plots.bar([5, 5, 5, 5]), Plots.bar([5, 5, 5, 5])], size: Size(width: 320, height: 120)
    ) { spec in
      spec.bare()
      (spec.bars.width, spec.bars.gap) = (1, 0)
    }
    let layout = try chart.plot
    for place in 0..<8 {
      let hit = layout.hit(at: Point(x: Double(place) * 40, y: 110))
      #expect(hit.series == place % 2 && hit.index == place / 2, "\(place)")
    }
    chart = Plots.chart(
      .bar, (0..<3).map { _ in Plots.bar([4, -4]) { $0.bar?.stack = "s" } }, size: Size(width: 200, height: 240)
    ) { spec in
      spec.bare()
      spec.y.isNice = false
    }
    let stacked = try chart.plot
    for (index, way) in [(0, -40.0), (1, 40)] {
      for series in 0..<3 {
        let edge = Point(x: 50 + 100 * Double(index), y: 120 + way * Double(series + 1))
        let owners = [edge + Point(x: 0, y: -1e-6), edge, edge + Point(x: 0, y: 1e-6)].map {
          stacked.hit(at: $0).series
        }
        #expect(owners[1] == owners[0] || owners[1] == owners[2])
        #expect(owners[1] == owners[2], "\(index) \(series): the one below the edge, as with rectangles")
      }
    }
  }

  @Test("Fault 10: Values of 0 and gaps shift no index, in hits, marks, markers and events")
  func zeros() throws {
    var random = SplitMix64(seed: 10)
    for isStacked in [true, false] {
      for zero in [nil, ZeroBarSpec()] {
        let values = (0..<2).map { _ in (0..<12).map { _ in [0, 0, .nan, 5, -3][random.whole(0...4)] as Double } }
        var chart = Plots.chart(
          .bar,
          values.map { values in
            Plots.bar(values) { series in
              series.bar?.stack = isStacked ? "s" : nil
              series.bar?.zero = zero
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

  @Test("Fault 12: Negative values go down from 0, are hit there, and say what they are")
  func negative() throws {
    for isStacked in [false, true] {
      let values: [Double] = [-12, 7, -0.5, -1_000]
      var chart = Plots.chart(
        .bar,
        [
          Plots.bar(values) { $0.bar?.stack = isStacked ? "s" : nil },
          Plots.bar(values.map { -$0 }) { $0.bar?.stack = isStacked ? "s" : nil },
        ])
      let layout = try chart.plot
      let baseline = layout.frame.left.baseline
      #expect(layout.frame.left.full.lower <= -1_000 && layout.frame.left.full.upper >= 1_000)
      for series in 0..<2 {
        for (index, bar) in try layout.bars(series).enumerated() {
          let value = series == 0 ? values[index] : -values[index]
          #expect(isNear(value < 0 ? bar.rect.minY : bar.rect.maxY, baseline, 1e-6), "\(series) \(index)")
          #expect(isNear(bar.rect.height, abs(value) * layout.plot.height / layout.frame.left.full.span, 1e-6))
          guard bar.rect.height > 1 else { continue }
          chart.tap(Point(x: bar.rect.midX, y: bar.rect.midY))
          #expect(chart.state.view.selection == [series, index])
          #expect(
            try chart.plot.marker(for: [series, index])?.text.replacingMinus.contains(
              NumberFormat(FormatSpec()).value(value).replacingMinus) == true)
        }
      }
    }
    let places = try Plots.chart(.line, [Plots.line([-3, -1, -2])]).plot.places(0)
    #expect(places[1].y < places[2].y && places[2].y < places[0].y)
  }

  @Test("Fault 13: All values zero are values: they lie on the axis, can be picked, and divide by nothing")
  func allZero() throws {
    for kind in [CartesianSpec.Kind.bar, .line] {
      for stack in [nil, "s"] {
        for zero in [nil, ZeroBarSpec()] {
          var chart = Plots.chart(
            kind,
            (0..<2).map { _ in
              kind == .line
                ? Plots.line([0, 0, 0]) { $0.line?.area = AreaSpec() }
                : Plots.bar([0, 0, 0]) {
                  $0.bar?.stack = stack
                  $0.bar?.zero = zero
                  $0.bar?.labels.position = .above
                }
            })
          let layout = try chart.plot
          // Of bars of value 0 on one another the values have one place.
          let room = /\d+ of \d+ values? (was|were) left out: there is no room for (it|them)/
          let lost = layout.warnings.filter { $0.wholeMatch(of: room) == nil }
          #expect(layout.isFinite && lost.isEmpty)
          #expect(layout.frame.left.full.lower <= 0 && layout.frame.left.full.upper > 0)
          #expect(Set(layout.frame.left.ticks.map(\.label)).count == layout.frame.left.ticks.count)
          let baseline = layout.frame.left.baseline
          if kind == .line { #expect(try layout.places(1).allSatisfy { isNear($0.y, baseline, 1e-6) }) }
          chart.tap(Point(x: layout.plot.midX, y: baseline - 1))
          #expect(chart.state.view.selection?[1] == 1)
          #expect(try chart.plot.isFinite)
        }
      }
    }
  }

  @Test(
    "Fault 16: In stacked, grouped and combined plots every bar that is seen is the one that is picked",
    arguments: 0..<8)
  func whichSeries(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var wrong = Mismatches()
    var picked = 0
    for round in 0..<20 {
      let count = random.whole(2...12)
      let series = (0..<random.whole(2...6)).map { _ -> SeriesSpec in
        let values = (0..<count).map { _ in random.chance(0.15) ? .nan : random.number(-60...100).rounded() }
        guard random.chance(0.75) else { return Plots.line(values) }
        return Plots.bar(values) { $0.bar?.stack = random.chance(0.6) ? ["s", "t"][random.whole(0...1)] : nil }
      }
      var chart = Plots.chart(.combined, series, size: Size(width: 500, height: 300)) { spec in
        if random.chance(0.5) { spec.drawOrder = [.line, .bar] }
        if random.chance(0.5) { spec.viewport.visibleCount = Double(random.whole(2...count)) }
      }
      if random.chance(0.4) { _ = chart.apply(.toggle(series: random.whole(0...series.count - 1))) }
      let layout = try chart.plot
      for bars in layout.marks.compactMap({ $0 as? BarMark }) {
        let shown = bars.series
        for point in bars.inView {
          guard let bar = bars.bar(at: point), bar.rect.width > 2, bar.rect.height > 4 else {
            continue
          }
          let place = Point(x: bar.rect.midX + random.number(-0.4...0.4) * bar.rect.width, y: bar.rect.midY)
          guard layout.plot.contains(place) else { continue }
          let hit = layout.hit(at: place)
          // A line above may be there, too; then it is the line that is seen.
          if hit.kind == .point, layout.spec.drawOrder.first != .line { continue }
          wrong.expect(
            hit.kind == .bar && hit.series == shown.index && hit.index == point,
            "\(seed).\(round): \([shown.index, point]) at \(place), got \(hit)")
          var tapped = chart
          tapped.tap(place)
          wrong.expect(
            tapped.state.view.selection == [shown.index, point],
            "\(seed).\(round): a tap on \([shown.index, point]) selects \(tapped.state.view.selection ?? [])")
          picked += 1
        }
      }
    }
    wrong.check()
    #expect(picked > 100)
  }

  @Test("Fault 17: Ends the wrong way round are refused, or taken the right way, and never crash")
  func swapped() throws {
    #expect(throws: InvalidValue.self) {
      try Plots.spec("{\"kind\": \"line\", \"series\": [{\"values\": [1]}], \"y\": {\"min\": 5, \"max\": 1}}")
    }
    for (low, high) in [(5, 1), (1, 1), (1e300, -1e300), (.nan, 3), (.infinity, -.infinity)] as [(Double, Double)] {
      var chart = Plots.chart(.combined, [Plots.line([1, 2, 3]), Plots.bar([3, 2, 1])]) { spec in
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
      Plots.chart(.combined, []), Plots.chart(.bar, [Plots.bar([])]),
      Plots.chart(.line, [Plots.line([.nan, .nan])]),
      Plots.chart(.line, [Plots.line([1, 2])], size: Size(width: 0, height: 0)),
      Plots.chart(.bar, [Plots.bar([1, 2])], size: Size(width: 1, height: 1)),
      Plots.chart(.bar, [Plots.bar([1, 2])]),
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
    var chart = Plots.chart(
      .combined, [Plots.line([1, .infinity, .nan, -.infinity, 5]), Plots.bar([.nan, 2, .infinity])])
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

  @Test(
    "What can be drawn, but hardly is what its author means, is told with its place",
    arguments: [
      (
        #""kind": "line", "series": {"values": [1, 2], "error": {"low": [5, 1], "high": [2, 3]}}"#,
        "series[0]: of 1 entry `low` is above `high`"
      ),
      (#""kind": "bar", "series": {"values": [1, 2], "error": [-1, 2]}"#, "series[0].error: 1 number is below 0"),
      (
        #""kind": "histogram", "series": {"values": [1, 2, 3], "weights": [1]}"#,
        "series[0].weights: 1 for 3 entries; those without are not counted"
      ),
      (
        #""kind": "candlestick", "x": {"labels": ["a", "b"]}, "series": {"open": [1, 5], "high": [2, 3], "low": [0, 6], "values": [1, 4]}"#,
        "series[0]: of 1 entry `low` is above `high`"
      ),
      (
        #""kind": "candlestick", "series": {"values": [1, 2], "open": [1, null]}"#,
        "series[0].open: 1 entry has no first price"
      ),
      (#""kind": "heatmap", "series": {"rows": [[1, 2], [3]]}"#, "series[0].rows: 1 row is shorter than the longest"),
      (
        #""kind": "heatmap", "x": {"labels": ["a"]}, "series": {"rows": [[1, 2], [3, 4]]}"#,
        "x.labels: 1 name for 2 columns"
      ),
      (
        #""kind": "heatmap", "y": {"labels": ["r"]}, "series": {"rows": [[1, 2], [3, 4]]}"#,
        "y.labels: 1 name for 2 rows"
      ),
      (
        #""kind": "heatmap", "series": {"calendar": true, "x": ["foo", "2026-01-02"], "colorBy": [1, 2]}"#,
        "series[0].x: 1 text is no day, and is left out: 'foo'"
      ),
    ])
  func told(_ spec: String, _ warning: String) throws {
    let warnings = try Plots.layout("{\(spec)}").warnings
    #expect(warnings.contains { $0.hasPrefix(warning) }, "\(warnings)")
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
