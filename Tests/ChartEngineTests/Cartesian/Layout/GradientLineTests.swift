@testable import ChartEngine
import ChartModel
import JSONModel
import Testing

@Suite("R0, gradient line: the reference's formulas")
struct GradientLineTests {
  private static let spec = """
    {"kind": "line", "size": {"width": 340, "height": 170}, "background": "rgb(243, 243, 243)", "padding": 0,
      "x": {"lastDays": {"count": 7, "before": "2026-03-03"}, "band": 25, "tickLabels": {"fontSize": 10, "align": "center"}},
      "y": {"min": 0, "max": 60, "ticks": [0, 10, 20, 30, 40, 50], "band": 25,
        "grid": {"color": "rgb(231, 231, 231)"}, "tickLabels": {"fontSize": 10, "align": "center"}},
      "animation": {"kind": "stroke", "duration": 2.5},
      "series": [{"values": [10, 20, 15, 20, 40, 10, 20], "width": 4, "gradient": ["#fda408", "#fb252d"],
        "dots": "ends", "endBubble": true}]}
    """
  private let layout: CartesianLayout

  init() throws { layout = try Plots.layout(GradientLineTests.spec) }

  @Test("L1: The plot begins 25 px in; points lie in the middles of slots of (340 − 25) / 7, at 170 − 25 − v · 145 / 6")
  func places() throws {
    #expect(layout.plot == Rect(x: 25, y: 0, width: 315, height: 145))
    let slot = (340.0 - 25) / 7
    let places = try layout.places(0)
    let values = [1, 2, 1.5, 2, 4, 1, 2]
    #expect(places.count == 7)
    for (index, place) in places.enumerated() {
      #expect(isNear(place.x, 25 + slot * (Double(index) + 0.5)))
      #expect(isNear(place.y, 170 - 25 - values[index] * (170 - 25) / 6))
    }
    #expect(layout.report()["viewport"]?["slotWidth"]?.doubleValue.map { isNear($0, slot) } == true)
  }

  @Test("A7: The last seven days as MM-dd, centred in their slots within 1 px, over the end of a month")
  func days() {
    let labels = layout.frame.x.labels
    #expect(labels.map(\.text) == ["02-24", "02-25", "02-26", "02-27", "02-28", "03-01", "03-02"])
    for (index, label) in labels.enumerated() {
      #expect(abs(label.box.midX - (25 + 45 * (Double(index) + 0.5))) < 1)
      // In the middle of the band below the plot.
      #expect(abs(label.position.y - label.font.capHeight / 2 - (145 + 12.5)) < 1e-9)
    }
  }

  @Test("0, 10 … 50 centred in the left band, 145 / 6 apart, a rule of 1 px at each")
  func values() {
    let labels = layout.frame.left.labels(plot: layout.plot, in: layout.space)
    #expect(labels.map(\.text) == ["0", "10", "20", "30", "40", "50"])
    for (index, label) in labels.enumerated() {
      #expect(isNear(label.tick, 145 - Double(index) * 145 / 6))
      #expect(abs(label.box.midX - 12.5) < 1e-9)
    }
    let rules = layout.drawn().first { $0.strokeColor == Color(red: 231, green: 231, blue: 231) }
    let heights = rules?.path?.points.map(\.y) ?? []
    #expect(heights.count == 12 && rules?.style.strokeWidth == 1)
    for (index, height) in heights.enumerated() {
      #expect(abs(height - (145 - Double(index / 2) * 145 / 6)) <= 0.5)
    }
  }

  @Test("L2, L3: 4 px, round, with one gradient from the plot's left to its right in px")
  func gradient() throws {
    let line = try #require(layout.drawn().first { $0.isLine })
    #expect(line.style.strokeWidth == 4 && line.style.lineCap == .round && line.style.lineJoin == .round)
    guard case .gradient(let gradient)? = line.style.stroke else {
      Issue.record("no gradient")
      return
    }
    #expect(gradient.start == Point(x: 25, y: 0) && gradient.end == Point(x: 340, y: 0) && !gradient.isRelative)
    #expect(gradient.stops == [.init(0, Color(rgb: 0xFDA408)), .init(1, Color(rgb: 0xFB252D))])
  }

  @Test("L4: Dots of r 2 at both ends, in the line's colour there")
  func dots() {
    let dots = layout.drawn().filter { $0.circle != nil }
    #expect(dots.map { $0.circle?.radius } == [2, 2])
    #expect(dots.first?.circle.map { isNear($0.center.x, 47.5) } == true)
    #expect(dots.last?.circle.map { isNear($0.center.x, 317.5) } == true)
    let (start, end) = (Color(rgb: 0xFDA408), Color(rgb: 0xFB252D))
    #expect(dots.first?.fillColor == start.mixed(with: end, share: 22.5 / 315))
  }

  @Test("L11: The bubble of 30 × 30 is 8 right of the last point and its top 34 above it, moved inside the chart")
  func bubble() throws {
    let last = try #require(try layout.places(0).last)
    let frame = try #require(layout.texts.bubbles.first).frame
    #expect(frame == Rect(x: 310, y: last.y - 34, width: 30, height: 30))
    let wide = try Plots.layout(
      GradientLineTests.spec.replacing("\"padding\": 0", with: "\"padding\": {\"right\": 60}"))
    let place = try #require(try wide.places(0).last)
    #expect(
      try #require(wide.texts.bubbles.first).frame
        == Rect(x: place.x + 8, y: place.y - 34, width: 30, height: 30))
    #expect(layout.report()["bubbles"]?[0]?["text"]?.stringValue == "20")
  }

  @Test(
    "L10, L11: The stroke is drawn to its phase; the bubble is there only at the end", arguments: [0, 0.25, 0.5, 0.99])
  func phases(phase: Double) throws {
    let layout = try Plots.layout(GradientLineTests.spec, phase: phase)
    #expect(layout.report()["bubbles"]?.arrayValue?.isEmpty == true)
    #expect(!layout.drawn().contains { $0.text?.runs.first?.color == .white })
    let lines = layout.drawn().filter(\.isLine)
    guard phase > 0 else {
      #expect(lines.isEmpty && !layout.drawn().contains { $0.circle != nil })
      return
    }
    let whole = try self.layout.places(0)
    func length(_ points: [Point]) -> Double { zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length } }
    let points = try #require(lines.first?.path?.points)
    #expect(isNear(length(points), phase * length(whole), 1e-6))
  }
}
