import ChartModel
import JSONModel
import Testing
import TestSupport

@testable import ChartEngine

@Suite("L12 Pop-ups")
struct PopupTests {
  private func chart(
    _ lines: Int = 3, size: Size = Size(width: 500, height: 300), _ change: (inout CartesianSpec) -> Void = { _ in }
  ) -> Chart {
    Plots.chart(
      .line, (0..<lines).map { line in Plots.line((0..<20).map { Double($0 * (line + 1) % 13) }) }, size: size
    ) {
      spec in
      spec.popups.isEnabled = true
      spec.popups.text = "单价：{value}/㎡"
      spec.x.spacing = 50
      change(&spec)
    }
  }

  private func boxes(_ chart: Chart) throws -> [(series: Int, bubble: Bubble, frame: Rect)] {
    let layout = try chart.plot
    let entry = try #require(layout.entry(at: chart.state.view.selection))
    return layout.popupBoxes(at: layout.coordinate(of: entry))
  }

  @Test("L12 At every x of the plot a tap picks the nearest node")
  func nearestNode() throws {
    var chart = chart()
    _ = chart.apply(.scroll(.by(130), snap: false))
    let layout = try chart.plot
    var wrong = Mismatches()
    for x in stride(from: layout.plot.minX + 0.25, to: layout.plot.maxX, by: 1) {
      for y in [layout.plot.minY + 1, layout.plot.maxY - 1] {
        var tapped = chart
        tapped.tap(Point(x: x, y: y))
        let picked = tapped.state.view.selection?[1]
        // Of those in view.
        let places = (0..<20).map { layout.frame.window.map.exactPixel(of: Double($0)) }
        let seen = (0..<20).filter { places[$0] >= layout.plot.minX - 1e-6 && places[$0] <= layout.plot.maxX + 1e-6 }
        let nearest = seen.min { abs(places[$0] - x) < abs(places[$1] - x) }
        wrong.expect(picked == nearest, "at \(x): \(String(describing: picked)), not \(String(describing: nearest))")
      }
    }
    wrong.check()
  }

  @Test("L12 One box a line, at the picked position, 10 px right, 5 px apart, inside the plot", arguments: 0..<20)
  func places(index: Int) throws {
    for lines in 1...5 {
      var chart = chart(lines)
      _ = chart.apply(.scroll(.to(.number(Double(index))), snap: false))
      let place = try chart.place(0, index)
      chart.tap(Point(x: place.x + (index == 19 ? -3 : 3), y: 100))
      let layout = try chart.plot
      let boxes = try boxes(chart)
      // In the order in which the lines stand there.
      func value(_ series: Int) -> Int { index * (series + 1) % 13 }
      #expect(boxes.map(\.series) == (0..<lines).sorted { (-value($0), $0) < (-value($1), $1) })
      let nodeX = try chart.place(0, index).x
      for box in boxes {
        #expect(box.bubble.runs.map(\.text).joined() == "单价：\(value(box.series))/㎡")
        let fits = nodeX + 10 + box.frame.width <= layout.plot.maxX
        #expect(abs(box.frame.minX - (fits ? nodeX + 10 : nodeX - 10 - box.frame.width)) < 1e-9)
        #expect(box.frame.width >= 92 && box.frame.width >= Font(size: 10).width(of: box.bubble.runs[0].text))
        #expect(box.frame.minX >= layout.plot.minX && box.frame.maxX <= layout.plot.maxX)
        #expect(box.frame.minY >= layout.plot.minY && box.frame.maxY <= layout.plot.maxY)
      }
      for (upper, lower) in zip(boxes, boxes.dropFirst()) {
        #expect(abs(lower.frame.minY - upper.frame.maxY - 5) < 1e-9)
      }
      // The report says the same.
      #expect(try layout.report()["popups"]?[0]?["box"] == Rect.schema.encode(#require(boxes.first).frame))
    }
  }

  @Test(
    "L12 In charts of any size they are inside and don't overlap; those that don't fit are left out", arguments: 0..<4)
  func anySize(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<40 {
      let size = Size(width: random.number(1...300), height: random.number(1...200))
      let lines = random.whole(1...12)
      var chart = chart(lines, size: size) { spec in
        if random.chance(0.5) { spec.bare() }
        spec.popups.width = random.number(0...400)
      }
      _ = chart.apply(.highlight(path: [0, random.whole(0...5)], notify: false))
      let boxes = try boxes(chart)
      for box in boxes {
        #expect(box.frame.minX >= -1e-9 && box.frame.maxX <= size.width + 1e-9, "\(box.frame) in \(size)")
        #expect(box.frame.minY >= -1e-9 && box.frame.maxY <= size.height + 1e-9, "\(box.frame) in \(size)")
      }
      for (upper, lower) in zip(boxes, boxes.dropFirst()) {
        #expect(abs(lower.frame.minY - upper.frame.maxY - 5) < 1e-9)
      }
      #expect(try chart.plot.isFinite)
    }
  }

