import ChartModel
import JSONModel
import OrderedCollections
import TestSupport
import Testing

@testable import ChartEngine

@Suite("W6 What is written can be read")
struct LegibilityTests {
  private static func contrast(_ first: Color, _ second: Color) -> Double {
    (max(first.luminance, second.luminance) + 0.05) / (min(first.luminance, second.luminance) + 0.05)
  }

  /// Looks whether everything that is written and drawn can be read and seen.
  @discardableResult
  static func look(
    at chart: Chart, in size: Size, _ name: String, _ wrong: inout Mismatches
  ) -> any ChartLayout {
    let layout = chart.layout(size: size)
    let surface = layout.canvas.surface
    let painting = Painting(layout.scene(), on: surface.color)
    // What explains limits and bands belongs to no mark.
    let notes = (layout as? CartesianLayout).map { layout in
      Set((Array(layout.texts.limits.values) + Array(layout.texts.bands.values)).flatMap(\.lines))
    }
    for (index, word) in painting.words.enumerated() {
      let text = word.text.string
      let color = word.text.runs.first?.color ?? .black
      for point in word.samples {
        let behind = word.text.halo ?? painting.color(at: point, below: word.below)
        let ratio = LegibilityTests.contrast(color, behind)
        wrong.expect(ratio >= 4.49, "\(name): '\(text)' has \(ratio), \(color.css) on \(behind.css)")
      }
      wrong.expect(
        word.corners.allSatisfy { layout.canvas.bounds.inset(by: -0.5).contains($0) }, "\(name): '\(text)' is cut")
      let marks = painting.marksSeen(under: word)
      wrong.expect(marks.count <= 1, "\(name): '\(text)' is over the marks \(marks)")
      if notes?.contains(text) == true {
        let hidden = painting.hiddenArea(under: word)
        wrong.expect(hidden <= 6, "\(name): '\(text)' hides \(hidden) px² of marks")
      }
      for other in painting.words[(index + 1)...] {
        wrong.expect(!word.overlaps(other), "\(name): '\(text)' is over '\(other.text.string)'")
      }
    }
    // Another background is the author's, as are colours on it.
    guard chart.spec.common.background == nil else { return layout }
    // Cells of a heat map have the colours of a scale, whose one end is pale.
    let isHeatmap = (chart.spec.content as? CartesianSpec)?.kind == .heatmap
    let least = isHeatmap ? 1.2 : 2.99
    for (index, layer) in painting.layers.enumerated() where layer.mark != nil {
      for point in layer.samples {
        let behind = painting.ground(at: point, below: index)
        let ratio = [layer.node.fillColor, layer.node.strokeColor].compactMap { color in
          color.map { LegibilityTests.contrast($0.over(behind, opacity: layer.opacity), behind) }
        }.max()
        wrong.expect(ratio ?? 21 >= least, "\(name): the mark \(layer.mark ?? []) has \(ratio ?? 0) on \(behind.css)")
      }
    }
    return layout
  }

  /// Looks at a chart at three sizes, and whether a smaller one tells what it leaves out: of names that the largest one writes
  /// those that are not even there in part.
  static func lookAtAllSizes(
    _ chart: Chart, _ name: String, _ wrong: inout Mismatches, _ body: (any ChartLayout, Size) -> Void = { _, _ in }
  ) {
    let names = LegibilityTests.names(ChartKinds.standard.schema.encode(chart.spec))
    var written: Set<String> = []
    for size in RandomCharts.sizes.reversed() {
      let layout = look(at: chart, in: size, "\(name), \(size.width)", &wrong)
      body(layout, size)
      let words = Painting(layout.scene(), on: layout.canvas.surface.color).words.map(\.text.string)
      // Whole there, and at least in part here.
      if size == RandomCharts.sizes.last { written = names.filter { name in words.contains { $0.contains(name) } } }
      let lost = written.filter { name in
        !words.contains { word in
          let start = String(word.prefix { $0 != "…" })
          return word.contains(name) || (start.count > 1 && name.hasPrefix(start))
        }
      }
      wrong.expect(
        lost.isEmpty || !layout.warnings.isEmpty, "\(name), \(size.width): nobody tells that \(lost) are left out")
    }
  }

  /// What is named in a spec: slices, stages, series, positions, and the chart itself.
  private static func names(_ spec: JSON) -> Set<String> {
    func texts(_ json: JSON) -> [String] {
      switch json {
      case .string(let text): [text]
      case .array(let all): all.flatMap(texts)
      default: []
      }
    }
    let own: [String] =
      switch spec {
      case .object(let members):
        members.flatMap { key, value in
          ["label", "labels", "name", "title", "subtitle", "caption", "measure"].contains(key) ? texts(value) : []
        } + members.flatMap { names($0.value) }
      case .array(let all): all.flatMap { names($0) }
      default: []
      }
    return Set(own.filter { $0.count > 1 && !$0.contains("{") })
  }

