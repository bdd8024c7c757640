import ChartModel
import Testing

@testable import ChartEngine

@Suite("A8 Limits and bands")
struct LimitTests {
  private func layout(_ more: String, series: String = #"{"values": [12, 19, 8, 15, 31, 24, 27]}"#) throws
    -> CartesianLayout
  {
    try Plots.layout(
      """
      {"kind": "line", "size": {"width": 320, "height": 200}, "x": {"labels": ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]},
        "series": [\(series)], \(more)}
      """)
  }

  @Test(
    "A8 Labels of limits near one another don't overlap: above the line, else below it, else left out, which is said")
  func labels() throws {
    let labels = ["Goal number", "i"]
    for (distance, name) in [0, 0.3, 1, 2, 3, 4, 7].flatMap({ distance in labels.map { (distance, $0) } }) {
      let limits = (0..<8).map { "{\"value\": \(3 + Double($0) * distance), \"label\": \"\(name)\"}" }
      let layout = try layout("\"limits\": [\(limits.joined(separator: ", "))]")
      let labels = layout.texts.limits
      let boxes = labels.values.map(\.box)
      for (index, first) in boxes.enumerated() {
        #expect(!boxes[..<index].contains { $0.intersects(first) }, "\(distance)")
        #expect(layout.plot.minY <= first.minY && first.maxX <= layout.plot.maxX)
        // Nor do they lie across other lines.
        let heights = layout.spec.limits.compactMap { layout.frame.left.y(of: $0.value) }
        #expect(!heights.contains { $0 > first.minY && $0 < first.maxY }, "\(distance)")
      }
      #expect(labels[0] != nil)
      let missing = layout.warnings.filter { $0.hasPrefix("limits[") }
      #expect(missing.count == 8 - labels.count)
      #expect(distance < 7 || labels.count == 8)
      // The lines are all there.
      #expect(layout.drawn().count { $0.meaning?.kind == "limit" } == 8)
    }
  }

  @Test("A label of a limit hides no bar: it stands where none is, or is left out, which is said")
  func clear() throws {
    func bars(_ label: String) throws -> CartesianLayout {
      try Plots.layout(
        """
        {"kind": "bar", "title": "Bars and a goal", "size": {"width": 320, "height": 200},
          "x": {"labels": ["A", "B", "C", "D", "E", "F"]}, "limits": [{"value": 20, "label": "\(label)"}],
          "series": [{"values": [12, 25, 19, 22, 30, 21]}]}
        """)
    }
    let long = try bars("Goal of the year")
    #expect(long.texts.limits.isEmpty)
    #expect(long.warnings == ["limits[0].label: left out: it would hide what is drawn there"])
    let short = try bars("Goal")
    let box = try #require(short.texts.limits[0]).box
    #expect(!short.marks.cover(box.inset(by: -Text.haloWidth)) && short.warnings.isEmpty)
  }

  @Test("Where nothing is free along its line and there is room beyond its end, a label of a limit stands there")
  func beyondEnd() throws {
    let layout = try layout(
      """
      "padding": {"right": 80, "left": 40, "top": 10, "bottom": 30}, "y": {"min": 0, "max": 40},
      "limits": [{"value": 20, "label": "Goal"}]
      """, series: #"{"values": [20, 20, 20, 20, 20, 20, 20], "width": 30}"#)
    let box = try #require(layout.texts.limits[0]).box
    #expect(box.minX > layout.plot.maxX && box.maxX < layout.canvas.bounds.maxX && layout.warnings.isEmpty)
  }

  @Test("A label of a band stands in it where nothing is drawn, or is left out, which is said")
  func clearBands() throws {
    func bars(_ fourth: String) throws -> CartesianLayout {
      try Plots.layout(
        """
        {"kind": "bar", "size": {"width": 320, "height": 200}, "bars": {"width": 1}, "y": {"max": 10},
          "bands": [{"from": 2, "to": 6, "label": "Usual"}], "series": [{"values": [9, 9, 9, \(fourth), 9, 9]}]}
        """)
    }
    let full = try bars("9")
    #expect(full.texts.bands.isEmpty)
    #expect(full.warnings == ["bands[0].label: left out: it would hide what is drawn there"])
    let gap = try bars("null")
    let box = try #require(gap.texts.bands[0]).box
    #expect(!gap.marks.cover(box.inset(by: -Text.haloWidth)) && gap.warnings.isEmpty)
  }

  @Test("Where the author broke the label, it is broken", arguments: ["vertical", "horizontal"])
  func lines(_ orientation: String) throws {
    let layout = try layout(
      #""orientation": "\#(orientation)", "limits": [{"value": 20, "label": "a goal\nof two lines"}]"#)
    let label = try #require(layout.texts.limits[0])
    #expect(
      label.lines == ["a goal", "of two lines"] && layout.space.picture(label.box).height > label.font.lineHeight)
    #expect(layout.plot.contains(label.box) && layout.warnings.isEmpty)
  }

  @Test("A8 A limit beyond the values is in view all the same; on a log axis those of 0 or less have no place")
  func beyond() throws {
    #expect(try layout(#""limits": [{"value": 100}, {"value": -50}]"#).frame.left.full == Domain(-50, 100))
    let log = try layout(
      #""y": {"scale": "log"}, "limits": [{"value": 0}, {"value": -5}]"#,
      series: #"{"values": [1, 10, 1000000]}"#)
    #expect(log.frame.left.transform.values(of: log.frame.left.full) == Domain(1, 1_000_000))
    #expect(!log.drawn().contains { $0.meaning?.kind == "limit" })
  }

  @Test("A8 An axis that measures nothing has neither limits nor bands, and that is said")
  func unmeasured() throws {
    let layout = try layout(
      #""limits": [{"axis": "right", "value": 0.5}], "bands": [{"axis": "right", "from": 0, "to": 1}]"#)
    #expect(!layout.drawn().contains { $0.meaning?.kind == "limit" })
    #expect(layout.spec.bands.flatMap(layout.band).isEmpty)
    #expect(
      layout.warnings == [
        "limits[0].axis: no series is measured by the right axis",
        "bands[0].axis: no series is measured by the right axis",
      ])
  }

  @Test("A8 Bands reach from one end to the other, whichever is first, with the slots that names stand for")
  func bands() throws {
    func rect(_ band: String) throws -> (Rect?, CartesianLayout) {
      let layout = try layout("\"bands\": [\(band)]")
      return (layout.spec.bands.flatMap(layout.band).first?.rect, layout)
    }
    for band in [#"{"axis": "x", "from": "Tue", "to": "Sat"}"#, #"{"axis": "x", "from": "Sat", "to": "Tue"}"#] {
      let (found, layout) = try rect(band)
      let slot = layout.plot.width / 7
      #expect(
        isNear(try #require(found).minX, layout.plot.minX + slot, 1e-6) && isNear(found?.width ?? 0, 5 * slot, 1e-6))
      #expect(found?.height == layout.plot.height)
    }
    for band in [#"{"axis": "left", "from": 10, "to": 25}"#, #"{"axis": "left", "from": 25, "to": 10}"#] {
      let (found, layout) = try rect(band)
      #expect(isNear(try #require(found).maxY, try #require(layout.frame.left.y(of: 10)), 1e-6))
      #expect(isNear(found?.minY ?? 0, try #require(layout.frame.left.y(of: 25)), 1e-6))
    }
    let (open, plot) = try rect(#"{"axis": "left", "from": 10}"#)
    #expect(try #require(open).minY == plot.plot.minY)
    for band in [#"{"axis": "x", "from": "Nobody", "to": "Tue"}"#, #"{"axis": "left", "from": "Mon"}"#] {
      let (none, layout) = try rect(band)
      #expect(none == nil && layout.texts.bands.isEmpty)
      #expect(layout.warnings == ["bands[0].from: there is no such position, and the band is left out"])
    }
  }

  @Test("W6: What is written over a band has a rim in the colour that lies there, and can be read on it")
  func ground() throws {
    let dark = try layout(
      """
      "y": {"min": 0, "max": 100}, "bands": [{"from": 40, "to": 100, "color": "#223344", "label": "Zone"}],
      "limits": [{"value": 70, "label": "Goal"}], "annotations": [{"text": "Note", "x": 2, "y": 90, "leader": "none"}]
      """)
    let band = Color(rgb: 0x223344)
    let zone = try #require(dark.texts.bands[0])
    let goal = try #require(dark.texts.limits[0])
    let note = try #require(dark.texts.annotations.first)
    for (ground, color) in [(zone.ground, zone.color), (goal.ground, goal.color), (note.ground, note.color)] {
      #expect(ground == band && color.contrast(to: ground) >= Palette.leastContrast)
    }
    for text in dark.drawn().compactMap({ node -> Text? in
      if case .text(let text) = node.shape, ["Zone", "Goal", "Note"].contains(text.runs[0].text) { text } else { nil }
    }) {
      #expect(text.halo == band && (text.runs[0].color.contrast(to: band)) >= 4.5)
    }
    // Of two, one above the other, what is seen of both.
    let two = try layout(
      """
      "y": {"min": 0, "max": 100}, "bands": [{"from": 40, "color": "#000000"}, {"from": 50, "color": "#ffffff80", "label": "Upper"}]
      """)
    var veil = Color.white
    veil.alpha = 0x80
    let mixed = veil.over(.black)
    #expect(try #require(two.texts.bands[1]).ground == mixed)
    #expect(try #require(layout(#""limits": [{"value": 20, "label": "Goal"}]"#).texts.limits[0]).ground == .white)
  }

  @Test("A limit that has no logarithm is told", arguments: [0, -1, 1])
  func logarithm(value: Int) throws {
    let layout = try Plots.layout(
      """
      {"kind": "bar", "y": {"scale": "log"}, "x": {"labels": ["a", "b"]}, "series": {"values": [2, 20]},
        "limits": [{"value": \(value), "label": "x"}]}
      """)
    #expect(layout.warnings.contains { $0.hasPrefix("limits[0].value: ") } == (value <= 0))
  }

  @Test(
    "Limits and bands beyond the ends of their axes are told; what can be scrolled to, and what is on the edge, is not")
  func beyondAxes() throws {
    func warnings(_ more: String, size: Size? = nil) throws -> [String] {
      try Plots.chart(
        #"{"kind": "line", "x": {"values": [1, 2, 3]}, "series": {"values": [1, 2, 3]}, \#(more)}"#, size: size
      ).plot.warnings
    }
    func told(_ place: String, _ end: String) -> String {
      "\(place): left out: it lies beyond the end of its axis, which `\(end)` moves"
    }
    #expect(
      try warnings(#""bands": [{"axis": "x", "from": 5, "to": 6, "label": "later"}, {"from": 10}, {"to": -3}]"#)
        == [told("bands[0]", "x.max"), told("bands[1]", "y.max"), told("bands[2]", "y.min")])
    #expect(
      try warnings(
        #""y": {"min": 1, "max": 3}, "x": {"min": 1, "max": 3}, "limits": [{"value": 50}, {"axis": "x", "value": 0}]"#)
        == [told("limits[0]", "y.max"), told("limits[1]", "x.min")])
    #expect(
      try warnings(
        #""x": {"values": [1, 2, 3], "max": 3}, "y": {"max": 3}, "bands": [{"from": 2}, {"axis": "x", "from": 3, "to": 9}, {}], "limits": [{"value": 3}]"#
      ).isEmpty)
    #expect(
      try warnings(#""viewport": {"visibleCount": 2, "start": 1}, "bands": [{"axis": "x", "from": 2.5, "to": 3}]"#)
        .isEmpty)
    // Names are bands themselves, the first and the last one, too.
    #expect(
      try layout(#""bands": [{"axis": "x", "from": "Mon", "to": "Mon"}, {"axis": "x", "from": "Sun"}]"#).warnings
        .isEmpty)
  }
}
