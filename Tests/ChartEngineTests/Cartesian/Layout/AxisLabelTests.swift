@testable import ChartEngine
import ChartModel
import Testing
import TestSupport

@Suite("Labels of 10,000 random axes (A1, A4)")
struct AxisLabelTests {
  @Test("Labels never overlap one another nor leave the chart", arguments: sample(0..<10))
  func labels(part: Int) throws {
    var random = SplitMix64(seed: UInt64(part))
    var mismatches = Mismatches()
    var count = 0
    for trial in 0..<1000 {
      var chart = RandomPlots.chart(&random)
      if random.chance(0.3) {
        _ = chart.apply(.highlight(path: [0, random.whole(0...20)], notify: false))
      }
      let layout = try chart.plot()
      let labels = layout.axisLabels
      let boxes = labels.map(OrientedBox.init)
      count += labels.count
      for (index, box) in boxes.enumerated() {
        mismatches.expect(
          box.isInside(layout.canvas.bounds), "\(part).\(trial): “\(labels[index].text)” leaves \(layout.canvas.size)")
        mismatches.expect(
          !boxes[..<index].contains { $0.overlaps(box) }, "\(part).\(trial): “\(labels[index].text)” lies on another")
      }
    }
    mismatches.check()
    #expect(count > 5_000)
  }

  @Test("A4: Names are thinned evenly, whatever is in view, and no more than asked for", arguments: sample(0..<4))
  func thinning(part: Int) throws {
    var random = SplitMix64(seed: UInt64(100 + part))
    var mismatches = Mismatches()
    for trial in sample(0..<250) {
      var spec = CartesianSpec(kind: .line, series: [SeriesSpec(.line(LineStyleSpec()), values: .numbers([1, 2]))])
      spec.x.labels = (0..<random.whole(2...900)).map { _ in RandomPlots.name(&random) }
      spec.common.size = Size(width: random.number(150...900), height: 300)
      let most = random.chance(0.3) ? random.whole(1...12) : nil
      spec.x.style.maxLabels = most
      if random.chance(0.3) { spec.viewport.visibleCount = random.number(2...30) }
      var steps: Set<Int> = []
      for start in [0.0, 7.3, 11] {
        spec.viewport.start = .position(.number(start))
        let layout = try Chart(id: "thin", spec: .cartesian(spec)).plot()
        // Empty names are no labels, and those at the edges may be dropped.
        let shown = layout.frame.x.ticks.map { Int(layout.frame.window.map.value(at: $0).rounded()) }
        steps.formUnion(zip(shown, shown.dropFirst()).map { $1 - $0 })
        mismatches.expect(shown.count <= (most ?? .max - 1) + 1, "\(part).\(trial): \(shown.count) of \(most ?? 0)")
      }
      mismatches.expect(steps.count <= 1, "\(part).\(trial): \(steps)")
    }
    mismatches.check()
  }

  @Test("A4, R2: A label for every bar, or every second")
  func everySecond() throws {
    func shown(_ most: Int?) throws -> [String] {
      let maxLabels = most.map { "\"maxLabels\": \($0)," } ?? ""
      return try Plots.layout(
        "{\"kind\": \"bar\", \"x\": {\(maxLabels) \"labels\": \(Plots.names(10))}, \"series\": [{\"values\": [1, 2]}]}"
      ).frame.x.labels.map(\.text)
    }
    #expect(try shown(nil) == (1...10).map(String.init))
    #expect(try shown(5) == ["1", "3", "5", "7", "9"])
    #expect(try shown(0) == [])
  }

  @Test(
    "W4: Turned names have room beside the plot; where that is not enough all are shortened alike, and that is said",
    arguments: [-60, -45, -30, 30, 45, 60])
  func turned(rotation: Int) throws {
    let short = ["Germany", "France", "Luxembourg", "Netherlands", "Denmark"]
    let long = short.map { "The Federal Democratic Republic of " + $0 }
    for (names, size) in [
      (short, Size(width: 320, height: 200)), (short, Size(width: 640, height: 360)),
      (long, Size(width: 320, height: 200)), (long, Size(width: 640, height: 360)),
    ] {
      for position in ["bottom", "top"] {
        let texts = names.map { "\"\($0)\"" }.joined(separator: ",")
        let layout = try Plots.chart(
          """
          {"kind": "bar", "x": {"position": "\(position)", "tickLabels": {"rotation": \(rotation)}, "labels": [\(texts)]},
            "series": [{"values": [1, 2, 3, 4, 5]}]}
          """, size: size
        ).plot
        let labels = layout.frame.x.labels
        #expect(labels.count == names.count)
        for label in labels {
          #expect(layout.canvas.bounds.inset(left: 3, right: 3).contains(label.box), "\(label.text)")
        }
        let cut = labels.filter { $0.text.contains("…") }
        #expect(names != short || cut.isEmpty, "\(labels.map(\.text))")
        let widths = cut.map(\.width)
        if let least = widths.min(), let most = widths.max() {
          #expect(most - least < 14 && labels.allSatisfy { $0.width < most + 14 }, "\(labels.map(\.text))")
        }
        #expect(layout.warnings == (cut.isEmpty ? [] : ["x: \(RoomWarning.shortened(cut.count, "name"))"]))
      }
    }
  }

