import ChartModel
import JSONModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("M6 Boxes and strips")
struct BoxTests {
  /// numpy.percentile and matplotlib.cbook.boxplot_stats say: quartiles 2.9, 3.3, 4.6, whiskers to 2.1 and 5.9.
  private static let sample = [7.5, 2.1, 2.4, 2.5, 2.9, 3.0, 3.3, 3.3, 3.8, 4.1, 4.6, 5.2, 5.9]

  private func mark(_ layout: CartesianLayout, _ series: Int = 0) throws -> BoxMark {
    try #require(layout.mark(of: series) as? BoxMark)
  }

  @Test("Quartiles are NumPy's, whiskers end at the last value within 1.5 boxes, what is beyond is a point")
  func summary() throws {
    let box = BoxReader.summary(of: BoxTests.sample.sorted(), .init())
    #expect(box.lower == 2.9 && box.median == 3.3 && box.upper == 4.6 && box.low == 2.1 && box.high == 5.9)
    #expect(box.count == 13 && abs(box.mean - BoxTests.sample.reduce(0, +) / 13) < 1e-12)
    let range = BoxReader.summary(of: BoxTests.sample.sorted(), .range)
    #expect(range.low == 2.1 && range.high == 7.5)
    let percentiles = BoxReader.summary(of: (0...100).map(Double.init), .percentiles(5, 95))
    #expect(percentiles.low == 5 && percentiles.high == 95)
    let layout = try Plots.layout(
      #"{"kind": "box", "series": {"name": "a", "values": \#(BoxTests.sample)}}"#)
    let mark = try mark(layout)
    #expect((0..<mark.series.points.count).map { mark.series.value(at: $0) } == [3.3, 7.5])
    #expect(mark.words(of: 0) == "a, a: median 3.3, quartiles 2.9 to 4.6, whiskers 2.1 to 5.9, of 13 values")
  }

  @Test(
    "Of random values every summary is what sorting them says, and whiskers and points share all values",
    arguments: 0..<100)
  func random(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let values = (0..<random.whole(1...60)).map { _ in (random.number(-1...1) * random.number(0...20)).rounded() }
    let sorted = values.sorted()
    let heights = random.number(0...3)
    let box = BoxReader.summary(of: sorted, .boxHeights(heights))
    func quantile(_ share: Double) -> Double {
      let place = share * Double(sorted.count - 1)
      let (below, above) = (sorted[Int(place)], sorted[min(Int(place) + 1, sorted.count - 1)])
      return below + (above - below) * (place - Double(Int(place)))
    }
    #expect(box.lower == quantile(0.25) && box.median == quantile(0.5) && box.upper == quantile(0.75))
    let reach = (box.upper - box.lower) * heights
    let inside = sorted.filter { $0 >= box.lower - reach && $0 <= box.upper + reach }
    #expect(
      box.low == min(inside.first ?? box.lower, box.lower) && box.high == max(inside.last ?? box.upper, box.upper))
  }

