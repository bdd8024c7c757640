import ChartModel
import Testing
import TestSupport

@testable import ChartEngine

@Suite("V1 Scrolling")
struct ScrollingTests {
  private let names = "\"x\": {\"labels\": [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"h\", \"i\", \"j\"]}"
  private let ten = "\"series\": [{\"values\": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}]"

  @Test(
    "V1 It begins at the start, at the end or at a position, and shows so many slots",
    arguments: [
      ("\"start\"", -0.5), ("\"end\"", 5.5), ("\"d\"", 2.5), ("\"j\"", 5.5), ("3", 2.5), ("-7", -0.5),
      ("\"nobody\"", -0.5),
    ] as [(String, Double)])
  func begins(start: String, expected: Double) throws {
    let chart = try Plots.chart(
      "{\"kind\": \"bar\", \(names), \(ten), \"viewport\": {\"visibleCount\": 4, \"start\": \(start)}}")
    let window = try chart.window
    #expect(try window.start == expected && window.length == 4 && window.map.start == chart.plot.plot.minX)
    #expect(chart.state.view.viewport == nil)
  }

  @Test("V1 It begins at a number on a numeric axis, and at a moment on a time axis")
  func beginsAtPosition() throws {
    let linear = try Plots.chart(
      """
      {"kind": "line", "x": {"values": [0, 10, 20, 30, 40, 50]}, "series": [{"values": [1, 2, 3, 4, 5, 6]}],
      "viewport": {"visibleCount": 3, "start": 17}}
      """)
    #expect(try linear.window.start == 17 && linear.window.length == 20)
    let time = try Plots.chart(
      """
      {"kind": "line", "x": {"values": ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04", "2026-01-05"]},
      "series": [{"values": [1, 2, 3, 4, 5]}], "viewport": {"visibleCount": 3, "start": "2026-01-02"}}
      """)
    // 2026-01-02 is day 20455 since 1970.
    #expect(try time.window.start == 20_455 * 86_400_000 && time.window.length == 2 * 86_400_000)
  }

  @Test("V1 Scrolling by px moves the content by as many, and by no more than there is")
  func byPixels() throws {
    var chart = Plots.strip(30)
    let before = try chart.place(0, 12)
    #expect(chart.apply(.scroll(.by(100), snap: false)).events == [.translated(dx: -100, dy: 0)])
    #expect(try abs(chart.place(0, 12).x - (before.x - 100)) < 1e-9)
    let back = chart.apply(.scroll(.by(-40), snap: false)).events.translation
    #expect(try abs(back - 40) < 1e-9 && abs(chart.place(0, 12).x - (before.x - 60)) < 1e-9)
    // 30 slots of 40 px, of which 360 are seen.
    #expect(abs(chart.apply(.scroll(.by(1e300), snap: false)).events.translation - (60 - 840)) < 1e-6)
    #expect(try chart.window.end == 29.5 && !chart.window.hasAfter)
    #expect(!chart.apply(.scroll(.by(5), snap: false)).changed)
    #expect(abs(chart.apply(.scroll(.by(-1e300), snap: false)).events.translation - 840) < 1e-6)
    #expect(try chart.window.start == -0.5)
    for nothing in [Double.nan, .infinity, -.infinity, 0] {
      #expect(!chart.apply(.scroll(.by(nothing), snap: false)).changed)
    }
  }

