import ChartModel
import JSONModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("M4 Errors and ranges")
struct ErrorTests {
  private static let kinds = ["bar", "line", "scatter"]

  private func layout(_ kind: String, _ error: String, more: String = "", values: String = "[4, 6, 5]") throws
    -> CartesianLayout
  {
    try Plots.layout(
      """
      {"kind": "\(kind)", \(kind == "scatter" ? "" : #""x": {"labels": ["a", "b", "c"]},"#) "y": {"min": 0, "max": 10}, "series": [
        {"name": "s", "values": \(values), "error": \(error)\(more)}]}
      """)
  }

  /// The ends of the lines that are drawn, as values, from left to right: the higher one first.
  private func ends(_ layout: CartesianLayout) throws -> [(high: Double, low: Double)] {
    let axis = layout.frame.left
    let paths = layout.marks[0].drawings(entering: false).flatMap { $0.body + $0.above }.flatMap(ErrorTests.lines)
    let lines = paths.filter { $0.0.x == $0.1.x && $0.0.y != $0.1.y }
    return lines.map { (axis.map.value(at: min($0.0.y, $0.1.y)), axis.map.value(at: max($0.0.y, $0.1.y))) }
  }

  /// The straight lines of all stroked paths.
  private static func lines(_ node: Node) -> [(Point, Point)] {
    switch node.shape {
    case .group(let nodes), .cropped(_, let nodes), .clipped(_, let nodes): return nodes.flatMap(lines)
    case .path(let path) where node.style.stroke != nil && node.style.fill == nil:
      var (start, found) = (Point.zero, [(Point, Point)]())
      for element in path.elements {
        switch element {
        case .move(let point): start = point
        case .line(let end):
          found.append((start, end))
          start = end
        default: break
        }
      }
      return found
    default: return []
    }
  }