  @Test(
    "Points at the ends of the axis are whole, and what goes on beyond these ends with the plot",
    arguments: [
      (#"{"min": 2.1, "max": 7.5}"#, true, true), (#"{"max": 7.5}"#, true, true), (#"{"max": 7}"#, false, true),
      (#"{"min": 2.2, "max": 7.5}"#, true, false), (#"{"min": 2.2, "max": 7.5, "reverse": true}"#, true, false),
    ])
  func edges(axis: String, isWholeAbove: Bool, isWholeBelow: Bool) throws {
    let layout = try Plots.layout(
      #"{"kind": "box", "y": \#(axis), "series": {"name": "a", "values": \#(BoxTests.sample)}}"#)
    let (mark, plot) = (try mark(layout), layout.plot)
    let drawing = try #require(mark.drawings(entering: false).first)
    #expect(drawing.inside.isEmpty, "what is in there ends with the plot")
    guard case .cropped(let crop, let nodes)? = drawing.body.first?.shape else {
      Issue.record("nothing is cropped")
      return
    }
    #expect(!nodes.isEmpty)
    let reach = mark.style.pointRadius + 1
    let isReversed = axis.contains("reverse")
    let (above, below) = isReversed ? (isWholeBelow, isWholeAbove) : (isWholeAbove, isWholeBelow)
    #expect(crop.minY == plot.minY - (above ? reach : 0) && crop.maxY == plot.maxY + (below ? reach : 0))
  }

  @Test("Each name has a box of its values, wherever they stand among the rows, and each series its share of a slot")
  func names() throws {
    let layout = try Plots.layout(
      """
      {"kind": "box", "x": {"values": ["b", "a", "b", "a", "b"]}, "series": [
        {"name": "one", "values": [1, 10, 3, 20, 2]}, {"name": "two", "values": [5, null, 7, null, 9]}]}
      """)
    #expect(layout.chart.data.axis.labels == ["b", "a"])
    let (one, two) = (try mark(layout, 0), try mark(layout, 1))
    #expect((0..<2).compactMap { one.box(at: $0)?.summary.median } == [2, 15])
    #expect(two.series.points.count == 1 && two.box(at: 0)?.summary.median == 7)
    let (left, right) = (try #require(one.box(at: 0)), try #require(two.box(at: 0)))
    #expect(left.rect.maxX < right.rect.minX && one.box(at: 1).map { $0.rect.minX > right.rect.maxX } == true)
    // Without positions each series is a box of its own name in a slot of its own.
    let alone = try Plots.layout(
      #"{"kind": "box", "series": [{"name": "x", "values": [1, 2]}, {"name": "y", "values": [3, 4]}]}"#)
    #expect(alone.chart.data.axis.labels == ["x", "y"])
    let places = try (0..<2).map { try #require(try mark(alone, $0).box(at: 0)).x }
    #expect(abs(places[0] - (alone.plot.minX + alone.plot.width / 4)) < 1e-6)
    #expect(abs(places[1] - (alone.plot.minX + alone.plot.width * 3 / 4)) < 1e-6)
  }

  @Test("Numbers and moments are positions, too, with ticks at whole ones")
  func positions() throws {
    let years = try Plots.layout(
      #"{"kind": "box", "x": {"values": [2007, 2008, 2007, 2009]}, "series": {"values": [1, 2, 3, 4]}}"#)
    #expect(years.frame.x.labels.map(\.value) == [2007, 2008, 2009])
    #expect(try mark(years).box(at: 0)?.summary.median == 2)
    let days = try Plots.layout(
      #"{"kind": "box", "x": {"values": ["2024-01-01", "2024-01-02", "2024-01-01"]}, "series": {"values": [1, 2, 3]}}"#)
    #expect(days.chart.data.axis.scale == .time)
    #expect(try mark(days).box(at: 0)?.summary.count == 2)
  }

  @Test(
    "What is drawn is hit: points over boxes, boxes, whiskers and their ends",
    arguments: TestSupport.sample(["outliers", "all", "beside"]))
  func hits(_ points: String) throws {
    let values = (BoxTests.sample + [12, 12.2, 3.31]).map { "\($0)" }.joined(separator: ", ")
    let layout = try Plots.layout(
      #"{"kind": "box", "series": [{"values": [\#(values)], "points": "\#(points)", "lineWidth": 3}, {"values": [3, 6]}]}"#
    )
    let mark = try mark(layout)
    let box = try #require(mark.box(at: 0))
    let radius = mark.style.pointRadius + 0.5
    let places = (1..<mark.series.points.count).map { ($0, mark.place(of: $0)) }
    var (hits, differing) = ([0, 0], [Point]())
    for x in stride(from: layout.plot.minX + 0.21, to: layout.plot.midX, by: 1.7) {
      for y in stride(from: layout.plot.minY + 0.37, to: layout.plot.maxY, by: 1.3) {
        let place = Point(x: x, y: y)
        var expected = places.last { $1.map { Point(x: x - $0.x, y: y - $0.y).length <= radius } ?? false }?.0
        if expected == nil {
          let isInBox = box.rect.inset(by: -1.5).contains(place)
          let isOnWhisker = abs(x - box.x) <= 1.5 && y >= box.high && y <= box.low
          let isOnEnd = abs(x - box.x) <= box.cap && (abs(y - box.high) <= 1.5 || abs(y - box.low) <= 1.5)
          if isInBox || isOnWhisker || isOnEnd { expected = 0 }
        }
        let hit = layout.hit(at: place)
        if let expected { hits[expected == 0 ? 0 : 1] += 1 }
        if (hit.series == 0 ? hit.index : nil) != expected.map(mark.series.specIndex(of:)) { differing.append(place) }
      }
    }
    #expect(hits[0] > 50 && hits[1] > 10 && differing.isEmpty)
  }

  @Test("The marker says what a box is, and of a point its value")
  func markers() throws {
    let layout = try Plots.layout(
      #"{"kind": "box", "x": {"values": ["a", "a", "a", "a", "a"]}, "series": {"values": [1, 2, 3, 4, 50]}}"#)
    let mark = try mark(layout)
    #expect(
      layout.runs(of: 0, mark, standard: MarkerSpec().runs).map(\.text).joined()
        == "a\nmedian 3\nquartiles 2 – 4\nwhiskers 1 – 4")
    #expect(layout.runs(of: 1, mark, standard: MarkerSpec().runs).map(\.text).joined().contains("50"))
    #expect(layout.chart.isSelectable([0, 1], hidden: []) && !layout.chart.isSelectable([0, 2], hidden: []))
  }

  @Test("Nothing, one value, and values of all sizes are no trap")
  func extremes() throws {
    for values in [
      [], [5], [.nan], [.infinity, 1], [5, 5, 5], [1e308, -1e308],
      [.greatestFiniteMagnitude, -.greatestFiniteMagnitude],
    ] as [[Double]] {
      for points in BoxStyleSpec.Points.allCases {
        for isLog in [false, true] {
          var style = BoxStyleSpec()
          (style.points, style.showsMean) = (points, true)
          let chart = Plots.chart(.box, [SeriesSpec(.box(style), values: .numbers(values))]) { spec in
            if isLog { spec.y.scale = .log }
          }
          let layout = try chart.plot
          _ = (layout.scene(), layout.words(), layout.report(), layout.hit(at: layout.plot.center))
        }
      }
    }
  }

  @Test(
    "What is wrong is told where it is",
    arguments: [
      (
        #"{"kind": "box", "series": {"whiskers": [95, 5]}}"#,
        "series.whiskers: expected two percentiles, the lesser first, such as [5, 95]"
      ),
      (#"{"kind": "box", "series": {"whiskers": -1}}"#, "series.whiskers: expected a number from 0 to 1000, got -1"),
      (
        #"{"kind": "box", "series": {"points": "outlier"}}"#,
        "series.points: expected one of none, outliers, all, beside, got \"outlier\"; did you mean 'outliers'?"
      ),
    ])
  func faults(_ spec: String, _ message: String) throws {
    let error = #expect(throws: InvalidValue.self) { _ = try Plots.spec(spec) }
    #expect(error?.description == message)
  }

  @Test("Whiskers are read and written in each of their ways", arguments: ["1.5", "2", "\"range\"", "[5, 95]"])
  func whiskers(_ text: String) throws {
    let spec = try Plots.spec(#"{"kind": "box", "series": [{"whiskers": \#(text)}]}"#)
    let schema = ChartKinds.standard.schema
    #expect(try schema.decode(schema.encode(spec)) == spec)
    let whiskers = schema.encode(spec)["series"]?[0]?["whiskers"]
    #expect(try (whiskers?.text ?? "1.5") == JSON(parsing: text).text)
  }
}

@Suite("Points in one slot stand beside one another")
struct SpreadTests {
  @Test("No two of few are nearer than wanted, none is further away than allowed", arguments: 0..<50)
  func swarm(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let heights = (0..<random.whole(2...60)).map { _ in random.number(0...150) }
    let offsets = Spread.offsets(heights, distance: 6, reach: 60)
    #expect(offsets.allSatisfy { abs($0) <= 60 })
    for first in heights.indices {
      for second in heights.indices.dropFirst(first + 1) {
        let distance = Point(x: offsets[first] - offsets[second], y: heights[first] - heights[second]).length
        #expect(distance >= 6 * (1 - 1e-6))
      }
    }
    // Who has nobody near stands in the middle.
    for place in heights.indices
    where heights.indices.allSatisfy({ $0 == place || abs(heights[$0] - heights[place]) >= 6 }) {
      #expect(offsets[place] == 0)
    }
  }

  @Test("Of more than find room all are within reach, and in the same places each time")
  func crowd() {
    var random = SplitMix64(seed: 7)
    let heights = (0..<5_000).map { _ in random.number(0...100) }
    let offsets = Spread.offsets(heights, distance: 6, reach: 20)
    #expect(offsets.allSatisfy { abs($0) <= 20 } && Set(offsets).count > 1_000)
    #expect(offsets == Spread.offsets(heights, distance: 6, reach: 20))
    #expect(
      Spread.offsets([], distance: 6, reach: 20) == [] && Spread.offsets([1, 1], distance: 6, reach: 0) == [0, 0])
  }

  @Test("Points of a scatter plot may share names, and are hit where they are drawn")
  func strip() throws {
    let layout = try Plots.layout(
      #"{"kind": "scatter", "x": {"values": ["a", "b", "a", "a", "b"]}, "series": {"name": "s", "values": [1, 2, 1, 1.01, 5]}}"#
    )
    #expect(layout.chart.data.axis.labels == ["a", "b"])
    let mark = try #require(layout.marks.first as? ScatterMark)
    let places = (0..<5).compactMap { mark.place(of: $0) }
    #expect(places.count == 5 && Set(places.map(\.x)).count >= 4)
    for (point, place) in places.enumerated() {
      #expect(layout.hit(at: place).index == mark.series.specIndex(of: point))
    }
    let together = try Plots.layout(
      #"{"kind": "scatter", "x": {"values": ["a", "b", "a"]}, "series": {"values": [1, 2, 1], "spread": false}}"#)
    let lined = try #require(together.marks.first as? ScatterMark)
    #expect(Set((0..<3).compactMap { lined.place(of: $0)?.x }).count == 2)
  }

  @Test("Arrows go from box to box, and across to the points beside it in the order of their values")
  func keys() throws {
    var chart = try Plots.chart(
      #"""
      {"kind": "box", "series": {"x": ["A", "A", "A", "B", "B", "B"], "values": [3, 1, 2, 7, 9, 8], "points": "beside"}}
      """#)
    func value() throws -> String? {
      let path = try #require(chart.state.view.selection)
      return try chart.plot.words(for: path)
    }
    chart.key(.right)
    #expect(try value()?.hasPrefix("A: median 2") == true)
    chart.key(.right)
    #expect(try value()?.hasPrefix("B: median 8") == true)
    chart.key(.left)
    chart.key(.up)
    chart.key(.up)
    #expect(try value() == "A: 3")
    for _ in 0..<4 { chart.key(.down) }
    #expect(try value() == "A: 1")
    chart.key(.end)
    #expect(try value()?.hasPrefix("B: median 8") == true)
    chart.key(.home)
    #expect(try value()?.hasPrefix("A: median 2") == true)
  }

  @Test("The marker of a box that lies level is above or below it")
  func levelMarker() throws {
    let layout = try Plots.layout(
      #"""
      {"kind": "box", "orientation": "horizontal", "size": {"width": 480, "height": 300},
       "series": {"x": ["A", "A", "A", "A", "B", "B"], "values": [3, 1, 12, 22, 7, 9]}}
      """#)
    let mark = try #require(layout.marks.first as? BoxMark)
    for point in 0..<mark.series.points.count {
      guard let rect = mark.rect(of: point),
        let frame = layout.marker(for: [0, mark.series.specIndex(of: point)])?.frame
      else { continue }
      #expect(!frame.intersects(layout.space.picture(rect)), "\(point)")
    }
  }

  @Test("A whisker that has no logarithm is told", arguments: [0.0, -3, 1])
  func logarithm(least: Double) throws {
    let layout = try Plots.layout(
      #"{"kind": "box", "y": {"scale": "log"}, "x": {"values": ["B", "B", "B", "B"]}, "series": {"values": [\#(least), 2, 20, 90]}}"#
    )
    let told = "series[0]: 1 box reaches down to 0 or less, which has no place on a log axis"
    #expect(layout.warnings.contains(told) == (least <= 0))
  }
}
