@testable import ChartEngine
import ChartModel
import JSONModel
import Testing
import TestSupport

@Suite("R1–R4: the reference sheets' formulas")
struct ReferenceTests {
  // MARK: - R1

  @Test("R1, L1, L5: Points are (width − 2 · margin) / (n − 1) apart, from edge to edge; lines stop at the circles")
  func r1() throws {
    let layout = try Plots.layout(
      """
      {"kind": "line", "size": {"width": 375, "height": 300}, "padding": 30,
        "x": {"placement": "edges", "visible": false, "values": [0, 1, 2, 3, 4]},
        "y": {"min": 0, "max": 30, "visible": false, "grid": false},
        "series": [{"values": [3, 18, 10, 30, 12], "color": "red", "width": 1,
          "dots": {"place": "all", "style": "hollow", "radius": 6, "color": "red", "border": "white"}}]}
      """)
    let places = try layout.places(0)
    for (index, place) in places.enumerated() {
      #expect(isNear(place.x, 30 + (375 - 60) / 4 * Double(index)))
      // Scaled by the maximum.
      #expect(isNear(place.y, 270 - [3, 18, 10, 30, 12][index] / 30 * 240))
    }
    let path = try #require(layout.drawn().first { $0.isLine }?.path)
    #expect(path.pieceCount == 4)
    for (index, points) in zip(0..., stride(from: 0, to: 8, by: 2).map { (path.points[$0], path.points[$0 + 1]) }) {
      #expect(isNear((points.0 - places[index]).length, 6, 1e-6))
      #expect(isNear((points.1 - places[index + 1]).length, 6, 1e-6))
    }
  }

  // MARK: - R2

  private static let history = """
    {"kind": "combined", "size": {"width": 375, "height": 260}, "bars": {"width": 0.9}, "padding": {"top": 5, "minimum": 0},
      "x": {"position": "top", "spaceMin": 0.5, "spaceMax": 0.5, "labels": \(Plots.names(40)),
        "tickLabels": {"fontSize": 12, "selected": {"fontSize": 14, "color": "white"}}},
      "y": {"visible": false}, "right": {"headroom": 10, "min": 0, "nice": false},
      "viewport": {"visibleCount": 9, "start": "end"}, "marker": false, "drawOrder": ["bar", "line"],
      "limits": [{"value": 1000, "axis": "right", "color": "white", "dash": [5, 10, 15], "above": ABOVE}],
      "series": [{"type": "bar", "axis": "right", "values": [\((0..<40).map { String(100 + $0 * 613 % 1900) }.joined(separator: ","))]}]}
    """

  @Test("R2, V1, B1: Of 40 bars the last 9 are seen, each .9 of its slot; the axis ends at yMax + 10; labels on top")
  func r2() throws {
    let chart = try Plots.chart(ReferenceTests.history.replacing("ABOVE", with: "true"))
    let layout = try chart.plot()
    let slot = layout.plot.width / 9
    let bars = try layout.bars(0)
    #expect(bars.map(\.index) == Array(31..<40))
    for (place, bar) in bars.enumerated() {
      #expect(isNear(bar.rect.width, slot * 0.9, 1e-6))
      #expect(isNear(bar.rect.midX, layout.plot.minX + (Double(place) + 0.5) * slot, 1e-6))
      #expect(isNear(bar.rect.maxY, layout.plot.maxY, 1e-6))
    }
    let greatest = (0..<40).map { 100 + $0 * 613 % 1900 }.max() ?? 0
    #expect(layout.frame.right.domain == Domain(0, Double(greatest) + 10))
    #expect(layout.frame.x.labels.allSatisfy { $0.box.maxY < layout.plot.minY })
    #expect(layout.frame.x.labels.map(\.text) == (32...40).map(String.init))
    // Extra offset 5 at the top; the labels lie below it.
    #expect(layout.frame.x.box.minY == 5 && layout.frame.x.box.maxY == layout.plot.minY)
    #expect(layout.plot.maxY == 260 && layout.plot.minX == 0)
  }

  @Test("R2, A6: The selected label is 14 px in its own colour beside 12")
  func selectedLabel() throws {
    var chart = try Plots.chart(ReferenceTests.history.replacing("ABOVE", with: "true"))
    _ = chart.apply(.highlight(path: [0, 35], notify: false))
    let labels = try chart.plot().frame.x.labels
    for label in labels {
      #expect(label.isSelected == (label.text == "36"))
      #expect(label.font.size == (label.isSelected ? 14 : 12))
      #expect((label.color == .white) == label.isSelected)
    }
    #expect(Set(labels.map(\.position.y)).count == 1)
  }

