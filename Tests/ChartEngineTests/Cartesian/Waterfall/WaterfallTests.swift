import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

@Suite("M10 Waterfalls")
struct WaterfallTests {
  private func spec(
    _ series: String, x: String = #"["2023", "Sales", "Costs", "Half", "Tax", "2024"]"#, _ more: String = ""
  )
    -> String
  {
    "{\"kind\": \"waterfall\", \"x\": {\"labels\": \(x)}, \"series\": {\(series)}\(more)}"
  }

  private func steps(_ text: String) throws -> [String] {
    let layout = try Plots.layout(text)
    let mark = try #require(layout.marks.first as? WaterfallMark)
    return mark.style.steps.map { step in
      step.map { "\($0.base)…\($0.sum)\($0.isTotal ? " total" : "")" } ?? "–"
    }
  }

  private static let values = #""values": [100, 30.5, -20.25, null, -5, null], "totals": ["2023", "Half", "2024"]"#
  /// As they are added up by hand.
  private static let sums = [
    "0.0…100.0 total", "100.0…130.5", "130.5…110.25", "0.0…110.25 total", "110.25…105.25", "0.0…105.25 total",
  ]

  @Test("Bars reach from the sum before a change to the sum after it, those of totals from 0")
  func runningSums() throws {
    #expect(try steps(spec(WaterfallTests.values)) == WaterfallTests.sums)
    let layout = try Plots.layout(spec(WaterfallTests.values))
    let (axis, mark) = (layout.frame.left, layout.marks[0])
    let ends: [(Double, Double)] = [
      (0, 100), (100, 130.5), (130.5, 110.25), (0, 110.25), (110.25, 105.25), (0, 105.25),
    ]
    for (point, (base, sum)) in ends.enumerated() {
      let rect = try #require(mark.rect(of: point))
      #expect(abs(axis.map.value(at: rect.maxY) - min(base, sum)) < 1e-9)
      #expect(abs(axis.map.value(at: rect.minY) - max(base, sum)) < 1e-9)
    }
    // 130.5 is the highest sum, though no value is so great.
    #expect(axis.domain.lower == 0 && axis.domain.upper >= 130.5)
  }

  @Test(
    "Totals are named, counted from 0, told by a column, or one name alone, and those at the end may be left out",
    arguments: [
      #""values": [100, 30.5, -20.25, null, -5, null], "totals": [0, 3, 5]"#,
      #""values": [100, 30.5, -20.25, null, -5], "totals": [2023, "Half", 2024]"#,
      #""values": [100, 30.5, -20.25, null, -5], "totals": [0, "Half", 5]"#,
      #""values": [100, 30.5, -20.25, null, -5, null], "totals": {"values": [1, 0, 0, 1, 0, 1]}"#,
      #""values": [100, 30.5, -20.25, null, -5, null], "totals": {"values": ["Absolute", "relative", "", "total", null, "TRUE"]}"#,
      #""values": [100, 30.5, -20.25, 110.25, -5, 105.25], "totals": [0, 3, 5]"#,
    ])
  func totals(_ series: String) throws {
    #expect(try steps(spec(series)) == WaterfallTests.sums)
    #expect(try Plots.chart(spec(series)).layout().warnings == [])
  }

  @Test("Without names the numbers of totals are indices; one name alone needs no list")
  func indices() throws {
    #expect(
      try steps(#"{"kind": "waterfall", "series": {"values": [4, -1], "totals": [2]}}"#)
        == ["0.0…4.0", "4.0…3.0", "0.0…3.0 total"])
    #expect(
      try steps(spec(#""values": [4, -1, null], "totals": "End""#, x: #"["a", "b", "End"]"#))
        == ["0.0…4.0", "4.0…3.0", "0.0…3.0 total"])
  }

  @Test("A total's own value is what counts from there on, and a warning says where it isn't the sum")
  func ownTotals() throws {
    let text = spec(#""values": [100, 30, -20, 115, -5], "totals": [0, "Half", "2024"]"#)
    #expect(
      try steps(text) == [
        "0.0…100.0 total", "100.0…130.0", "130.0…110.0", "0.0…115.0 total", "115.0…110.0", "0.0…110.0 total",
      ])
    #expect(
      try Plots.chart(text).layout().warnings == [
        "series[0].values[3]: the total is 115, but what is before it adds up to 110"
      ])
  }

