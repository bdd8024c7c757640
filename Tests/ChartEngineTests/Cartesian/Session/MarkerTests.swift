import ChartModel
import JSONModel
import Testing
import TestSupport

@testable import ChartEngine

@Suite("V7 Markers")
struct MarkerTests {
  private func isInside(_ frame: Rect, _ size: Size) -> Bool {
    frame.isFinite && frame.minX >= 0 && frame.minY >= 0 && frame.maxX <= size.width + 1e-9
      && frame.maxY <= size.height + 1e-9
  }

  @Test(
    "V7 Fault 22: For every entry, in charts of any size, it is inside the chart",
    arguments: sample(0..<6 as Range<UInt64>))
  func inside(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var wrong = Mismatches()
    var shown = 0
    for _ in 0..<60 {
      let size = Size(width: random.number(1...400), height: random.number(1...300))
      let values = (0..<random.whole(1...12)).map { _ in random.number(-1e4...1e5) }
      let lines = random.whole(1...6)
      let text = (0..<lines).map { _ in String(repeating: "{value} 步 ", count: random.whole(0...8)) }
        .joined(separator: "\n")
      var chart = Plots.chart(
        .combined, [random.chance(0.5) ? Plots.bar(values) : Plots.line(values)], size: size
      ) { spec in
        if random.chance(0.5) { spec.bare() }
        spec.marker.runs = [MarkerRunSpec(text)]
        spec.marker.runs[0].size = random.chance(0.5) ? random.number(4...40) : nil
        spec.viewport.zoom = .both
      }
      if random.chance(0.5) { _ = chart.apply(.zoom(.by(random.number(1...5), x: size.width / 2, y: size.height / 2))) }
      for index in values.indices {
        guard let marker = try chart.plot.marker(for: [0, index]) else { continue }
        shown += 1
        wrong.expect(isInside(marker.frame, size), "\(marker.frame) in \(size)")
        // It points to the entry, or to where the plot ends before it.
        let (plot, place) = (try chart.plot.plot, try chart.place(0, index))
        let nearest = Point(
          x: min(max(place.x, plot.minX), plot.maxX), y: min(max(place.y, plot.minY), plot.maxY))
        wrong.expect(marker.anchor == nearest, "\(marker.anchor) instead of \(nearest)")
        wrong.expect(!marker.text.isEmpty, "says nothing")
        let (report, scene) = (try reported(index, &chart), try chart.plot.scene().nodes)
        wrong.expect(report && scene.allSatisfy(\.isFinite), "not reported")
      }
    }
    wrong.check()
    #expect(shown > 100)
  }

  @Test(
    "V7 In low charts it is beside its entry, not on it, wherever there is room",
    arguments: sample(0..<6 as Range<UInt64>))
  func low(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var wrong = Mismatches()
    var beside = 0
    for _ in 0..<60 {
      let size = Size(width: random.number(200...700), height: random.number(60...110))
      let values = (0..<random.whole(2...12)).map { _ in random.number(1...100) }
      let series = [
        Plots.bar(values), Plots.line(values), SeriesSpec(.scatter(ScatterStyleSpec()), values: .numbers(values)),
      ][random.whole(0...2)]
      let chart = Plots.chart(.combined, [series], size: size)
      for index in values.indices {
        let layout = try chart.plot
        guard let marker = layout.marker(for: [0, index]) else { continue }
        let (frame, place) = (marker.frame, marker.anchor)
        let mark = layout.mark(of: 0)?.rect(of: index) ?? Rect(x: place.x, y: place.y, width: 0, height: 0)
        // As far as a marker with its pointer may be from a mark.
        let reach = frame.width + 22
        guard mark.minX - reach >= 2 || mark.maxX + reach <= size.width - 2 else { continue }
        let isBeside = frame.maxX <= place.x || frame.minX >= place.x
        if isBeside { beside += 1 }
        wrong.expect(!frame.inset(by: 0.5).contains(place), "seed \(seed): \(frame) on \(place) in \(size)")
      }
    }
    wrong.check()
    #expect(beside > 20)
  }

  /// Whether the report has a marker for an entry once it is selected, at the same place.
  private func reported(_ index: Int, _ chart: inout Chart) throws -> Bool {
    _ = chart.apply(.highlight(path: [0, index], notify: false))
    let marker = try chart.plot.marker(for: [0, index])
    return try chart.plot.report()["marker"]?["frame"] == marker.map { Rect.schema.encode($0.frame) }
  }

  @Test("V7 It is above the entry, centred, and below where there is no room above or the bar points down")
  func placement() throws {
    let chart = Plots.chart(
      .combined, [Plots.bar([5, -5, 1]), Plots.line([10, 5, 5])], size: Size(width: 600, height: 400)
    ) { spec in
      spec.bare()
      (spec.y.min, spec.y.max) = (-10, 10)
    }
    let layout = try chart.plot
    for (path, isAbove) in [([0, 0], true), ([0, 1], false), ([0, 2], true), ([1, 0], false), ([1, 1], true)] {
      let marker = try #require(layout.marker(for: path))
      let place = try chart.place(path[0], path[1])
      #expect(marker.anchor == place && abs(marker.frame.midX - place.x) < 1e-9)
      #expect(isAbove ? marker.frame.maxY < place.y : marker.frame.minY > place.y, "\(path)")
      #expect(abs(isAbove ? place.y - marker.frame.maxY : marker.frame.minY - place.y) < 20)
    }
  }

