@testable import ChartEngine
import ChartModel
import Foundation
import Testing

/// Where a pointer went, relative to the pie's centre, from down to up.
struct PointerPath: Sendable, CustomTestStringConvertible {
  let name: String
  let points: [Point]
  var testDescription: String { name }

  init(_ name: String, _ points: [(Double, Double)]) {
    self.name = name
    self.points = points.map { Point(x: $0.0, y: $0.1) }
  }

  /// Along a circle, in steps of so many degrees.
  static func circle(_ name: String, from: Double, by step: Double, count: Int, radius: Double = 73.3) -> PointerPath {
    PointerPath(
      name,
      (0...count).map { index in
        let angle = (from + Double(index) * step) * .pi / 180
        return (radius * cos(angle), radius * sin(angle))
      })
  }

  /// The angle of a point of the path, by another formula than the engine's.
  func angle(_ index: Int) -> Double {
    let (x, y) = (points[index].x, points[index].y)
    let turned = acos(max(-1, min(1, x / (x * x + y * y).squareRoot()))) * 180 / .pi
    return y < 0 ? 360 - turned : turned
  }
}

@Suite("P5 Turning by dragging")
struct DragTests {
  static let paths: [PointerPath] = [
    PointerPath(
      "a mouse, down the right side",
      [
        (81.5, -40), (81.5, -39), (82, -36.5), (82.5, -33), (83, -27.5), (83.5, -21), (84, -12), (84, -4), (83.5, 3),
        (82, 11.5),
        (80.5, 18),
      ]),
    PointerPath(
      "a finger, across the top and to the left",
      [
        (30.2, -70.1), (28.4, -71.3), (23.9, -73.8), (16.1, -77.2), (5.5, -79.9), (-6.8, -80.4), (-19.3, -78.8),
        (-31, -75.1),
        (-41.7, -69.2), (-48.8, -63.3),
      ]),
    PointerPath(
      "back and forth over 0/360",
      [
        (70, -9), (70, -4), (70, 1), (70, 6), (70, 12), (70, 5), (70, -3), (70, -13), (70, -2), (70, 4), (70, -1),
        (70, 0),
      ]),
    PointerPath(
      "straight through the axes, close to the centre",
      [
        (-40, 3), (-30, 3), (-20, 3), (-12, 3), (-6, 3), (-2, 3), (0, 3), (2, 3), (6, 3), (14, 3), (25, 3), (38, 3),
      ]),
    PointerPath("a pen that jumps", [(50, 50), (-50, 50), (-50, -50), (50, -50), (0, 90), (90, 0), (-90, 0.5)]),
    PointerPath("out of the pie and back", [(60, 0), (90, 30), (250, 120), (300, -170), (20, -60), (55, -5)]),
    .circle("three turns clockwise", from: 33, by: 7, count: 155),
    .circle("three turns anticlockwise", from: 200, by: -7, count: 155),
    .circle("two turns in steps of a tenth across 0/360", from: 350, by: 0.1, count: 7200),
  ]

  private func chart(start: Double = 270) -> Chart {
    Pies.chart(Pies.five) { $0.startAngle = start }
  }