  @Test("Where the author turned names, the plot stays as it is while it is scrolled", arguments: [-45, 45])
  func turnedScrolled(rotation: Int) throws {
    let texts = (0..<40).map { "\"Participant \($0)\"" }.joined(separator: ",")
    let values = (0..<40).map(String.init).joined(separator: ",")
    let plots = try [0, 3.4, 17, 33].map { start in
      try Plots.layout(
        """
        {"kind": "bar", "x": {"tickLabels": {"rotation": \(rotation)}, "labels": [\(texts)]},
          "viewport": {"visibleCount": 6, "start": \(start)}, "series": [{"values": [\(values)]}]}
        """)
    }
    #expect(Set(plots.map(\.plot)).count == 1)
    // At rest all are whole.
    for layout in plots where layout.frame.window.start.rounded() == layout.frame.window.start + 0.5 {
      #expect(!layout.frame.x.labels.contains { $0.text.contains("…") }, "\(layout.frame.x.labels.map(\.text))")
    }
  }

  @Test("W4: Long names are all there, and shortened alike; that they are, or that some have no room, is said")
  func longNames() throws {
    for (count, width) in [(3, 320), (7, 320), (7, 900), (40, 640), (10_000, 640)] {
      let names = (0..<count).map { "\"Number \($0) of the rather long names of categories \(["a", "b"][$0 % 2])\"" }
        .joined(separator: ",")
      let layout = try Plots.layout(
        "{\"kind\": \"bar\", \"size\": {\"width\": \(width), \"height\": 200}, \"x\": {\"labels\": [\(names)]}, \"series\": [{\"values\": [1]}]}"
      )
      let labels = layout.frame.x.labels
      #expect(labels.allSatisfy { $0.text.hasPrefix("Number") && layout.canvas.bounds.contains($0.box) })
      #expect(count > 40 ? labels.count > 30 : labels.count == count)
      #expect(count > 40 || Set(labels.map(\.words)).count == count, "\(labels.map(\.text))")
      let lost = layout.warnings.filter { $0.hasPrefix("x: ") }
      #expect(
        lost == [
          count > 40
            ? "x: \(RoomWarning.leftOut(count - labels.count, "name")); show fewer with `viewport.visibleCount`"
            : "x: \(RoomWarning.shortened(count, "name"))"
        ])
    }
  }

  @Test("Values that an end of the author's leaves out of view are said to be (A1)")
  func beyondTheEnds() throws {
    func warnings(_ y: String) throws -> [String] {
      try Plots.layout("{\"kind\": \"line\", \"y\": \(y), \"series\": [{\"values\": [8, 31]}]}").warnings
    }
    #expect(try warnings(#"{"min": 100}"#) == ["y: all values are beyond the axis's ends"])
    #expect(try warnings(#"{"max": -10}"#) == ["y: all values are beyond the axis's ends"])
    #expect(try warnings(#"{"min": 100, "max": 200, "scale": "log"}"#) == ["y: all values are beyond the axis's ends"])
    #expect(try warnings(#"{"min": 31}"#) == [])
    #expect(try warnings(#"{"min": 0, "max": 20}"#) == [])
  }

  @Test("Labels for which there is no room are left out, and that is said")
  func noRoom() throws {
    let spec =
      #"{"kind": "line", "y": {"band": 5}, "x": {"band": 2}, "padding": 0, "series": [{"values": [1000, 2000]}]}"#
    let layout = try Plots.layout(spec)
    #expect(layout.axisLabels.isEmpty)
    #expect(
      layout.warnings == [
        "x: the labels were left out: there is no room for them",
        "y: the labels were left out: there is no room for them",
      ])
  }
}
