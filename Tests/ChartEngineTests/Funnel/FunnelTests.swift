import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

@Suite("M10 Funnels")
struct FunnelTests {
  private static let shop =
    #"{"kind": "funnel", "stages": {"Visits": 9000, "Baskets": 3600, "Orders": 900, "Returns": 45}"#
  private static let values = [9000.0, 3600, 900, 45]

  private func layout(_ more: String = "", size: Size? = nil) throws -> FunnelLayout {
    try StillCharts.layout(FunnelTests.shop + more + "}", size: size, as: FunnelLayout.self)
  }

  @Test("Stages are shades of one colour, of which each can be told from what is behind; an author's palette stays")
  func colors() throws {
    for theme in ["light", "dark"] {
      let layout = try layout(#", "theme": "\#(theme)""#)
      let colors = layout.marks.map(\.color)
      let parent = Palette.color(at: 0, in: [], on: layout.canvas.surface)
      #expect(colors == Palette.shades(of: parent, count: 4, on: layout.canvas.surface) && Set(colors).count == 4)
      #expect(colors.allSatisfy { $0.contrast(to: layout.canvas.surface.color) >= Palette.leastContrast })
    }
    let own = try layout(##", "palette": ["#ff0000", "#0000ff"]"##).marks.map(\.color)
    #expect(own[0] == Color(rgb: 0xFF0000) && own[1] == Color(rgb: 0x0000FF))
  }

  @Test("Widths are as values: above a stage's own, below the next one's, so that the sides meet")
  func widths() throws {
    let layout = try layout()
    let perUnit = layout.stages[0].upperWidth / 9000
    for (index, stage) in layout.stages.enumerated() {
      #expect(abs(stage.upperWidth - FunnelTests.values[index] * perUnit) < 1e-9)
      let next = FunnelTests.values[min(index + 1, 3)]
      #expect(abs(stage.lowerWidth - next * perUnit) < 1e-9)
      #expect(abs((stage.bottom - stage.top) - (layout.stages[0].bottom - layout.stages[0].top)) < 1e-9)
    }
    for (above, below) in zip(layout.stages, layout.stages.dropFirst()) {
      #expect(abs(below.top - above.bottom - 2) < 1e-9 && above.x == below.x)
    }
    // The painted outlines say so as well.
    let drawn = layout.painting.layers.filter { $0.mark != nil }.compactMap { layer -> Double? in
      let xs = layer.node.path.map { FlattenedPath($0) }.map { $0.ends.dropLast().filter { $0 != .zero }.map(\.x) }
      return xs.flatMap { xs in xs.min().flatMap { least in xs.max().map { $0 - least } } }
    }
    #expect(drawn.map { ($0 / perUnit).rounded() } == FunnelTests.values)
  }

  @Test("Names stand on the left, values inside where there is room, shares on the right")
  func labels() throws {
    let layout = try layout()
    let texts = layout.painting.words.map(\.text.string)
    #expect(
      texts == ["Visits", "9,000", "100%", "Baskets", "3,600", "40%", "Orders", "900 · 10%", "Returns", "45 · 1%"])
    #expect(layout.warnings.isEmpty)
    let previous = try self.layout(#", "labels": {"inside": "", "after": "{previous}"}"#)
    #expect(previous.painting.words.map(\.text.string).filter { $0.hasSuffix("%") } == ["100%", "40%", "25%", "5%"])
    #expect(layout.words(for: [1]) == "Baskets: 3,600 (40%)")
    #expect(layout.mark(at: [1])?.fraction == 0.4)
  }

  @Test("What is seen is what is hit", arguments: [0, 2, 20])
  func hits(gap: Double) throws {
    let layout = try layout(#", "gap": \#(gap), "legend": "top""#)
    let painting = layout.painting
    let outlines = layout.stages.map { FlattenedPath($0.path) }
    var (wrong, seen) = (Mismatches(), Set<[Int]>())
    for place in layout.places {
      let hit = layout.hit(at: place)
      guard hit.kind != .legend, outlines.allSatisfy({ $0.distance(to: place) > 0.01 }) else { continue }
      let expected = painting.marks(at: place).last
      wrong.expect(hit.path == expected, "\(place)")
      if let expected { seen.insert(expected) }
    }
    wrong.check()
    #expect(seen.count == 4)
  }

  @Test("The legend hides a stage, whose neighbours meet then; keys walk, taps pick and clear")
  func taps() throws {
    var chart = try StillCharts.chart(FunnelTests.shop + #", "legend": "bottom"}"#)
    #expect(
      StillCharts.walk(chart, [.down, .down, .right, .down, .down, .up, .home, .end, .enter, .enter])
        == [[0], [1], [2], [3], [0], [3], [0], [3], nil, [0]])
    let layout = try #require(chart.layout() as? FunnelLayout)
    let middle = Point(x: layout.stages[1].x, y: layout.stages[1].midY)
    _ = chart.apply(.tap(middle))
    #expect(chart.state.view.selection == [1])
    let entry = try #require(layout.surroundings.legend?.entries[1])
    _ = chart.apply(.tap(entry.box.center))
    #expect(chart.state.view.selection == nil && chart.state.view.hidden == [1])
    let less = try #require(chart.layout() as? FunnelLayout)
    #expect(less.marks.map(\.path) == [[0], [2], [3]] && less.stages[0].lowerWidth == less.stages[1].upperWidth)
    for index in [0, 2, 3] { _ = chart.apply(.toggle(series: index)) }
    #expect(chart.layout().warnings == ["all stages are hidden or 0: nothing to show"])
  }

  @Test("In little room what is left out is said")
  func room() throws {
    let names = (0..<40).map { "{\"label\": \"A very long name of stage \($0)\", \"value\": \(100 - $0)}" }
    let layout = try StillCharts.layout(
      "{\"kind\": \"funnel\", \"stages\": [\(names.joined(separator: ","))]}", size: Size(width: 320, height: 200),
      as: FunnelLayout.self)
    #expect(layout.warnings.contains { $0.hasSuffix("labels were left out: there is no room for them") })
    #expect(layout.warnings.contains { $0.contains("names were shortened") })
  }

  @Test("It grows from its middle")
  func drawIn() throws {
    let chart = try StillCharts.chart(FunnelTests.shop + #", "animation": "grow"}"#)
    let (whole, half) = (
      try #require(chart.layout() as? FunnelLayout), try #require(chart.layout(phase: 0.5) as? FunnelLayout)
    )
    for (one, other) in zip(whole.stages, half.stages) { #expect(abs(one.upperWidth / 2 - other.upperWidth) < 1e-9) }
    #expect(chart.layout(phase: 0).hit(at: Point(x: whole.stages[0].x, y: whole.stages[0].midY)).kind == .none)
  }

  @Test(
    "Bad input is refused with its place",
    arguments: [
      (#""stages": [{"label": "a", "value": -1}]"#, "stages[0].value: expected a number of at least 0, got -1"),
      (#""stages": [{"label": "a"}]"#, "stages[0].value: is required"),
      (#""stages": {"a": 1}, "data": "x.csv""#, "data: give either `stages` or `data`, not both"),
      (#""labels": {"inside": "{vale}"}"#, "labels.inside: "),
    ])
  func faults(spec: String, fault: String) {
    let told = StillCharts.fault("{\"kind\": \"funnel\", \(spec)}")
    #expect(told?.contains(fault) == true, "\(told ?? "–")")
  }

  @Test("Nothing, zeros and what a program sets are no trap")
  func nothing() throws {
    for (spec, warning) in [
      ("[]", "there are no stages: nothing to show"),
      ("[{\"value\": 0}, {\"value\": 0}]", "all values are 0: nothing to show"),
    ] {
      let layout = try StillCharts.layout("{\"kind\": \"funnel\", \"stages\": \(spec)}", as: FunnelLayout.self)
      #expect(layout.warnings == [warning] && layout.hit(at: layout.canvas.bounds.center).kind == .none)
    }
    let values = [Double.leastNonzeroMagnitude, 1.7e308, .nan, .infinity, -3, 0]
    let spec = FunnelSpec(stages: values.map { StageSpec(label: "a", value: $0) })
    for size in [Size(width: 0, height: 0), Size(width: 3, height: 900), Size(width: 1200, height: 700)] {
      let layout = Chart(id: "p", spec: ChartSpec(spec), size: size).layout()
      _ = (layout.scene(animated: true), layout.report(), layout.words(), layout.hit(at: layout.canvas.bounds.center))
    }
  }

  @Test("Long names have two lines where stages are high enough")
  func longNames() throws {
    let layout = try StillCharts.layout(
      #"{"kind": "funnel", "stages": {"Put something into the basket": 23, "Paid": 4}}"#,
      size: Size(width: 480, height: 300), as: FunnelLayout.self)
    #expect(layout.warnings.isEmpty)
    #expect(layout.labels.texts.prefix(2).map { $0.runs[0].text } == ["Put something into the", "basket"])
    #expect(!layout.labels.texts[0].box.inset(by: 1).intersects(layout.labels.texts[1].box))
  }

  @Test(
    "A placeholder's format is that of its number, wherever it is written", arguments: ["before", "inside", "after"])
  func formats(place: String) throws {
    let shares = FunnelShares([12_000, 3_456.78], format: NumberFormat(FormatSpec()))
    func words(_ template: String) -> String {
      var labels = FunnelSpec.Labels()
      (labels.before, labels.inside, labels.after) = (template, template, template)
      let words = shares.words("Orders", at: 1, labels)
      return ["before": words.before, "inside": words.inside, "after": words.after][place] ?? ""
    }
    #expect(words("{value:.1}") == "3,456.8" && words("{value:compact .1}") == "3.5K")
    #expect(words("{label}: {value:EUR} of {value}") == "Orders: €3,456.78 of 3,456.78")
  }
}
