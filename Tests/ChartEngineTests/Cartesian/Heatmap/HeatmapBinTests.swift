import ChartModel
import JSONModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("M8 Heat maps: bins of points")
struct HeatmapBinTests {
  private func mark(_ layout: CartesianLayout) throws -> HeatmapMark {
    try #require(layout.marks.first as? HeatmapMark)
  }

  @Test("Bins are between round numbers, and hold as many points as lie there", arguments: [1, 2, 3, 4])
  func bins(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let count = 800
    let scale = [1, 0.013, 5_000, 1e-7][seed - 1]
    // Many on edges, since they have one digit.
    let xs = (0..<count).map { _ in (random.number(-9...9) * 10).rounded() / 10 * scale }
    let ys = (0..<count).map { _ in (random.number(0...7) * 10).rounded() / 10 }
    var style = HeatmapStyleSpec()
    style.bins = CellBinsSpec(x: 20, y: 10)
    var series = SeriesSpec(.heatmap(style), values: .numbers(ys))
    series.positions = .numbers(xs)
    let mark = try mark(try Plots.chart(.heatmap, [series]).plot)
    let grid = mark.grid
    // 1, 2 or 5 times a power of ten.
    for step in [grid.width, grid.height] {
      let digits = "\(step)".filter { ("1"..."9").contains($0) }
      #expect(["1", "2", "5"].contains(digits.prefix(1)) || step.description.contains("e"))
    }
    let (mostX, mostY) = (xs.max() ?? 0, ys.max() ?? 0)
    var (sum, cells) = (0, 0)
    for point in 0..<mark.series.points.count {
      let (x, y) = (mark.series.points.positions[point], mark.series.points.values[point])
      let held = (0..<count).count { index in
        // From the lower edge to the upper one, which belongs to the next cell, but for the last.
        func isIn(_ value: Double, _ middle: Double, _ width: Double, _ most: Double) -> Bool {
          let (low, high) = ((middle - width / 2), (middle + width / 2))
          let tolerance = width * 1e-9
          let isLast = abs(most - high) < tolerance
          return value >= low - tolerance && (value < high - tolerance || (isLast && value <= high + tolerance))
        }
        return isIn(xs[index], x, grid.width, mostX) && isIn(ys[index], y, grid.height, mostY)
      }
      #expect(mark.colors.value(of: mark.series.specIndex(of: point)) == Double(held))
      sum += held
      cells += 1
    }
    #expect(sum == count && cells > 50)
    // As near to as many as asked for as round edges come: a factor of the root of 2 at most, and one cell at the ends.
    for (step, numbers, asked) in [(grid.width, xs, 20.0), (grid.height, ys, 10.0)] {
      let made = ((numbers.max() ?? 0) / step).rounded(.up) - ((numbers.min() ?? 0) / step).rounded(.down)
      #expect(made <= asked * 1.45 + 1 && made >= asked / 1.45)
    }
  }

  @Test("Every number of bins that is asked for is met as nearly as a histogram meets it")
  func asked() throws {
    var random = SplitMix64(seed: 5)
    let (xs, ys) = ((0..<300).map { _ in random.number(0...60) }, (0..<300).map { _ in random.number(-1...1) })
    for count in 1...60 {
      let grid = try counted(xs, ys, CellBinsSpec(x: count, y: count))
      for (numbers, step) in [(xs, grid.width), (ys, grid.height)] {
        var histogram = HistogramBinSpec()
        histogram.count = count
        let edges = BinEdges(histogram, of: [GrowingArray(numbers)], on: .linear).edges
        #expect(abs(edges[1] - edges[0] - step) < step * 1e-9)
      }
    }
    // Every second bin of 2.5 would hold one whole number more than the others; also of some of them, beside all.
    let whole = (0..<60).map(Double.init)
    #expect(try counted(whole, whole, CellBinsSpec(x: 24, y: 24)).width == 2)
    #expect(try counted(whole.map { $0 + 0.5 }, whole, CellBinsSpec(x: 24, y: 24)).width == 2.5)
  }

  /// Points, whose cells have neither colours nor bins of their own.
  private func counted(_ xs: [Double], _ ys: [Double], _ bins: CellBinsSpec? = nil) throws -> CellGrid {
    var style = HeatmapStyleSpec()
    style.bins = bins
    var series = SeriesSpec(.heatmap(style), values: .numbers(ys))
    series.positions = .numbers(xs)
    return try mark(try Plots.chart(.heatmap, [series]).plot).grid
  }

