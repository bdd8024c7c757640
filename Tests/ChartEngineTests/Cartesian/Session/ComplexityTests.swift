import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

/// Work is counted, not timed: what is laid out and looked at, which may not grow with the data.
@Suite("Fault 27: Touches cost as much as what is near them")
struct ComplexityTests {
  @Test("Of 100,000 points those beside the pointer are looked at, also through gaps", arguments: [1_000, 100_000])
  func pointsBeside(count: Int) throws {
    let values = (0..<count).map { $0 % 10 == 0 ? Double($0 % 97) : .nan }
    let points = try PointColumns(PositionColumn(start: 0, step: 1, count: count), ValueColumn(values))
    for position in stride(from: -5.0, to: Double(count) + 5, by: Double(count) / 501) {
      let beside = points.pointsBeside(position, in: 0..<count)
      #expect((1...2).contains(beside.count) && beside.allSatisfy { !values[$0].isNaN })
    }
  }

  @Test("The part of a line that a hit test looks at does not grow with its points", arguments: [10_000, 100_000])
  func lineNearPoint(count: Int) throws {
    let chart = Plots.chart(.line, [Plots.line((0..<count).map { Double($0 % 101) })])
    let layout = try chart.plot
    let mark = try layout.lineMark(0)
    for x in stride(from: layout.plot.minX, to: layout.plot.maxX, by: 13) {
      let runs = mark.runs(near: Point(x: x, y: layout.plot.midY))
      // A few columns a third of a px wide, of four points with their neighbours.
      #expect(runs.reduce(0) { $0 + $1.count } <= 100)
    }
  }

  @Test("Of 100,000 bars a picture has no more nodes than px, and its report no more marks than it says")
  func bars() throws {
    let chart = Plots.strip(100_000, visible: 100_000) { $0.x.scale = .linear }
    let layout = try chart.plot
    #expect(layout.scene().nodes.reduce(0) { $0 + count($1) } <= 2 * 360)
    #expect(layout.report()["series"]?[0]?["marks"]?[1_000] == nil && layout.report()["series"]?[0]?["listed"] == false)
  }

  @Test(
    "A report lists 10,000 marks in all, where there are so many series",
    arguments: [(1, 1_000), (10, 1_000), (11, 909), (100, 100), (1_000, 10)])
  func manySeries(count: Int, listed: Int) throws {
    let values = (0..<1_001).map { Double($0 % 7) }
    let layout = try Plots.chart(.line, (0..<count).map { _ in Plots.line(values) }).plot
    let series = try #require(layout.report()["series"]?.arrayValue)
    #expect(series.count == count && series.allSatisfy { $0["marks"]?.arrayValue?.count == listed })
    #expect(series.allSatisfy { $0["listed"] == false && $0["count"] == 1_001 })
  }

  @Test("Of 100,000 names the thousand are found that an axis is to show, of equal ones the first")
  func explicitTicks() throws {
    var spec = CartesianSpec(kind: .line, series: [Plots.line([1, 2])])
    spec.x.labels = (0..<50_000).map { "n\($0)" } + (0..<50_000).map { "n\($0)" }
    spec.x.ticks = (0..<1_000).map { .text("n\($0 * 49)") } + [.text("nobody"), .number(99_999), .number(0.5)]
    spec.common.size = Size(width: 20_000, height: 300)
    let ticks = try Chart(id: "ticks", spec: .cartesian(spec)).plot.frame.x.ticks
    let window = try Chart(id: "ticks", spec: .cartesian(spec)).plot.frame.window
    let shown = ticks.map { Int(window.map.value(at: $0).rounded()) }
    #expect(shown == (0..<1_000).map { $0 * 49 } + [99_999])
  }

  private func count(_ node: Node) -> Int {
    switch node.shape {
    case .group(let nodes), .cropped(_, let nodes), .clipped(_, let nodes): 1 + nodes.reduce(0) { $0 + count($1) }
    default: 1
    }
  }

  @Test("A state says no more of 100,000 points than of ten")
  func state() throws {
    for count in [10, 100_000] {
      var chart = Plots.strip(count, visible: Double(count)) { $0.x.scale = .linear }
      chart.drag(from: Point(x: 180, y: 60), by: Array(repeating: Point(x: 1, y: 0), count: 500), every: 0.001)
      #expect(chart.state.touch == nil)
      chart.pointer(.down, Point(x: 180, y: 60), time: 10)
      for step in 0..<500 { chart.pointer(.move, Point(x: Double(step), y: 60), time: 10 + Double(step) * 1e-6) }
      #expect(try #require(chart.state.touch).motion.samples.count <= 256)
    }
  }
}
