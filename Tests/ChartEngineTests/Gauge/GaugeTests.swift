import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

@Suite("M10 Gauges")
struct GaugeTests {
  private func layout(_ spec: String, size: Size? = nil) throws -> GaugeLayout {
    try StillCharts.layout("{\"kind\": \"gauge\", \(spec)}", size: size, as: GaugeLayout.self)
  }

  @Test(
    "The needle's angle is linear in the value, from the scale's beginning to its end",
    arguments: [(135.0, 270.0), (180, 180), (-90, 360), (200, 140)])
  func angles(start: Double, sweep: Double) throws {
    for value in stride(from: -40.0, through: 60, by: 12.5) {
      let layout = try layout(
        "\"value\": \(value), \"min\": -40, \"max\": 60, \"startAngle\": \(start), \"sweep\": \(sweep)")
      let angle = start + sweep * (value + 40) / 100
      let needle = try #require(layout.needle)
      #expect(abs(angularDifference(needle.angle, angle)) < 1e-9)
      #expect(layout.marks[0].anchor.isNear(layout.center.polar(needle.length, degrees: angle)))
      // The tip of what is drawn is there, too.
      let tip = layout.painting.layers.contains { layer in
        guard layer.mark == [0], case .path(let path) = layer.node.shape else { return false }
        return path.elements.contains {
          if case .line(let end) = $0 { end.isNear(layout.marks[0].anchor) } else { false }
        }
      }
      #expect(tip)
    }
  }

