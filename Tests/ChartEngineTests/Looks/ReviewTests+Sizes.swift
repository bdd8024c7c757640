import ChartModel
import TestSupport
import Testing

@testable import ChartEngine

/// What the review found in small and in large pictures, and of values that are written at marks.
extension ReviewTests {
  private static let spending = #""slices": {"Rent": 25, "Food": 30, "Travel": 15, "Books": 10, "Savings": 20}"#

  @Test("Designer 10: However wide a chart is, labels stand near the pie: 40 px from it at most, and the widest text")
  func nearLabels() throws {
    for (width, height) in [(640, 360), (900, 400), (1200, 700), (2000, 600)] {
      for legend in ["none", "right", "left", "bottom"] {
        let size = #""size": {"width": \#(width), "height": \#(height)}"#
        let layout = try Pies.chart(#"{"kind": "pie", \#(size), "legend": "\#(legend)", \#(Self.spending)}"#).pie
        let leaders = layout.labels.leaders
        #expect(leaders.count == 5)
        let widths = leaders.map { leader in leader.runs.reduce(0) { $0 + Font(size: 12).width(of: $1.text) } }
        let widest = try #require(widths.max())
        // As far as an enlarged slice reaches, with a gap.
        let rim = layout.radius * 1.2 + 4
        for leader in leaders {
          let way = abs(leader.line.end.x - layout.center.x)
          #expect(way <= rim + 40 + widest + 5, "\(width) \(legend) \(leader.runs)")
          #expect(way >= rim, "\(width) \(legend) \(leader.runs)")
          #expect((leader.line.end - leader.line.dot).length < 320)
        }
        // On both sides alike.
        #expect(Set(leaders.map { abs($0.line.end.x - layout.center.x).rounded() }).count <= 2)
      }
    }
  }

  @Test("Designer 11: In a small chart a pie is as large as its labels allow, and without them as the plot does")
  func smallPies() throws {
    let small = Size(width: 320, height: 200)
    for labels in ["none", "inside"] {
      for title in ["", #""title": "Spending", "#] {
        let layout = try Pies.chart(
          #"{"kind": "pie", \#(title)"labels": "\#(labels)", \#(Self.spending)}"#, size: small
        )
        .pie
        // A selected slice is a tenth larger there, and still in the plot.
        #expect(isNear(layout.radius * 1.1, layout.plot.height / 2, 0.5), "\(labels) \(title)")
        #expect(layout.radius > (title.isEmpty ? 80 : 65))
      }
    }
    let labelled = try Pies.chart(#"{"kind": "pie", "title": "Spending", \#(Self.spending)}"#, size: small).pie
    #expect(labelled.warnings.isEmpty && labelled.labels.leaders.count == 5)
    // What is left above and below is what a line of text and its leader take.
    let rest = labelled.plot.height / 2 - labelled.radius
    #expect(labelled.radius > 50 && rest < 2 * Font(size: 12).lineHeight, "\(labelled.radius), \(rest)")
  }

  /// Bars with their values, with numbers of both signs that are all different.
  private static func bars(
    _ groups: Int, _ series: Int, labels: String, more: String = "", _ random: inout SplitMix64
  ) -> String {
    var used: Set<Int> = []
    let all = (0..<series).map { _ -> String in
      let values = (0..<groups).map { _ -> String in
        var value = random.whole(2...999)
        while !used.insert(value).inserted { value = random.whole(2...999) }
        return "\(random.chance(0.2) ? -value : value)"
      }
      return #"{"values": [\#(values.joined(separator: ", "))], "labels": "\#(labels)"}"#
    }
    return #"{"kind": "bar"\#(more), "legend": "none", "series": [\#(all.joined(separator: ", "))]}"#
  }

  @Test(
    "Designer 23: A value above its bar is left out only where there is no room for it, and each of these is counted")
  func noGaps() throws {
    var random = SplitMix64(seed: 23)
    var (wrong, left, written) = (Mismatches(), 0, 0)
    for round in 0..<60 {
      let (groups, series) = (random.whole(2...30), random.whole(1...4))
      let layout = try Plots.layout(Self.bars(groups, series, labels: "above", &random))
      let labels = layout.texts.values.labels
      let bars = try (0..<series).map { try layout.bars($0) }
      let font = Font(size: labels.first?.font.size ?? 11)
      written += labels.count
      let lost = groups * series - labels.count
      left += lost
      let told = layout.warnings.first { $0.contains("left out") }
      wrong.expect(
        lost == 0 ? told == nil : told?.hasPrefix("\(lost) of \(groups * series) values ") == true,
        "\(round): \(lost) of \(groups * series), \(told ?? "")")
      for (index, bars) in bars.enumerated() {
        for bar in bars where !labels.contains(where: { $0.series == index && $0.point == bar.point }) {
          let value = layout.chart.data.series[index].points.values[bar.point]
          let width = font.width(of: value < 0 ? "−\(Int(-value))" : "\(Int(value))")
          // Level or read from below, beyond the bar, it would meet another bar or another value, or leave the picture.
          let size = labels.first?.isTurned == true ? (font.capHeight, width) : (width, font.capHeight)
          let box = Rect(
            x: bar.rect.midX - size.0 / 2, y: value < 0 ? bar.rect.maxY + 4 : bar.rect.minY - 4 - size.1, width: size.0,
            height: size.1)
          let room = Rect(x: box.x - 2, y: box.y - 1, width: box.width + 4, height: box.height + 2)
          let meets =
            labels.contains { $0.box.intersects(room) } || !layout.canvas.bounds.contains(box)
            || self.bars(in: layout, series).contains { $0.intersects(box) && $0 != bar.rect }
            // Where the labels of the axes are.
            || box.maxY > layout.plot.maxY || box.minX < layout.plot.minX
          wrong.expect(meets, "\(round): there was room for \(value) of series \(index)")
        }
      }
    }
    wrong.check()
    #expect(written > 30 && left < written && left > 20, "\(left) of \(written)")
  }

  private func bars(in layout: CartesianLayout, _ series: Int) -> [Rect] {
    (0..<series).flatMap { (try? layout.bars($0).map(\.rect)) ?? [] }
  }

  @Test("Designer 25: Numbers on grid lines have a rim in the colour behind them", arguments: [Theme.light, .dark])
  func rims(theme: Theme) throws {
    var random = SplitMix64(seed: 25)
    for _ in 0..<6 {
      let spec = Self.bars(random.whole(2...6), random.whole(1...2), labels: "above", &random)
      var chart = try Plots.chart(spec)
      chart.theme = theme
      let layout = try chart.plot
      let texts = layout.drawn().compactMap(\.text)
      for label in layout.texts.values.labels where !label.isInside {
        let found = texts.filter { $0.string == label.text && abs($0.position.x - label.box.midX) < label.box.height }
        #expect(!found.isEmpty && found.allSatisfy { $0.halo == layout.canvas.surface.color }, "\(label.text)")
      }
    }
  }

  @Test(
    "Designer 25: The marker of a bar covers neither its value nor the bar's end",
    arguments: [("above", "vertical"), ("above", "horizontal"), ("inside", "vertical"), ("inside", "horizontal")])
  func markersBesideValues(labels: String, orientation: String) throws {
    var random = SplitMix64(seed: 26)
    var (wrong, count) = (Mismatches(), 0)
    for size in [Size(width: 320, height: 200), Size(width: 640, height: 360)] {
      for round in 0..<4 {
        let (groups, series) = (random.whole(2...5), random.whole(1...2))
        let spec = Self.bars(groups, series, labels: labels, more: #", "orientation": "\#(orientation)""#, &random)
        let layout = try Plots.chart(spec, size: size).plot
        for label in layout.texts.values.labels {
          guard let marker = layout.marker(for: [label.series, label.point]) else { continue }
          count += 1
          wrong.expect(
            !marker.frame.intersects(layout.space.picture(label.box)), "\(size) \(round) \(label.text) \(marker.frame)")
        }
      }
    }
    wrong.check()
    #expect(count > 20)
  }

  @Test(
    "Designer 25: A selected mark does not hide the value that is written on it",
    arguments: [
      #"{"kind": "bar", "marker": false, "series": {"values": [12, -9, 20], "labels": "inside"}}"#,
      #"{"kind": "bar", "marker": false, "orientation": "horizontal", "series": {"values": [12, 9], "labels": "inside"}}"#,
      #"{"kind": "bar", "marker": false, "stacked": true, "series": [{"values": [5], "labels": "inside"}, {"values": [6], "labels": "inside"}]}"#,
      #"{"kind": "waterfall", "marker": false, "series": {"values": [12, 7, -9, null], "totals": [0, 3], "labels": "inside"}}"#,
      #"{"kind": "histogram", "marker": false, "series": {"values": [1, 1, 2, 2, 2, 3], "labels": "inside"}}"#,
      #"{"kind": "heatmap", "marker": false, "series": {"rows": [[1, 2], [3, 14]], "labels": true}}"#,
    ])
  func valuesOnSelected(spec: String) throws {
    let untouched = try Plots.chart(spec)
    let labels = try untouched.plot.texts.values.labels.filter(\.isInside)
    #expect(!labels.isEmpty)
    for label in labels {
      var chart = untouched
      let index = try #require(untouched.plot.mark(of: label.series)).series.specIndex(of: label.point)
      _ = chart.apply(.highlight(path: [label.series, index], notify: false))
      let painting = Painting(try chart.plot.scene(animated: false), on: try chart.plot.canvas.surface.color)
      let middle = try chart.plot.space.picture(label.box)
      let word = try #require(
        painting.words.first { $0.text.string == label.text && middle.contains($0.samples[7]) }, "\(label.text)")
      let hidden = word.samples.filter { place in
        painting.layers[word.below...].contains { $0.color(at: place).map { $0.opacity == 1 } == true }
      }
      #expect(hidden.isEmpty, "\(label.text)")
    }
  }

  @Test("A4: Of the numbers along a lying axis every one is written, or every second, or every third")
  func evenNumbers() throws {
    var wrong = Mismatches()
    for width in stride(from: 200, through: 700, by: 10) {
      let layout = try Plots.layout(
        """
        {"kind": "bar", "size": {"width": \(width), "height": 200}, "orientation": "horizontal",
          "y": {"min": 6, "max": 24, "step": 3, "tickLabels": {"format": "{value}:00"}},
          "x": {"labels": ["Library", "Swimming pool"]}, "series": [{"values": [20, 22], "base": [9, 6.5]}]}
        """)
      let hours = layout.drawn().compactMap(\.text?.string).filter { $0.hasSuffix(":00") }.compactMap {
        Int($0.dropLast(3))
      }
      .sorted()
      let steps = Set(zip(hours, hours.dropFirst()).map { $1 - $0 })
      wrong.expect(hours.count >= 2 && steps.count == 1, "\(width) px: \(hours)")
    }
    wrong.check()
  }
}
