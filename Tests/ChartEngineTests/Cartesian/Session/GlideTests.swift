import ChartModel
import Foundation
import Testing
import TestSupport

@testable import ChartEngine

@Suite("V3 Gliding on after a drag")
struct GlideTests {
  /// Bars 40 px apart that were dragged at a steady speed, in px a second, and let go at the time 0 with the 500th at the
  /// left edge.
  private func flung(_ speed: Double, deceleration: Double = 0.9, interval: Double = 0.01) -> Chart {
    var chart = Plots.strip(1_000) { spec in
      spec.viewport.deceleration = deceleration
      spec.viewport.start = .position(.number(500))
    }
    let steps = Int((20 / abs(speed * interval)).rounded(.up)) + 8
    let way = Point(x: speed * interval, y: 0)
    // The drag's own way is taken off, so that where it is let go does not depend on it.
    _ = chart.apply(.scroll(.by(speed * interval * Double(steps)), snap: false))
    chart.drag(
      from: Point(x: 180, y: 60), by: Array(repeating: way, count: steps), start: -interval * Double(steps),
      every: interval)
    return chart
  }

  /// How far it has moved the content after a time, in px: ∫ v·(1 − d)^t dt, until 10 px/s are left.
  private func way(_ speed: Double, deceleration: Double, after time: Double) -> Double {
    let rest = log(10 / abs(speed)) / log(1 - deceleration)
    let end = min(time, rest)
    return speed * (pow(1 - deceleration, end) - 1) / log(1 - deceleration)
  }

  @Test(
    "V3 It moves by ∫ v·(1 − d)^t dt px", arguments: [60, 300, 1_500, -60, -300, -1_500] as [Double], [0.5, 0.9, 0.99])
  func formula(speed: Double, deceleration: Double) throws {
    let flung = flung(speed, deceleration: deceleration)
    let start = try flung.window.start
    #expect(abs(start - 499.5) < 1e-9)
    for time in [0, 0.001, 0.016, 0.1, 0.33, 1, 2, 3.7, 20] {
      var chart = flung
      _ = chart.apply(.advance(time: time))
      let moved = (start - (try chart.window.start)) * 40
      #expect(abs(moved - way(speed, deceleration: deceleration, after: time)) < 1e-6, "after \(time) s")
    }
  }

  @Test("V3 A drag of less than 50 px a second does not glide on", arguments: [1.0, -1])
  func slow(way: Double) {
    #expect(flung(49.5 * way).state.glide == nil)
    #expect(flung(50.5 * way).state.glide != nil)
  }

  @Test("V3 Fault 28: It is the same in one step and in 1,000, within 1e-9", arguments: sample(0..<20 as Range<UInt64>))
  func stepsOfTime(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let flung = flung(
      random.number(100...2_000) * (random.chance(0.5) ? 1 : -1), deceleration: random.number(0.3...0.95))
    let end = try #require(flung.state.glide).duration * random.number(0.1...1.1)
    var once = flung
    _ = once.apply(.advance(time: end))
    var often = flung
    var translation = 0.0
    for time in (0..<999).map({ _ in random.number(0...end) }).sorted() + [end] {
      translation += often.apply(.advance(time: time)).events.translation
    }
    #expect(try abs(once.window.start - often.window.start) < 1e-9)
    #expect(try abs(translation - (flung.window.start - often.window.start) * 40) < 1e-6)
    #expect(once.state.glide == often.state.glide)
  }

  @Test("V3 It never turns back, slows down all the while, ends exactly where it was said to, and tells so once")
  func monotone() throws {
    for speed in [-1_200, 75, 640] as [Double] {
      var chart = flung(speed)
      let glide = try #require(chart.state.glide)
      var last = try chart.window.start
      var lastWay = Double.infinity
      var rests = 0
      var time = 0.0
      while chart.state.glide != nil, time < 60 {
        time += 0.02
        rests += chart.apply(.advance(time: time)).events.rests.count
        let start = try chart.window.start
        let way = (last - start) * (speed < 0 ? -1 : 1)
        #expect(way >= 0 && (way <= lastWay + 1e-9 || chart.state.glide == nil))
        (last, lastWay) = (start, way)
      }
      #expect(rests == 1 && last == glide.target)
      #expect(abs(time - log10(abs(speed) / 10)) <= 0.02 + 1e-9)
      let after = chart.apply(.advance(time: 1e9))
      #expect(!after.changed && after.events.isEmpty)
    }
  }

  @Test(
    "V3 It stops where the content ends, as fast as it is there, and has settled then", arguments: [-1, 1] as [Double])
  func contentEnds(direction: Double) throws {
    var chart = Plots.strip(60) { $0.viewport.start = .position(.number(25)) }
    chart.drag(
      from: Point(x: 180, y: 60), by: Array(repeating: Point(x: direction * 40, y: 0), count: 10), every: 0.01)
    let start = try chart.window.start
    let (first, last) = (-0.5, 50.5)
    let room = abs((direction < 0 ? last : first) - start) * 40
    // 4,000 px/s: that far it is after this long.
    let expected = log(1 + room * log(0.1) / 4_000) / log(0.1)
    #expect(try abs(#require(chart.state.glide).duration - expected) < 1e-9)
    var before = chart
    _ = before.apply(.advance(time: 0.1 + expected * 0.5))
    let half = abs(try before.window.start - start) * 40
    #expect(abs(half - abs(way(4_000, deceleration: 0.9, after: expected * 0.5))) < 1e-6)
    #expect(chart.apply(.advance(time: 0.1 + expected - 1e-6)).events.rests.isEmpty)
    #expect(chart.apply(.advance(time: 0.1 + expected + 1e-6)).events.rests == [nil])
    #expect(try chart.window.start == (direction < 0 ? last : first))
  }

