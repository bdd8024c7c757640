import ChartModel
import Testing
import TestSupport

@testable import ChartEngine

@Suite("V4 Zooming")
struct ZoomTests {
  /// A chart with axes whose labels take room, zoomable along both.
  private func chart(_ random: inout SplitMix64) -> Chart {
    let count = random.whole(20...80)
    let values = (0..<count).map { _ in random.number(-1_000...99_000) }
    let isTime = random.chance(0.3)
    let zoom: PlotDirections = .both
    let visible = random.chance(0.5) ? Double(random.whole(5...count)) : nil
    return Plots.chart(
      .combined, [random.chance(0.5) ? Plots.bar(values) : Plots.line(values)],
      size: Size(width: 500, height: 300)
    ) {
      spec in
      spec.viewport.zoom = zoom
      spec.viewport.visibleCount = visible
      spec.viewport.start = .position(.number(Double(count / 3)))
      if isTime {
        spec.x.scale = .time
        spec.x.values = .numbers((0..<count).map { 1.7e12 + Double($0) * 3_600_000 })
      }
    }
  }

  /// What is under a place: the coordinate of the x axis and the value.
  private func under(_ place: Point, _ chart: Chart) throws -> (x: Double, y: Double) {
    let frame = try chart.plot.frame
    return (frame.window.map.value(at: place.x), frame.left.map.value(at: place.y))
  }

  @Test("V4 What is under the place stays under it, along x, y or both, in and out", arguments: 0..<4)
  func keepsPlace(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var wrong = Mismatches()
    for _ in sample(0..<60) {
      var chart = chart(&random)
      for _ in 0..<6 {
        let plot = try chart.plot.plot
        let place = Point(
          x: random.number(plot.minX...plot.maxX - 1), y: random.number(plot.minY...plot.maxY - 1))
        let scale = random.chance(0.7) ? random.number(1.05...4) : random.number(0.3...0.95)
        let (alongX, alongY) = [(true, true), (true, false), (false, true)][random.whole(0...2)]
        let before = (try under(place, chart), try chart.window, try chart.plot.frame.left.domain)
        let outcome = chart.apply(.zoom(.by(scale, x: alongX ? place.x : nil, y: alongY ? place.y : nil)))
        let after = (try under(place, chart), try chart.window, try chart.plot.frame.left.domain)
        let viewport = chart.state.view.viewport ?? Viewport()
        // Where the content ends it can't stay.
        let isFreeX = after.1.hasBefore && after.1.hasAfter
        let isFreeY = viewport.startY > 0 && viewport.startY < 1 - 1 / viewport.zoomY
        if alongX, isFreeX {
          wrong.expect(
            abs(after.0.x - before.0.x) * after.1.map.scale < 1e-6, "x \(before.0.x) → \(after.0.x), \(viewport)")
        }
        if alongY, isFreeY {
          let scale = abs(try chart.plot.frame.left.map.scale)
          wrong.expect(abs(after.0.y - before.0.y) * scale < 1e-6, "y \(before.0.y) → \(after.0.y), \(viewport)")
        }
        if !alongX { wrong.expect(after.1.length == before.1.length, "x is zoomed") }
        if !alongY { wrong.expect(after.2.span == before.2.span, "y is zoomed") }
        wrong.expect(outcome.changed == !outcome.events.isEmpty, "told otherwise: \(outcome.events)")
        wrong.expect(
          outcome.events.allSatisfy { $0 == .zoomed(x: viewport.zoomX, y: viewport.zoomY) }, "\(outcome.events)")
        wrong.expect(after.1.start >= after.1.span.lower && after.1.start <= after.1.lastStart, "beyond the content")
      }
    }
    wrong.check()
  }

  @Test("V4 So many times as large: as many slots fewer are seen, and as much less of the values")
  func magnification() throws {
    var chart = Plots.strip(90, visible: 90) { $0.viewport.zoom = .both }
    let domain = try chart.plot.frame.left.domain
    #expect(chart.apply(.zoom(.by(3, x: 120, y: 60))).events == [.zoomed(x: 3, y: 3)])
    #expect(try chart.window.length == 30 && abs(chart.plot.frame.left.domain.span - domain.span / 3) < 1e-12)
    #expect(chart.apply(.zoom(.by(2, x: 120, y: nil))).events == [.zoomed(x: 6, y: 3)])
    #expect(chart.apply(.zoom(.by(0.5, x: nil, y: 30))).events == [.zoomed(x: 6, y: 1.5)])
    #expect(chart.apply(.zoom(.fit)).events == [.zoomed(x: 1, y: 1)])
    #expect(chart.state.view == chart.initialState.view)
  }

