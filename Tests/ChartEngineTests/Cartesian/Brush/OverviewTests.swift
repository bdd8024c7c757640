import ChartModel
import JSONModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("V1 An overview beside a plot")
struct OverviewTests {
  private func chart(
    _ orientation: CartesianSpec.Orientation = .vertical, size: Size = Size(width: 400, height: 240),
    _ change: (inout CartesianSpec) -> Void = { _ in }
  ) -> Chart {
    Plots.chart(.line, [Plots.line((0...100).map { Double($0 * 37 % 11) }, at: (0...100).map(Double.init))], size: size)
    {
      spec in
      spec.orientation = orientation
      spec.viewport.hasOverview = true
      change(&spec)
    }
  }

  /// Where a position is in the overview of a chart.
  private func place(_ position: Double, _ chart: Chart) throws -> Point {
    let layout = try chart.plot
    let overview = try #require(layout.overview)
    return layout.space.picture(
      Point(x: overview.layout.frame.window.map.pixel(of: position), y: overview.strip.midY))
  }

  @Test(
    "It is in line with the plot, clear of all that is written, and shows all there is",
    arguments: [
      CartesianSpec.Orientation.vertical, .horizontal,
    ])
  func lines(_ orientation: CartesianSpec.Orientation) throws {
    for title in [nil, "Values"] {
      let chart = chart(orientation) { spec in
        spec.x.style.title = title
        spec.y.style.title = title
        spec.common.caption = title
        spec.viewport.visibleCount = 20
      }
      let layout = try chart.plot
      let overview = try #require(layout.overview)
      #expect(overview.strip.minX == layout.plot.minX && overview.strip.maxX == layout.plot.maxX)
      #expect(!layout.frame.texts(in: layout.space).contains { $0.intersects(overview.strip) })
      #expect(layout.space.canvas.bounds.contains(overview.strip) && !overview.strip.intersects(layout.plot))
      let window = overview.layout.frame.window
      #expect(window.start == window.span.lower && abs(window.end - window.span.upper) < 1e-9)
    }
  }

