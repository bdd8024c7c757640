import ChartModel
import Testing

@testable import ChartEngine

@Suite("Fault 24: Other data")
struct UpdateTests {
  /// A chart of named bars.
  private func chart(
    _ range: Range<Int>, size: Size = Size(width: 360, height: 120), _ change: (inout CartesianSpec) -> Void = { _ in }
  ) -> Chart {
    Plots.chart(.bar, [bars(range)], size: size) { spec in
      spec.bare()
      spec.x.labels = names(range)
      spec.viewport.visibleCount = 9
      change(&spec)
    }
  }

  private func names(_ range: Range<Int>) -> [String] { range.map { "d\($0)" } }
  private func bars(_ range: Range<Int>) -> SeriesSpec { Plots.bar(range.map { Double($0 % 7 + 1) }) }

  /// Gives a chart other bars.
  private func update(_ chart: inout Chart, _ range: Range<Int>) {
    chart.update(
      spec: chart.spec.changed { spec in
        spec.x.labels = names(range)
        spec.series[0] = bars(range)
      })
  }

  /// The names that are seen, with where they are.
  private func seen(_ chart: Chart) throws -> [String: Double] {
    let layout = try chart.plot
    let points = layout.marks[0].inView
    return Dictionary(
      uniqueKeysWithValues: points.map { point in
        (layout.chart.data.axis.labels[point], (layout.frame.window.map.pixel(of: Double(point)) * 1e6).rounded() / 1e6)
      })
  }

  @Test("What was at the end stays at the end, be there more or less")
  func end() throws {
    for start in [ViewportSpec.Start.end, .start] {
      for isTouched in [true, false] where start == .end || isTouched {
        var chart = chart(0..<40) { $0.viewport.start = start }
        if isTouched { _ = chart.apply(.scroll(.by(-100), snap: false)) }
        if isTouched { _ = chart.apply(.scroll(.toEnd, snap: false)) }
        for range in [0..<41, 0..<100, 0..<30, 0..<9, 0..<5, 0..<60] {
          update(&chart, range)
          #expect(try !chart.window.hasAfter && seen(chart)["d\(range.upperBound - 1)"] != nil, "\(range)")
        }
      }
    }
  }

  @Test(
    "Whether it was at the end does not depend on how wide other charts are", arguments: [200, 360, 1_000] as [Double])
  func endBySpacing(width: Double) throws {
    // 50 px a slot: how many are seen depends on the width.
    var chart = chart(0..<40, size: Size(width: width, height: 120)) { spec in
      spec.viewport.visibleCount = nil
      spec.x.spacing = 50
    }
    _ = chart.apply(.scroll(.toEnd, snap: false))
    _ = chart.apply(.scroll(.by(-60), snap: false))
    let before = try chart.window.start
    update(&chart, 0..<45)
    #expect(try chart.window.start == before)
    _ = chart.apply(.scroll(.toEnd, snap: false))
    update(&chart, 0..<50)
    #expect(try !chart.window.hasAfter)
  }

  @Test("What was somewhere else stays where it is; what was not touched begins as the spec says")
  func middle() throws {
    var chart = chart(0..<40)
    _ = chart.apply(.scroll(.by(333), snap: false))
    let before = try seen(chart)
    update(&chart, 0..<80)
    #expect(try seen(chart) == before)
    update(&chart, 0..<12)
    #expect(try !chart.window.hasAfter)
    var untouched = self.chart(0..<40)
    update(&untouched, 0..<80)
    #expect(try untouched.window.start == -0.5 && untouched.state.view.viewport == nil)
  }

  @Test("Slots that slide, since old ones were dropped or put before, take what is seen and selected along")
  func slides() throws {
    for range in [5..<45, 1..<41, 10..<40] {
      var chart = chart(0..<40)
      _ = chart.apply(.scroll(.to(.text("d17")), snap: false))
      _ = chart.apply(.highlight(path: [0, 20], notify: false))
      let before = try seen(chart)
      update(&chart, range)
      #expect(try seen(chart) == before, "\(range)")
      #expect(chart.state.view.selection == [0, 20 - range.lowerBound])
      // And back: the older ones are put before them again.
      update(&chart, 0..<range.upperBound)
      #expect(try seen(chart) == before, "back from \(range)")
      #expect(chart.state.view.selection == [0, 20])
      // All that was seen is gone.
      update(&chart, 30..<70)
      #expect(try chart.state.view.selection == nil && chart.window.start == -0.5)
    }
  }

