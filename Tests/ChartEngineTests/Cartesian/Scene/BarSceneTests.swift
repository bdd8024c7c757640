@testable import ChartEngine
import ChartModel
import Testing
import TestSupport

@Suite("What is drawn of bars")
struct BarSceneTests {
  private func random(_ seed: Int) -> (chart: Chart, values: [[Double]], stacks: [String?]) {
    var random = SplitMix64(seed: UInt64(seed))
    let count = random.whole(1...12)
    let seriesCount = random.whole(1...5)
    let values = (0..<seriesCount).map { _ in
      (0..<count).map { _ in random.chance(0.1) ? 0 : random.chance(0.1) ? .nan : Double(random.whole(-50...80)) }
    }
    let stacks = (0..<seriesCount).map { _ in random.chance(0.6) ? RandomPlots.pick(["a", "b"], &random) : nil }
    let series = zip(values, stacks).map { values, stack in
      var style = BarStyleSpec()
      style.stack = stack
      return SeriesSpec(.bar(style), values: .numbers(values))
    }
    return (Plots.chart(.bar, series) { $0.bars.gap = 0.2 }, values, stacks)
  }

  /// The strength of what is stroked as wide as the line around a selected bar is, through all that it is in.
  private func lines(_ nodes: [Node], opacity: Double = 1) -> [Double] {
    nodes.flatMap { node -> [Double] in
      let own = opacity * node.style.opacity
      switch node.shape {
      case .group(let nodes), .clipped(_, let nodes), .cropped(_, let nodes): return lines(nodes, opacity: own)
      default: return node.style.strokeWidth == 2 && node.style.stroke != nil ? [own] : []
      }
    }
  }

  @Test(
    "The line around a selected bar keeps its strength where bars pale, as others stand out or it is translucent itself"
  )
  func outlines() throws {
    func plot(_ values: [Double]) -> CartesianSpec {
      CartesianSpec(
        kind: .bar,
        series: [
          Plots.bar(values) { series in
            var style = BarStyleSpec()
            (style.opacity, style.highlighted.opacity) = (0.4, 0.3)
            series.kind = .bar(style)
          }
        ])
    }
    var view = ChartState.View()
    view.selection = [0, 1]
    let canvas = try Plots.chart(.bar, [Plots.bar([1])]).plot.canvas
    for part in [nil, plot([1, 1])] {
      let chart = try #require(plot([3, 4]).engine(filtered: nil, highlighted: part) as? CartesianChart)
      let layout = chart.plotLayout(view, phase: 1, canvas: canvas)
      #expect(lines(layout.marksInLayers(entering: false)) == [1])
    }
  }