  @Test("L12 Of several lines each box says which one it belongs to, unless the author says what is written")
  func names() throws {
    let two = #""series": [{"name": "North", "values": [1, 2]}, {"name": "South", "values": [5, 6]}]"#
    for (spec, texts) in [
      ("\"popups\": true, \(two)", ["● South 6", "● North 2"]),
      ("\"popups\": {\"enabled\": true, \"text\": \"{value}\"}, \(two)", ["6", "2"]),
      (#""popups": true, "series": [{"values": [1, 2]}, {"values": [5, 6]}]"#, ["● Series 2 6", "● Series 1 2"]),
      (#""popups": true, "series": [{"name": "North", "values": [1, 2]}]"#, ["2"]),
    ] {
      var chart = try Plots.chart("{\"kind\": \"line\", \(spec)}", size: Size(width: 480, height: 300))
      _ = chart.apply(.highlight(path: [0, 1], notify: false))
      #expect(try boxes(chart).map { $0.bubble.runs.map(\.text).joined() } == texts)
    }
  }

  @Test("L12 In a horizontal chart boxes stand side by side in the order of the lines")
  func horizontal() throws {
    var chart = try Plots.chart(
      #"{"kind": "line", "orientation": "horizontal", "popups": true, "series": [{"values": [1, 6]}, {"values": [5, 2]}]}"#,
      size: Size(width: 480, height: 300))
    _ = chart.apply(.highlight(path: [0, 1], notify: false))
    let boxes = try boxes(chart)
    let leftmost = try #require(boxes.min { $0.frame.minX < $1.frame.minX })
    #expect(boxes.count == 2 && leftmost.series == 1)
  }

  @Test("L12 Boxes stand out from the picture", arguments: [Theme.light, .dark])
  func contrast(theme: Theme) throws {
    var chart = Chart(id: "test", spec: chart().spec, size: Size(width: 480, height: 300), theme: theme)
    _ = chart.apply(.highlight(path: [0, 1], notify: false))
    let surface = try chart.plot.canvas.surface.color
    for box in try boxes(chart) {
      #expect(box.bubble.background.over(surface).contrast(to: surface) >= Palette.leastContrast)
    }
  }

  @Test("L12 A tap on the position again hides them, whatever line is nearest; another position shows its own")
  func toggles() throws {
    var chart = chart()
    let place = try chart.place(0, 4)
    #expect(chart.tap(place).events.selected.map { $0[1] } == [4])
    #expect(chart.tap(Point(x: place.x, y: try chart.plot.plot.maxY - 1)).events == [.nothingSelected])
    chart.tap(place)
    #expect(chart.tap(place + Point(x: 40, y: 0)).events.selected.map { $0[1] } == [5])
  }

  @Test("L12 Scrolling hides them, by drag and by program, which is told")
  func scrollingHides() throws {
    for isDrag in [true, false] {
      var chart = chart()
      chart.tap(try chart.place(0, 4))
      #expect(try boxes(chart).count == 3)
      let events =
        isDrag
        ? chart.drag(from: Point(x: 300, y: 100), by: [Point(x: -30, y: 0)])
        : chart.apply(.scroll(.by(20), snap: false)).events
      #expect(events.nothings == 1 && chart.state.view.selection == nil)
      #expect(try chart.plot.report()["popups"] == [])
    }
    // What does not move hides nothing.
    var still = chart()
    still.tap(try still.place(0, 4))
    #expect(still.apply(.scroll(.toStart, snap: false)).events.isEmpty && still.state.view.selection != nil)
  }

  @Test("L12 A line without a value there has no box; hidden ones neither")
  func gaps() throws {
    var chart = Plots.chart(
      .line, [Plots.line([1, .nan, 3]), Plots.line([4, 5, 6]), Plots.line([7, 8, 9])]
    ) {
      $0.popups.isEnabled = true
    }
    _ = chart.apply(.highlight(path: [1, 1], notify: false))
    #expect(try boxes(chart).map(\.series) == [2, 1])
    _ = chart.apply(.toggle(series: 2))
    #expect(try boxes(chart).map(\.series) == [1])
  }

  @Test("L12 Along with the boxes a line goes through the position, from top to bottom of the plot")
  func line() throws {
    var chart = chart { $0.popups.line.color = Color(rgb: 0x123456) }
    chart.tap(try chart.place(0, 4))
    let layout = try chart.plot
    let x = try chart.place(0, 4).x
    let lines = layout.scene().nodes.filter { $0.style.stroke == .color(Color(rgb: 0x123456)) }
    #expect(lines.map(\.shape) == [.polyline([Point(x: x, y: layout.plot.minY), Point(x: x, y: layout.plot.maxY)])])
    // There is no marker besides.
    #expect(layout.report()["marker"] == .null)
  }
}