  @Test("V1 Scrolling to a name, a number, a moment, the start or the end; nowhere for what is no position")
  func toPosition() throws {
    var bars = try Plots.chart("{\"kind\": \"bar\", \(names), \(ten), \"viewport\": {\"visibleCount\": 4}}")
    func starts(_ chart: inout Chart, _ scroll: Scroll) throws -> Double {
      _ = chart.apply(.scroll(scroll, snap: false))
      return try chart.window.start
    }
    #expect(try starts(&bars, .to(.text("c"))) == 1.5)
    #expect(try starts(&bars, .to(.number(4))) == 3.5)
    #expect(try starts(&bars, .to(.text("z"))) == 3.5)
    #expect(try starts(&bars, .toEnd) == 5.5)
    #expect(try starts(&bars, .toStart) == -0.5)
    #expect(try starts(&bars, .to(.number(99))) == 5.5)
    #expect(try starts(&bars, .to(.number(.nan))) == 5.5)
    var time = try Plots.chart(
      """
      {"kind": "line", "x": {"values": ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04", "2026-01-05"]},
      "series": [{"values": [1, 2, 3, 4, 5]}], "viewport": {"visibleCount": 3}}
      """)
    #expect(try starts(&time, .to(.text("2026-01-02T12:00Z"))) == 20_455.5 * 86_400_000)
    var log = try Plots.chart(
      """
      {"kind": "line", "x": {"values": [1, 10, 100, 1000, 10000], "scale": "log"}, "series": [{"values": [1, 2, 3, 4, 5]}],
      "viewport": {"visibleCount": 3}}
      """)
    #expect(try starts(&log, .to(.number(10))) == 1)
    #expect(try starts(&log, .to(.number(-10))) == 1)
  }