  @Test("B1, B2: Groups and stacks, also with negatives, against brute force", arguments: 0..<60)
  func stacks(seed: Int) throws {
    let (chart, values, stacks) = random(seed)
    let layout = try chart.plot()
    let axis = layout.frame.left
    let zero = try #require(axis.y(of: 0))
    let unit = try #require(axis.y(of: 0)) - (try #require(axis.y(of: 1)))
    var columns: [[Int]] = []
    for index in values.indices {
      if let stack = stacks[index], let place = columns.firstIndex(where: { stacks[$0[0]] == stack }) {
        columns[place].append(index)
      } else {
        columns.append([index])
      }
    }
    var mismatches = Mismatches()
    for point in values[0].indices {
      for (place, column) in columns.enumerated() {
        var (up, down) = (0.0, 0.0)
        for series in column {
          let value = values[series][point]
          let bar = try layout.barMark(series).bar(at: point)
          guard value.isFinite, value != 0 else {
            mismatches.expect(bar == nil, "\(seed): a bar for \(value)")
            continue
          }
          let (from, to) = value > 0 ? (up, up + value) : (down, down + value)
          if value > 0 { up = to } else { down = to }
          let rect = bar?.rect ?? .zero
          mismatches.expect(isNear(rect.minY, zero - max(from, to) * unit, 1e-6), "\(seed): top of \(series).\(point)")
          mismatches.expect(
            isNear(rect.maxY, zero - min(from, to) * unit, 1e-6), "\(seed): bottom of \(series).\(point)")
          // Columns of equal width in .8 of the slot, a fifth of it between them.
          let slot = layout.plot.width / Double(values[0].count)
          let width = slot * 0.8 / (Double(columns.count) + Double(columns.count - 1) * 0.2)
          let left = layout.plot.minX + slot * (Double(point) + 0.1) + Double(place) * width * 1.2
          mismatches.expect(
            isNear(rect.width, width, 1e-6) && isNear(rect.minX, left, 1e-6), "\(seed): \(rect), \(left)")
        }
      }
    }
    mismatches.check()
    // The axis shows them all.
    #expect(
      try values.indices.allSatisfy {
        try layout.bars($0).allSatisfy {
          layout.plot.minY <= $0.rect.minY + 1e-6 && $0.rect.maxY <= layout.plot.maxY + 1e-6
        }
      })
  }

  @Test("B3: Colour of the series, of each bar, or a gradient from top to bottom of each")
  func colors() throws {
    func bars(_ style: String) throws -> [Node] {
      try Plots.layout(
        "{\"kind\": \"bar\", \"x\": {\"labels\": [\"a\", \"b\"]}, \"series\": [{\"values\": [1, 2], \"color\": \"red\", \(style)}]}"
      ).drawn().filter { $0.meaning?.kind == "bar" }
    }
    #expect(try bars("\"opacity\": 0.4").allSatisfy { $0.fillColor == Color(rgb: 0xFF0000) && $0.style.opacity == 0.4 })
    #expect(try bars("\"colors\": [\"#010203\"]").map(\.fillColor) == [Color(rgb: 0x010203), Color(rgb: 0xFF0000)])
    for bar in try bars("\"gradient\": [\"white\", \"black\"]") {
      guard case .gradient(let gradient)? = bar.style.fill else { return #expect(Bool(false)) }
      #expect(gradient == .downwards([.init(0, .white), .init(1, .black)]))
    }
  }

  @Test(
    "B5: The highlighted bar keeps its colour in a line around it, or has one of its own, with its own alpha",
    arguments: [
      ("", Palette.standard(on: .light)[0], 1.0),
      (", \"highlighted\": {\"color\": \"#102030\", \"opacity\": 0.5}", Color(rgb: 0x102030), 0.5),
    ])
  func highlighted(style: String, color: Color, opacity: Double) throws {
    var chart = try Plots.chart(
      "{\"kind\": \"bar\", \"x\": {\"labels\": [\"a\", \"b\"]}, \"series\": [{\"values\": [1, 2], \"opacity\": 0.9 \(style)}]}"
    )
    _ = chart.apply(.highlight(path: [0, 1], notify: false))
    let bars = try chart.plot().drawn().filter { $0.meaning?.kind == "bar" }
    #expect(bars[1].fillColor == color && bars[1].style.opacity == opacity && bars[1].meaning?.isSelected == true)
    #expect(bars[0].fillColor == Palette.standard(on: .light)[0] && bars[0].style.opacity == 0.9)
    let line = try chart.plot().drawn().filter { $0.style.stroke == .color(Surface(.light).text) && $0.rect != nil }
    #expect(line.map(\.rect) == (style.isEmpty ? [bars[1].rect] : []))
  }

  @Test("B4: Tracks are as high as the plot and lie behind all bars; a bar of value 0 has one, a gap has none")
  func tracks() throws {
    let layout = try Plots.layout(
      """
      {"kind": "bar", "x": {"labels": ["a", "b", "c"]}, "series": [
        {"values": [1, 0, null], "stack": "s", "track": "#eee"}, {"values": [3, 0, null], "stack": "s", "track": "#eee"}]}
      """)
    let nodes = layout.drawn()
    let tracks = nodes.indices.filter { nodes[$0].fillColor == Color(rgb: 0xEEEEEE) }
    #expect(tracks.count == 2)
    #expect(
      tracks.allSatisfy { nodes[$0].rect?.minY == layout.plot.minY && nodes[$0].rect?.height == layout.plot.height })
    let first = try #require(nodes.firstIndex { $0.meaning?.kind == "bar" })
    #expect(tracks.allSatisfy { $0 < first })
  }

  @Test(
    "B6: Values above the bars, below negative ones, or inside; none overlap, and the axis leaves room",
    arguments: 0..<40)
  func labels(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let count = random.whole(1...20)
    let series = (0..<random.whole(1...3)).map { _ in
      var style = BarStyleSpec()
      style.labels.position = random.chance(0.7) ? .above : .inside
      if random.chance(0.3) { style.stack = "s" }
      return SeriesSpec(.bar(style), values: .numbers((0..<count).map { _ in Double(random.whole(-900...2000)) }))
    }
    let layout = try Plots.chart(.bar, series).plot()
    let labels = layout.texts.values.labels
    for (index, label) in labels.enumerated() {
      #expect(!labels[..<index].contains { $0.box.intersects(label.box) }, "\(label.text)")
      #expect(label.box.minY >= layout.plot.minY - 1 && label.box.maxY <= layout.plot.maxY + 1, "\(label.text)")
    }
    // Bars may all be too narrow for what would be written inside; above them there always is room for some.
    #expect(!labels.isEmpty || !series.contains { $0.bar?.labels.position == .above && $0.bar?.stack == nil })
  }

  @Test("B6: Above a bar that another one stands on there is no room: its value is written inside")
  func stackedLabels() throws {
    let layout = try Plots.layout(
      """
      {"kind": "bar", "x": {"labels": ["a"]}, "series": [{"values": [40], "stack": "s", "labels": "above"},
        {"values": [50], "stack": "s", "labels": "above"}]}
      """)
    let labels = layout.texts.values.labels
    let (lower, upper) = (try layout.bars(0)[0].rect, try layout.bars(1)[0].rect)
    #expect(labels.map(\.text) == ["40", "50"])
    #expect(labels[0].box.minY > lower.minY && labels[0].box.maxY < lower.maxY && labels[1].box.maxY < upper.minY)
  }

  @Test(
    "B6, fault 15: Values are never cut by the chart nor written over names, also where an axis can't grow",
    arguments: [
      #""y": {"scale": "log"}, "series": [{"values": [1, 10, 100000, 7], "labels": "above"}]"#,
      #""series": [{"values": [1.7e308, -1.7e308, 1e308, 5], "labels": "above"}]"#,
      #""y": {"max": 7, "min": -7}, "padding": 0, "series": [{"values": [7, -7, 9, 3], "labels": "above"}]"#,
      #""y": {"max": 7, "min": -7}, "padding": 0, "x": {"position": "top"}, "series": [{"values": [7, -7, 9, 3], "labels": "above"}]"#,
      #""y": {"max": 7}, "padding": 0, "x": {"visible": false}, "series": [{"values": [7, -7, 9, 3], "labels": "above"}]"#,
    ])
  func labelsAtTheEnds(spec: String) throws {
    let layout = try Plots.layout("{\"kind\": \"bar\", \"size\": {\"width\": 320, \"height\": 200}, \(spec)}")
    #expect(layout.texts.values.labels.count >= 3)
    for label in layout.texts.values.labels {
      let box = label.box
      #expect(layout.canvas.bounds.minY <= box.minY && box.maxY <= layout.canvas.bounds.maxY, "\(label.text)")
      #expect(!layout.axisLabels.contains { $0.box.intersects(box) }, "\(label.text)")
    }
  }

  @Test("A1, B1: On a log axis every positive bar has a height, and the least decade is below the least of them")
  func log() throws {
    let layout = try Plots.layout(
      #"{"kind": "bar", "y": {"scale": "log"}, "series": [{"values": [1, 10, 100, 100000, 0, -5], "stack": "s"}, {"values": [3, 1, 2, 5, 1, 1], "stack": "s"}]}"#
    )
    #expect(layout.frame.left.transform.values(of: layout.frame.left.full).lower == 0.1)
    let bars = try layout.bars(0)
    #expect(bars.count == 4 && bars.allSatisfy { $0.rect.height > 10 })
    #expect(bars.allSatisfy { isNear($0.rect.maxY, layout.plot.maxY, 1e-6) && $0.rect.minY >= layout.plot.minY })
    let decade = layout.plot.height / layout.frame.left.full.span
    #expect(isNear(bars[0].rect.height, decade, 1e-6) && isNear(bars[1].rect.height, 2 * decade, 1e-6))
  }

  @Test("B3: The legend shows the colour that bars are painted with")
  func legend() throws {
    let layout = try Plots.layout(
      """
      {"kind": "combined", "legend": "top", "series": [{"type": "bar", "values": [1], "gradient": ["#010101", "#020202"]},
        {"type": "bar", "values": [1], "colors": ["#030303"]}, {"type": "line", "values": [1], "gradient": ["#040404", "black"]},
        {"type": "line", "values": [1], "thresholds": [{"below": 2, "color": "#050505"}]}, {"type": "line", "values": [1]}]}
      """)
    let colors = try #require(layout.frame.legend).entries.map(\.color)
    #expect(
      colors == [0x010101, 0x030303, 0x040404, 0x050505].map { Color(rgb: $0) } + [Palette.standard(on: .light)[4]])
    #expect(layout.frame.legend?.entries.map(\.label) == (1...5).map { "Series \($0)" })
  }

  @Test("A hundred thousand bars are drawn as one shape no wider than the plot, which covers the same")
  func dense() throws {
    let values = (0..<100_000).map { Double(($0 * 7919) % 1000) }
    let layout = try Plots.chart(.bar, [SeriesSpec(.bar(BarStyleSpec()), values: .numbers(values))]) {
      $0.x.scale = .linear
    }.plot()
    let shapes = layout.drawn().filter { $0.path != nil && $0.style.fill != nil }
    #expect(shapes.count == 1 && layout.drawn().count { $0.meaning?.kind == "bar" } == 0)
    let points = try #require(shapes[0].path).points
    #expect(points.count <= Int(layout.plot.width) * 8 + 16)
    #expect(isNear(points.map(\.y).min() ?? 0, try #require(layout.frame.left.y(of: 999)), 1e-6))
    let playing = Plots.chart(.bar, [SeriesSpec(.bar(BarStyleSpec()), values: .numbers(values))]) {
      $0.x.scale = .linear
      $0.common.animation.kind = .grow
    }
    #expect(try playing.plot().drawn(animated: true).contains { if case .grow? = $0.entrance { true } else { false } })
  }

  @Test("The rims of values bite into no other bar, however narrow the bars are")
  func rims() throws {
    for count in [8, 20, 30] {
      let values = (0..<count).map { 20 + $0 * 37 % 60 }
      let layout = try Plots.layout(
        "{\"kind\": \"bar\", \"size\": {\"width\": 320, \"height\": 200}, \"bars\": {\"width\": 0.9}, "
          + "\"series\": [{\"labels\": \"above\", \"values\": \(values)}]}")
      let mark = try #require(layout.mark(of: 0))
      let texts = layout.drawn().compactMap { node -> Text? in
        if case .text(let text) = node.shape { text } else { nil }
      }
      #expect(!layout.texts.values.labels.isEmpty)
      for label in layout.texts.values.labels {
        let room = label.box.inset(by: -1)
        let text = try #require(texts.first { $0.string == label.text && room.contains($0.position) })
        let isBitten = mark.covers(label.box.inset(by: -Text.haloWidth), except: label.point)
        #expect(!isBitten || text.halo == nil, "\(count): \(label.text)")
        #expect(label.isInside || isBitten || text.halo != nil, "\(count): \(label.text)")
      }
    }
  }
}