  @Test(
    "V4 A place zooms along the axes of the spec alone, and where users cannot zoom a program can along those it names")
  func allowed() throws {
    let expected: [(PlotDirections, both: [Double], x: [Double], y: [Double])] = [
      (.x, [2, 1], [2, 1], [1, 1]), (.y, [1, 2], [1, 1], [1, 2]), (.both, [2, 2], [2, 1], [1, 2]),
      (.none, [2, 2], [2, 1], [1, 2]),
    ]
    for (allowed, both, x, y) in expected {
      for (place, zoomed) in [((120, 60), both), ((120, nil), x), ((nil, 60), y)] as [((Double?, Double?), [Double])] {
        var chart = Plots.strip(90, visible: 90) { $0.viewport.zoom = allowed }
        let outcome = chart.apply(.zoom(.by(2, x: place.0, y: place.1)))
        let viewport = chart.state.view.viewport ?? Viewport()
        #expect([viewport.zoomX, viewport.zoomY] == zoomed, "\(allowed) \(place)")
        #expect(outcome.changed == (zoomed != [1, 1]))
      }
    }
  }

  @Test("V4 A position comes into the middle, wherever it was, as far as there is content")
  func positions() throws {
    var chart = Plots.strip(90, visible: 30)
    for (position, scale) in [(70, 3), (12, 1.5), (45, 1), (45, 0.5)] as [(Double, Double)] {
      let before = try chart.window
      let events = chart.apply(.zoom(.at(.number(position), by: scale))).events
      let window = try chart.window
      #expect(abs(window.start + window.length / 2 - position) < 1e-9, "\(position): \(window)")
      #expect(abs(window.length - before.length / scale) < 1e-9)
      #expect(events.count == 1)
    }
    _ = chart.apply(.zoom(.at(.number(0), by: 2)))
    #expect(try chart.window.start == chart.window.span.lower)
    let after = chart.state
    for (position, scale) in [(.text("none"), 2), (.number(3), 0), (.number(3), .nan)] as [(PositionSpec, Double)] {
      #expect(!chart.apply(.zoom(.at(position, by: scale))).changed && chart.state == after)
    }
    #expect(chart.apply(.zoom(.at(.number(.greatestFiniteMagnitude), by: 2))).events.count <= 1)
  }

  @Test("V4 No smaller than it began and no larger than the limit; what is no number zooms nothing")
  func limits() throws {
    var chart = Plots.strip(90) { $0.viewport.maxZoom = 8 }
    for nothing in [0.5, 1, 0, -2, .nan, .infinity, -.infinity] as [Double] {
      let outcome = chart.apply(.zoom(.by(nothing, x: 100, y: nil)))
      #expect(!outcome.changed && outcome.events.isEmpty, "\(nothing)")
    }
    #expect(!chart.apply(.zoom(.by(2, x: .nan, y: .infinity))).changed)
    #expect(chart.apply(.zoom(.by(100, x: 100, y: nil))).events == [.zoomed(x: 8, y: 1)])
    #expect(!chart.apply(.zoom(.by(2, x: 100, y: nil))).changed)
    _ = chart.apply(.zoom(.by(0.6, x: 100, y: nil)))
    #expect(chart.apply(.zoom(.by(.greatestFiniteMagnitude, x: 100, y: nil))).events == [.zoomed(x: 8, y: 1)])
    #expect(chart.apply(.zoom(.by(.leastNonzeroMagnitude, x: 100, y: nil))).events == [.zoomed(x: 1, y: 1)])
  }

  @Test("V4 Fit shows what the spec begins with, and tells how far that was")
  func fit() throws {
    var chart = Plots.strip(90) { $0.viewport.start = .end }
    #expect(!chart.apply(.zoom(.fit)).changed)
    _ = chart.apply(.scroll(.by(-400), snap: false))
    #expect(chart.apply(.zoom(.fit)).events == [.translated(dx: -400, dy: 0)])
    #expect(try !chart.window.hasAfter && chart.state.view.viewport == nil)
  }

  @Test("V4 Without a place it is about the middle, along the axes of the spec, or x if it has none")
  func aboutTheMiddle() throws {
    for (zoom, expected) in [(.x, (2, 1)), (.y, (1, 2)), (.both, (2, 2)), (.none, (2, 1))]
      as [(PlotDirections, (Double, Double))]
    {
      var chart = Plots.strip(90) { spec in
        spec.viewport.zoom = zoom
        spec.viewport.start = .position(.number(40))
      }
      let middle = try chart.window.map.value(at: 180)
      #expect(chart.apply(.zoom(.by(2, x: nil, y: nil))).events == [.zoomed(x: expected.0, y: expected.1)])
      #expect(try abs(chart.window.map.value(at: 180) - middle) < 1e-9)
    }
  }

  @Test("V4 The keys + and − zoom by one and a half about the middle, along the axes of the spec")
  func keys() throws {
    var chart = Plots.strip(90) { $0.viewport.start = .position(.number(40)) }
    let middle = try chart.window.map.value(at: 180)
    #expect(chart.key(.plus).events == [.zoomed(x: 1.5, y: 1)])
    #expect(try abs(chart.window.map.value(at: 180) - middle) < 1e-9)
    #expect(chart.key(.minus).events == [.zoomed(x: 1, y: 1)])
    #expect(!chart.key(.minus).changed)
    var none = Plots.strip(90) { $0.viewport.zoom = .none }
    #expect(!none.key(.plus).changed)
  }

