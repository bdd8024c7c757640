import ChartModel
import Testing
import TestSupport

@testable import ChartEngine

@Suite("V4 Pinching")
struct PinchTests {
  private func chart(zoom: PlotDirections = .both, scrolls: Bool = true) -> Chart {
    Plots.strip(200, visible: 100) { spec in
      spec.viewport.zoom = zoom
      spec.viewport.scrolls = scrolls
      spec.viewport.start = .position(.number(50))
    }
  }

  /// The coordinate and the value under a place.
  private func under(_ place: Point, _ chart: Chart) throws -> Point {
    let frame = try chart.plot.frame
    return Point(x: frame.window.map.value(at: place.x), y: frame.left.map.value(at: place.y))
  }

  private func middle(_ a: Point, _ b: Point) -> Point { Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2) }

  @Test(
    "V4 Two pointers zoom by how far apart they go, and what is in their middle stays there",
    arguments: sample(0..<200 as Range<UInt64>))
  func zooms(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var chart = chart()
    let (first, second) = (Point(x: 130, y: 50), Point(x: 230, y: 70))
    let before = try under(middle(first, second), chart)
    chart.pointer(.down, first, pointer: 1)
    chart.pointer(.down, second, pointer: 2)
    var ends = (first, second)
    var events: [Event] = []
    for _ in 0..<random.whole(1...5) {
      let scale = random.number(1.2...5)
      let shift = Point(x: random.number(-30...30), y: random.number(-10...10))
      let half = Point(x: 50 * scale, y: 10 * scale)
      ends = (Point(x: 180, y: 60) + shift - half, Point(x: 180, y: 60) + shift + half)
      if random.chance(0.5) {
        events += chart.pointer(.move, ends.0, pointer: 1).events + chart.pointer(.move, ends.1, pointer: 2).events
      } else {
        events += chart.pointer(.move, ends.1, pointer: 2).events + chart.pointer(.move, ends.0, pointer: 1).events
      }
    }
    let scale = (ends.1 - ends.0).length / (second - first).length
    let viewport = try #require(chart.state.view.viewport)
    #expect(abs(viewport.zoomX - scale) < 1e-9 && abs(viewport.zoomY - scale) < 1e-9)
    let window = try chart.window
    let after = try under(middle(ends.0, ends.1), chart)
    if window.hasBefore, window.hasAfter { #expect(abs(after.x - before.x) < 1e-9) }
    if viewport.startY > 0, viewport.startY < 1 - 1 / scale { #expect(abs(after.y - before.y) < 1e-9) }
    #expect(events.last == .zoomed(x: viewport.zoomX, y: viewport.zoomY))
  }

  @Test("V4 The way there and the order of the reports don't matter")
  func order() throws {
    let start = [Point(x: 100, y: 40), Point(x: 200, y: 80)]
    let end = [Point(x: 60, y: 30), Point(x: 290, y: 110)]
    var views: Set<ChartState.View> = []
    for reports in [[0, 1], [1, 0]] {
      for detour in [nil, Point(x: 5, y: 5), Point(x: 350, y: 100)] {
        var chart = chart()
        chart.pointer(.down, start[0], pointer: 0)
        chart.pointer(.down, start[1], pointer: 1)
        if let detour { chart.pointer(.move, detour, pointer: reports[0]) }
        for pointer in reports { chart.pointer(.move, end[pointer], pointer: pointer) }
        views.insert(chart.state.view)
      }
    }
    #expect(views.count == 1)
  }

  @Test("V4 A third finger is ignored")
  func thirdFinger() throws {
    var chart = chart()
    chart.pointer(.down, Point(x: 100, y: 40), pointer: 0)
    chart.pointer(.down, Point(x: 200, y: 80), pointer: 1)
    chart.pointer(.move, Point(x: 250, y: 80), pointer: 1)
    let (view, touch) = (chart.state.view, chart.state.touch)
    for phase in [.down, .move, .up, .down, .cancel] as [PointerReport.Phase] {
      let outcome = chart.pointer(phase, Point(x: 300, y: 10), pointer: 2)
      #expect(!outcome.changed && outcome.events.isEmpty && chart.state.touch == touch && chart.state.view == view)
    }
  }

  @Test("V4 When one finger is lifted the other scrolls on, without a jump; at the end it has come to rest")
  func oneFingerUp() throws {
    for lifted in [0, 1] {
      var chart = chart(zoom: .x)
      var places = [Point(x: 100, y: 40), Point(x: 200, y: 80)]
      chart.pointer(.down, places[0], pointer: 0)
      chart.pointer(.down, places[1], pointer: 1)
      places = [Point(x: 80, y: 40), Point(x: 240, y: 80)]
      chart.pointer(.move, places[0], pointer: 0)
      chart.pointer(.move, places[1], pointer: 1)
      let view = chart.state.view
      #expect(!chart.pointer(.up, places[lifted], pointer: lifted).changed && chart.state.view == view)
      let before = try chart.place(0, 90).x
      let other = 1 - lifted
      chart.pointer(.move, places[other] + Point(x: -1, y: 0), pointer: other)
      #expect(try abs(chart.place(0, 90).x - before + 1) < 1e-9)
      chart.pointer(.move, places[other] + Point(x: -33, y: 0), pointer: other)
      #expect(try abs(chart.place(0, 90).x - before + 33) < 1e-9)
      let up = chart.pointer(.up, places[other] + Point(x: -33, y: 0), pointer: other)
      #expect(up.events == [.scrolled(nil)] && chart.state.touch == nil && chart.state.view.selection == nil)
    }
  }

  @Test("V4 Along the axes that the spec allows; where it allows none two fingers scroll")
  func axes() throws {
    for (zoom, expected) in [(.x, (2, 1)), (.y, (1, 2)), (.none, (1, 1))] as [(PlotDirections, (Double, Double))] {
      var chart = chart(zoom: zoom)
      chart.pointer(.down, Point(x: 100, y: 60), pointer: 0)
      chart.pointer(.down, Point(x: 200, y: 60), pointer: 1)
      chart.pointer(.move, Point(x: 80, y: 60), pointer: 0)
      let outcome = chart.pointer(.move, Point(x: 280, y: 60), pointer: 1)
      let viewport = try #require(chart.state.view.viewport)
      #expect(viewport.zoomX == expected.0 && viewport.zoomY == expected.1)
      if zoom == .none {
        // The middle went 30 px to the right: first 10 to the left.
        guard case .translated(let dx, _)? = outcome.events.first else {
          Issue.record("\(outcome.events)")
          continue
        }
        #expect(abs(dx - 40) < 1e-9)
        #expect(try abs((49.5 - chart.window.start) * 3.6 - 30) < 1e-9)
      }
    }
    var fixed = chart(zoom: .none, scrolls: false)
    fixed.pointer(.down, Point(x: 100, y: 60), pointer: 0)
    fixed.pointer(.down, Point(x: 200, y: 60), pointer: 1)
    let outcome = fixed.pointer(.move, Point(x: 280, y: 60), pointer: 1)
    #expect(!outcome.changed && outcome.events.isEmpty && fixed.state.view.viewport == nil)
  }

  @Test("V4 Fingers that don't move change nothing, and say nothing")
  func still() throws {
    var chart = chart()
    chart.pointer(.down, Point(x: 100, y: 60), pointer: 0)
    #expect(!chart.pointer(.down, Point(x: 200, y: 60), pointer: 1).changed)
    #expect(chart.pointer(.move, Point(x: 200, y: 60), pointer: 1).events.isEmpty)
    #expect(chart.state.view.viewport == nil)
    // On one another, or infinitely far apart, they say nothing about size.
    #expect(!chart.pointer(.move, Point(x: 100, y: 60), pointer: 1).changed)
    #expect(!chart.pointer(.move, Point(x: 1e308, y: -1e308), pointer: 1).changed || chart.state.view.viewport != nil)
    #expect(try chart.plot.isFinite)
  }

  @Test("V4 Pinching hides pop-ups where it scrolls, which is told; with snapping the centre stays selected")
  func selection() throws {
    var chart = Plots.strip(200, visible: 100) { spec in
      spec.popups.isEnabled = true
      spec.viewport.zoom = .none
      spec.viewport.start = .position(.number(50))
    }
    _ = chart.apply(.highlight(path: [0, 80], notify: false))
    chart.pointer(.down, Point(x: 100, y: 60), pointer: 0)
    chart.pointer(.down, Point(x: 200, y: 60), pointer: 1)
    #expect(chart.pointer(.move, Point(x: 220, y: 60), pointer: 1).events.contains(.nothingSelected))
    #expect(chart.state.view.selection == nil)

    var snapping = Plots.strip(200, visible: 99) { $0.viewport.snaps = true }
    snapping.pointer(.down, Point(x: 100, y: 60), pointer: 0)
    snapping.pointer(.down, Point(x: 200, y: 60), pointer: 1)
    snapping.pointer(.move, Point(x: 20, y: 60), pointer: 0)
    let selected = try #require(snapping.state.view.selection)
    #expect(try abs(snapping.place(0, selected[1]).x - 180) <= 360 / snapping.window.length / 2 + 1e-9)
    snapping.pointer(.up, Point(x: 20, y: 60), pointer: 0)
    let events = snapping.pointer(.up, Point(x: 200, y: 60), pointer: 1).events
    #expect(events.rests.count == 1)
    #expect(try abs(snapping.place(0, #require(snapping.state.view.selection)[1]).x - 180) < 1e-6)
  }
}
