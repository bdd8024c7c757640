import ChartModel
import JSONModel
import Testing
import TestSupport

@testable import ChartEngine

@Suite("A9 Value axes stay")
struct FixedAxisTests {
  /// All that is to stay: plot, axes with their labels, legend, title.
  private func fixed(_ chart: Chart) throws -> [JSON?] {
    let report = try chart.plot.report()
    return [report["plot"], report["axes"]?["left"], report["axes"]?["right"], report["legend"], report["title"]]
  }

  private func chart(_ random: inout SplitMix64) -> Chart {
    let count = 80
    // Few values are in view at a time, and these differ by powers of ten.
    func values() -> [Double] { (0..<count).map { Double($0) * random.number(0.001...1) * ($0 % 10 == 0 ? 1e4 : 1) } }
    let series = [
      random.chance(0.5) ? Plots.bar(values()) : Plots.line(values()),
      Plots.line(values()) { $0.axis = .right },
    ]
    let kind = random.whole(0...3)
    let rotation = random.chance(0.5) ? random.number(-90...90) : 0
    return Plots.chart(.combined, series) { spec in
      spec.common.title = "Title"
      spec.x.style.labels.rotation = rotation
      spec.x.style.labels.selected.fontSize = 18
      spec.x.position = random.chance(0.5) ? .top : .bottom
      spec.viewport.visibleCount = 7
      switch kind {
      case 0: spec.x.labels = (0..<count).map { String(repeating: "n", count: $0 % 15) + "\($0)" }
      case 1: spec.x.values = .numbers((0..<count).map { Double($0) * 1e5 })
      case 2:
        spec.x.scale = .time
        spec.x.values = .numbers((0..<count).map { 1.7e12 + Double($0) * 3.6e6 * 7 })
      default:
        spec.x.scale = .log
        spec.x.values = .numbers((0..<count).map { Double($0 * $0 * $0 + 1) })
      }
    }
  }

  @Test(
    "A9 While the content scrolls, plot, value axes and their labels, legend and title stay to the px",
    arguments: sample(0..<8 as Range<UInt64>))
  func stays(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<4 {
      var chart = chart(&random)
      let before = try fixed(chart)
      let window = try chart.window
      for step in 0...20 {
        _ = chart.apply(.scroll(step == 20 ? .toEnd : .by(random.number(1...300)), snap: random.chance(0.3)))
        #expect(try fixed(chart) == before, "step \(step)")
      }
      #expect(try chart.window.start > window.start)
    }
  }

  @Test("A9 While zoomed content is scrolled up and down, the plot and what is under the pointer stay beside it")
  func staysAcross() throws {
    var chart = Plots.chart(.line, [Plots.line((0..<50).map { Double($0 * $0) * 41 })]) {
      $0.viewport.zoom = .both
    }
    _ = chart.apply(.zoom(.by(7, x: 300, y: 200)))
    let plot = try chart.plot.plot
    chart.pointer(.down, plot.center)
    let x = try chart.place(0, 25).x
    for y in stride(from: -500.0, to: 500, by: 11) {
      chart.pointer(.move, plot.center + Point(x: 0, y: y))
      #expect(try chart.plot.plot == plot && abs(chart.place(0, 25).x - x) < 1e-9)
    }
  }
}