  @Test("The arc is filled up to the value, and bands end where they say")
  func sectors() throws {
    let layout = try layout(
      #""value": 25, "pointer": "arc", "bands": [{"to": 10}, {"to": 60, "label": "usual"}, {}]"#)
    let arc = try #require(layout.arc)
    #expect(arc.start == 135 && abs(arc.sweep - 270 * 0.25) < 1e-9 && layout.needle == nil)
    #expect(layout.bands.map(\.sweep).map { ($0 * 1e6).rounded() / 1e6 } == [27, 135, 108])
    #expect(layout.marks.map(\.path) == [[0], [1], [2], [3]])
    #expect(layout.words(for: [2]) == "usual: 10 – 60")
    #expect(layout.bands.allSatisfy { $0.inner >= arc.outer })
  }

  @Test("What is seen is what is hit", arguments: ["needle", "arc"])
  func hits(pointer: String) throws {
    let layout = try layout(#""value": 70, "pointer": "\#(pointer)", "bands": [{"to": 30}, {"to": 100}]"#)
    let painting = layout.painting
    let outlines = painting.layers.filter { $0.mark != nil }.compactMap { $0.node.path.map { FlattenedPath($0) } }
    var (wrong, seen) = (Mismatches(), Set<[Int]>())
    for place in layout.places {
      guard outlines.allSatisfy({ $0.distance(to: place) > GaugeLayout.hitTolerance + 0.01 }),
        abs((place - layout.center).length - layout.rim.radius * 0.07) > 2
      else { continue }
      let expected = painting.marks(at: place).last
      wrong.expect(layout.hit(at: place).path == expected, "\(place)")
      if let expected { seen.insert(expected) }
    }
    wrong.check()
    #expect(seen == [[0], [1], [2]])
    #expect(layout.hit(at: layout.marks[0].anchor).path == [0])
  }

  @Test("The value is written in the middle as the template and the format say")
  func text() throws {
    let layout = try layout(
      #""value": 1234.5, "max": 5000, "measure": "rpm", "text": "{value} / {max}", "format": {"locale": "de"}"#)
    #expect(layout.text.lines.map(\.string) == ["1.234,5 / 5.000", "rpm"] && layout.warnings.isEmpty)
    #expect(try self.layout(#""value": 25, "text": "{percent}""#).text.lines.map(\.string) == ["25%"])
    #expect(StillCharts.fault(#"{"kind": "gauge", "text": "{valeu}"}"#)?.contains("{valeu}") == true)
  }

  @Test("Beyond the scale the needle stands at its end, and that is said; without a value there is none")
  func beyond() throws {
    let above = try layout(#""value": 120"#)
    #expect(above.needle?.angle == 405 && above.warnings == ["the value 120 is above 100: the needle ends there"])
    #expect(above.text.lines.map(\.string) == ["120"])
    let none = try layout(#""value": null, "bands": [{"to": 50}]"#)
    #expect(none.marks.map(\.path) == [[1]] && none.warnings == ["there is no value: nothing to point at"])
    #expect(none.text.lines.map(\.string) == ["–"])
  }

  @Test("Keys walk over the value and the bands, taps pick them")
  func keys() throws {
    var chart = try StillCharts.chart(#"{"kind": "gauge", "value": 30, "bands": [{"to": 50}, {"to": 100}]}"#)
    #expect(
      StillCharts.walk(chart, [.right, .down, .right, .right, .end, .home, .up, .escape, .enter])
        == [[0], [1], [2], [0], [2], [0], [2], nil, [0]])
    let layout = try #require(chart.layout() as? GaugeLayout)
    let band = layout.bands[1]
    let outcome = chart.apply(.tap(band.point(angle: band.middle, radius: (band.inner + band.outer) / 2)))
    #expect(chart.state.view.selection == [2] && outcome.hit?.index == 2 && outcome.hit?.label == "Band 2")
    #expect(chart.layout().marker(for: [2])?.text == "Band 2\n50 – 100")
  }

  @Test("It sweeps from the beginning, and so it plays by itself")
  func drawIn() throws {
    let chart = try StillCharts.chart(#"{"kind": "gauge", "value": 50, "animation": "sweep"}"#)
    let half = try #require(chart.layout(phase: 0.5) as? GaugeLayout)
    #expect(half.needle?.angle == 135 + 67.5)
    #expect(chart.layout().scene(animated: true).animation?.movement == .entrances)
    let arc = try StillCharts.chart(#"{"kind": "gauge", "value": 50, "pointer": "arc", "animation": "sweep"}"#)
    guard case .sweep(let fans, 135, _, _)? = arc.layout().scene(animated: true).animation?.movement else {
      Issue.record("no fan")
      return
    }
    #expect(fans.map(\.sweep) == [135])
  }

  @Test(
    "Bad input is refused with its place",
    arguments: [
      (#""min": 5, "max": 5"#, "max: expected more than min, which is 5"),
      (#""bands": [{"to": 50}, {"to": 40}]"#, "bands[1].to: expected a number above 50 and at most 100, got 40"),
      (#""bands": [{}, {"to": 80}]"#, "bands[1].to: expected a number above 100 and at most 100, got 80"),
      (#""bands": [{"to": 101}]"#, "bands[0].to: expected a number above 0 and at most 100, got 101"),
      (#""sweep": 0"#, "sweep: expected a number from 10 to 360, got 0"),
      (#""value": "x""#, "value: expected a"), (#""animation": "grow""#, "animation.kind: expected one of"),
    ])
  func faults(spec: String, fault: String) {
    let told = StillCharts.fault("{\"kind\": \"gauge\", \(spec)}")
    #expect(told?.contains(fault) == true, "\(told ?? "–")")
  }

  @Test("What a program sets is never a trap")
  func program() {
    for value in [Double.nan, .infinity, -1e308, 1e308, .leastNonzeroMagnitude] {
      var spec = GaugeSpec(value: value)
      (spec.min, spec.max, spec.sweep, spec.startAngle, spec.step) = (
        -1.7e308, 1.7e308, .nan, 1e300, .leastNonzeroMagnitude
      )
      spec.bands = [GaugeSpec.Band(to: .nan), GaugeSpec.Band(to: value), GaugeSpec.Band(to: -value)]
      for size in [Size(width: 0, height: 0), Size(width: 320, height: 200)] {
        let layout = Chart(id: "p", spec: ChartSpec(spec), size: size).layout()
        _ = (layout.scene(animated: true), layout.report(), layout.words(), layout.hit(at: layout.canvas.bounds.center))
      }
    }
  }

  @Test(
    "The scale says where it begins and ends",
    arguments: [(-50.0, 50.0), (0, 9), (0, 100), (0.3, 9.7), (-5e6, 5e6), (0, 137), (12, 13), (-1e-9, 1e9)])
  func ends(min: Double, max: Double) throws {
    for size in [Size(width: 320, height: 200), Size(width: 480, height: 300), Size(width: 900, height: 600)] {
      let ticks = try layout("\"value\": \(min), \"min\": \(min), \"max\": \(max)", size: size).scale.ticks
      #expect(ticks.first?.value == min && ticks.last?.value == max)
      #expect(
        zip(ticks, ticks.dropFirst()).allSatisfy { $0.value < $1.value } && ticks.allSatisfy { !$0.label.isEmpty })
    }
  }

  @Test("A legend that is asked for names the bands, and what a long measure is has two lines")
  func legend() throws {
    let layout = try layout(
      #""value": 25, "legend": "right", "bands": [{"to": 10, "label": "low"}, {"to": 60, "label": "usual"}, {}]"#,
      size: Size(width: 480, height: 300))
    #expect(layout.surroundings.legend?.entries.map(\.label) == ["low", "usual"] && layout.warnings.isEmpty)
    #expect(layout.surroundings.legend?.entries.allSatisfy { $0.index == nil } == true)
    let none = try self.layout(#""value": 25, "legend": true"#)
    #expect(none.warnings.count == 1)
    let long = try self.layout(
      #""value": 7.5, "max": 9, "measure": "on the scale of Richter""#, size: Size(width: 480, height: 300))
    #expect(long.text.lines.count == 3 && !long.text.isIncomplete)
  }

  @Test(
    "A placeholder's format is that of its number",
    arguments: [
      ("{value:.1} done", "3,456.8 done"), ("{value:compact}", "3.5K"), ("{value:EUR}", "€3,456.78"),
      ("{value:+}", "+3,456.78"), ("{value:.0} {value}", "3,457 3,456.78"),
      ("{measure}: {value:.1}", "points: 3,456.8"),
    ])
  func formats(text: String, written: String) throws {
    let layout = try layout(#""value": 3456.78, "max": 5000, "measure": "points", "text": "\#(text)""#)
    #expect(layout.text.lines.first?.runs.map(\.text).joined() == written)
    let nothing = try self.layout(#""value": null, "text": "\#(text)""#)
    #expect(nothing.text.lines.first?.runs.map(\.text).joined().contains("–") == true)
  }

  @Test("A needle of a closed scale passes through no text, wherever it points", arguments: [320, 330, 360])
  func clearText(sweep: Int) throws {
    for value in stride(from: 0, through: 100, by: 2.5) {
      for size in [Size(width: 320, height: 200), Size(width: 640, height: 400)] {
        let layout = try layout(
          #""value": \#(value), "startAngle": 270, "sweep": \#(sweep), "measure": "Prozent""#, size: size)
        let needle = try #require(layout.needle)
        for line in layout.text.lines {
          let font = layout.canvas.typeface.font(.given(line.size))
          let half = font.width(of: line.string) / 2
          for x in stride(from: line.position.x - half, through: line.position.x + half, by: 2) {
            for y in [line.position.y, line.position.y - font.capHeight] {
              #expect(!needle.contains(Point(x: x, y: y), tolerance: 1), "\(value): \(line.string)")
            }
          }
        }
        #expect(layout.text.lines.count == 2)
      }
    }
  }
}