  @Test("Zoom is kept, as far as the new spec allows it; with another kind of axis nothing is")
  func zoom() throws {
    var chart = chart(0..<40) { $0.viewport.zoom = .both }
    _ = chart.apply(.zoom(.by(3, x: 180, y: 60)))
    update(&chart, 0..<50)
    #expect(chart.state.view.viewport?.zoomX == 3 && chart.state.view.viewport?.zoomY == 3)
    chart.update(spec: chart.spec.changed { $0.viewport.maxZoom = 2 })
    #expect(chart.state.view.viewport?.zoomX == 2)
    // Of values of which the upper third was seen, the upper half is.
    _ = chart.apply(.zoom(.fit))
    chart.update(spec: chart.spec.changed { $0.viewport.maxZoom = 100 })
    _ = chart.apply(.zoom(.by(3, x: 180, y: 0)))
    #expect(isNear(chart.state.view.viewport?.startY ?? 0, 2.0 / 3))
    chart.update(spec: chart.spec.changed { $0.viewport.maxZoom = 2 })
    #expect(chart.state.view.viewport?.startY == 0.5)
    chart.update(spec: chart.spec.changed { $0.viewport.maxZoom = 1 })
    #expect(chart.state.view.viewport?.startY == 0)
    chart.update(
      spec: chart.spec.changed { spec in
        spec.x.labels = []
        spec.x.scale = .time
        spec.x.values = .numbers((0..<50).map { 1.7e12 + Double($0) })
      })
    #expect(chart.state.view.viewport == nil)
  }

  @Test("The selection stays with its entry, and goes with it")
  func selection() throws {
    var chart = chart(0..<40)
    func selected(_ path: [Int], _ change: (inout CartesianSpec) -> Void) -> [Int]? {
      var other = chart
      _ = other.apply(.highlight(path: path, notify: false))
      other.update(spec: other.spec.changed(change))
      return other.state.view.selection
    }
    #expect(selected([0, 7]) { $0.common.title = "T" } == [0, 7])
    #expect(selected([0, 7]) { $0.series[0].values = .numbers([1, 2, 3]) } == nil)
    #expect(selected([0, 2]) { $0.series[0].values = .numbers([1, 2, 3]) } == [0, 2])
    #expect(selected([0, 2]) { $0.series[0].values = .numbers([1, 2, .nan]) } == nil)
    #expect(selected([0, 2]) { $0.series[0].isHighlightable = false } == nil)
    #expect(selected([0, 2]) { $0.series = [] } == nil)
    #expect(selected([0, 2]) { $0.x.labels[2] = "renamed" } == [0, 2])
    chart = try Plots.chart(
      "{\"kind\": \"line\", \"series\": [{\"x\": [10, 20, 30, 40], \"values\": [1, 2, 3, 4]}]}")
    // By its position, where that is written down.
    func moved(_ positions: [Double]) -> [Int]? {
      selected([0, 2]) { spec in
        spec.series[0].positions = .numbers(positions)
        spec.series[0].values = .numbers(positions)
      }
    }
    #expect(moved([20, 30, 40, 50]) == [0, 1] && moved([30]) == [0, 0] && moved([40, 30, 20]) == [0, 1])
    #expect(moved([10, 20, 31, 40]) == nil && moved([0, 10, 20, 30]) == [0, 3])
  }

  @Test("Hidden series stay hidden as long as they are there")
  func hidden() throws {
    var chart = Plots.chart(.line, (0..<3).map { _ in Plots.line([1, 2]) })
    _ = chart.apply(.toggle(series: 1))
    _ = chart.apply(.toggle(series: 2))
    chart.update(spec: chart.spec.changed { $0.series.removeLast() })
    #expect(chart.state.view.hidden == [1])
  }

