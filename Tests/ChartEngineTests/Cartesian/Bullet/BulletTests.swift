import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

@Suite("M10 Bullets")
struct BulletTests {
  private func spec(_ series: String, _ more: String = "") -> String {
    """
    {"kind": "bullet", "x": {"labels": ["Revenue", "Profit", "Orders"]}, "series": {\(series)}\(more)}
    """
  }

  private func mark(_ text: String, _ change: (inout CartesianSpec) -> Void = { _ in }) throws -> BulletMark {
    let layout = try Chart(id: "test", spec: Plots.spec(text).changed(change)).plot
    return try #require(layout.marks.first as? BulletMark)
  }

  private static let shared = #""values": [270, 180, 225], "target": [250, 210, 225], "ranges": [150, 225, 300]"#

  @Test("Rows go down unless the author says otherwise, and the axis shows values, targets and ranges from 0")
  func axis() throws {
    let layout = try Plots.layout(spec(BulletTests.shared))
    #expect(layout.space.isTurned)
    #expect(layout.frame.left.domain.lower == 0 && layout.frame.left.domain.upper == 300)
    #expect(try !Plots.layout(spec(BulletTests.shared, #", "orientation": "vertical""#)).space.isTurned)
    let far = try Plots.layout(spec(#""values": [1, 2, 3], "target": [2, 900, 1]"#))
    #expect(far.frame.left.domain.upper >= 900)
  }

  @Test("A bar reaches from 0 to the measure, a line stands at the target, bands reach from end to end")
  func geometry() throws {
    let mark = try mark(spec(BulletTests.shared))
    for (point, (value, target)) in [(270.0, 250.0), (180, 210), (225, 225)].enumerated() {
      let row = try #require(mark.row(at: point))
      func measured(_ y: Double) -> Double { mark.axis.map.value(at: y) }
      let bar = try #require(row.bar)
      #expect(abs(measured(bar.minY) - value) < 1e-9 && abs(measured(bar.maxY)) < 1e-9)
      #expect(abs(measured(try #require(row.target).midY) - target) < 1e-9)
      for (band, (start, end)) in zip(row.bands, [(0.0, 150.0), (150, 225), (225, 300)]) {
        #expect(abs(measured(band.rect.maxY) - start) < 1e-9 && abs(measured(band.rect.minY) - end) < 1e-9)
        // As Few has it: the bar is a third as wide as the bands, the line is longer than that.
        #expect(abs(bar.width * 3 - band.rect.width) < 1e-9 && abs(bar.midX - band.rect.midX) < 1e-9)
      }
      #expect(row.bands.count == 3 && row.target?.width ?? 0 > bar.width)
    }
  }

  @Test("With scales of their own each row's ranges fill the plot, and its numbers stand beside it")
  func ownScales() throws {
    let text = spec(
      #""scales": "own", "values": [270, 22.5, 4], "target": [250, 26, 3], "ranges": [[150, 225, 300], [20, 25, 30], [2, 4, 5]]"#
    )
    let mark = try mark(text)
    for (point, (value, end)) in [(270.0, 300.0), (22.5, 30), (4, 5)].enumerated() {
      let row = try #require(mark.row(at: point))
      let plot = mark.stage.plot
      #expect(abs(row.frame.minY - plot.minY) < 1e-9 && abs(row.frame.maxY - plot.maxY) < 1e-9)
      #expect(abs(try #require(row.bar).height / plot.height - value / end) < 1e-9)
      let numbers = mark.scaleLabels(of: point)
      #expect(numbers.first?.runs.first?.text.hasPrefix("0") == true)
      for label in numbers {
        let number = try #require(label.runs.first.flatMap { Double($0.text) })
        let inside = mark.stage.canvas.bounds.inset(by: 2)
        let place = plot.maxY - number / end * plot.height
        #expect(
          abs(label.position.y - place) < 1e-9 || label.box.minY <= inside.minY + 1 || label.box.maxY >= inside.maxY - 1
        )
        #expect(!row.frame.intersects(label.box))
      }
    }
    let layout = try Plots.layout(text)
    #expect(
      !layout.frame.left.isVisible
        && layout.frame.left.ticks.allSatisfy { !layout.frame.left.spec.style.isVisible || $0.label.isEmpty })
    let small = try Plots.chart(text, size: Size(width: 300, height: 70))
    #expect(
      small.layout().warnings.contains("series[0].scales: their numbers were left out: there is no room for them"))
  }

  @Test("A scale of one's own without ranges ends at a round number, and goes below 0 where the measure does")
  func ownDomains() throws {
    let mark = try mark(spec(#""scales": "own", "values": [273, -12, 0], "target": [250, 5, null]"#))
    let domains = mark.style.domains.compactMap(\.self)
    #expect(domains[0].lowerBound == 0 && domains[0].upperBound >= 273 && domains[0].upperBound <= 350)
    #expect(domains[1].lowerBound <= -12 && domains[1].upperBound >= 5)
    #expect(domains[2] == 0...1)
    let row = try #require(mark.row(at: 1))
    #expect(row.growsDown && abs(mark.y(of: 0, 1)! - row.baseline) < 1e-9)
  }

  @Test(
    "All of an entry is hit: bands, bar and target; and between rows there is the plot", arguments: ["shared", "own"])
  func hits(_ scales: String) throws {
    let layout = try Plots.layout(spec(BulletTests.shared + ", \"scales\": \"\(scales)\""))
    let mark = try #require(layout.marks.first as? BulletMark)
    let rows = try (0..<3).map { try #require(mark.row(at: $0)) }
    var (hits, differing) = (0, [Point]())
    for x in stride(from: layout.plot.minX + 0.21, to: layout.plot.maxX, by: 2.3) {
      for y in stride(from: layout.plot.minY + 0.37, to: layout.plot.maxY, by: 1.7) {
        let place = Point(x: x, y: y)
        let expected = rows.firstIndex { row in
          (row.bands.map(\.rect) + [row.bar, row.target].compactMap(\.self)).contains { $0.contains(place) }
        }
        if expected != nil { hits += 1 }
        let hit = layout.hit(at: layout.space.picture(place))
        if hit.index != expected || hit.kind != (expected == nil ? .plot : .bar) { differing.append(place) }
      }
    }
    #expect(differing.isEmpty && hits > 500, "\(differing.prefix(5))")
  }

  @Test("It says how a measure is to its target, and in which range")
  func words() throws {
    let layout = try Plots.layout(spec(BulletTests.shared))
    #expect(layout.words(for: [0, 0]) == "Revenue: 270 of target 250, in the third of three ranges")
    #expect(layout.words(for: [0, 2]) == "Orders: 225 of target 225, in the second of three ranges")
    #expect(layout.marker(for: [0, 0])?.text == "Revenue\n270 of 250")
    let named = try Plots.layout(
      spec(#""values": [50, 350, 225], "target": 250, "ranges": [150, 300], "rangeNames": ["poor", "good"]"#))
    #expect(named.words(for: [0, 0]) == "Revenue: 50 of target 250, in the range “poor”")
    #expect(named.words(for: [0, 1]) == "Profit: 350 of target 250, beyond all two ranges")
    #expect(named.marker(for: [0, 2])?.text == "Orders\n225 of 250\ngood")
    let plain = try Plots.layout(spec(#""values": [50, null, 7], "ranges": [20]"#))
    #expect(plain.words(for: [0, 0]) == "Revenue: 50, beyond the range")
    #expect(plain.words(for: [0, 2]) == "Orders: 7, in the range" && plain.words(for: [0, 1]) == nil)
    #expect(plain.words().contains("Revenue 50, beyond the range; Orders 7, in the range"))
  }

  @Test("Of an entry without a measure the chart tells the target")
  func targetsAlone() throws {
    let layout = try Plots.layout(spec(#""values": [50, null, null], "target": [40, 30, null], "ranges": [20, 60]"#))
    #expect(
      layout.words().contains("Revenue 50 of target 40, in the second of two ranges; Profit – of target 30"))
    #expect(!layout.words().contains("Orders –"))
  }

  @Test("Ranges are given for all, for each, or by columns, each of which ends beyond the one before")
  func ranges() throws {
    let lists = try mark(spec(#""values": [1, 2, 3], "ranges": [[1, 2], [], [3, 4, 5]]"#))
    #expect((0..<3).map { lists.style.ends(of: $0).map(\.end) } == [[1, 2], [], [3, 4, 5]])
    let columns = try mark(spec(#""values": [1, 2, 3], "ranges": ["low", "high"]"#)) { spec in
      spec.series[0].fill(channel: "ranges.0", with: .numbers([1, .nan, 5]))
      spec.series[0].fill(channel: "ranges.1", with: .numbers([2, 4, 3]))
    }
    #expect((0..<3).map { columns.style.ends(of: $0).map(\.end) } == [[1, 2], [4], [5, 5]])
    // What is left of a row's ranges stays what it is.
    #expect(columns.style.ends(of: 1).map(\.range) == [1])
    #expect(columns.row(at: 1)?.bands.map(\.range) == [1])
    #expect(columns.range(of: 0) == 0 && columns.range(of: 1) == 1)
    #expect(
      columns.style.warnings(of: columns.series) == [
        "series[0].ranges: of 1 entry a range ends below the one before it"
      ])
  }

  @Test(
    "What makes no sense is told with its place",
    arguments: [
      (#""values": [1], "ranges": [3, 2]"#, "series.ranges[1]: expected more than 3"),
      (#""values": [1], "ranges": [[1, 2], [5, 5]]"#, "series.ranges[1][1]: expected more than 5"),
      (#""values": [1], "ranges": [1, [2, 3]]"#, "series.ranges[1]: expected numbers for all"),
      (#""values": [1], "ranges": [1, 2, 3, 4, 5, 6, 7, 8, 9]"#, "series.ranges: expected 8 ranges or fewer"),
      (#""values": [1], "scales": "each""#, "series.scales: expected"),
    ])
  func faults(_ series: String, _ told: String) {
    let fault = #expect(throws: InvalidValue.self) { try Plots.spec(spec(series)) }
    #expect(fault.map { "\($0)" }?.contains(told) == true, "\(fault.map { "\($0)" } ?? "")")
  }

  @Test("A program that gives more ranges than there are words for gets eight of them")
  func tooMany() throws {
    let mark = try mark(spec(#""values": [100], "ranges": [1]"#)) { spec in
      guard case .bullet(var style) = spec.series[0].kind else { return }
      style.ranges.ends = (1...20).map(Double.init)
      spec.series[0].kind = .bullet(style)
    }
    #expect(mark.style.ends(of: 0).count == 8 && mark.words(of: 0) == "Revenue: 100, beyond all eight ranges")
  }

  @Test("The legend has the tints of the bands, whatever colour the series has")
  func tints() throws {
    let layout = try Plots.layout(
      spec(
        ##""values": [50, 350, 225], "ranges": [150, 300], "rangeNames": ["poor", "good"], "color": "#884400""##,
        #", "legend": "top""#))
    let mark = try #require(layout.marks.first as? BulletMark)
    let row = try #require(mark.row(at: 0))
    let bands = row.bands.map { band in
      mark.style.color(ofRange: band.range, among: 2, mark.color, on: layout.canvas.surface)
    }
    #expect(layout.frame.legend?.entries.map(\.label) == ["poor", "good"])
    #expect(layout.frame.legend?.entries.map(\.color) == bands)
  }

  @Test("Lists and names that don't go with the measures are warned of")
  func warnings() throws {
    let chart = try Plots.chart(
      spec(#""values": [1, 2, 3], "target": [1], "ranges": [[1, 2]], "rangeNames": ["a", "b", "c"]"#))
    #expect(
      chart.layout().warnings == [
        "series[0].target: 1 for 3 values; entries without look like all others",
        "series[0].ranges: 1 list for 3 values", "series[0].rangeNames: 3 names for 2 ranges",
      ])
  }

  @Test("The legend tells the target and the ranges in their tints, all of one hue")
  func legend() throws {
    // Also where nobody asks for one: nothing else tells them.
    for legend in [#", "legend": "bottom""#, ""] {
      let layout = try Plots.layout(
        spec(BulletTests.shared + #", "rangeNames": ["poor", "fair", "good"]"#, legend))
      let entries = try #require(layout.frame.legend).entries
      #expect(entries.map(\.label) == ["target", "poor", "fair", "good"])
      let mark = try #require(layout.marks.first as? BulletMark)
      #expect(entries.dropFirst().map(\.color) == (0..<3).map { mark.color(ofRange: $0) })
    }
  }

  @Test("Between ranges, whose tints differ little, there is a gap")
  func gaps() throws {
    let layout = try Plots.layout(spec(BulletTests.shared))
    let mark = try #require(layout.marks.first as? BulletMark)
    let ends = try (0..<3).map { range -> [Double] in
      let color = mark.color(ofRange: range)
      let node = try #require(layout.drawn().first { $0.style.fill == .color(color) })
      guard case .path(let path) = node.shape else { return [] }
      let xs = FlattenedPath(path).ends.dropFirst().map(\.x)
      return [xs.min() ?? 0, xs.max() ?? 0]
    }
    #expect(ends[1][0] - ends[0][1] > 0.9 && ends[2][0] - ends[1][1] > 0.9, "\(ends)")
  }

  @Test("The target's line doesn't go through a label in the measure", arguments: ["horizontal", "vertical"])
  func labelsInside(orientation: String) throws {
    for target in stride(from: 5, through: 300, by: 5) {
      for size in [Size(width: 320, height: 200), Size(width: 640, height: 360)] {
        let layout = try Plots.chart(
          spec(
            #""values": [270, 180, 225], "target": \#(target), "ranges": [150, 225, 300], "labels": "inside""#,
            #", "orientation": "\#(orientation)""#), size: size
        ).plot
        let mark = try #require(layout.marks.first as? BulletMark)
        let labels = layout.texts.values.labels
        #expect(labels.count == 3 || orientation == "vertical")
        for label in labels {
          let line = try #require(mark.row(at: label.point)?.target)
          #expect(!line.inset(by: -1).intersects(label.box), "\(target)")
        }
      }
    }
  }
}
