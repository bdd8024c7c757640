import ChartModel
import JSONModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("M8 The colours of a legend are brushed")
struct ColorBrushTests {
  /// Thirty cells with the numbers from 0 to 29, one column after the other of 0 to 4, 5 to 9 …
  private func cells(
    _ legend: LegendSpec.Position = .right, isTurned: Bool = false, isLog: Bool = false,
    _ change: (inout CartesianSpec) -> Void = { _ in }
  ) -> Chart {
    var style = HeatmapStyleSpec()
    for row in 0..<5 {
      let numbers = (0..<6).map { column in isLog ? 1 << (2 * column + row) : column * 5 + row }
      style.rows.append(numbers.map { Double($0) })
    }
    if isLog {
      var colors = ColorChannelSpec()
      colors.scale = .log
      style.colorBy = colors
    }
    return Plots.chart(.heatmap, [SeriesSpec(.heatmap(style))], size: Size(width: 640, height: 360)) { spec in
      spec.common.legend.position = legend
      if isTurned { spec.orientation = .horizontal }
      change(&spec)
    }
  }

  /// Points with the numbers from 1 to so many as their colours.
  private func points(_ count: Int, _ change: (inout CartesianSpec) -> Void = { _ in }) -> Chart {
    var style = ScatterStyleSpec()
    var colors = ColorChannelSpec()
    colors.values = .numbers((1...count).map(Double.init))
    style.colorBy = colors
    var series = SeriesSpec(.scatter(style), values: .numbers((0..<count).map { Double($0 % 17) }))
    series.positions = .numbers((0..<count).map { Double($0) })
    return Plots.chart(.scatter, [series], size: Size(width: 640, height: 360)) { spec in
      spec.common.legend.position = .right
      change(&spec)
    }
  }

  /// Where a number is on the bar of colours.
  private func place(_ share: Double, _ chart: Chart) throws -> Point {
    let layout = try chart.plot
    let bar = try #require(layout.frame.legend?.colorScale?.bar)
    return bar.height > bar.width
      ? Point(x: bar.midX, y: bar.maxY - share * bar.height) : Point(x: bar.minX + share * bar.width, y: bar.midY)
  }

  private func brushed(_ chart: Chart) -> ClosedRange<Double>? { chart.state.view.brush?.colors }

  @Test(
    "A tap brushes what lies between two round numbers, the same again clears",
    arguments: [LegendSpec.Position.right, .left, .top, .bottom], [false, true])
  func taps(legend: LegendSpec.Position, isTurned: Bool) throws {
    var chart = cells(legend, isTurned: isTurned)
    for (share, band) in [(0.05, 0.0...5.0), (0.5, 10...15), (0.99, 25...29)] {
      let place = try place(share, chart)
      #expect(try abs((chart.plot.hit(at: place).value ?? -1) - share * 29) < 0.3)
      #expect(try chart.plot.hit(at: place).kind == .legend)
      let events = chart.apply(.tap(place)).events
      #expect(brushed(chart) == band && events == [.brushed(chart.state.view.brush)])
    }
    _ = chart.apply(.tap(try place(0.95, chart)))
    #expect(chart.state.view.brush == nil)
  }

  @Test("Of logarithms the round numbers are powers of ten")
  func powers() throws {
    var chart = cells(isLog: true)
    _ = chart.apply(.tap(try place(0.5, chart)))
    #expect(brushed(chart) == 100...1_000)
  }

  @Test(
    "A drag brushes from one number to another, whichever way it goes, also beyond the ends",
    arguments: [LegendSpec.Position.right, .top], [false, true])
  func drags(legend: LegendSpec.Position, isTurned: Bool) throws {
    for (from, to, ends) in [(0.25, 0.75, 7.25...21.75), (0.75, 0.25, 7.25...21.75), (0.5, 3, 14.5...29)] {
      var chart = cells(legend, isTurned: isTurned)
      let (start, end) = (try place(from, chart), try place(to, chart))
      let before = chart.state.view.viewport
      _ = chart.drag(from: start, by: (end - start).inTwoSteps(0.5))
      let brushed: ClosedRange<Double> = try #require(self.brushed(chart))
      #expect(abs(brushed.lowerBound - ends.lowerBound) < 0.01 && abs(brushed.upperBound - ends.upperBound) < 0.01)
      #expect(chart.state.view.viewport == before && chart.state.view.selection == nil)
    }
  }

