@testable import ChartEngine
import ChartModel
import JSONModel
import Testing
import TestSupport

@Suite("A5: boxes, from the outside in")
struct PlotBoxTests {
  private func contains(_ outer: Rect, _ inner: Rect) -> Bool {
    inner.minX >= outer.minX - 1e-6 && inner.minY >= outer.minY - 1e-6 && inner.maxX <= outer.maxX + 1e-6
      && inner.maxY <= outer.maxY + 1e-6
  }

  @Test(
    "The plot is the chart without padding, title, legend and the boxes of axes, of which none overlap",
    arguments: 0..<4)
  func nested(part: Int) throws {
    var random = SplitMix64(seed: UInt64(200 + part))
    var mismatches = Mismatches()
    for trial in sample(0..<500) {
      let chart = RandomPlots.chart(&random)
      let layout = try chart.plot()
      guard layout.plot.width >= 1, layout.plot.height >= 1 else { continue }
      let (frame, plot, bounds) = (layout.frame, layout.plot, layout.canvas.bounds)
      let name = "\(part).\(trial)"
      mismatches.expect(layout.isFinite, "\(name): not finite")
      mismatches.expect(contains(bounds, plot), "\(name): \(plot)")
      var boxes = [plot, frame.x.box, frame.left.box, frame.right.box].filter { $0.width > 0 && $0.height > 0 }
      if let title = frame.title { boxes.append(title.box) }
      boxes += frame.legend?.entries.map(\.box) ?? []
      for (index, box) in boxes.enumerated() {
        // Less than a thousandth of a px is rounding.
        let shrunk = box.inset(left: 1e-3, top: 1e-3, right: 1e-3, bottom: 1e-3)
        mismatches.expect(!boxes[..<index].contains { $0.intersects(shrunk) }, "\(name): \(box) overlaps another")
      }
      guard let padding = layout.spec.padding else { continue }
      let most = max(padding.left, padding.minimum)
      mismatches.expect(plot.minX >= most - 1e-6 || plot.width < 1, "\(name): \(plot) begins before \(most)")
      mismatches.expect(
        plot.maxY <= bounds.maxY - max(padding.bottom, padding.minimum) + 1e-6, "\(name): \(plot) ends low")
    }
    mismatches.check()
  }

  @Test("With given bands and padding the plot is known exactly; `minimum` counts labels in")
  func exact() throws {
    let spec = """
      {"kind": "line", "size": {"width": 400, "height": 300}, "padding": {"left": 7, "top": 5, "right": 11, "bottom": 3PLUS},
        "x": {"band": 20}, "y": {"band": 30}, "right": {"band": 40},
        "series": [{"values": [1, 2]}, {"values": [1, 2], "axis": "right"}]}
      """
    #expect(
      try Plots.layout(spec.replacing("PLUS", with: "")).plot
        == Rect(x: 37, y: 5, width: 400 - 37 - 51, height: 300 - 28))
    #expect(
      try Plots.layout(spec.replacing("PLUS", with: ", \"minimum\": 45")).plot
        == Rect(x: 45, y: 45, width: 400 - 45 - 51, height: 300 - 90))
  }

  @Test("A1, A2: Axes stand where they are asked to; two on one side beside one another; hidden ones take no room")
  func sides() throws {
    func frame(_ axes: String) throws -> PlotFrame {
      try Plots.layout(
        "{\"kind\": \"line\", \(axes), \"series\": [{\"values\": [1, 2]}, {\"values\": [100, 200], \"axis\": \"right\"}]}"
      ).frame
    }
    let both = try frame(#""y": {"position": "right"}, "right": {"position": "right"}"#)
    #expect(both.left.box.minX == both.plot.maxX && both.right.box.minX >= both.left.box.maxX + 8)
    #expect(both.right.line == both.right.box.minX)
    let swapped = try frame(#""y": {"position": "right"}, "right": {"position": "left"}"#)
    #expect(swapped.left.line == swapped.plot.maxX && swapped.right.line == swapped.plot.minX)
    let hidden = try frame(
      #""y": {"visible": false}, "right": {"visible": false}, "x": {"visible": false}, "padding": 0"#)
    #expect(hidden.plot == Rect(x: 0, y: 0, width: 640, height: 360))
    // An axis that measures nothing is not there.
    let alone = try Plots.layout(#"{"kind": "line", "series": [{"values": [1, 2]}]}"#).frame
    #expect(alone.right.width == 0 && !alone.right.isVisible)
  }

  @Test("A1: Titles are written beside their axes, within the chart")
  func titles() throws {
    let layout = try Plots.layout(
      """
      {"kind": "line", "x": {"title": "Across"}, "y": {"title": "Upwards"}, "right": {"title": "Second"},
        "series": [{"values": [1, 2]}, {"values": [100, 200], "axis": "right"}]}
      """)
    let texts = layout.drawn().compactMap(\.text)
    let across = try #require(texts.first { $0.string == "Across" })
    #expect(isNear(across.position.x, layout.plot.midX) && across.position.y > layout.frame.x.labels[0].box.maxY)
    let up = try #require(texts.first { $0.string == "Upwards" })
    #expect(up.rotation == -90 && isNear(up.position.y, layout.plot.midY))
    let labels = layout.frame.left.labels(plot: layout.plot, in: layout.space)
    #expect(labels.allSatisfy { $0.box.minX > up.position.x } && up.position.x > 0)
    let second = try #require(texts.first { $0.string == "Second" })
    let right = layout.frame.right.labels(plot: layout.plot, in: layout.space)
    #expect(right.allSatisfy { $0.box.maxX < second.position.x - 8 } && second.position.x < 640)
  }

  @Test(
    "A3: Without room before it the first bar is cut by the axis; with half a slot it shows whole",
    arguments: [0, 0.5, 2])
  func spaces(space: Double) throws {
    let layout = try Plots.layout(
      """
      {"kind": "bar", "bars": {"width": 1}, "x": {"labels": ["a", "b", "c", "d"], "spaceMin": \(space), "spaceMax": \(space)},
        "series": [{"values": [1, 2, 3, 4]}]}
      """)
    let slot = layout.plot.width / (3 + 2 * space)
    let bars = try layout.bars(0)
    #expect(isNear(bars[0].rect.minX, layout.plot.minX + (space - 0.5) * slot, 1e-6))
    #expect(isNear(bars[3].rect.maxX, layout.plot.maxX - (space - 0.5) * slot, 1e-6))
    // What is cut is neither seen nor hit.
    let beside = Point(x: layout.plot.minX - 1, y: layout.plot.maxY - 5)
    #expect(layout.hit(at: beside).kind != .bar)
    #expect((layout.hit(at: Point(x: layout.plot.minX + 1, y: layout.plot.maxY - 5)).kind == .bar) == (space <= 0.5))
  }

  @Test("The report says what the layout is")
  func report() throws {
    var random = SplitMix64(seed: 9)
    for _ in 0..<50 {
      let layout = try RandomPlots.chart(&random).plot()
      let report = layout.report()
      #expect(report["plot"] == Rect.schema.encode(layout.plot))
      #expect(report["axes"]?["x"]?["ticks"]?.arrayValue?.count == layout.frame.x.labels.count)
      #expect(report["series"]?.arrayValue?.count == layout.marks.count)
    }
  }
}
