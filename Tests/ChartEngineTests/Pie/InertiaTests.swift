@testable import ChartEngine
import ChartModel
import Foundation
import Testing
import TestSupport

@Suite("P10 Spinning on after a drag")
struct InertiaTests {
  /// A chart that was dragged round at a steady speed, in degrees a second, and let go at the time 0.
  private func flung(
    _ speed: Double, deceleration: Double = 0.9, interval: Double = 0.016, count: Int = 20
  ) throws -> Chart {
    var chart = Pies.chart(Pies.five) { $0.rotation.deceleration = deceleration }
    let layout = try chart.pie
    func position(_ time: Double) -> Point { layout.point(angle: 40 + speed * time, radius: 90) }
    let begin = -interval * Double(count)
    chart.pointer(.down, position(begin), time: begin)
    for step in 1..<count {
      let time = begin + interval * Double(step)
      chart.pointer(.move, position(time), time: time)
    }
    chart.pointer(.up, position(0), time: 0)
    return chart
  }

  /// How far it turns in all: ∫ v·e^(−λt) dt until 1°/s is left, by Simpson's rule.
  private func wayToRest(_ speed: Double, deceleration: Double) -> Double {
    let rate = -log(1 - deceleration)
    let end = log(abs(speed)) / rate
    let parts = 20_000
    let step = end / Double(parts)
    func velocity(_ index: Int) -> Double { speed * exp(-rate * step * Double(index)) }
    var sum = velocity(0) + velocity(parts)
    for index in 1..<parts { sum += velocity(index) * (index % 2 == 0 ? 2 : 4) }
    return sum * step / 3
  }

  /// Lets a chart go on in steps until it rests; returns the events.
  private func run(_ chart: inout Chart, step: () -> Double) -> [Event] {
    var time = 0.0
    var events: [Event] = []
    var steps = 0
    while chart.state.spin != nil, steps < 20_000 {
      time += step()
      steps += 1
      events += chart.apply(.advance(time: time)).events
    }
    return events
  }

  @Test(
    "P10 The speed is the pointer's, of the last moments", arguments: [60, 300, 1200, -60, -300, -1200] as [Double])
  func speed(speed: Double) throws {
    let spin = try #require(try flung(speed).state.spin)
    #expect(abs(spin.velocity - speed) < 1e-6 && spin.deceleration == 0.9 && spin.time == 0)
  }

  @Test(
    "P10 It turns by ∫ v·e^(−λt) dt", arguments: [40, 300, 900, -40, -300, -900] as [Double], [0.5, 0.9, 0.99])
  func way(speed: Double, deceleration: Double) throws {
    var chart = try flung(speed, deceleration: deceleration)
    let start = chart.state.view.startAngle
    _ = chart.apply(.advance(time: 1e6))
    let expected = start + wayToRest(speed, deceleration: deceleration)
    #expect(abs(angularDifference(chart.state.view.startAngle, expected)) < 1e-5)
  }

  @Test("P10 After one second the share that is lost is the deceleration", arguments: [0.5, 0.9])
  func afterOneSecond(deceleration: Double) throws {
    let spin = try #require(try flung(600, deceleration: deceleration).state.spin)
    let short = 1e-6
    let speed = (spin.angle(after: 1 + short) - spin.angle(after: 1 - short)) / (2 * short)
    #expect(abs(speed / spin.velocity - (1 - deceleration)) < 1e-4)
  }

  @Test(
    "P10 The rest angle is the same whatever the step of time",
    arguments: [250, -777, 3000] as [Double], [0.5, 0.9] as [Double])
  func stepsOfTime(speed: Double, deceleration: Double) throws {
    let flung = try flung(speed, deceleration: deceleration)
    var jumped = flung
    _ = jumped.apply(.advance(time: 1000))
    let rest = jumped.state.view.startAngle
    #expect(jumped.state.spin == nil)

    for step in [0.001, 0.007, 0.01667, 0.1, 0.9, 7] {
      var chart = flung
      let events = run(&chart) { step }
      #expect(abs(angularDifference(chart.state.view.startAngle, rest)) < 1e-9, "steps of \(step) s")
      let settled = events.filter { if case .settled = $0 { true } else { false } }
      #expect(settled == [.settled(angle: chart.state.view.startAngle)])
      #expect(events.last == settled.last)
    }
    var random = SplitMix64(seed: 10)
    for _ in 0..<10 {
      var chart = flung
      _ = run(&chart) { random.number(0...0.3) }
      #expect(abs(angularDifference(chart.state.view.startAngle, rest)) < 1e-9)
    }
  }

  @Test("P10 At a given moment it is the same place, however the moment is reached")
  func sameMoment() throws {
    var once = try flung(400)
    var often = once
    _ = once.apply(.advance(time: 0.5))
    for step in 1...50 { _ = often.apply(.advance(time: Double(step) / 100)) }
    #expect(abs(angularDifference(once.state.view.startAngle, often.state.view.startAngle)) < 1e-9)
  }

  @Test("P10 After it has settled nothing more happens; times before now turn nothing back beyond the start")
  func afterSettling() throws {
    var chart = try flung(400)
    let start = chart.state.view.startAngle
    _ = chart.apply(.advance(time: -5))
    #expect(chart.state.view.startAngle == start && chart.state.spin != nil)
    _ = chart.apply(.advance(time: 100))
    let outcome = chart.apply(.advance(time: 101))
    #expect(!outcome.changed && outcome.events.isEmpty)
  }