  @Test("Each way to write them: a distance for all, for each, for each side, the ends themselves", arguments: kinds)
  func ways(_ kind: String) throws {
    let expected: [(String, [(Double, Double)])] = [
      ("1", [(5, 3), (7, 5), (6, 4)]),
      ("[1, 2, 0.5]", [(5, 3), (8, 4), (5.5, 4.5)]),
      (#"{"constant": 1, "as": "bars"}"#, [(5, 3), (7, 5), (6, 4)]),
      (#"{"minus": [1, 2, 3], "plus": [2, 1, 0.5], "as": "bars"}"#, [(6, 3), (7, 4), (5.5, 2)]),
      (#"{"low": [1, 5, 4], "high": [9, 8, 6], "as": "bars"}"#, [(9, 1), (8, 5), (6, 4)]),
      (#"{"high": [9, 8, 6], "as": "bars"}"#, [(9, 4), (8, 6), (6, 5)]),
      (#"{"distance": [1, null, 2], "as": "bars"}"#, [(5, 3), (7, 3)]),
    ]
    for (error, ends) in expected where kind != "line" || error.hasPrefix("{") {
      let found = try self.ends(layout(kind, error))
      #expect(found.count == ends.count, "\(error)")
      for (one, other) in zip(found, ends) {
        #expect(abs(one.high - other.0) < 1e-9 && abs(one.low - other.1) < 1e-9, "\(error)")
      }
    }
  }

  @Test("At the ends of the axes lines and caps are seen whole; what goes on beyond the plot has no cap there")
  func atEnds() throws {
    let layout = try Plots.layout(
      """
      {"kind": "line", "x": {"values": [1, 2, 3]}, "y": {"min": 1, "max": 5}, "series": [
        {"values": [2, 3, 4], "error": {"low": [1, 2, 3], "high": [3, 4, 9], "as": "bars", "cap": 8}}]}
      """)
    let drawn = layout.marks[0].drawings(entering: false).flatMap { $0.body + $0.above }
    // Those that nothing is cut off from.
    let whole = drawn.filter { if case .cropped = $0.shape { false } else { true } }
    let caps = whole.flatMap(ErrorTests.lines).filter { $0.0.y == $0.1.y && abs($0.0.x - $0.1.x) == 8 }
    #expect(caps.count == 5)
    #expect(caps.contains { $0.0.x == layout.plot.minX - 4 && abs($0.0.y - layout.plot.maxY) < 1e-9 })
    #expect(try ends(layout).last.map { $0.high <= 5.0001 && $0.low > 2.99 } == true)
  }

  @Test("A line is hit where it is drawn, with its caps, and is its entry", arguments: kinds)
  func hits(_ kind: String) throws {
    let layout = try layout(kind, #"{"constant": 2, "as": "bars", "width": 3, "cap": 20}"#)
    let mark = layout.marks[0]
    let lines = mark.drawings(entering: false).flatMap { $0.body + $0.above }.flatMap(ErrorTests.lines)
      .filter { $0.0.x == $0.1.x || (kind != "line" && $0.0.y == $0.1.y) || abs($0.0.x - $0.1.x) == 20 }
    #expect(lines.count == 9)
    var (count, differing) = (0, [Point]())
    for x in stride(from: layout.plot.minX + 0.3, to: layout.plot.maxX, by: 1.7) {
      for y in stride(from: layout.plot.minY + 0.3, to: layout.plot.maxY, by: 1.7) {
        let place = Point(x: x, y: y)
        let isDrawn = lines.contains { start, end in
          start.x == end.x
            ? abs(x - start.x) <= 1.5 && y >= min(start.y, end.y) && y <= max(start.y, end.y)
            : abs(y - start.y) <= 1.5 && x >= min(start.x, end.x) && x <= max(start.x, end.x)
        }
        guard isDrawn else { continue }
        count += 1
        let nearest = (0..<3).min {
          abs((mark.place(of: $0)?.x ?? .infinity) - x) < abs((mark.place(of: $1)?.x ?? .infinity) - x)
        }
        if layout.hit(at: place).index != nearest { differing.append(place) }
      }
    }
    #expect(count > 100 && differing.isEmpty)
  }

  @Test("The axis shows all of a range, and words tell it", arguments: kinds)
  func extent(_ kind: String) throws {
    let spec = """
      {"kind": "\(kind)", "series": [{"name": "s", "values": [4, 6, 5], "error": {"low": [-30, 5, 4], "high": [9, 70, 6]},
        "marker": "{value} ({low}–{high})"}]}
      """
    let layout = try Plots.layout(spec)
    #expect(layout.frame.left.domain.lower <= -30 && layout.frame.left.domain.upper >= 70)
    #expect(layout.words(for: [0, 1])?.hasSuffix("6 (5 to 70)") == true)
    #expect(layout.marker(for: [0, 0])?.text == "4 (−30–9)")
  }

  @Test("Values stand beyond the lines, and none lies on one")
  func labels() throws {
    for position in ["above", "inside"] {
      let layout = try layout("bar", "[1, 2, 0.5]", more: #", "labels": "\#(position)""#)
      let labels = layout.texts.values.labels
      #expect(labels.count == 3)
      for label in labels {
        let whisker = try #require(
          (layout.marks[0] as? BarMark)?.errors?.whisker(of: label.point, at: layout.marks[0].place(of: label.point)))
        let box = Rect(
          x: whisker.x - 4, y: whisker.range.top, width: 8, height: whisker.range.bottom - whisker.range.top)
        #expect(!label.box.intersects(box), "\(position) \(label.text)")
      }
    }
  }

  @Test("A band lies between its ends, follows the curve, and has a gap where an end is missing")
  func band() throws {
    let layout = try layout("line", #"{"low": [1, 2, 1], "high": [7, 9, 8]}"#)
    let bands = layout.marks[0].drawings(entering: false).filter { $0.layer == .area }.flatMap(\.body)
    #expect(bands.count == 1)
    let gap = try Plots.layout(
      """
      {"kind": "line", "series": [{"values": [4, 6, 5, 4, 3], "error": {"low": [1, 2, null, 1, 1], "high": [7, 9, 8, 5, 5]}}]}
      """)
    guard
      case .cropped(_, let areas)? = gap.marks[0].drawings(entering: false).first(where: { $0.layer == .area })?.body[0]
        .shape
    else { throw Missing() }
    #expect(areas.count == 2)
  }
  private struct Missing: Error {}

  @Test("What stands on others has its range there")
  func stacked() throws {
    for kind in ["bar", "line"] {
      let layout = try Plots.layout(
        """
        {"kind": "\(kind)", "stacked": true, "x": {"labels": ["a", "b"]}, "y": {"min": 0, "max": 20}, "series": [{"values": [4, 6]},
          {"values": [5, 3], "error": {"constant": 1, "as": "bars"}}]}
        """)
      let axis = layout.frame.left
      let lines = layout.marks[1].drawings(entering: false).flatMap { $0.body + $0.above }.flatMap(ErrorTests.lines)
        .filter { $0.0.x == $0.1.x && $0.0.y != $0.1.y }
      #expect(lines.map { axis.map.value(at: $0.0.y).rounded() } == [10, 10])
      #expect(lines.map { axis.map.value(at: $0.1.y).rounded() } == [8, 8])
    }
  }

  @Test("Bars can begin where their base says, in both directions")
  func bases() throws {
    let layout = try Plots.layout(
      """
      {"kind": "bar", "x": {"labels": ["a", "b", "c"]}, "y": {"min": 0, "max": 10}, "series": [
        {"values": [8, 3, 5], "base": [2, 7, null]}]}
      """)
    let mark = layout.marks[0]
    let axis = layout.frame.left
    let rects = (0..<3).map { mark.rect(of: $0) }
    #expect(rects[2] == nil)
    for (rect, ends) in zip(rects, [(8.0, 2.0), (7, 3)]) {
      let rect = try #require(rect)
      #expect(abs(axis.map.value(at: rect.minY) - ends.0) < 1e-9 && abs(axis.map.value(at: rect.maxY) - ends.1) < 1e-9)
    }
  }

  @Test("What contradicts itself is refused, at its place")
  func faults() {
    for (error, place) in [
      (#"{"constant": 1, "low": [1]}"#, "error.low"), (#"{"minus": [1], "low": [1]}"#, "error.low"), ("-1", "error"),
      (#"{"constant": 1, "distance": [1]}"#, "error.distance"), (#"{"upper": [1]}"#, "error.upper"), ("true", "error"),
    ] {
      let fault = #expect(throws: InvalidValue.self) {
        try Plots.spec(#"{"kind": "bar", "series": [{"values": [1], "error": \#(error)}]}"#)
      }
      #expect(fault?.path.description == "series[0].\(place)", "\(error): \(fault?.path.description ?? "")")
    }
    let fault = #expect(throws: InvalidValue.self) {
      try Plots.spec(#"{"kind": "bar", "series": [{"values": [1], "base": [0], "stack": "a"}]}"#)
    }
    #expect(fault?.path.description == "series[0].base")
  }

  @Test("Of numbers that nobody would write nothing comes that is no number")
  func extremes() throws {
    let numbers = [
      0, -0.0, -1, .nan, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]
    for kind in [SeriesSpec.Kind.bar(BarStyleSpec()), .line(LineStyleSpec()), .scatter(ScatterStyleSpec())] {
      for scale in [ValueAxisSpec.Scale.linear, .log] {
        for style in ErrorSpec.Style.allCases {
          var error = ErrorSpec()
          error.style = style
          (error.low, error.plus) = (
            NumberChannelSpec(.numbers(numbers.reversed())), NumberChannelSpec(.numbers(numbers))
          )
          var series = SeriesSpec(kind, values: .numbers(numbers + [3, 4]))
          switch series.kind {
          case .bar(var bar):
            bar.error = error
            series.kind = .bar(bar)
          case .line(var line):
            line.error = error
            series.kind = .line(line)
          case .scatter(var scatter):
            scatter.error = error
            series.kind = .scatter(scatter)
          case .candlestick, .histogram, .box, .heatmap, .waterfall, .bullet: break
          }
          let chart = Plots.chart(.combined, [series]) { $0.y.scale = scale }
          let layout = try chart.plot
          for node in layout.scene().nodes { #expect(node.isFinite) }
          for x in stride(from: 0.0, to: 640, by: 40) { _ = layout.hit(at: Point(x: x, y: 180)) }
        }
      }
    }
  }

  @Test(
    "The axis shows the errors of what stands on others, which in percent are in percent too",
    arguments: ["true", "percent"])
  func stacked(_ stacking: String) throws {
    for kind in ["bar", "line"] {
      let isWord = stacking == "percent"
      let layout = try Plots.layout(
        """
        {"kind": "\(kind)", "stacked": \(isWord ? "\"percent\"" : stacking), "x": {"labels": ["a", "b"]}, "series": [
          {"name": "u", "values": [8, 9], "error": 3}, {"name": "v", "values": [2, 1], "error": 2}]}
        """)
      let domain = layout.frame.left.domain
      // 8 ± 3 and 10 ± 2 of 10: as such, or times ten in percent.
      #expect(domain.lower == 0 && domain.upper >= (isWord ? 120 : 12) && domain.upper <= (isWord ? 150 : 15))
      guard kind == "bar" else { continue }
      let mark = try #require(layout.marks.last as? BarMark)
      let whisker = try #require(mark.errors?.whisker(of: 0, at: mark.place(of: 0)))
      let ends = [whisker.range.bottom, whisker.range.top].map(mark.axis.map.value)
      #expect(zip(ends, isWord ? [80.0, 120] : [8, 12]).allSatisfy { abs($0 - $1) < 1e-6 }, "\(ends)")
    }
  }

  @Test("A marker says between which ends a value lies, and where a bar begins that doesn't begin at 0")
  func markers() throws {
    let bar = try Plots.layout(
      #"{"kind": "bar", "x": {"labels": ["a"]}, "series": {"name": "u", "values": [8], "error": 3}}"#)
    #expect(bar.marker(for: [0, 0])?.text == "u 8\n5 – 11")
    let line = try Plots.layout(
      #"{"kind": "line", "series": {"values": [8, 9], "error": {"low": [1, 2], "high": [10, 12]}}}"#)
    #expect(line.marker(for: [0, 1])?.text == "9\n2 – 12")
    let range = try Plots.layout(
      #"{"kind": "bar", "x": {"labels": ["a", "b"]}, "series": {"values": [8, 9], "base": [3, 0]}}"#)
    #expect(range.marker(for: [0, 0])?.text == "3 – 8" && range.marker(for: [0, 1])?.text == "9")
  }
}