  @Test(
    "The part that is seen is told apart, and is moved and resized by dragging; a tap brings its place to be seen",
    arguments: [
      CartesianSpec.Orientation.vertical, .horizontal,
    ])
  func drag(_ orientation: CartesianSpec.Orientation) throws {
    let cases: [(from: Double, to: Double, seen: ClosedRange<Double>)] = [
      // The whole of it, also beyond the ends.
      (45, 65, 60...80), (45, 0, 0...20), (45, 99, 80...100),
      // Its ends, also over one another.
      (40, 20, 20...60), (60, 90, 40...90), (40, 80, 60...80), (60, 30, 30...40),
      // Beside it: its middle goes there.
      (80, 70, 60...80),
    ]
    for (from, to, seen) in cases {
      var chart = chart(orientation)
      _ = chart.apply(.zoom(.at(.number(50), by: 5)))
      let before = try chart.window
      #expect(abs(before.start - 40) < 1e-6 && abs(before.end - 60) < 1e-6)
      let (start, end) = (try place(from, chart), try place(to, chart))
      let events = chart.drag(from: start, by: (end - start).inTwoSteps(0.4))
      let window = try chart.window
      #expect(
        abs(window.start - seen.lowerBound) < 1e-6 && abs(window.end - seen.upperBound) < 1e-6,
        "\(from) to \(to): \(window.start) to \(window.end)")
      #expect(!events.isEmpty && chart.state.view.selection == nil)
      let overview = try #require(try chart.plot.overview)
      let map = overview.layout.frame.window.map
      let area = try #require(overview.area)
      #expect(abs(area.rect.minX - map.pixel(of: window.start)) < 1e-6)
      #expect(abs(area.rect.maxX - map.pixel(of: window.end)) < 1e-6)
    }
    var chart = chart(orientation)
    _ = chart.apply(.zoom(.at(.number(50), by: 5)))
    let outcome = chart.tap(try place(80, chart))
    let window = try chart.window
    #expect(abs(window.start - 70) < 1e-6 && abs(window.end - 90) < 1e-6 && outcome.changed)
    #expect(!chart.tap(try place(80, chart)).changed)
  }

  @Test("It is zoomed no farther than the author allows")
  func limit() throws {
    var chart = chart { $0.viewport.maxZoom = 4 }
    _ = chart.apply(.zoom(.at(.number(50), by: 4)))
    let (start, end) = (try place(37.5, chart), try place(60, chart))
    _ = chart.drag(from: start, by: [end - start])
    #expect(chart.state.view.viewport?.zoomX == 4)
  }

  @Test("Where there is no room for it that is said, and the plot is as without it")
  func room() throws {
    let size = Size(width: 200, height: 110)
    let (with, without) = (try chart(size: size).plot, try chart(size: size) { $0.viewport.hasOverview = false }.plot)
    #expect(with.overview == nil && with.plot == without.plot)
    #expect(with.warnings.contains("viewport.overview was left out: there is no room for it"))
    #expect(!(try chart().plot).warnings.contains { $0.contains("overview") })
  }

  @Test("What is drawn in it belongs to no mark, so that each mark is there once")
  func meaning() throws {
    func paths(_ nodes: [Node]) -> [[Int]] {
      nodes.flatMap { node -> [[Int]] in
        let own = node.meaning?.path.map { [$0] } ?? []
        switch node.shape {
        case .group(let nodes), .clipped(_, let nodes), .cropped(_, let nodes): return own + paths(nodes)
        case .path, .circle, .dots, .rect, .polyline, .text, .raster: return own
        }
      }
    }
    let (with, without) = (chart(), chart { $0.viewport.hasOverview = false })
    #expect(paths(with.layout().scene().nodes) == paths(without.layout().scene().nodes))
    // All are seen, those hidden by the legend aren't.
    var two = Plots.chart(.line, [Plots.line([1, 2]), Plots.line([2, 3])]) { $0.viewport.hasOverview = true }
    _ = two.apply(.toggle(series: 1))
    #expect(try two.plot.overview?.layout.marks.count == 1)
  }

  @Test("A handle stops where one slot is left to be seen, and where all is seen that can be")
  func handlesStop() throws {
    var chart = Plots.chart(.bar, [Plots.bar((0..<100).map { Double($0 % 9) })], size: Size(width: 600, height: 300)) {
      spec in
      spec.x.labels = (0..<100).map { "Day \($0)" }
      (spec.viewport.visibleCount, spec.viewport.hasOverview, spec.viewport.zoom) = (40, true, .x)
    }
    _ = chart.apply(.scroll(.to(.number(30)), snap: false))
    func seen() throws -> ClosedRange<Double> {
      let window = try chart.window
      return window.start...window.end
    }
    func handle(_ upper: Bool) throws -> Point {
      let area = try #require(chart.plot.overview?.area).rect
      return Point(x: upper ? area.maxX : area.minX, y: area.midY)
    }
    let before = try seen()
    // As much is seen as can be: outwards nothing moves.
    for upper in [false, true] {
      chart.drag(from: try handle(upper), by: [Point(x: upper ? 60 : -60, y: 0)])
      let now = try seen()
      #expect(abs(now.lowerBound - before.lowerBound) < 1e-6 && abs(now.upperBound - before.upperBound) < 1e-6)
    }
    let (low, high) = (try handle(false), try handle(true))
    chart.drag(from: low, by: [high - low])
    let now = try seen()
    #expect(abs(now.upperBound - now.lowerBound - 1) < 1e-6 && abs(now.upperBound - before.upperBound) < 1e-6)
  }

  @Test(
    "Where each position has its px it shows all there is, too, and which part the plot shows wherever that is",
    arguments: [CartesianSpec.Orientation.vertical, .horizontal], [false, true])
  func spacing(orientation: CartesianSpec.Orientation, isLine: Bool) throws {
    for count in [1, 3, 12, 60, 400] {
      var chart = Plots.chart(
        .bar, [Plots.bar((0..<count).map { Double($0 % 9 + 1) })], size: Size(width: 420, height: 300)
      ) {
        spec in
        if isLine { spec.series[0].kind = .line(LineStyleSpec()) }
        spec.orientation = orientation
        spec.x.labels = (0..<count).map { "n\($0)" }
        spec.x.spacing = 30
        spec.viewport.hasOverview = true
      }
      for place in stride(from: 0, to: count, by: max(count / 5, 1)) {
        _ = chart.apply(.scroll(.to(.number(Double(place))), snap: false))
        let layout = try chart.plot
        let overview = try #require(layout.overview)
        let (all, seen) = (overview.layout.frame.window, layout.frame.window)
        #expect(abs(all.start - all.span.lower) < 1e-9 && abs(all.end - all.span.upper) < 1e-9)
        #expect(all.span.length >= Double(count - 1))
        let area = try #require(overview.area)
        // What the plot has beyond its content is none of that.
        #expect(abs(area.rect.minX - max(all.map.pixel(of: seen.start), overview.strip.minX)) < 1e-6)
        #expect(abs(area.rect.maxX - min(all.map.pixel(of: seen.end), overview.strip.maxX)) < 1e-6)
        #expect(seen.scrolls == (area.rect.width < overview.strip.width - 1e-6))
      }
    }
  }
}
