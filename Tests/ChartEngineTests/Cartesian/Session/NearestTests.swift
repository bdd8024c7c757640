import ChartModel
import Testing
import TestSupport

@testable import ChartEngine

@Suite("V6 The nearest entry")
struct NearestTests {
  /// A chart of everything at once.
  private func chart(_ random: inout SplitMix64) -> Chart {
    let count = random.whole(1...12)
    func values() -> [Double] {
      let share = random.chance(0.5) ? random.number(0...0.9) : 0
      return (0..<count).map { _ in random.chance(share) ? .nan : random.number(-50...100).rounded() }
    }
    let series = (0..<random.whole(1...5)).map { _ -> SeriesSpec in
      let isHighlightable = random.chance(0.8)
      let axis: SeriesSpec.AxisSide = random.chance(0.7) ? .left : .right
      let stack: String? = random.chance(0.5) ? "s" : nil
      if random.chance(0.5) {
        return Plots.bar(values()) { series in
          series.bar?.stack = stack
          series.bar?.zero = random.chance(0.5) ? ZeroBarSpec() : nil
          series.axis = stack == nil ? axis : .left
          series.isHighlightable = isHighlightable
        }
      }
      return Plots.line(values()) { series in
        series.axis = axis
        series.isHighlightable = isHighlightable
      }
    }
    var chart = Plots.chart(.combined, series, size: Size(width: 400, height: 240)) { spec in
      spec.x.labels = (0..<count).map(String.init)
      spec.common.legend.position = .none
      if random.chance(0.5) { spec.viewport.visibleCount = Double(random.whole(1...count)) }
      spec.highlight.distance = 1e6
    }
    for index in series.indices where random.chance(0.15) { _ = chart.apply(.toggle(series: index)) }
    _ = chart.apply(.scroll(.by(random.number(-10...500)), snap: false))
    return chart
  }

  /// All entries that can be picked, with where they are: from the report alone.
  private func entries(_ chart: Chart) throws -> [(path: [Int], place: Point, isInView: Bool)] {
    let layout = try chart.plot
    var entries: [(path: [Int], place: Point, isInView: Bool)] = []
    for series in layout.chart.data.series {
      guard !chart.state.view.hidden.contains(series.index), series.spec.isHighlightable else { continue }
      let window = layout.frame.window
      for index in 0..<series.points.count where !series.points.values[index].isNaN {
        let place = try chart.place(series.index, index)
        // Bars are in view as long as a part of their slot is, more than an edge.
        let reach = series.standsInSlots ? 0.5 - 1e-6 : 1e-6
        let isInView = Double(index) + reach >= window.start && Double(index) - reach <= window.end
        entries.append(([series.index, index], place, isInView))
      }
    }
    return entries
  }

  @Test(
    "V6 It is that of a search through all: by x, then by y, then the uppermost; seen ones first",
    arguments: sample(0..<10 as Range<UInt64>))
  func bruteForce(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var wrong = Mismatches()
    for _ in 0..<40 {
      let chart = chart(&random)
      let all = try entries(chart)
      let layout = try chart.plot
      let seen = all.filter(\.isInView)
      for _ in 0..<40 {
        let point = Point(x: random.number(0...400), y: random.number(0...240))
        let found = layout.nearestEntry(to: point)
        let candidates = seen.isEmpty ? all : seen
        let least = candidates.map { abs($0.place.x - point.x) }.min() ?? 0
        // Equally near in x, but for rounding.
        let near = candidates.filter { abs($0.place.x - point.x) <= least + 0.01 }
        let leastY = near.map { abs($0.place.y - point.y) }.min() ?? 0
        let best = near.filter { abs($0.place.y - point.y) <= leastY }
        wrong.expect(
          best.isEmpty
            ? found == nil : best.last?.path == found || best.contains { $0.path == found } && best.count > 1,
          "at \(point): \(String(describing: found)) instead of \(best.map(\.path)), seed \(seed)")
      }
    }
    wrong.check()
  }

  @Test("V6 Of what lies on one another the uppermost is picked")
  func uppermost() throws {
    let chart = Plots.chart(
      .line, [Plots.line([1, 2, 3]), Plots.line([3, 2, 1]), Plots.line([2, 2, 5])])
    let layout = try chart.plot
    #expect(layout.nearestEntry(to: try chart.place(0, 1) + Point(x: 5, y: -5)) == [2, 1])
    #expect(layout.nearestEntry(to: try chart.place(0, 0) + Point(x: -5, y: 5)) == [0, 0])
  }

  @Test("V6 Fault 16: In a group of bars the one beside the pointer, above and below them, too")
  func groups() throws {
    for count in 1...5 {
      let chart = Plots.chart(
        .bar, (0..<count).map { series in Plots.bar((0..<4).map { Double($0 * 3 + series) - 5 }) })
      let layout = try chart.plot
      for series in 0..<count {
        for index in 0..<4 {
          let x = try chart.place(series, index).x
          for y in [layout.plot.minY + 1, layout.plot.midY, layout.plot.maxY - 1] {
            #expect(layout.nearestEntry(to: Point(x: x, y: y)) == [series, index])
          }
        }
      }
    }
  }

  @Test("V6 Entries out of view are passed over as long as one is in view")
  func inView() throws {
    var chart = Plots.chart(
      .line, [Plots.line([1, 2, 3, 4, 5, 6, 7, 8, 9])], size: Size(width: 400, height: 200)
    ) {
      spec in
      spec.bare()
      spec.viewport.visibleCount = 3
      spec.highlight.distance = 1e6
    }
    // 200 px from one to the next; 2.04 at the left edge.
    _ = chart.apply(.scroll(.by(408), snap: false))
    #expect(try chart.plot.nearestEntry(to: Point(x: 1, y: 100)) == [0, 3])
    _ = chart.apply(.zoom(.by(40, x: 100, y: nil)))
    // Where none is in view it is the nearest all the same.
    #expect(try chart.plot.nearestEntry(to: Point(x: 1, y: 100)) == [0, 3])
    chart.tap(Point(x: 1, y: 100))
    #expect(chart.state.view.selection == [0, 3])
  }

  @Test("V6 A point that is nowhere picks nothing")
  func nowhere() throws {
    var chart = Plots.strip(9)
    for bad in [Double.nan, .infinity, -.infinity] {
      #expect(try chart.plot.nearestEntry(to: Point(x: bad, y: 5)) == nil)
      #expect(try chart.plot.nearestEntry(to: Point(x: 5, y: bad)) == nil)
      #expect(!chart.tap(Point(x: bad, y: bad)).changed)
    }
  }
}