  @Test("Points that lie anywhere are counted in bins, those of numbers that occur again in cells of their own")
  func usualBins() throws {
    var (random, off) = (SplitMix64(seed: 7), CellBinsSpec())
    off.isOn = false
    let scattered = (0..<3_000).map { _ in [random.number(0...9), random.number(-5...5)] }
    #expect(try counted(scattered.map { $0[0] }, scattered.map { $0[1] }).isBinned)
    #expect(try !counted(scattered.map { $0[0] }, scattered.map { $0[1] }, off).isBinned)
    // Hours of few days of the week; tenths of which each occurs; one column of many numbers.
    #expect(try !counted([0, 23, 7, 7, 12], [1, 5, 2, 6, 3]).isBinned)
    #expect(try !counted((0..<400).map { Double($0 % 20) / 10 }, (0..<400).map { Double($0 / 20) / 10 }).isBinned)
    #expect(try !counted((0..<500).map { _ in 1 }, (0..<500).map { Double($0) * 1.5 }).isBinned)
    #expect(try counted([1.2, 2.3, 2.4, 3.8, 4.1, 4.2], [3.3, 2.1, 2.2, 4.4, 1.1, 1.5]).isBinned)
    // A column of colours says what is in each cell.
    let colored = try Plots.layout(
      #"{"kind": "heatmap", "x": {"values": [1.2, 2.3, 2.4, 3.8, 4.1]}, "series": {"values": [3.3, 2.1, 2.2, 4.4, 1.1], "colorBy": [1, 2, 3, 4, 5]}}"#
    )
    #expect(try !mark(colored).grid.isBinned)
  }

  @Test("What is selected of points has the cells of all of them, however few it is")
  func binsOfSome() throws {
    func plot(_ points: [[Double]]) -> CartesianSpec {
      var series = SeriesSpec(.heatmap(HeatmapStyleSpec()), values: .numbers(points.map { $0[1] }))
      series.positions = .numbers(points.map { $0[0] })
      return CartesianSpec(kind: .heatmap, series: [series])
    }
    var random = SplitMix64(seed: 3)
    let lattice = (0..<400).map { index -> [Double] in [Double(index % 20) / 10, Double(index / 20) / 10] }
    let scattered = (0..<400).map { _ -> [Double] in [random.number(0...2), random.number(0...2)] }
    for (points, isBinned) in [(lattice, false), (scattered, true)] {
      // Ten of a diagonal, which would be brought together if there were no others; two, which would not.
      for some in [(0..<10).map { points[$0 * 21] }, Array(points.prefix(2))] {
        let filtered = plot(points).engine(filtered: plot(some), highlighted: nil)
        let chart = try #require(filtered as? CartesianChart)
        guard case .heatmap(let style)? = chart.spec.series.first?.kind else {
          Issue.record("no heat map")
          return
        }
        #expect(style.grid?.isBinned == isBinned && style.grid?.cellCount ?? 0 > 0)
      }
    }
  }

  @Test("Whether there are bins is read and written", arguments: ["true", "false", "7", #"{"x":3}"#])
  func binsAreWritten(_ bins: String) throws {
    let spec = try Plots.spec(#"{"kind": "heatmap", "x": {"values": [1]}, "series": {"values": [2], "bin": \#(bins)}}"#)
    let schema = ChartKinds.standard.schema
    #expect(try schema.decode(schema.encode(spec)) == spec)
    guard case .heatmap(let style)? = (spec.content as? CartesianSpec)?.series.first?.kind else {
      Issue.record("no heat map")
      return
    }
    #expect(style.bins?.isOn == (bins != "false"))
  }

  @Test("Edges that are written down: NumPy's histogram2d has the same counts")
  func knownBins() throws {
    let layout = try Plots.layout(
      """
      {"kind": "heatmap", "series": [{"x": [0.1, 0.3, 0.3, 0.9, 1.0, 0.55, 0.2], "values": [1, 9, 10, 4, 5, 20, 2],
       "bin": {"x": 5, "y": 4}}]}
      """)
    // np.histogram2d(x, y, [np.arange(0, 1.01, .2).round(1), np.arange(0, 21, 5)])
    let mark = try mark(layout)
    #expect(mark.grid.width == 0.2 && mark.grid.height == 5)
    let cells = (0..<mark.series.points.count).map { point in
      "\(mark.positionText(of: point)) \(mark.filling("value", of: point) ?? "") \(mark.filling("color", of: point) ?? "")"
    }
    #expect(
      cells == [
        "0–0.2 0–5 1", "0.2–0.4 0–5 1", "0.2–0.4 5–10 1", "0.2–0.4 10–15 1", "0.4–0.6 15–20 1", "0.8–1 0–5 1",
        "0.8–1 5–10 1",
      ])
  }
}
