import ChartModel
import JSONModel
import TestSupport
import Testing

@testable import ChartEngine

private let corners = #""x": [0, 0, 10, 10, 5], "values": [0, 10, 0, 10, 5]"#
private let ends = #""x": {"min": 0, "max": 10}, "y": {"min": 0, "max": 10}"#

@Suite("Points at the ends of the axes")
struct ScatterEdgeTests {
  private func chart(_ options: String, _ series: String, width: Int, height: Int) throws -> Chart {
    let text = """
      {"kind": "combined", \(options), "size": {"width": \(width), "height": \(height)}, "series": [\(series)]}
      """
    return Chart(id: "t", spec: try ChartSpec(json: JSON(parsing: text)))
  }

  /// Where the outline of a point is, whichever shape it has.
  private func box(_ glyph: PointGlyph) -> Rect {
    switch glyph.shape {
    case .circle(let center, let radius):
      return Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
    case .path(let path):
      let (xs, ys) = (path.points.map(\.x), path.points.map(\.y))
      let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
      return Rect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
    default: return .zero
    }
  }

  private func covers(_ outer: Rect, _ inner: Rect) -> Bool {
    inner.minX >= outer.minX - 0.01 && inner.maxX <= outer.maxX + 0.01 && inner.minY >= outer.minY - 0.01
      && inner.maxY <= outer.maxY + 0.01
  }

  @Test(
    "M1: Points at the ends of the axes are seen whole, within the picture and on no label of an axis",
    arguments: [(320, 200), (640, 360), (1200, 700)],
    [
      (ends, ""), (#""x": {"min": 0}"#, ""), (#""y": {"max": 10}"#, ""),
      (#""x": {"scale": "log", "min": 1, "max": 1000}, "y": {"scale": "log", "min": 1, "max": 1000}"#, "log"),
      (#""x": {"scale": "log"}, "y": {"scale": "log"}"#, "log"),
      (#""x": {"position": "top", "min": 0, "max": 10}, "y": {"min": 0, "max": 10}"#, ""),
      (#"\#(ends), "padding": 0"#, ""),
      (#"\#(ends), "padding": {"right": 0, "top": 0}"#, "star"), (ends, "triangle"), (ends, "right"),
    ])
  func whole(size: (width: Int, height: Int), options: (axes: String, variant: String)) throws {
    let places =
      options.variant == "log" ? #""x": [1, 1, 1000, 1000, 30], "values": [1, 1000, 1, 1000, 30]"# : corners
    let shape = ScatterStyleSpec.Shape(rawValue: options.variant) ?? .circle
    let axis = options.variant == "right" ? #", "axis": "right""# : ""
    let chart = try chart(
      options.axes,
      """
      {"type": "scatter", \(places)\(axis), "shape": "\(shape.rawValue)", "border": "white",
       "size": {"values": [25, 25, 25, 25, 1], "greatest": 15}}
      """, width: size.width, height: size.height)
    let layout = try chart.plot
    let mark = try #require(layout.marks.first as? ScatterMark)
    #expect(mark.inView == 0..<5)
    let labels =
      layout.frame.x.labels
      + [layout.frame.left, layout.frame.right].flatMap {
        $0.labels(plot: layout.plot, in: layout.space)
      }
    #expect(labels.count >= 4)
    // What a point is cut by.
    let crop = mark.crop(reach: mark.style.reach)
    for point in mark.inView {
      let box = box(try #require(mark.glyph(of: point)))
      #expect(covers(crop, box), "\(point) at \(box) is cut")
      #expect(covers(layout.canvas.bounds, box), "\(point) at \(box) leaves the picture")
      for label in labels { #expect(!label.box.intersects(box), "\(point) lies on \(label.text)") }
    }
  }

  @Test("M1: An end that the author gave stays a tick, and nothing is measured beyond it")
  func ticks() throws {
    let chart = try chart(
      ends,
      #"{"type": "scatter", \#(corners), "size": {"values": [25, 25, 25, 25, 1], "greatest": 40}}"#,
      width: 320, height: 200)
    let frame = try chart.plot.frame
    #expect(frame.x.labels.first?.text == "0" && frame.x.labels.last?.text == "10")
    #expect(frame.left.ticks.first?.label == "0" && frame.left.ticks.last?.label == "10")
  }

  @Test("M1: Small points, and points away from the ends, leave an axis to begin and end where the author says")
  func unchanged() throws {
    for series in [#"\#(corners), "radius": 4"#, #""x": [5, 6], "values": [5, 6], "radius": 30"#] {
      let layout = try chart(
        ends, #"{"type": "scatter", \#(series)}"#, width: 640, height: 360
      ).plot
      #expect(layout.frame.window.start == 0 && layout.frame.window.end == 10)
      #expect(layout.frame.left.domain == Domain(0, 10))
    }
  }

  @Test("M1: Bars keep standing on the plot's edge, whatever points are there")
  func bars() throws {
    let layout = try chart(
      #""x": {"labels": ["a", "b"]}"#,
      #"{"type": "bar", "values": [3, 4]}, {"type": "scatter", "values": [0, 4], "radius": 20}"#, width: 640,
      height: 360
    ).plot
    #expect(layout.frame.left.baseline == layout.plot.maxY)
  }

  @Test("M1: A plot that is scrolled cuts points where there are more, and shows those at its ends whole")
  func scrolled() throws {
    let series = """
      {"type": "scatter", "x": [\((0...160).map { String(Double($0) / 4) }.joined(separator: ", "))],
       "values": [\((0...160).map { String($0 % 5) }.joined(separator: ", "))], "radius": 14}
      """
    let options = #""x": {"min": 0, "max": 40}, "viewport": {"visibleCount": 10, "snap": false}"#
    var chart = try chart(options, series, width: 480, height: 240)
    for target in [Scroll.toStart, .toEnd] {
      _ = chart.apply(.scroll(target, snap: false))
      let mark = try #require(chart.plot.marks.first as? ScatterMark)
      let end = target == .toStart ? 0 : 160
      let box = box(try #require(mark.glyph(of: end)))
      let plot = mark.stage.plot
      #expect(covers(mark.crop(reach: mark.style.reach), box))
      #expect(box.minX >= plot.minX - 5.01 && box.maxX <= plot.maxX + 5.01)
      // The other side is the plot's edge.
      let crop = mark.crop(reach: 10)
      #expect(target == .toStart ? crop.maxX == plot.maxX : crop.minX == plot.minX)
      // There a point is seen in part of which the middle is beyond it.
      let point = target == .toStart ? mark.inView.upperBound - 1 : mark.inView.lowerBound
      let place = try #require(mark.place(of: point))
      #expect(target == .toStart ? place.x > plot.maxX + 1 : place.x < plot.minX - 1)
    }
  }
}