  @Test("R2, A8: The goal is a dashed line of 1 px at 1000, above the bars or below", arguments: [true, false])
  func limit(isAbove: Bool) throws {
    let layout = try Plots.layout(ReferenceTests.history.replacing("ABOVE", with: "\(isAbove)"))
    let nodes = layout.drawn()
    let line = try #require(nodes.firstIndex { $0.style.strokeDash == [5, 10, 15] })
    let bars = nodes.indices.filter { nodes[$0].meaning?.kind == "bar" }
    #expect(bars.count == 9 && bars.allSatisfy { ($0 < line) == isAbove })
    guard case .polyline(let points) = nodes[line].shape else { return #expect(Bool(false)) }
    let exact = try #require(layout.frame.right.y(of: 1000))
    #expect(points.allSatisfy { abs($0.y - exact) <= 0.5 } && nodes[line].style.strokeWidth == 1)
    #expect(points.map(\.x) == [layout.plot.minX, layout.plot.maxX])
  }

  @Test("R2, B3: 72 buckets of 20 minutes, those of 0 grey and as high as can be seen, the others each in its colour")
  func buckets() throws {
    let values = (0..<72).map { $0 % 3 == 0 ? 0 : $0 * 10 }
    let colors = (0..<72).map { "\"rgb(\($0), 100, 0)\"" }.joined(separator: ",")
    let layout = try Plots.layout(
      """
      {"kind": "bar", "size": {"width": 375, "height": 200}, "x": {"labels": \(Plots.names(72))}, "bars": {"width": 0.9},
        "series": [{"zero": {"color": "gray", "height": 3}, "values": \(values), "colors": [\(colors)]}]}
      """)
    let nodes = layout.drawn().filter { $0.meaning?.kind == "bar" }
    #expect(nodes.count == 72)
    for (index, node) in nodes.enumerated() {
      let rect = try #require(node.rect)
      #expect(isNear(rect.width, layout.plot.width / 72 * 0.9, 1e-6))
      if values[index] == 0 {
        #expect(isNear(rect.height, 3, 1e-9) && node.fillColor == Color(rgb: 0x808080))
      } else {
        #expect(node.fillColor == Color(red: UInt8(index), green: 100, blue: 0))
      }
    }
  }

  // MARK: - R3

  private static let lines = """
    {"kind": "line", "legend": "none", "size": {"width": 375, "height": 300}, "padding": {"left": 10, "right": 20, "top": 20, "bottom": 10},
      "x": {"labels": \(Plots.names(12)), "spacing": 50, "placement": "edges", "line": {"width": 0.5}, "grid": {"color": "red"},
        "tickLabels": {"gap": 5, "fontSize": 10}},
      "y": {"min": 0, "max": 50, "step": 10, "tickLabels": {"gap": 5, "fontSize": 10}},
      "popups": {"enabled": true, "text": "单价：{value}/㎡"},
      "series": [{"name": "A", "values": [12, 15, 14, 18, 22, 21, 25, 28, 31, 29, 35, 40], "dots": {"place": "all", "style": "double"}},
        {"name": "B", "values": [42, 38, 40, 33, 35, 30, 31, 26, 24, 27, 20, 18], "dots": {"place": "all", "style": "double"}}]}
    """

  @Test("R3, L1: Nodes are 50 px apart from the origin on, a divider at each; wider content scrolls")
  func r3() throws {
    let layout = try Plots.layout(ReferenceTests.lines)
    for (index, place) in try layout.places(0).enumerated() {
      #expect(isNear(place.x, layout.plot.minX + Double(index) * 50, 1e-6))
    }
    let grid = try #require(layout.drawn().first { $0.strokeColor == Color(rgb: 0xFF0000) }?.path)
    let xs = stride(from: 0, to: grid.points.count, by: 2).map { grid.points[$0].x }
    #expect(xs.count == 7)
    for (index, x) in xs.enumerated() { #expect(abs(x - (layout.plot.minX + Double(index) * 50)) <= 0.5) }
    #expect(layout.report()["viewport"]?["scrolls"]?.boolValue == true)
  }

  @Test("R3: x labels 5 px under the axis, centred on nodes; y labels end 5 px left of it")
  func r3Labels() throws {
    let layout = try Plots.layout(ReferenceTests.lines)
    for label in layout.frame.x.labels {
      #expect(abs(label.position.y - label.font.capHeight - layout.plot.maxY - 5) < 1)
      #expect(abs(label.box.midX - label.tick) < 1e-9)
    }
    for label in layout.frame.left.labels(plot: layout.plot, in: layout.space) {
      #expect(isNear(label.box.maxX, layout.plot.minX - 5, 1e-9))
    }
  }

  @Test("R3, L4: A marker is a white disc of d 10 with one of d 5 in the line's colour on it, above every line")
  func r3Markers() throws {
    let nodes = try Plots.layout(ReferenceTests.lines).drawn()
    let discs = nodes.indices.filter { nodes[$0].circle != nil }
    for (white, colored) in stride(from: 0, to: discs.count, by: 2).map({ (nodes[discs[$0]], nodes[discs[$0 + 1]]) }) {
      #expect(white.circle?.radius == 5 && white.fillColor == .white)
      #expect(colored.circle?.radius == 2.5 && colored.circle?.center == white.circle?.center)
    }
    let last = try #require(nodes.lastIndex { $0.isLine })
    #expect(discs.allSatisfy { $0 > last } && discs.count == 2 * 2 * 7)
  }

  @Test(
    "R3, L12: One box a line, 10 px right of the node, 5 px apart, at least 92 wide, inside the plot", arguments: 0..<7)
  func r3Popups(index: Int) throws {
    var chart = try Plots.chart(ReferenceTests.lines)
    _ = chart.apply(.highlight(path: [0, index], notify: false))
    let layout = try chart.plot()
    let boxes = layout.popupBoxes(at: Double(index))
    let x = layout.plot.minX + Double(index) * 50
    // The upper line's is the upper one.
    #expect(boxes.map(\.series) == [1, 0])
    #expect(isNear(boxes[1].frame.minY - boxes[0].frame.maxY, 5))
    for box in boxes {
      #expect(box.frame.width >= 92 && box.frame.minX >= 0 && box.frame.maxX <= 375)
      #expect(box.frame.minY >= layout.plot.minY && box.frame.maxY <= layout.plot.maxY)
      let isRight = x + 10 + box.frame.width <= layout.plot.maxX
      #expect(isRight ? isNear(box.frame.minX, x + 10) : isNear(box.frame.maxX, x - 10))
    }
    #expect(layout.report()["popups"]?[1]?["text"]?.stringValue == "单价：\([12, 15, 14, 18, 22, 21, 25][index])/㎡")
  }

  // MARK: - R4

  private static func groups(_ count: Int) -> String {
    """
    {"kind": "bar", "size": {"width": 375, "height": 260}, "x": {"labels": \(Plots.names(count))}, "viewport": {"visibleCount": 5},
      "padding": {"top": 20}, "series": [
        \((0..<4).map { series in "{\"values\": \((0..<count).map { 20 + ($0 * 97 + series * 131) % 391 })}" }.joined(separator: ","))]}
    """
  }

  @Test(
    "R4, B2, B8: Up to four a group, side by side in their slot; more than five groups scroll", arguments: [3, 5, 6, 8])
  func r4(count: Int) throws {
    let layout = try Plots.layout(ReferenceTests.groups(count))
    let seen = min(count, 5)
    #expect(layout.report()["viewport"]?["scrolls"]?.boolValue == (count > 5))
    let slot = layout.plot.width / Double(seen)
    for group in 0..<seen {
      let rects = try (0..<4).map { try layout.bars($0)[group].rect }
      for (left, right) in zip(rects, rects.dropFirst()) { #expect(left.maxX <= right.minX + 1e-9) }
      #expect(rects[0].minX >= layout.plot.minX + Double(group) * slot - 1e-9)
      #expect(rects[3].maxX <= layout.plot.minX + Double(group + 1) * slot + 1e-9)
      #expect(isNear((rects[0].minX + rects[3].maxX) / 2, layout.plot.minX + (Double(group) + 0.5) * slot, 1e-6))
    }
  }

  @Test("R4, B6: The axis ends at 1, 2, 2.5 or 5 times a power of ten, or a small multiple of such a step")
  func maximum() throws {
    var random = SplitMix64(seed: 4)
    var mismatches = Mismatches()
    for _ in 0..<300 {
      let greatest = 1 + random.number(0...1) * ([10, 1000, 1e6, 0.1] as [Double])[random.whole(0...3)]
      let axis = try Plots.chart(.bar, [SeriesSpec(.bar(BarStyleSpec()), values: .numbers([greatest / 3, greatest]))])
        .plot().frame.left
      let values = axis.ticks.filter(\.isMajor).map(\.value)
      let step = values[1] - values[0]
      var mantissa = step
      while mantissa >= 10 * (1 - 1e-9) { mantissa /= 10 }
      while mantissa < 1 - 1e-9 { mantissa *= 10 }
      mismatches.expect([1, 2, 2.5, 5].contains { isNear($0, mantissa, 1e-6) }, "step \(step)")
      mismatches.expect(axis.domain.lower == 0 && axis.domain.upper >= greatest, "\(axis.domain) for \(greatest)")
      mismatches.expect(axis.domain.upper - greatest < step * (1 + 1e-9), "\(axis.domain) for \(greatest)")
      mismatches.expect(isNear(axis.domain.upper, values.last ?? 0, step * 1e-9), "\(axis.domain) ends at no label")
    }
    mismatches.check()
  }

  @Test("R4: 20 px above the plot")
  func headroom() throws {
    #expect(try Plots.layout(ReferenceTests.groups(5)).plot.minY == 20)
  }
}