  @Test(
    "V7 It covers neither title nor legend where there is room in the plot: it is below its entry, or beside it",
    arguments: ["top", "bottom", "left", "right"], [#""shared": false"#, #""shared": true"#])
  func clear(legend: String, marker: String) throws {
    for kind in ["line", "bar"] {
      let layout = try Plots.layout(
        """
        {"kind": "\(kind)", "size": {"width": 400, "height": 240}, "title": "Steps", "subtitle": "of a week, all in all",
         "caption": "As counted", "legend": "\(legend)", "marker": {\(marker)}, "y": {"max": 10},
         "x": {"labels": ["Monday", "Tuesday", "Wednesday"]},
         "series": [{"name": "First", "values": [10, 4, 10]}, {"name": "Second", "values": [9, 1, 9]}]}
        """)
      let title = try #require(layout.frame.title)
      for path in [[0, 0], [0, 1], [0, 2], [1, 0], [1, 2]] {
        let frame = try #require(layout.marker(for: path)?.frame)
        for box in [title.box, title.captionBox] + (layout.frame.legend?.boxes ?? []) {
          #expect(!box.intersects(frame), "\(kind) \(path): \(frame) on \(box)")
        }
      }
    }
  }

  @Test("V7 Rich text: runs with weight, size and colour, over several lines, wide enough for what it says")
  func richText() throws {
    let chart = try Plots.chart(
      """
      {"kind": "bar", "x": {"labels": ["Mon", "Tue"]}, "series": [{"name": "Steps", "values": [1234, 2]}],
      "marker": {"text": [{"text": "{x}\\n", "weight": "bold", "size": 16, "color": "#ff0000"},
        {"text": "{value}", "weight": "bold"}, {"text": " {series} {no name}"}], "background": "#000"}}
      """)
    let marker = try #require(chart.plot.marker(for: [0, 0]))
    #expect(marker.text == "Mon\n1,234 Steps {no name}")
    #expect(marker.runs.map(\.text) == ["Mon\n", "1,234", " Steps {no name}"])
    #expect(marker.runs.map(\.weight) == [700, 700, 400] && marker.runs.map(\.size) == [16, 12, 12])
    #expect(marker.runs.map(\.color) == [Color(rgb: 0xFF0000), .white, .white])
    let second = Font(size: 12, isBold: true).width(of: "1,234") + Font(size: 12).width(of: " Steps {no name}")
    #expect(marker.frame.width >= max(Font(size: 16, isBold: true).width(of: "Mon"), second))
    #expect(marker.frame.height >= 16 + 12)
  }

  @Test("V7 Texts of entries go before those of their series, and these before the chart's")
  func texts() throws {
    let chart = try Plots.chart(
      """
      {"kind": "line", "x": {"labels": ["a", "b", "c"]}, "marker": "chart {value}", "series": [
        {"values": [1, 2, 3], "marker": "series {value}", "markers": ["one", [], [{"text": "three {x}"}]]},
        {"values": [4, 5, 6], "markers": ["four"]}]}
      """)
    let layout = try chart.plot
    func text(_ series: Int, _ index: Int) -> String? { layout.marker(for: [series, index])?.text }
    #expect([text(0, 0), text(0, 1), text(0, 2)] == ["one", "series 2", "three c"])
    #expect([text(1, 0), text(1, 1)] == ["four", "chart 5"])
    for nothing in [[], [0], [0, 3], [2, 0], [-1, 0], [0, -1]] { #expect(layout.marker(for: nothing) == nil) }
  }

  @Test("V7 Entries written out of order have the texts at their place in the spec")
  func unordered() throws {
    let chart = try Plots.chart(
      """
      {"kind": "line", "series": [{"x": [3, 1, 2], "values": [30, 10, 20], "markers": ["three", "one", "two"]}]}
      """)
    #expect((0..<3).map { try? chart.plot.marker(for: [0, $0])?.text } == ["three", "one", "two"])
    #expect(try chart.place(0, 1).x < chart.place(0, 2).x && chart.place(0, 2).x < chart.place(0, 0).x)
  }

  @Test("V7 Out of view there is none, in the report and the picture; back in view it is there again")
  func outOfView() throws {
    var chart = Plots.strip(30)
    _ = chart.apply(.highlight(path: [0, 3], notify: true))
    func words() throws -> String { "\(try chart.plot.scene().nodes)" }
    #expect(try chart.plot.marker(for: [0, 3]) != nil && words().contains("text"))
    _ = chart.apply(.scroll(.toEnd, snap: false))
    #expect(
      try chart.plot.marker(for: [0, 3]) == nil && chart.plot.report()["marker"] == .null && !words().contains("text"))
    #expect(chart.state.view.selection == [0, 3])
    _ = chart.apply(.scroll(.toStart, snap: false))
    #expect(try chart.plot.marker(for: [0, 3]) != nil && words().contains("text"))
  }

  @Test("V7 Without markers only the bar or the dot is highlighted")
  func none() throws {
    var chart = Plots.strip(9) { $0.marker.isVisible = false }
    _ = chart.apply(.highlight(path: [0, 3], notify: true))
    #expect(try chart.plot.report()["marker"] == .null && !"\(chart.plot.scene().nodes)".contains("text"))
  }
}