  @Test("Cells of other numbers pale, the others stay as they are")
  func cellsPale() throws {
    var chart = cells()
    let colors = { (chart: Chart) throws -> [Int: Color] in
      let nodes = try chart.plot.drawn().filter { $0.meaning?.path != nil }
      return Dictionary(
        uniqueKeysWithValues: nodes.compactMap { node in
          node.fillColor.flatMap { color in node.meaning?.path.map { ($0[1], color) } }
        })
    }
    let before = try colors(chart)
    #expect(before.count == 30)
    _ = chart.apply(.brush(Brush(x: nil, y: nil, colors: 5...12.5)))
    let after = try colors(chart)
    for (index, color) in before {
      let number = Double(index % 6 * 5 + index / 6)
      let surface = try chart.plot.canvas.surface.color
      let expected = (5...12.5).contains(number) ? color : color.mixed(with: surface, share: 0.8)
      #expect(after[index] == expected, "\(number)")
    }
  }

  @Test("So do the pixels of very many cells, in a palette that still is one")
  func pixelsPale() throws {
    var style = HeatmapStyleSpec()
    for row in 0..<60 { style.rows.append((0..<50).map { column in Double(row * 50 + column) }) }
    var chart = Plots.chart(.heatmap, [SeriesSpec(.heatmap(style))]) { $0.common.legend.position = .right }
    let raster = { (chart: Chart) throws -> ChartEngine.Raster? in
      let rasters = try chart.plot.drawn().compactMap { node -> ChartEngine.Raster? in
        if case .raster(let raster, _) = node.shape { raster } else { nil }
      }
      return rasters.first
    }
    let before = try #require(try raster(chart))
    _ = chart.apply(.brush(Brush(x: nil, y: nil, colors: 1_000...2_000)))
    let after = try #require(try raster(chart))
    let surface = try chart.plot.canvas.surface.color
    #expect(after.colors.count <= 256)
    for pixel in before.pixels.indices {
      let (old, new) = (before.colors[Int(before.pixels[pixel])], after.colors[Int(after.pixels[pixel])])
      guard !(1_000...2_000).contains(pixel) else {
        if old != new { Issue.record("\(pixel) has changed") }
        continue
      }
      let pale = old.mixed(with: surface, share: 0.8)
      if abs(Int(pale.red) - Int(new.red)) + abs(Int(pale.green) - Int(new.green)) > 4 { Issue.record("\(pixel)") }
    }
  }

