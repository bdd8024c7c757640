import ChartModel
import JSONModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("A1 Reversed axes of values")
struct ReversedAxisTests {
  /// Marks of each kind, with axes from −10 to 20 or from 1 to 1000.
  private static let marks: [(name: String, spec: String)] = [
    ("bars", #"{"kind": "bar", "series": [{"values": [5, -3, 8, 0]}, {"values": [1, 4, -6, 9]}]}"#),
    ("rounded", #"{"kind": "bar", "series": [{"values": [5, -3, 8], "shape": "rounded", "zero": {"height": 3}}]}"#),
    ("stacked", #"{"kind": "bar", "stacked": true, "series": [{"values": [5, -3, 8]}, {"values": [1, -4, 6]}]}"#),
    (
      "errors",
      #"{"kind": "bar", "series": [{"values": [5, -3, 8], "error": {"minus": [1, 2, 3], "plus": [3, 2, 1]}}]}"#
    ),
    ("line", #"{"kind": "line", "series": [{"values": [3, 8, -2, 7], "width": 5, "dots": "all"}]}"#),
    (
      "areas",
      #"{"kind": "line", "stacked": true, "series": [{"values": [3, 8, 2], "area": true}, {"values": [1, 2, 3], "area": true}]}"#
    ),
    ("histogram", #"{"kind": "histogram", "series": [{"values": [1, 2, 2, 3, 3, 3, 9]}]}"#),
    ("box", #"{"kind": "box", "series": [{"x": ["a", "a", "a", "a", "a", "b"], "values": [-1, 2, 3, 4, 15, 5]}]}"#),
    ("scatter", #"{"kind": "scatter", "series": [{"x": [1, 2, 3, 4], "values": [1, 12, -4, 6], "radius": 8}]}"#),
    (
      "heat map",
      #"{"kind": "heatmap", "series": [{"x": [1, 1, 2, 2], "values": [0, 5, 0, 5], "colorBy": {"values": [1, 2, 3, 4]}}]}"#
    ),
    (
      "candlestick",
      #"{"kind": "candlestick", "series": [{"open": [3, 5, 4], "high": [6, 7, 8], "low": [2, 4, 1], "values": [5, 4, 6]}]}"#
    ), ("waterfall", #"{"kind": "waterfall", "series": [{"values": [9, -4, 7, -15]}]}"#),
    (
      "bullet",
      #"{"kind": "bullet", "orientation": "vertical", "series": [{"values": [12, 8], "target": [9, 10], "ranges": [5, 10, 18]}]}"#
    ),
    ("log", #"{"kind": "bar", "y": {"scale": "log"}, "series": [{"values": [5, 300, 8]}]}"#),
    ("names", #"{"kind": "scatter", "series": [{"x": [1, 2, 3], "values": ["a", "b", "c"], "radius": 9}]}"#),
  ]

  private static func chart(_ name: String, _ spec: String, isReversed: Bool) throws -> Chart {
    let chart = try Plots.chart(spec, size: Size(width: 300, height: 200))
    return Chart(
      id: "test",
      spec: chart.spec.changed { spec in
        spec.bare()
        if name != "log", name != "names" { (spec.y.min, spec.y.max) = (-10, 20) }
        spec.y.isReversed = isReversed
      }, size: chart.size)
  }

  @Test(
    "Without its texts a chart with one is the same upside down: what is hit, and told",
    arguments: sample(marks.indices))
  func mirrored(_ index: Int) throws {
    let (name, spec) = ReversedAxisTests.marks[index]
    let upright = try ReversedAxisTests.chart(name, spec, isReversed: false).plot
    let reversed = try ReversedAxisTests.chart(name, spec, isReversed: true).plot
    #expect(upright.plot == reversed.plot)
    let middle = upright.plot.midY
    func seen(_ point: Point) -> Point { Point(x: point.x, y: 2 * middle - point.y) }
    var (differing, hits): ([Point], Int) = ([], 0)
    for x in stride(from: 1.3, through: 302.5, by: 5) {
      for y in stride(from: 1.3, through: 202.5, by: 3) {
        let here = Point(x: x, y: y)
        let (one, other) = (upright.hit(at: here), reversed.hit(at: seen(here)))
        if one.index != nil { hits += 1 }
        let isSame = (one.kind, one.series, one.index) == (other.kind, other.series, other.index)
        if !isSame || upright.path(pickedBy: one) != reversed.path(pickedBy: other) { differing.append(here) }
      }
    }
    #expect(hits > 0 && differing.isEmpty, "\(name): \(differing.prefix(5)) of \(hits)")
    let (told, toldReversed) = (upright.report(), reversed.report())
    let (series, reversedSeries) = (told["series"]?.arrayValue ?? [], toldReversed["series"]?.arrayValue ?? [])
    #expect(!series.isEmpty && series.count == reversedSeries.count)
    for (series, reversedSeries) in zip(series, reversedSeries) {
      for (mark, reversedMark) in zip(series["marks"]?.arrayValue ?? [], reversedSeries["marks"]?.arrayValue ?? []) {
        let (y, other) = (mark["y"]?.doubleValue ?? .nan, reversedMark["y"]?.doubleValue ?? .nan)
        #expect(abs(2 * middle - y - other) < 1e-9, "\(name)")
      }
    }
  }

  @Test("Labels are written where values are, none over another, also beside lying bars", arguments: [true, false])
  func labels(isLying: Bool) throws {
    let orientation = isLying ? "horizontal" : "vertical"
    let layout = try Plots.layout(
      #"{"kind": "bar", "orientation": "\#(orientation)", "y": {"reverse": true}, "series": [{"values": [5, 3, 8], "labels": "above"}]}"#
    )
    let labels = layout.frame.left.labels(plot: layout.plot, in: layout.space)
    #expect(labels.map(\.value) == labels.map(\.value).sorted(by: >) && labels.count > 2)
    for label in labels { #expect(abs(label.tick - (layout.frame.left.y(of: label.value) ?? .nan)) < 1e-9) }
    for (one, other) in zip(labels, labels.dropFirst()) { #expect(!one.box.intersects(other.box)) }
    // Values are written beyond the ends of bars, or inside of them, as they would be otherwise.
    let usual = try Plots.layout(
      #"{"kind": "bar", "orientation": "\#(orientation)", "series": [{"values": [5, 3, 8], "labels": "above"}]}"#)
    func areBeyond(_ layout: CartesianLayout, isReversed: Bool) -> [Bool] {
      layout.texts.values.labels.map { label in
        let end = layout.frame.left.y(of: [5, 3, 8][label.point]) ?? .nan
        // In the space of the axes, in which values grow upwards in a lying chart, too.
        return isReversed ? label.box.minY >= end : label.box.maxY <= end
      }
    }
    let beyond = areBeyond(layout, isReversed: true)
    #expect(beyond == areBeyond(usual, isReversed: false) && beyond.count == 3 && beyond.contains(true))
  }

  @Test("A band without an end reaches to the end of the axis that lies beyond", arguments: [true, false])
  func openBands(isReversed: Bool) throws {
    let layout = try Plots.layout(
      #"{"kind": "line", "y": {"min": 0, "max": 10, "reverse": \#(isReversed)}, "bands": [{"from": 6}, {"to": 3}], "series": [{"values": [1, 5, 9]}]}"#
    )
    let axis = layout.frame.left
    for (band, ends) in zip(layout.chart.spec.bands, [(6.0, 10.0), (0, 3)]) {
      let rect = try #require(layout.rules.rect(of: band))
      let expected = try [ends.0, ends.1].map { try #require(axis.y(of: $0)) }.sorted()
      #expect(abs(rect.minY - expected[0]) < 1e-6 && abs(rect.maxY - expected[1]) < 1e-6)
    }
  }

  @Test("Rows of names begin with the first one, of which the chart is told, whichever axis they are on")
  func rows() throws {
    for (side, isReversed) in [("left", false), ("left", true), ("right", false), ("right", true)] {
      let (key, names) = (side == "left" ? "y" : "right", (0..<60).map { "\"n\($0)\"" }.joined(separator: ", "))
      var chart = try Plots.chart(
        "{\"kind\": \"scatter\", \"\(key)\": {\"labels\": [\(names)], \"spacing\": 30, \"reverse\": \(isReversed)}, "
          + "\"series\": [{\"axis\": \"\(side)\", \"x\": [1, 2], \"values\": [\"n0\", \"n59\"]}]}")
      func seen() throws -> Domain {
        let axis = try chart.plot.frame.axis(side == "left" ? .left : .right)
        return axis.transform.values(of: axis.domain)
      }
      let first = try seen()
      #expect(first.contains(0) && !first.contains(59), "\(side), \(isReversed)")
      _ = chart.apply(.scroll(.toEnd, snap: false))
      #expect(try seen().contains(59), "\(side), \(isReversed)")
      _ = chart.apply(.scroll(.toStart, snap: false))
      #expect(try seen() == first, "\(side), \(isReversed)")
    }
  }

  @Test("Up leads to the value of a box that is farther up", arguments: [true, false])
  func keys(isReversed: Bool) throws {
    var chart = try Plots.chart(
      #"{"kind": "box", "y": {"reverse": \#(isReversed)}, "series": [{"values": [1, 2, 3, 4, 30, -20], "points": "all"}]}"#
    )
    _ = chart.key(.home)
    let before = try #require(chart.state.view.selection)
    _ = chart.key(.up)
    let after = try #require(chart.state.view.selection)
    #expect(try chart.place(after[0], after[1]).y < chart.place(before[0], before[1]).y)
  }

  @Test("What is dragged stays below the pointer, and what is zoomed where it was", arguments: [true, false])
  func scrolling(isReversed: Bool) throws {
    var chart = Plots.chart(
      .line, [Plots.line([0, 10, 20, 30])], size: Size(width: 300, height: 200)
    ) { spec in
      spec.bare()
      (spec.y.min, spec.y.max, spec.y.isReversed) = (0, 30, isReversed)
      spec.viewport.zoom = .y
    }
    let place = Point(x: 150, y: 80)
    let before = try chart.plot.frame.left.map.value(at: place.y)
    _ = chart.apply(.zoom(.by(2, x: nil, y: place.y)))
    #expect(try abs(chart.plot.frame.left.map.value(at: place.y) - before) < 1e-9)
    #expect(try chart.plot.frame.left.domain.span == 15)
    for way in [20.0, -35] {
      let held = try chart.plot.frame.left.map.value(at: place.y)
      chart.drag(from: place, by: [Point(x: 0, y: way)])
      #expect(try abs(chart.plot.frame.left.map.value(at: place.y + way) - held) < 1e-9, "\(way)")
    }
    // The two axes are seen moved by the same.
    let unseen = try chart.plot.frame.left.unseen
    let (top, bottom) = try (chart.plot.frame.left.map.value(at: 0), chart.plot.frame.left.map.value(at: 200))
    #expect(abs(unseen.above - (isReversed ? top : 30 - top)) < 1e-9)
    #expect(abs(unseen.below - (isReversed ? 30 - bottom : bottom)) < 1e-9)
  }

  @Test("Of two axes one may be reversed: both move with the pointer")
  func oneOfTwo() throws {
    var chart = Plots.chart(
      .line, [Plots.line([0, 10, 20, 30]), Plots.line([0, 10, 20, 30]) { $0.axis = .right }],
      size: Size(width: 300, height: 200)
    ) { spec in
      spec.bare()
      for axis in [\CartesianSpec.y, \.right] { (spec[keyPath: axis].min, spec[keyPath: axis].max) = (0, 30) }
      spec.right.isReversed = true
      spec.viewport.zoom = .y
    }
    _ = chart.apply(.zoom(.by(2, x: nil, y: 80)))
    let held = try [chart.plot.frame.left, chart.plot.frame.right].map { $0.map.value(at: 80) }
    chart.drag(from: Point(x: 150, y: 80), by: [Point(x: 0, y: 30)])
    let moved = try [chart.plot.frame.left, chart.plot.frame.right].map { $0.map.value(at: 110) }
    #expect(zip(held, moved).allSatisfy { abs($0 - $1) < 1e-9 } && abs(held[0] + held[1] - 30) < 1e-9)
  }

  @Test("A brush has the values that it is drawn over; keys draw it the way they point")
  func brushing() throws {
    var chart = Plots.chart(
      .scatter, [SeriesSpec(.scatter(ScatterStyleSpec()), values: .numbers([0, 10, 20, 30]))],
      size: Size(width: 300, height: 200)
    ) { spec in
      spec.bare()
      (spec.y.min, spec.y.max, spec.y.isReversed) = (0, 40, true)
      spec.select.brush = .y
    }
    func values() -> ClosedRange<Double>? { chart.state.view.brush?.y }
    chart.drag(from: Point(x: 150, y: 50), by: [Point(x: 0, y: 50)])
    let drawn = try #require(values())
    let map = try chart.plot.frame.left.map
    #expect(abs(drawn.lowerBound - map.value(at: 50)) < 1e-9 && abs(drawn.upperBound - map.value(at: 100)) < 1e-9)
    // By the handle at its foot, which has the greater values.
    chart.drag(from: Point(x: 150, y: 100), by: [Point(x: 0, y: 50)])
    let longer = try #require(values())
    #expect(longer.lowerBound == drawn.lowerBound && abs(longer.upperBound - map.value(at: 150)) < 1e-9)
    _ = chart.key(.brushDown)
    let down = try #require(values())
    #expect(down.lowerBound == longer.lowerBound && down.upperBound > longer.upperBound)
    _ = chart.key(.brushUp)
    #expect(try #require(values()).upperBound < down.upperBound)
  }
}
