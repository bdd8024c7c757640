@testable import ChartEngine
import ChartModel
import JSONModel
import Testing
import TestSupport

/// What users of other chart libraries report about drawing, as the list in the design numbers it.
@Suite("Faults of other libraries: drawing plots")
struct DrawingFaultTests {
  private func line(_ values: [Double], _ change: (inout CartesianSpec) -> Void = { _ in }) throws -> CartesianLayout {
    try Plots.chart(.line, [SeriesSpec(.line(LineStyleSpec()), values: .numbers(values))], change).plot()
  }

  @Test("Fault 15: Labels are neither cut by the chart's edge nor hidden without a word")
  func labels() throws {
    let layout = try Plots.layout(
      """
      {"kind": "bar", "size": {"width": 320, "height": 200}, "x": {"labels": ["Donaudampfschifffahrt", "Straßenbahnhaltestelle", "Zug"]},
        "y": {"tickLabels": {"format": "{value} kilometres"}}, "series": [{"values": [1000000, 2500000, 3]}]}
      """)
    #expect(layout.axisLabels.allSatisfy { OrientedBox($0).isInside(layout.canvas.bounds) })
    #expect(layout.frame.left.labels(plot: layout.plot, in: layout.space).count > 2)
    #expect(!layout.frame.x.labels.isEmpty)
    let tiny = try line([1, 2]) { $0.common.size = Size(width: 30, height: 12) }
    #expect(tiny.warnings.contains { $0.contains("no room") })
  }

  @Test("Fault 17: A range with lower above upper is no range: the data's is taken, and that is said")
  func swapped() throws {
    let layout = try line([3, 7]) {
      $0.y.min = 10
      $0.y.max = -10
    }
    let free = try line([3, 7])
    #expect(layout.isFinite && layout.frame.left.full == free.frame.left.full)
    #expect(layout.warnings == ["y: max is not above min"])
    #expect(throws: InvalidValue.self) {
      try Plots.layout(#"{"kind": "line", "y": {"min": 10, "max": -10}, "series": []}"#)
    }
  }

