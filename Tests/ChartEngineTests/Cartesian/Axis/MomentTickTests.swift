import ChartModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("M1 Ticks of moments along the values")
struct MomentTickTests {
  private static let zones = [TimeZoneRules.utc, TimeZoneRules(offset: 19_800)]
  private static let spans: [Double] = [
    0.05, 3, 700, 59_000, 5_000_000, 86_400_000, 900_000_000, 2.6e9, 9e9, 3.1e10, 2.2e11, 4e12, 9e13,
  ]

  @Test("They are those that the positions have in the same span, in as many labels", arguments: spans)
  func same(span: Double) {
    for (index, zone) in MomentTickTests.zones.enumerated() {
      let start = 1.77e12 + Double(index) * 1e8
      let domain = Domain(start, start + span)
      for count in 2...11 {
        let expected = TimeTicks(domain, in: zone, maxCount: count).ticks(DateNames("de"))
        #expect(MomentTicks(zone, format: nil, locale: "de").ticks(in: domain, maxCount: count) == expected)
      }
    }
  }

  @Test(
    "Rounded, the ends are ticks about all values, little of the axis is empty, and there are no more labels than there is room for"
  )
  func rounded() {
    var random = SplitMix64(seed: 77)
    for _ in 0..<2_000 {
      let span = MomentTickTests.spans[random.whole(0...MomentTickTests.spans.count - 1)] * (0.5 + random.number(0...1))
      let start = -2e12 + random.number(0...1) * 6e12
      let (domain, zone) = (Domain(start, start + span), MomentTickTests.zones[random.whole(0...1)])
      let count = random.whole(1...11)
      let made = MomentTicks(zone, format: nil, locale: "en")
        .nice(domain, showing: domain, maxCount: count, atMost: count + random.whole(0...8))
      #expect(made.domain.lower <= domain.lower && made.domain.upper >= domain.upper)
      guard made.domain != domain else { continue }
      #expect(made.ticks.first?.value == made.domain.lower && made.ticks.last?.value == made.domain.upper)
      #expect(domain.span >= LinearTicks.leastUse * made.domain.span)
      #expect(made.ticks.count <= count + 8)
      #expect(zip(made.ticks, made.ticks.dropFirst()).allSatisfy { $0.value < $1.value })
    }
  }

  @Test("Months, quarters of a year and years are where the calendar has them, whatever their lengths")
  func calendar() {
    func nice(_ first: String, _ last: String, _ count: Int) -> [String] {
      let ends = [first, last].map { (try? TimeText.milliseconds($0, in: .utc)) ?? .nan }
      let made = MomentTicks(.utc, format: nil, locale: "en")
        .nice(Domain(ends[0], ends[1]), showing: Domain(ends[0], ends[1]), maxCount: count, atMost: count)
      return made.ticks.map(\.label)
    }
    #expect(nice("2026-01-05", "2026-04-17", 8) == ["Jan 2026", "Feb", "Mar", "Apr", "May"])
    #expect(nice("2026-01-01", "2026-04-01", 8) == ["Jan 2026", "Feb", "Mar", "Apr"])
    #expect(nice("2024-02-10", "2026-11-05", 5) == ["2024", "2025", "2026", "2027"])
    #expect(nice("1999-01-01", "1999-01-01T11:20", 5) == ["Jan 1", "03:00", "06:00", "09:00", "12:00"])
  }

  @Test("Labels of no height and no width overlap, and none is cut", arguments: [40, 60, 90, 140, 200, 320, 500, 900])
  func heights(_ height: Int) throws {
    for orientation in ["vertical", "horizontal"] {
      for days in [0.001, 0.2, 3, 40, 500, 9_000] {
        let end = Int(1.77e12 + days * 86_400_000)
        let chart = try Plots.chart(
          """
          {"kind": "scatter", "orientation": "\(orientation)", "y": {"scale": "time"}, "series": [{"values": [1770000000000, \(end)]}]}
          """, size: Size(width: 320, height: Double(height)))
        let layout = try chart.plot
        let labels = layout.frame.left.labels(plot: layout.plot, in: layout.space)
        for (one, other) in zip(labels, labels.dropFirst()) { #expect(!one.box.intersects(other.box)) }
        for label in labels {
          #expect(layout.canvas.bounds.inset(by: -0.5).contains(layout.space.picture(label.box)))
        }
      }
    }
  }
}