  @Test("P10 A slow drag does not spin", arguments: [0.0, 5, 20, -20])
  func slow(speed: Double) throws {
    #expect(try flung(speed, interval: 0.05, count: 60).state.spin == nil)
  }

  @Test("P10 Pausing before the release stops it, whether or not the pause is reported")
  func pause() throws {
    for reportsPause in [false, true] {
      var chart = Pies.chart(Pies.five)
      let layout = try chart.pie
      chart.pointer(.down, layout.point(angle: 0, radius: 90), time: 0)
      for step in 1...10 {
        chart.pointer(.move, layout.point(angle: Double(step) * 8, radius: 90), time: Double(step) * 0.016)
      }
      if reportsPause {
        for step in 1...20 {
          chart.pointer(.move, layout.point(angle: 80, radius: 90), time: 0.16 + Double(step) * 0.016)
        }
      }
      chart.pointer(.up, layout.point(angle: 80, radius: 90), time: 0.5)
      #expect(chart.state.spin == nil)
      #expect(abs(angularDifference(chart.state.view.startAngle, 350)) < 1e-9)
    }
  }

  @Test("P10 Without times there is no spin; nor with times that stand still or run backwards")
  func times() throws {
    let timings: [(Int) -> Double?] = [
      { _ in nil }, { _ in 5 }, { 10 - Double($0) }, { _ in .nan }, { _ in .infinity },
    ]
    for timing in timings {
      var chart = Pies.chart(Pies.five)
      let layout = try chart.pie
      chart.pointer(.down, layout.point(angle: 0, radius: 90), time: timing(0))
      for step in 1...9 { chart.pointer(.move, layout.point(angle: Double(step) * 8, radius: 90), time: timing(step)) }
      chart.pointer(.up, layout.point(angle: 80, radius: 90), time: timing(10))
      #expect(chart.state.spin == nil)
      #expect(abs(angularDifference(chart.state.view.startAngle, 350)) < 1e-9)
    }
  }

  @Test("P10 A pointer down stops the spin where it is; so do a tap and a turn by program")
  func stopping() throws {
    let stops: [(Chart) throws -> Interaction] = [
      { .pointer(PointerReport(phase: .down, position: try $0.pie.point(angle: 0, radius: 50), time: 0.3)) },
      { .tap(try $0.pie.point(angle: 0, radius: 50)) },
      { _ in .rotate(.by(0)) },
      { _ in .key(.plus) },
    ]
    for (index, stop) in stops.enumerated() {
      var chart = try flung(700)
      _ = chart.apply(.advance(time: 0.3))
      let angle = chart.state.view.startAngle
      _ = chart.apply(try stop(chart))
      #expect(chart.state.spin == nil)
      let stopped = chart.state.view.startAngle
      if index < 3 { #expect(abs(angularDifference(stopped, angle)) < 1e-9) }
      _ = chart.apply(.advance(time: 5))
      #expect(chart.state.view.startAngle == stopped)
    }
  }

  @Test("P10 With a deceleration of 1 it stands still at once; without inertia, too")
  func noInertia() throws {
    #expect(try flung(700, deceleration: 1).state.spin == nil)
    var chart = Pies.chart(Pies.five) { $0.rotation.hasInertia = false }
    let layout = try chart.pie
    chart.pointer(.down, layout.point(angle: 0, radius: 90), time: 0)
    for step in 1...9 {
      chart.pointer(.move, layout.point(angle: Double(step) * 8, radius: 90), time: Double(step) / 60)
    }
    chart.pointer(.up, layout.point(angle: 80, radius: 90), time: 10.0 / 60)
    #expect(chart.state.spin == nil)
  }

  @Test(
    "P10 The least decelerations spin, and every moment has a finite angle",
    arguments: [1e-3, 1e-9, 1e-17, .leastNonzeroMagnitude])
  func hardlyAny(deceleration: Double) throws {
    var chart = try flung(300, deceleration: deceleration)
    let start = chart.state.view.startAngle
    #expect(chart.state.spin != nil)
    _ = chart.apply(.advance(time: 0.5))
    let rate = -log1p(-deceleration)
    let expected = start + (rate > 1e-100 ? 300 * -expm1(-rate * 0.5) / rate : 150)
    #expect(abs(angularDifference(chart.state.view.startAngle, expected)) < 1e-6)
    _ = chart.apply(.advance(time: 1e12))
    #expect((0..<360).contains(chart.state.view.startAngle))
  }

  @Test("P10 A jump of the pointer does not become an absurd speed")
  func jump() throws {
    var chart = Pies.chart(Pies.five)
    let layout = try chart.pie
    chart.pointer(.down, layout.point(angle: 0, radius: 90), time: 0)
    chart.pointer(.move, layout.point(angle: 20, radius: 90), time: 0.05)
    chart.pointer(.up, layout.point(angle: 170, radius: 90), time: 0.0500001)
    if let spin = chart.state.spin { #expect(abs(spin.velocity) <= 3600) }
  }
}