  @Test(
    "Fault 17: Positions in falling order are put in order; x.min above x.max is an error, and of a program put in order"
  )
  func swappedPositions() throws {
    let spec =
      #"{"kind": "line", "x": {"values": [3, 2, 1], "min": 4, "max": 0}, "series": [{"values": [30, 20, 10]}]}"#
    #expect {
      try Plots.layout(spec)
    } throws: {
      ($0 as? InvalidValue)?.description == "x.max: expected more than min, which is 4"
    }
    let named =
      #"{"kind": "line", "x": {"values": ["2026-01-01", "2026-01-02"], "min": "2026-01-09", "max": "2026-01-01"}, "series": [{"values": [3, 2]}]}"#
    #expect(try Plots.layout(named).warnings.contains("x: max is not above min"))
    let layout = try line([30, 20, 10]) {
      $0.x.values = .numbers([3, 2, 1])
      $0.x.min = .number(4)
      $0.x.max = .number(0)
    }
    #expect(layout.warnings == ["x: max is not above min"])
    let places = try layout.places(0)
    #expect(layout.isFinite && places.map(\.x) == places.map(\.x).sorted() && places.count == 3)
    #expect(places[0].y > places[2].y)
  }

  @Test(
    "Fault 18: Empty data, all series hidden, no size: drawn as such, and said",
    arguments: [
      #""series": []"#, #""series": [{"values": []}]"#, #""series": [{"values": [null, null]}]"#,
    ])
  func empty(series: String) throws {
    for size in [Size(width: 640, height: 360), Size(width: 1, height: 1), Size(width: 1, height: 500)] {
      for kind in ["line", "bar"] {
        var chart = try Plots.chart("{\"kind\": \"\(kind)\", \(series)}")
        chart.size = size
        let layout = try chart.plot()
        #expect(layout.isFinite && layout.warnings.contains { $0.contains("nothing to show") })
        #expect(layout.hit(at: Point(x: 320, y: 180)).series == nil)
        #expect((size.width < 640) || layout.drawn().contains { $0.text?.string == "No data" })
      }
    }
  }

  @Test("Fault 18: With all series hidden there are axes and the legend, from which they can be shown again")
  func hidden() throws {
    var chart = try Plots.chart(
      #"{"kind": "bar", "legend": "top", "series": [{"name": "A", "values": [5]}, {"name": "B", "values": [7]}]}"#)
    for series in 0..<2 { _ = chart.apply(.toggle(series: series)) }
    let layout = try chart.plot()
    #expect(layout.isFinite && layout.warnings == ["all series are hidden: nothing to show"])
    #expect(layout.frame.legend?.entries.map(\.isHidden) == [true, true] && !layout.axisLabels.isEmpty)
  }

  @Test(
    "Fault 19: NaN and infinity leave a gap, and infinities are named", arguments: [Double.nan, .infinity, -.infinity])
  func notNumbers(bad: Double) throws {
    let layout = try line([1, 2, bad, 4, 5])
    #expect(layout.isFinite)
    #expect(try layout.places(0).count == 4)
    #expect(try #require(layout.drawn().first { $0.isLine }?.path).pieceCount == 2)
    #expect(layout.warnings.isEmpty == bad.isNaN)
    let bars = try Plots.chart(.bar, [SeriesSpec(.bar(BarStyleSpec()), values: .numbers([1, bad, 3]))]).plot()
    #expect(bars.isFinite)
    #expect(try bars.bars(0).count == 2)
  }

  @Test(
    "Fault 20: Ticks at 1e14 and beyond, with ranges of one unit or of none, come to an end",
    arguments: [
      1e14, 1e15, 1e16, 1e300, -1e14, 1e-300, 0,
    ])
  func endless(value: Double) throws {
    for width in [0, 1, 0.1, value * 1e-15] {
      for layout in [
        try line([value, value + width]),
        try line([value, value + width]) { $0.y.step = 1e-9 },
        try line([1, 2]) { $0.x.values = .numbers([value, value + width]) },
      ] {
        #expect(layout.isFinite && layout.frame.left.ticks.count < 10_000 && layout.frame.x.ticks.count < 10_000)
      }
    }
  }

  @Test("Fault 21: No label is there twice and none is missing: 0 … 0.42 by 0.07")
  func steps() throws {
    let layout = try line([0, 0.42]) {
      ($0.y.min, $0.y.max, $0.y.step) = (0, 0.42, 0.07)
    }
    let labels = layout.frame.left.labels(plot: layout.plot, in: layout.space)
    #expect(labels.map(\.text) == ["0.00", "0.07", "0.14", "0.21", "0.28", "0.35", "0.42"])
    for (index, label) in labels.enumerated() {
      #expect(isNear(label.tick, layout.plot.maxY - layout.plot.height * Double(index) / 6, 1e-6))
    }
  }

  @Test("Fault 21: Every value axis has labels that all differ", arguments: 0..<4)
  func distinct(part: Int) throws {
    var random = SplitMix64(seed: UInt64(300 + part))
    var mismatches = Mismatches()
    for _ in 0..<250 {
      let low = random.number(-1...1) * [1, 1e-9, 1e9, 1e15][random.whole(0...3)]
      let high = low + random.number(0...1) * [1, 1e-9, 1e9, 0][random.whole(0...3)]
      let layout = try line([low, high])
      let texts = layout.frame.left.ticks.filter(\.isMajor).map(\.label)
      mismatches.expect(texts.count >= 2 && Set(texts).count == texts.count, "\(low)…\(high): \(texts)")
    }
    mismatches.check()
  }

  @Test("Fault 22: A marker is never cut by the chart's edge, wherever its entry is")
  func marker() throws {
    for (width, height) in [(640.0, 360.0), (200, 150), (120, 90)] {
      var chart = try Plots.chart(
        #"{"kind": "line", "x": {"labels": ["a", "b", "c", "d", "e"], "placement": "edges"}, "marker": "{x}\n{series}: {value} steps", "series": [{"name": "Name", "values": [0, 100, 50, 100, 0]}]}"#
      )
      chart.size = Size(width: width, height: height)
      for index in 0..<5 {
        _ = chart.apply(.highlight(path: [0, index], notify: false))
        let frame = try #require(try chart.plot().marker(for: [0, index])).frame
        #expect(frame.minX >= 0 && frame.minY >= 0 && frame.maxX <= width && frame.maxY <= height, "\(index): \(frame)")
      }
    }
  }

  @Test("Fault 23: A monotone curve never dips below values of 0, and one point alone is drawn")
  func dips() throws {
    var style = LineStyleSpec()
    style.curve = .monotone
    style.area = AreaSpec()
    let values: [Double] = [0, 0, 100, 0, 0, 3, 0, 80, 80, 0]
    let layout = try Plots.chart(.line, [SeriesSpec(.line(style), values: .numbers(values))]).plot()
    let mark = try layout.lineMark(0)
    for bezier in mark.subpaths(mark.runs).flatMap(\.beziers) {
      for step in 0...50 {
        #expect(bezier.bernstein(Double(step) / 50).y <= layout.frame.left.baseline + 1e-6)
      }
    }
    for curve in LineStyleSpec.Curve.allCases {
      style.curve = curve
      let single = try Plots.chart(.line, [SeriesSpec(.line(style), values: .numbers([5]))]).plot()
      #expect(single.isFinite && single.drawn().contains { $0.isLine })
    }
  }

  @Test("Fault 25: Among 100,000 points no gap, no extreme and no colour by value is lost")
  func reduced() throws {
    var values = (0..<100_000).map { Double(($0 * 7919) % 100) }
    for index in 40_000..<50_000 { values[index] = .nan }
    values[77_777] = 5_000
    var style = LineStyleSpec()
    style.thresholds = [ThresholdSpec(below: 1_000, color: .black), ThresholdSpec(below: 9_000, color: .white)]
    let layout = try Plots.chart(.line, [SeriesSpec(.line(style), values: .numbers(values))]).plot()
    let lines = layout.drawn().filter(\.isLine)
    let points = lines.flatMap { $0.path?.points ?? [] }
    #expect(points.count < 30_000)
    let gap = (40_000...49_999).map { layout.frame.window.map.pixel(of: Double($0)) }
    #expect(!points.contains { $0.x > gap[0] + 1 && $0.x < gap[9_999] - 1 })
    let top = try #require(layout.frame.left.y(of: 5_000))
    #expect(points.contains { isNear($0.y, top, 0.01) })
    #expect(Set(lines.map(\.strokeColor)) == [.black, .white])
  }
}