  @Test(
    "P5 The start angle is the angle now − (angle at pointer down − start angle then) from the threshold on",
    arguments: paths, [0, 123.5, 270, 359.9] as [Double])
  func formula(path: PointerPath, start: Double) throws {
    var chart = chart(start: start)
    let center = try chart.pie.center
    chart.pointer(.down, center + path.points[0])
    var passed = false
    for index in path.points.indices.dropFirst() {
      let before = chart.state.view.startAngle
      let outcome = chart.pointer(.move, center + path.points[index])
      let way = path.points[index] - path.points[0]
      let isFirst = !passed
      passed = passed || (way.x * way.x + way.y * way.y).squareRoot() >= 8
      let expected = passed ? start + path.angle(index) - path.angle(0) : start
      let now = chart.state.view.startAngle
      #expect(abs(angularDifference(now, expected)) < 1e-9)
      #expect((0..<360).contains(now))
      if !passed { #expect(!outcome.changed) }
      // It never turns further than the pointer itself did.
      if passed, !isFirst {
        let step = abs(angularDifference(path.angle(index), path.angle(index - 1)))
        #expect(abs(angularDifference(now, before)) <= step + 1e-9)
        for case .rotated(let angle, let turn) in outcome.events {
          #expect(angle == now && abs(angularDifference(now - before, turn)) < 1e-9)
        }
      }
    }
    let turned = chart.state.view.startAngle
    chart.pointer(.up, center + (path.points.last ?? .zero))
    #expect(chart.state.view.startAngle == turned && chart.state.gesture == nil && chart.state.spin == nil)
    #expect(chart.state.view.selection == nil)
  }

  @Test("P5 Jitter below 8 px is a tap, in every direction; from 8 px on it is a drag")
  func threshold() throws {
    for direction in stride(from: 0.0, to: 360, by: 15) {
      let (sine, cosine) = sineAndCosine(degrees: direction)
      var tapped = chart()
      let down = try tapped.pie.point(angle: 20, radius: 60)
      tapped.pointer(.down, down)
      for length in [1, 7.99, -7.99, 3] {
        let outcome = tapped.pointer(.move, down + Point(x: length * cosine, y: length * sine))
        #expect(!outcome.changed && outcome.events.isEmpty)
      }
      let up = tapped.pointer(.up, down + Point(x: 7.9 * cosine, y: 7.9 * sine))
      #expect(tapped.state.view.selection == [1] && tapped.state.view.startAngle == 270)
      #expect(up.hit?.index == 1)
    }
    var dragged = chart()
    let down = try dragged.pie.point(angle: 0, radius: 60)
    dragged.pointer(.down, down)
    #expect(dragged.pointer(.move, down + Point(x: 0, y: 8)).changed)
    dragged.pointer(.up, down + Point(x: 0, y: 8))
    #expect(dragged.state.view.selection == nil && dragged.state.view.startAngle != 270)
  }

  @Test("P5 Once it is a drag, coming back to where it began does not make it a tap")
  func backToTheBeginning() throws {
    var chart = chart()
    let down = try chart.pie.point(angle: 20, radius: 60)
    chart.pointer(.down, down)
    chart.pointer(.move, down + Point(x: 0, y: 20))
    chart.pointer(.move, down)
    chart.pointer(.up, down)
    #expect(chart.state.view.selection == nil)
    #expect(abs(angularDifference(chart.state.view.startAngle, 270)) < 1e-9)
  }

  @Test("P5 The selection clears when the drag begins, not when the pointer goes down")
  func selectionClears() throws {
    var chart = chart()
    _ = chart.apply(.highlight(path: [2], notify: true))
    let down = try chart.pie.point(angle: 20, radius: 60)
    chart.pointer(.down, down)
    chart.pointer(.move, down + Point(x: 0, y: 5))
    #expect(chart.state.view.selection == [2])
    let outcome = chart.pointer(.move, down + Point(x: 0, y: 9))
    #expect(chart.state.view.selection == nil)
    #expect(outcome.events.first == .nothingSelected)
  }

  @Test("P5 The threshold is the spec's", arguments: [0, 3, 30])
  func ownThreshold(threshold: Double) throws {
    var chart = chart().changed { $0.rotation.threshold = threshold }
    let down = try chart.pie.point(angle: 0, radius: 60)
    chart.pointer(.down, down)
    if threshold > 0 { #expect(!chart.pointer(.move, down + Point(x: 0, y: threshold - 0.01)).changed) }
    #expect(chart.pointer(.move, down + Point(x: 0, y: max(threshold, 0.01))).changed)
  }

  @Test("P5 A drag that begins at the centre turns from where it leaves it")
  func fromTheCenter() throws {
    var chart = chart()
    let center = try chart.pie.center
    chart.pointer(.down, center)
    chart.pointer(.move, center + Point(x: 0, y: 30))
    #expect(chart.state.view.startAngle == 270)
    chart.pointer(.move, center + Point(x: -30, y: 0))
    #expect(chart.state.view.startAngle == 0)
    // Through the centre itself nothing moves.
    chart.pointer(.move, center)
    #expect(chart.state.view.startAngle == 0)
  }

  @Test("P5 A second pointer neither turns the pie nor ends the drag")
  func secondPointer() throws {
    var chart = chart()
    let layout = try chart.pie
    chart.pointer(.down, layout.point(angle: 0, radius: 60), pointer: 1)
    chart.pointer(.move, layout.point(angle: 30, radius: 60), pointer: 1)
    let angle = chart.state.view.startAngle
    for phase in [PointerReport.Phase.down, .move, .up, .cancel] {
      let outcome = chart.pointer(phase, layout.point(angle: 200, radius: 60), pointer: 2)
      #expect(!outcome.changed && chart.state.view.startAngle == angle && chart.state.gesture?.pointer == 1)
    }
    chart.pointer(.move, layout.point(angle: 60, radius: 60), pointer: 1)
    #expect(abs(angularDifference(chart.state.view.startAngle, 330)) < 1e-9)
    chart.pointer(.up, layout.point(angle: 60, radius: 60), pointer: 1)
    #expect(chart.state.gesture == nil)
  }

  @Test("P5 After a cancel nothing is tapped, and moves do nothing")
  func cancel() throws {
    var chart = chart()
    let layout = try chart.pie
    chart.pointer(.down, layout.point(angle: 20, radius: 60))
    let cancelled = chart.pointer(.cancel, layout.point(angle: 20, radius: 60))
    #expect(!cancelled.changed && chart.state.gesture == nil)
    #expect(!chart.pointer(.up, layout.point(angle: 20, radius: 60)).changed)
    #expect(!chart.pointer(.move, layout.point(angle: 120, radius: 60)).changed)
    #expect(chart.state.view == chart.initialState.view)
  }

  @Test("P5 Moves without a pointer down change nothing but say what is under them")
  func hovering() throws {
    var chart = chart()
    let outcome = chart.pointer(.move, try chart.pie.point(angle: 20, radius: 60))
    #expect(!outcome.changed && outcome.hit?.index == 1 && outcome.events.isEmpty)
  }

  @Test("P5 Where rotation is off a drag turns nothing, keeps the selection and is no tap")
  func disabled() throws {
    var chart = chart().changed { $0.rotation.isEnabled = false }
    _ = chart.apply(.highlight(path: [2], notify: true))
    let layout = try chart.pie
    chart.pointer(.down, layout.point(angle: 0, radius: 60), time: 0)
    for step in 1...9 {
      chart.pointer(.move, layout.point(angle: Double(step) * 10, radius: 60), time: Double(step) / 60)
    }
    chart.pointer(.up, layout.point(angle: 90, radius: 60), time: 0.16)
    #expect(chart.state.view.startAngle == 270 && chart.state.view.selection == [2] && chart.state.spin == nil)
  }

  @Test("P5 Turning by program: by and to, normalised, with the event")
  func byProgram() {
    var chart = chart()
    #expect(chart.apply(.rotate(.by(100))).events == [.rotated(angle: 10, by: 100)])
    #expect(chart.apply(.rotate(.by(-30))).events == [.rotated(angle: 340, by: -30)])
    #expect(chart.apply(.rotate(.to(-90))).events == [.rotated(angle: 270, by: -70)])
    #expect(chart.apply(.rotate(.to(270))).events.isEmpty)
    #expect(!chart.apply(.rotate(.by(360))).changed)
    #expect(!chart.apply(.rotate(.to(630))).changed)
  }

  @Test("P5 What is no angle turns nothing", arguments: [Double.nan, .infinity, -.infinity])
  func noAngle(angle: Double) {
    var chart = chart()
    #expect(!chart.apply(.rotate(.by(angle))).changed)
    #expect(!chart.apply(.rotate(.to(angle))).changed)
    #expect(chart.state == chart.initialState)
  }
}
