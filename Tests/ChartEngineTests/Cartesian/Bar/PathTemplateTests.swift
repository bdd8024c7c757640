import ChartModel
import Testing
import TestSupport

@testable import ChartEngine

@Suite("Path templates (B4)")
struct PathTemplateTests {
  static let templates = [
    "M.5 0 1 .3H.8V1H.2V.3H0z",
    // A star that crosses itself: its middle is inside by the nonzero rule only.
    "M.5 0 .8 1 0 .35H1L.2 1Z",
    // A ring: the hole goes the other way round.
    "M.5 0A.5.5 0 0 1 .5 1 .5.5 0 0 1 .5 0M.5.25A.25.25 0 0 0 .5.75.25.25 0 0 0 .5.25",
    // A bottle of all kinds of curves
    "M.4 0H.6V.2C.6.3 1 .3 1 .5V.9Q1 1 .9 1H.1T0 .9V.5S.4.3.4.2Z",
    // A top of half an ellipse, and a turned ellipse
    "M0 1V.5A.5.5 0 0 1 1 .5V1Z", "M.2.8A.5.3 40 1 1 .8.3Z",
    // A loop, a cusp, and an open piece outside of the square
    "M0 1C2-.5-1-.5 1 1Z", "M0 1C1 0 0 0 1 1Z", "M-.5-.5L1.5-.2.5 1.3", "m.1.1q.4 1.6.8 0t-.8.8z",
  ]
  static let rects = [
    Rect(x: 10, y: 20, width: 30, height: 200), Rect(x: -5.3, y: 7.7, width: 61.7, height: 12.1),
    Rect(x: 0, y: 0, width: 300, height: 300), Rect(x: 300.25, y: 100.5, width: 4.5, height: 17.75),
  ]

  @Test("B4: what is seen is what is hit: 20,000 points per shape against its flattened outline", arguments: templates)
  func seenIsHit(text: String) throws {
    var random = SplitMix64(seed: 51)
    var wrong = Mismatches()
    let shape = BarShape.template(PathTemplate(try PathData(text)))
    var inside = 0
    for rect in Self.rects {
      for direction in BarOutlineTests.directions {
        let outline = BarOutline(shape, in: rect, direction: direction)
        let flat = FlattenedPath(try #require(outline.shape.outline))
        for _ in 0..<2500 {
          let point = Point(
            x: rect.x + random.number(-0.2...1.2) * rect.width, y: rect.y + random.number(-0.2...1.2) * rect.height)
          let contains = outline.contains(point)
          wrong.expect(
            contains == (flat.winding(around: point) != 0) || flat.distance(to: point) < 0.01,
            "\(point) in \(rect), \(direction)")
          if contains { inside += 1 }
        }
      }
    }
    wrong.check()
    #expect(inside > 1000, "\(inside)")
  }

  @Test("B4: the square's corners go to those of the bar, and to the other end in bars that grow downwards")
  func scaling() throws {
    let template = PathTemplate(try PathData("M0 1V.5L.5 0C.75 0 1 .25 1 .5V1Z"))
    let rect = Rect(x: 10, y: 20, width: 40, height: 100)
    #expect(
      template.path(in: rect).elements == [
        .move(Point(x: 10, y: 120)), .line(Point(x: 10, y: 70)), .line(Point(x: 30, y: 20)),
        .curve(control1: Point(x: 40, y: 20), control2: Point(x: 50, y: 45), end: Point(x: 50, y: 70)),
        .line(Point(x: 50, y: 120)), .close,
      ])
    #expect(
      template.path(in: rect, isFlipped: true).elements == [
        .move(Point(x: 10, y: 20)), .line(Point(x: 10, y: 70)), .line(Point(x: 30, y: 120)),
        .curve(control1: Point(x: 40, y: 120), control2: Point(x: 50, y: 95), end: Point(x: 50, y: 70)),
        .line(Point(x: 50, y: 20)), .close,
      ])
  }

  @Test(
    "B4: edges of a template belong to it as those of a rectangle do, up or down", arguments: BarOutlineTests.directions
  )
  func edges(direction: BarOutline.Direction) throws {
    let rect = Rect(x: 2.1, y: -3.3, width: 7.7, height: 4.9)
    for text in ["M0 1V0H1V1Z", "M0 0V1H1V0Z"] {
      let outline = BarOutline(.template(PathTemplate(try PathData(text))), in: rect, direction: direction)
      for x in [rect.minX.nextDown, rect.minX, rect.midX, rect.maxX.nextDown, rect.maxX] {
        for y in [rect.minY.nextDown, rect.minY, rect.midY, rect.maxY.nextDown, rect.maxY] {
          let point = Point(x: x, y: y)
          #expect(outline.contains(point) == rect.contains(point), "\(point)")
        }
      }
    }
  }

  @Test("B4: a quadratic curve is the same as a cubic one, in any rectangle")
  func quadratics() throws {
    var random = SplitMix64(seed: 52)
    var wrong = Mismatches()
    for rect in Self.rects {
      for _ in 0..<20 {
        func point(_ random: inout SplitMix64) -> Point {
          Point(x: (random.number(0...1) * 1000).rounded() / 1000, y: (random.number(0...1) * 1000).rounded() / 1000)
        }
        let (start, control, end) = (point(&random), point(&random), point(&random))
        let template = PathTemplate(
          try PathData("M\(start.x) \(start.y)Q\(control.x) \(control.y) \(end.x) \(end.y)"))
        let curve = try #require(template.path(in: rect).curves.first)
        for step in 0...20 {
          let t = Double(step) / 20
          let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
          let x = rect.x + rect.width * (a * start.x + b * control.x + c * end.x)
          let y = rect.y + rect.height * (a * start.y + b * control.y + c * end.y)
          let distance = (curve.bernstein(t) - Point(x: x, y: y)).length
          wrong.expect(distance < 1e-9, "\(distance) at \(t)")
        }
      }
    }
    wrong.check()
  }
}

extension Path {
  /// Its cubic curves with their starts.
  var curves: [CubicBezier] {
    var (place, start) = (Point.zero, Point.zero)
    return elements.compactMap { element in
      switch element {
      case .move(let point): (start, place) = (point, point)
      case .line(let end), .arc(_, _, let end): place = end
      case .close: place = start
      case .curve(let control1, let control2, let end):
        defer { place = end }
        return CubicBezier(start: place, control1: control1, control2: control2, end: end)
      }
      return nil
    }
  }
}