  @Test("What is missing and no total changes nothing, and decimals add up to decimals")
  func gaps() throws {
    #expect(
      try steps(spec(#""values": [0.1, null, 0.2, -0.3, 0, null], "totals": [5]"#))
        == ["0.0…0.1", "–", "0.1…0.3", "0.3…0.0", "0.0…0.0", "0.0…0.0 total"])
    // A tenth a thousand times.
    let tenths = (0..<1_000).map { _ in "0.1" }.joined(separator: ",")
    let sums = try steps("{\"kind\": \"waterfall\", \"series\": {\"values\": [\(tenths)], \"totals\": [1000]}}")
    #expect(sums.last == "0.0…100.0 total")
    #expect(sums[6] == "0.6…0.7" && sums[999] == "99.9…100.0")
  }

  @Test("Changes at times are added up in the order of these")
  func order() throws {
    let text = """
      {"kind": "waterfall", "x": {"values": ["2024-03-01", "2024-01-01", "2024-02-01"]},
        "series": {"values": [null, 5, -2], "totals": ["2024-03-01"]}}
      """
    #expect(try steps(text) == ["0.0…3.0 total", "0.0…5.0", "5.0…3.0"])
  }

  @Test("Sums beyond all numbers stay where these end")
  func extremes() throws {
    let text = spec(#""values": [1.7e308, 1.7e308, -1e308, null], "totals": [3]"#)
    let layout = try Plots.layout(text)
    #expect((0..<4).allSatisfy { layout.marks[0].rect(of: $0)?.height.isFinite ?? true })
    _ = layout.scene(animated: true)
  }

  @Test(
    "What makes no sense is told with its place",
    arguments: [
      (#"{"kind": "waterfall", "y": {"scale": "log"}, "series": {"values": [1]}}"#, "y.scale: a waterfall adds up"),
      (#"{"kind": "waterfall", "series": {"values": [1], "totals": [-1]}}"#, "totals[0]: expected a name"),
      (#"{"kind": "waterfall", "series": {"values": [1], "totals": [0.5]}}"#, "totals[0]: expected a name"),
    ])
  func faults(_ text: String, _ told: String) throws {
    let fault = #expect(throws: InvalidValue.self) { try Plots.spec(text) }
    #expect(fault.map { "\($0)" }?.contains(told) == true, "\(fault.map { "\($0)" } ?? "")")
  }

  @Test("A total that is nowhere is warned of")
  func lost() throws {
    #expect(
      try Plots.chart(spec(#""values": [1, 2], "totals": ["Half", "Hafl", 77]"#)).layout().warnings == [
        "series[0].totals[1]: there is no entry 'Hafl'", "series[0].totals[2]: there is no entry '77'",
      ])
    #expect(
      try Plots.chart(spec(#""values": [1, 2], "totals": "sort""#)).layout().warnings == [
        "series[0].totals: there is no entry 'sort'"
      ])
  }

  @Test("Changes are told with their signs, in labels, markers and words")
  func words() throws {
    let layout = try Plots.layout(spec(WaterfallTests.values))
    #expect(layout.texts.values.labels.map(\.text) == ["100", "+30.5", "−20.25", "110.25", "−5", "105.25"])
    #expect(layout.words(for: [0, 2]) == "Costs: −20.25, sum 110.25")
    #expect(layout.words(for: [0, 3]) == "Half: total 110.25")
    #expect(layout.marker(for: [0, 1])?.text == "Sales\n+30.5\nsum 130.5")
    #expect(layout.marker(for: [0, 5])?.text == "2024\n105.25")
    #expect(
      layout.words().contains(
        "2023 total 100, Sales +30.5, Costs −20.25, Half total 110.25, Tax −5, 2024 total 105.25"))
    let hit = layout.hit(at: try #require(layout.marks[0].rect(of: 4)?.center))
    #expect(hit.kind == .bar && hit.index == 4 && hit.value == -5 && hit.label == "Tax")
    let accounts = try Plots.layout(spec(WaterfallTests.values, #", "format": "EUR ()""#))
    #expect(accounts.words(for: [0, 2]) == "Costs: (€20.25), sum €110.25")
  }

  @Test("Lines lead from each bar to the next one at the sum that both share, over gaps and out of view, too")
  func connectors() throws {
    func ends(_ text: String, _ change: (inout CartesianSpec) -> Void = { _ in }) throws -> [[Point]] {
      let layout = try Chart(id: "test", spec: Plots.spec(text).changed(change)).plot
      let drawing = layout.marks[0].drawings(entering: false)[0]
      guard case .path(let path)? = drawing.inside.first?.shape else { return [] }
      var lines: [[Point]] = []
      for element in path.elements {
        switch element {
        case .move(let point): lines.append([point])
        case .line(let point): lines[lines.count - 1].append(point)
        default: Issue.record("\(element)")
        }
      }
      return lines
    }
    let text = spec(#""values": [10, 5, null, -8, null], "totals": [0, 4]"#)
    let mark = try Plots.layout(text).marks[0]
    let rects = [0, 1, 3, 4].compactMap { mark.rect(of: $0) }
    let expected = zip(rects, rects.dropFirst()).enumerated().map { index, pair in
      // The end of a bar that rises, or of a total, is its top.
      let y = index == 2 ? pair.0.maxY : pair.0.minY
      return [Point(x: pair.0.maxX, y: y), Point(x: pair.1.minX, y: y)]
    }
    #expect(try ends(text) == expected)
    #expect(try ends(spec(#""values": [10, 5], "connectors": false"#)) == [])
    // Of a hundred bars five are seen, with four lines between them and one to each side.
    let many = (0..<100).map { _ in "1" }.joined(separator: ",")
    let scrolled = try ends("{\"kind\": \"waterfall\", \"series\": {\"values\": [\(many)]}}") { spec in
      spec.viewport.visibleCount = 5
      spec.viewport.start = .position(.number(40))
    }
    #expect(scrolled.count == 6)
  }

  @Test("The legend tells what rises, what falls and totals, as far as there are some")
  func legend() throws {
    func names(_ series: String, _ more: String = "") throws -> [String] {
      try Plots.layout(spec(series, #", "legend": "bottom""# + more)).frame.legend?.entries.map(\.label) ?? []
    }
    #expect(try names(WaterfallTests.values) == ["rising", "falling", "total"])
    #expect(try names(#""values": [1, 2]"#) == ["rising"])
    #expect(try names(#""values": [1, -2]"#) == ["rising", "falling"])
  }

  @Test("It grows by what is appended, as if all had been given at once")
  func appended() throws {
    let whole = try Plots.spec(#"{"kind": "waterfall", "series": {"values": [3, 4, -2, 6], "totals": [1]}}"#)
    let part = try Plots.spec(#"{"kind": "waterfall", "series": {"values": [3, 4], "totals": [1]}}"#)
    // Sums go on from those before, so that all is made anew.
    let engine = try #require(part.content as? CartesianSpec).engine()
    #expect(engine.grown(to: whole, dropping: [0]) == nil && !engine.growsInPlace(by: 1, from: nil))
  }
}