  @Test("A drag goes on while data comes in, without a jump, also where it slides", arguments: [0, 3])
  func dragGoesOn(dropped: Int) throws {
    for isAtEnd in [true, false] {
      var chart = chart(0..<60) { $0.viewport.start = isAtEnd ? .end : .position(.number(20)) }
      chart.pointer(.down, Point(x: 100, y: 60))
      chart.pointer(.move, Point(x: 120, y: 60))
      let before = try seen(chart)
      update(&chart, dropped..<63)
      #expect(try seen(chart) == before && chart.state.touch?.isDrag == true)
      chart.pointer(.move, Point(x: 140, y: 60))
      let name = try #require(before.keys.min())
      #expect(try abs(#require(seen(chart)[name]) - #require(before[name]) - 20) < 1e-5 || seen(chart)[name] == nil)
      #expect(chart.pointer(.up, Point(x: 140, y: 60)).events == [.scrolled(nil)])
    }
  }

  @Test("Gliding goes on to the same bar while data comes in", arguments: [0, 3])
  func glideGoesOn(dropped: Int) throws {
    func flung() -> Chart {
      var chart = chart(0..<200) { spec in
        spec.viewport.snaps = true
        spec.viewport.start = .position(.number(100))
      }
      chart.drag(from: Point(x: 180, y: 60), by: Array(repeating: Point(x: -9, y: 0), count: 9), every: 0.01)
      _ = chart.apply(.advance(time: 0.2))
      return chart
    }
    var (alone, other) = (flung(), flung())
    update(&other, dropped..<210)
    #expect(other.state.glide != nil)
    _ = alone.apply(.advance(time: 60))
    let rests = other.apply(.advance(time: 60)).events.rests
    let selected = try #require(alone.state.view.selection)
    #expect(try rests.count == 1 && rests[0]?.label == alone.plot.mark(at: selected)?.label)
  }

  @Test("32-bit floats would spoil time axes: milliseconds stay apart, also zoomed a hundredfold")
  func milliseconds() throws {
    let start = 1_753_000_000_123.0
    var chart = Plots.chart(
      .line, [Plots.line((0..<1_000).map { Double($0 % 10) })], size: Size(width: 500, height: 100)
    ) {
      spec in
      spec.bare()
      spec.x.scale = .time
      spec.x.values = .numbers((0..<1_000).map { start + Double($0) })
    }
    _ = chart.apply(.zoom(.by(100, x: 250, y: nil)))
    let places = try (495...504).map { try chart.place(0, $0).x }
    for (left, right) in zip(places, places.dropFirst()) { #expect(abs(right - left - 500 / 9.99) < 0.05) }
    for index in 496...503 {
      chart.tap(Point(x: try chart.place(0, index).x, y: 1))
      #expect(chart.state.view.selection == [0, index])
    }
  }

  @Test("A state from outside is taken over as far as it makes sense")
  func restored() throws {
    var chart = chart(0..<40) { $0.viewport.zoom = .both }
    var state = chart.state
    for bad in [Double.nan, .infinity, -1, 0] {
      var viewport = Viewport()
      viewport.zoomX = bad
      state.view.viewport = viewport
      chart.restore(state)
      #expect(chart.state.view.viewport == nil)
    }
    var viewport = Viewport()
    (viewport.zoomX, viewport.zoomY, viewport.startX, viewport.startY) = (1e300, 1e300, -1e300, 1e300)
    (state.view.viewport, state.view.selection, state.view.hidden) = (viewport, [9, 9], [0, 0, 7, -1])
    state.view.progress = .nan
    state.touch = Touch(pointers: [], viewport: viewport)
    state.lastTap = LastTap(time: .nan, position: .zero)
    chart.restore(state)
    #expect(try chart.plot.isFinite && chart.state.view.selection == nil && chart.state.view.hidden == [0])
    #expect(chart.state.view.viewport?.zoomX == 100 && chart.state.touch == nil && chart.state.lastTap == nil)
    #expect(chart.state.view.progress == 1)
    // As it is, it is kept.
    var kept = self.chart(0..<40)
    kept.pointer(.down, Point(x: 100, y: 60), time: 0)
    kept.pointer(.move, Point(x: 50, y: 60), time: 0.01)
    let before = kept.state
    kept.restore(before)
    #expect(kept.state == before)
  }
}