  @Test("V1 A drag moves the content by exactly the pointer's px, however many reports it takes")
  func drags() throws {
    var random = SplitMix64(seed: 1)
    for _ in 0..<200 {
      var chart = Plots.strip(40) { $0.viewport.start = .position(.number(15)) }
      let before = try chart.place(0, 19).x
      var place = Point(x: 180, y: 60)
      chart.pointer(.down, place)
      var passed = false
      var told = 0.0
      for _ in 0..<random.whole(2...12) {
        place = Point(x: 180 + random.number(-170...170), y: random.number(0...120))
        let outcome = chart.pointer(.move, place)
        told += outcome.events.translation
        passed = passed || (place - Point(x: 180, y: 60)).length >= 8
        #expect(try abs(chart.place(0, 19).x - before - (passed ? place.x - 180 : 0)) < 1e-9)
        #expect(outcome.changed == !outcome.events.isEmpty)
      }
      #expect(abs(told - (passed ? place.x - 180 : 0)) < 1e-9)
      let up = chart.pointer(.up, place)
      #expect(up.events.translation == 0)
      // Without snapping and speed it is at rest where it was let go.
      if passed { #expect(up.events.rests == [nil]) }
    }
  }

  @Test("V1 Dragging stops where the content ends, and goes on from the pointer's place when it comes back")
  func ends() throws {
    var chart = Plots.strip(20)
    chart.pointer(.down, Point(x: 100, y: 50))
    #expect(!chart.pointer(.move, Point(x: 300, y: 50)).changed)
    #expect(try chart.window.start == -0.5)
    chart.pointer(.move, Point(x: 20, y: 50))
    #expect(try abs(chart.window.start - (-0.5 + 80 / 40)) < 1e-12)
    chart.pointer(.move, Point(x: -5000, y: 50))
    #expect(try chart.window.end == 19.5)
    chart.pointer(.move, Point(x: .greatestFiniteMagnitude, y: 50))
    #expect(try chart.window.start == -0.5)
    chart.pointer(.move, Point(x: -.greatestFiniteMagnitude, y: 50))
    #expect(try chart.window.end == 19.5)
  }

  @Test("V1 Nothing moves before the pointer is 8 px from where it went down; a release before that is a tap")
  func threshold() throws {
    for direction in stride(from: 0.0, to: 360, by: 15) {
      let (sine, cosine) = sineAndCosine(degrees: direction)
      var chart = Plots.strip(30) { $0.viewport.start = .position(.number(10)) }
      let down = Point(x: try chart.place(0, 14).x, y: 60)
      chart.pointer(.down, down)
      for length in [1, 7.99, -7.99, 3] {
        let outcome = chart.pointer(.move, down + Point(x: length * cosine, y: length * sine))
        #expect(!outcome.changed && outcome.events.isEmpty)
      }
      let up = chart.pointer(.up, down + Point(x: 7.9 * cosine, y: 7.9 * sine))
      #expect(up.events.selected == [[0, 14]] && up.events.rests.isEmpty)
      #expect(chart.state.touch == nil)
    }
  }

  @Test("V1 Once it is a drag, coming back to where it began is no tap")
  func backToTheBeginning() throws {
    var chart = Plots.strip(30)
    let events = chart.drag(from: Point(x: 180, y: 60), by: [Point(x: -30, y: 0), Point(x: 30, y: 0)])
    #expect(events.selected.isEmpty && chart.state.view.selection == nil)
    #expect(try abs(chart.window.start + 0.5) < 1e-12)
  }

  @Test(
    "V1 The threshold is the spec's; without any, a pointer that stays still taps", arguments: [0, 3, 30] as [Double])
  func ownThreshold(threshold: Double) throws {
    var chart = Plots.strip(30) { $0.viewport.threshold = threshold }
    chart.pointer(.down, Point(x: 180, y: 60))
    if threshold > 0 { #expect(!chart.pointer(.move, Point(x: 180 - threshold + 0.01, y: 60)).changed) }
    #expect(chart.pointer(.move, Point(x: 180 - max(threshold, 0.01), y: 60)).changed)
    var tapped = Plots.strip(30) { $0.viewport.threshold = threshold }
    let events = tapped.drag(from: Point(x: 180, y: 60), by: [])
    #expect(events.selected == [[0, 4]])
  }

  @Test("V1 Where scrolling is off, or all is seen, a drag moves nothing, and is no tap")
  func nothingToScroll() throws {
    for chart in [Plots.strip(30) { $0.viewport.scrolls = false }, Plots.strip(5), Plots.strip(9)] {
      var chart = chart
      let view = chart.state.view
      #expect(chart.drag(from: Point(x: 180, y: 60), by: [Point(x: -90, y: 3)], every: 0.01).isEmpty)
      #expect(chart.state.view == view && chart.state.glide == nil)
    }
  }

  @Test("V1 A program may scroll while a finger is down, which then goes on from there")
  func programMeanwhile() throws {
    var chart = Plots.strip(60)
    chart.pointer(.down, Point(x: 300, y: 60))
    chart.pointer(.move, Point(x: 260, y: 60))
    _ = chart.apply(.scroll(.to(.number(20)), snap: false))
    #expect(try chart.window.start == 19.5)
    chart.pointer(.move, Point(x: 250, y: 60))
    #expect(try abs(chart.window.start - 19.75) < 1e-12)
  }

  @Test("V1 A cancelled drag stays where it is, and has come to rest; another pointer's cancel does nothing")
  func cancelled() throws {
    var chart = Plots.strip(60)
    chart.pointer(.down, Point(x: 300, y: 60))
    chart.pointer(.move, Point(x: 200, y: 60))
    let touch = chart.state.touch
    chart.pointer(.cancel, Point(x: 0, y: 0), pointer: 7)
    #expect(chart.state.touch == touch)
    let outcome = chart.pointer(.cancel, Point(x: .nan, y: 0))
    #expect(outcome.events == [.scrolled(nil)] && chart.state.touch == nil && !outcome.changed)
    #expect(try abs(chart.window.start - 2) < 1e-12)
  }

  @Test("V1 A pointer that is nowhere moves nothing; up from nowhere it is up")
  func nowhere() throws {
    for bad in [Double.nan, .infinity, -.infinity] {
      var chart = Plots.strip(60)
      chart.pointer(.down, Point(x: 300, y: 60))
      chart.pointer(.move, Point(x: 250, y: 60))
      let view = chart.state.view
      #expect(!chart.pointer(.move, Point(x: bad, y: 60)).changed)
      #expect(!chart.pointer(.move, Point(x: 60, y: bad)).changed)
      chart.pointer(.up, Point(x: bad, y: 60))
      #expect(chart.state.view == view && chart.state.touch == nil)
    }
  }
}