  @Test("V4 Zoomed content can be scrolled both ways by exactly the pointer's px")
  func scrolls() throws {
    var chart = Plots.strip(90, visible: 90) { $0.viewport.zoom = .both }
    _ = chart.apply(.zoom(.by(4, x: 180, y: 60)))
    let before = try chart.place(0, 44)
    chart.pointer(.down, Point(x: 100, y: 100))
    let events = chart.pointer(.move, Point(x: 70, y: 80)).events
    guard case .translated(let dx, let dy)? = events.first else {
      Issue.record("not translated: \(events)")
      return
    }
    #expect(abs(dx + 30) < 1e-9 && abs(dy + 20) < 1e-9)
    #expect(try abs(chart.place(0, 44).x - before.x + 30) < 1e-9 && abs(chart.place(0, 44).y - before.y + 20) < 1e-9)
    chart.pointer(.move, Point(x: 70, y: -5_000))
    #expect(chart.state.view.viewport?.startY == 0)
    chart.pointer(.move, Point(x: 70, y: 5_000))
    #expect(chart.state.view.viewport?.startY == 0.75)
    #expect(chart.pointer(.up, Point(x: 70, y: 5_000)).events.rests == [nil])
  }

  // MARK: - Double taps

  private func taps(_ places: [Point], _ times: [Double?], zoom: PlotDirections = .x) -> (Chart, [Event]) {
    var chart = Plots.strip(90) { $0.viewport.zoom = zoom }
    var events: [Event] = []
    for (place, time) in zip(places, times) {
      events += chart.pointer(.down, place, time: time).events + chart.pointer(.up, place, time: time).events
    }
    return (chart, events)
  }

  @Test("V4 A double tap zooms by two about it, once")
  func doubleTap() throws {
    let place = Point(x: 100, y: 50)
    let chart = Plots.strip(90)
    let under = try chart.window.map.value(at: 100)
    let (zoomed, events) = taps([place, place + Point(x: 3, y: 2), place], [0, 0.2, 0.4])
    #expect(zoomed.state.view.viewport?.zoomX == 2)
    #expect(events.count { if case .zoomed = $0 { true } else { false } } == 1)
    // The first and the third are taps.
    #expect(events.selected.count == 2 || events.nothings == 1)
    let (twice, _) = taps([place, place], [0, 0.2])
    #expect(try abs(twice.window.map.value(at: 100) - under) < 1e-9)
    let (four, _) = taps([place, place, place, place], [0, 0.1, 0.2, 0.3])
    #expect(four.state.view.viewport?.zoomX == 4)
  }

  @Test("V4 Two taps too late, too far apart, without times or where zooming is off are two taps")
  func noDoubleTap() {
    let place = Point(x: 100, y: 50)
    func isZoomed(_ second: Point, _ times: [Double?], _ zoom: PlotDirections = .x) -> Bool {
      let (chart, events) = taps([place, second], times, zoom: zoom)
      return events.contains { if case .zoomed = $0 { true } else { false } } && chart.state.view.viewport?.zoomX == 2
    }
    #expect(isZoomed(place, [0, 0.3]) && !isZoomed(place, [0, 0.301]))
    #expect(isZoomed(place + Point(x: 24, y: 0), [0, 0.1]) && !isZoomed(place + Point(x: 24.1, y: 0), [0, 0.1]))
    #expect(isZoomed(place + Point(x: 14, y: -19), [0, 0.1]) && !isZoomed(place + Point(x: 17, y: 18), [0, 0.1]))
    #expect(!isZoomed(place, [nil, nil]) && !isZoomed(place, [0, nil]) && !isZoomed(place, [nil, 0]))
    #expect(!isZoomed(place, [0.2, 0]) && !isZoomed(place, [0, 0.1], .none))
  }

  @Test("V4 A drag between two taps makes them no double tap; nor do taps on the legend")
  func tapDragTap() throws {
    var chart = Plots.strip(90)
    chart.drag(from: Point(x: 100, y: 50), by: [], start: 0, every: 0.01)
    chart.drag(from: Point(x: 100, y: 50), by: [Point(x: -20, y: 0), Point(x: 20, y: 0)], start: 0.05, every: 0.01)
    chart.drag(from: Point(x: 100, y: 50), by: [], start: 0.2, every: 0.01)
    #expect(chart.state.view.viewport?.zoomX ?? 1 == 1)
    var legend = Plots.chart(.combined, [Plots.line([1, 2]) { $0.name = "a" }]) {
      $0.common.legend.position = .bottom
    }
    let entry = try #require(legend.plot.frame.legend?.entries.first).box.center
    for time in [0.0, 0.1] {
      legend.pointer(.down, entry, time: time)
      legend.pointer(.up, entry, time: time)
    }
    #expect(legend.state.view == legend.initialState.view)
  }
}