  @Test(
    "Of random charts at three sizes: text 4.5 : 1 against what is behind it, no text over another or cut, marks 3 : 1",
    arguments: sample(0..<20))
  func random(chunk: Int) {
    check(chunk) { charts in charts.chart() }
  }

  @Test(
    "The same of radars, polar bars, gauges and funnels, whose words, reports and hits are no trap either",
    arguments: sample(0..<20))
  func stillCharts(chunk: Int) {
    check(chunk) { charts in charts.stillChart() }
  }

  @Test("The same of histograms and boxes", arguments: sample(0..<20))
  func distributions(chunk: Int) {
    check(chunk) { charts in charts.distribution() }
  }

  @Test("The same of waterfalls and bullets", arguments: sample(0..<20))
  func changes(chunk: Int) {
    check(chunk) { charts in charts.changes() }
  }

  @Test("The same in letters of other sizes and of other families", arguments: sample(0..<12))
  func otherLetters(chunk: Int) {
    var font = FontSpec()
    font.size = [9, 15, 18, 12][chunk % 4]
    font.families = [["monospace"], [], ["Verdana", "sans-serif"]][chunk % 3]
    check(chunk) { [font] charts in
      var spec = chunk.isMultiple(of: 2) ? charts.chart().spec : charts.stillChart().spec
      spec.common.font = font
      return Chart(id: "random", spec: spec)
    }
  }

  @Test("The same of heat maps and candlesticks", arguments: sample(0..<10))
  func cells(chunk: Int) {
    check(chunk) { charts in charts.random.chance(0.6) ? charts.heatmap() : charts.candlesticks() }
  }

  @Test("The same of plots with texts at places, and of several charts in one picture", arguments: sample(0..<10))
  func compositions(chunk: Int) {
    check(chunk) { charts in charts.random.chance(0.5) ? charts.annotated() : charts.layout() }
  }

  private func check(_ chunk: Int, _ make: (inout RandomCharts) -> Chart) {
    var wrong = Mismatches()
    for seed in sample(chunk * 50..<(chunk + 1) * 50) {
      var charts = RandomCharts(seed: seed)
      LegibilityTests.lookAtAllSizes(make(&charts), "\(seed)", &wrong) { layout, size in
        guard !(layout is CartesianLayout), !(layout is PieLayout) else { return }
        for x in stride(from: -10, to: size.width, by: 97) { _ = layout.hit(at: Point(x: x, y: x / 2)) }
        _ = (layout.words(), layout.report(), layout.scene(animated: true))
      }
    }
    wrong.check()
  }

  @Test("Of random treemaps at three sizes the same, whatever part one is in", arguments: sample(0..<20))
  func treemaps(chunk: Int) {
    check(chunk) { charts in charts.treemap() }
  }

  @Test(
    "Of random plots the values are written at their own entries, and what is left out is counted",
    arguments: sample(0..<20))
  func values(chunk: Int) throws {
    var wrong = Mismatches()
    var seen = 0
    for seed in chunk * 50..<(chunk + 1) * 50 {
      var charts = RandomCharts(seed: seed)
      let chart = charts.chart()
      for size in RandomCharts.sizes {
        guard let layout = chart.layout(size: size) as? CartesianLayout else { continue }
        let painting = Painting(layout.scene(), on: layout.canvas.surface.color)
        let name = "\(seed) at \(size.width)"
        let texts = layout.texts
        seen += texts.values.labels.count
        for label in texts.values.labels {
          let own = [label.series, try #require(layout.mark(of: label.series)).series.specIndex(of: label.point)]
          let box = layout.space.picture(label.box).inset(by: 0.3)
          for x in [box.minX, box.midX, box.maxX] {
            for y in [box.minY, box.midY, box.maxY] {
              let over = painting.marks(at: Point(x: x, y: y)).filter { $0 != own }
              wrong.expect(over.isEmpty, "\(name): '\(label.text)' of \(own) is over \(over)")
            }
          }
        }
        let requested = layout.marks.reduce(0) { $0 + $1.labelRequests.count }
        let dropped = requested - texts.values.labels.count
        let told = RoomWarning.leftOut(dropped, of: requested, "value")
        wrong.expect(
          layout.warnings.contains(told) == (dropped > 0), "\(name): \(dropped) values are missing: \(layout.warnings)")
        // Names.
        guard layout.chart.data.axis.isCategory, layout.plot.width >= 1, !layout.frame.x.labels.isEmpty else {
          continue
        }
        let names = layout.chart.data.axis.labels
        let isSaid = layout.warnings.contains { $0.hasPrefix("x: ") }
        let written = layout.frame.x.labels.map(\.words)
        if !layout.chart.slotLabels.areSequence {
          wrong.expect(written == names.map(\.oneLine) || isSaid, "\(name): names are missing: \(written)")
        }
      }
    }
    #expect(seen > 100)
    wrong.check()
  }
}