  @Test("V3 A touch stops it where it is, is no tap, and then it has settled")
  func touchStops() throws {
    var chart = flung(-800)
    var expected = chart
    _ = expected.apply(.advance(time: 0.4))
    let down = chart.pointer(.down, Point(x: 50, y: 50), time: 0.4)
    #expect(down.events.rests.isEmpty && chart.state.glide == nil)
    #expect(try chart.window.start == expected.window.start)
    #expect(!chart.apply(.advance(time: 3)).changed)
    let up = chart.pointer(.up, Point(x: 50, y: 50), time: 3)
    #expect(up.events == [.scrolled(nil)] && chart.state.view.selection == nil && !up.changed)
  }

  @Test("V3 A program that scrolls, zooms or taps meanwhile ends it, which is told")
  func programStops() throws {
    let others: [Interaction] = [
      .scroll(.by(10), snap: false), .scroll(.toEnd, snap: true), .zoom(.by(2, x: nil, y: nil)), .zoom(.fit),
      .tap(Point(x: 10, y: 10)), .key(.right), .key(.plus), .key(.end),
    ]
    for interaction in others {
      var chart = flung(500)
      let events = chart.apply(interaction).events
      #expect(events.rests.count == 1 && chart.state.glide == nil, "\(interaction)")
      #expect(!chart.apply(.advance(time: 5)).changed)
    }
    // What is no scrolling doesn't.
    for interaction: Interaction in [
      .scroll(.by(.nan), snap: true), .zoom(.by(.nan, x: 1, y: 1)), .highlight(path: [0, 1], notify: true),
      .toggle(series: 9), .animate(.stop), .rotate(.by(9)),
    ] {
      var chart = flung(500)
      #expect(chart.apply(interaction).events.rests.isEmpty && chart.state.glide != nil, "\(interaction)")
    }
  }

  @Test("V3 Slow drags, those that rested before they ended, and those without inertia or times don't glide")
  func noGlide() throws {
    let right = { (speed: Double) in Array(repeating: Point(x: speed * 0.02, y: 0), count: 20) }
    let cases: [(ways: [Point], interval: Double?, inertia: Bool, pause: Bool)] = [
      (right(45), 0.02, true, false), (right(500), nil, true, false), (right(500), 0.02, false, false),
      (right(500), 0.02, true, true),
    ]
    for (ways, interval, inertia, pause) in cases {
      var chart = Plots.strip(100) { spec in
        spec.viewport.hasInertia = inertia
        spec.viewport.start = .position(.number(50))
      }
      let rest = pause ? Array(repeating: Point.zero, count: 8) : []
      let events = chart.drag(from: Point(x: 20, y: 60), by: ways + rest, every: interval)
      #expect(chart.state.glide == nil && events.rests == [nil])
    }
  }

  @Test("V3 Its speed is that of the last tenth of a second")
  func speed() throws {
    var chart = Plots.strip(1_000) { $0.viewport.start = .position(.number(500)) }
    let slow = Array(repeating: Point(x: -1, y: 0), count: 50)
    let fast = Array(repeating: Point(x: -10, y: 0), count: 12)
    chart.drag(from: Point(x: 300, y: 60), by: slow + fast, start: -0.62, every: 0.01)
    let start = try chart.window.start
    _ = chart.apply(.advance(time: 100))
    #expect(abs((start - (try chart.window.start)) * 40 - way(-1_000, deceleration: 0.9, after: 100)) < 1e-6)
  }

  @Test("V3 Reports of one moment, of times that go back, or of jumps don't yield infinite speed")
  func badTimes() throws {
    for times in [
      [0, 0, 0, 0], [5, 4, 3, 2], [0, 1e-12, 2e-12, 3e-12], [-1e308, 1e308, 1e308, 1e308], [0, .nan, .infinity, 1],
    ]
      as [[Double]]
    {
      var chart = Plots.strip(500) { $0.viewport.start = .position(.number(250)) }
      chart.pointer(.down, Point(x: 300, y: 60), time: times[0])
      chart.pointer(.move, Point(x: 200, y: 60), time: times[1])
      chart.pointer(.move, Point(x: 100, y: 60), time: times[2])
      chart.pointer(.up, Point(x: 100, y: 60), time: times[3])
      #expect(chart.state.glide.map { abs($0.target - $0.start) * 40 <= 20_000 / log(10) } ?? true)
      _ = chart.apply(.advance(time: 1e300))
      #expect(chart.state.glide == nil || times[3] > 1e300)
      #expect(try chart.plot.isFinite)
    }
  }
}