  @Test("Points of other numbers pale with their lines, few and many", arguments: [30, 900])
  func pointsPale(count: Int) throws {
    var chart = points(count)
    let band = Double(count) / 3...Double(count) / 2
    _ = chart.apply(.brush(Brush(x: nil, y: nil, colors: band)))
    let surface = try chart.plot.canvas.surface.color
    let discs = try chart.plot.drawn().filter { $0.circle != nil }.prefix(count)
    #expect(discs.count == count)
    for (index, disc) in discs.enumerated() {
      let (fill, line) = (try #require(disc.fillColor), try #require(disc.strokeColor))
      let isShown = band.contains(Double(index + 1))
      #expect((line.contrast(to: surface) >= 3) == isShown, "\(index)")
      #expect(isShown || (line == fill.opaque && line.contrast(to: surface) < 1.7), "\(index)")
    }
  }

  @Test("A mark is picked as ever while colours are brushed, and Escape clears them")
  func others() throws {
    var chart = cells()
    _ = chart.apply(.tap(try place(0.5, chart)))
    let brush = chart.state.view.brush
    let cell = try #require(try chart.plot.drawn().first { $0.meaning?.path == [0, 7] }?.rect)
    _ = chart.apply(.tap(cell.center))
    #expect(chart.state.view.selection == [0, 7] && chart.state.view.brush == brush)
    _ = chart.apply(.key(.escape))
    _ = chart.apply(.key(.escape))
    #expect(chart.state.view.selection == nil && chart.state.view.brush == nil)
  }

  @Test("An interval of a plot and one of colours do not take one another's place")
  func both() throws {
    var chart = points(30) { $0.select.brush = .x }
    let plot = try chart.plot.plot
    _ = chart.apply(.tap(try place(0.5, chart)))
    _ = chart.drag(from: Point(x: plot.minX + 100, y: plot.midY), by: Point(x: 150, y: 0).inTwoSteps(0.5))
    #expect(chart.state.view.brush?.x != nil && brushed(chart) == 15...20)
    let empty = Point(x: plot.maxX - 60, y: plot.minY + 3)
    #expect(try chart.plot.hit(at: empty).kind == .plot)
    _ = chart.apply(.tap(empty))
    #expect(chart.state.view.brush?.x == nil && brushed(chart) == 15...20)
  }

  @Test("What a program brushes is checked, and other data keep it as long as they have such colours")
  func programs() throws {
    var chart = cells()
    #expect(try chart.brush(x: nil, y: nil, colors: [20, 3]) == Brush(x: nil, y: nil, colors: 3...20))
    for ends in [[1], [1, .nan], [], [.infinity, 2]] as [[Double]] {
      #expect(throws: InvalidValue.self) { try chart.brush(x: nil, y: nil, colors: ends) }
    }
    let bars = Plots.chart(.bar, [Plots.bar([1, 2, 3])])
    #expect(throws: InvalidValue.self) { try bars.brush(x: nil, y: nil, colors: [1, 2]) }
    _ = chart.apply(.brush(Brush(x: nil, y: nil, colors: 3...20)))
    chart.update(spec: points(30).spec)
    #expect(brushed(chart) == 3...20)
    chart.update(spec: bars.spec)
    #expect(chart.state.view.brush == nil)
  }

  @Test("In small multiples the legend's colours are those of all panels")
  func panels() throws {
    let one = points(30).spec
    let panels = ["a", "b"].map { FacetedSpec.Panel(column: $0, chart: one) }
    var chart = Chart(
      id: "facets", spec: ChartSpec(FacetedSpec(one, facet: FacetSpec(by: "city"), panels: panels)),
      size: Size(width: 640, height: 360))
    let layout = { (chart: Chart) throws -> CompositeLayout in try #require(chart.layout() as? CompositeLayout) }
    let bar = try #require(try layout(chart).arranged.legend?.colorScale?.bar)
    let middle = bar.center
    #expect(try layout(chart).hit(at: middle).kind == .legend)
    let paled = { (chart: Chart) throws -> [Int] in
      try layout(chart).parts.map { part in
        let plot = try #require(part.layout as? CartesianLayout)
        return plot.drawn().filter { $0.circle != nil && $0.meaning != nil }.count { node in
          node.strokeColor.map { $0.contrast(to: plot.canvas.surface.color) < 1.7 } ?? false
        }
      }
    }
    #expect(try paled(chart) == [0, 0])
    _ = chart.apply(.tap(middle))
    #expect(brushed(chart) == 15...20 && chart.state.view.selection == nil)
    #expect(try paled(chart) == [24, 24])
    _ = chart.drag(from: Point(x: bar.midX, y: bar.maxY), by: Point(x: 0, y: -bar.height / 2).inTwoSteps(0.5))
    let dragged: ClosedRange<Double> = try #require(brushed(chart))
    #expect(abs(dragged.lowerBound - 1) < 0.01 && abs(dragged.upperBound - 15.5) < 0.01)
    _ = chart.apply(.brush(nil))
    #expect(try paled(chart) == [0, 0])
  }
}
