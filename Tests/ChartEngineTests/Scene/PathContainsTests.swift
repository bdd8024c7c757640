import ChartModel
import Testing
import TestSupport

@testable import ChartEngine

@Suite("What lies inside a path (B4)")
struct PathContainsTests {
  private static func random(_ random: inout SplitMix64) -> Path {
    func point(_ random: inout SplitMix64) -> Point { Point(x: random.number(0...100), y: random.number(0...100)) }
    var path = Path()
    path.move(to: point(&random))
    for _ in 0..<random.whole(2...8) {
      switch random.whole(0...9) {
      case 0: path.close()
      case 1: path.move(to: point(&random))
      case 2...4: path.line(to: point(&random))
      case 5...6:
        path.arc(radius: random.number(1...200), clockwise: random.chance(0.5), to: point(&random))
      default: path.curve(control1: point(&random), control2: point(&random), to: point(&random))
      }
    }
    return path
  }

  @Test("The inside is that of finely flattened outlines, by the nonzero rule: 20,000 points in 100 random paths")
  func oracle() {
    var random = SplitMix64(seed: 31)
    var wrong = Mismatches()
    var (inside, twice) = (0, 0)
    for number in 0..<100 {
      let path = Self.random(&random)
      let flat = FlattenedPath(path)
      for _ in 0..<200 {
        let point = Point(x: random.number(-10...110), y: random.number(-10...110))
        let winding = flat.winding(around: point)
        let contains = path.contains(point)
        wrong.expect(
          contains == (winding != 0) || flat.distance(to: point) < 0.01, "path \(number) at \(point): \(winding)")
        if contains { inside += 1 }
        if abs(winding) == 2 { twice += 1 }
      }
    }
    wrong.check()
    // Some of the points tell the nonzero rule from the other one.
    #expect(inside > 2000 && twice > 100, "\(inside), \(twice)")
  }

  @Test("A circle of arcs holds what is within its radius, and one of a half turn and a chord what is above it, too")
  func circles() {
    var random = SplitMix64(seed: 32)
    var wrong = Mismatches()
    for _ in 0..<100 {
      let center = Point(x: random.number(-100...100), y: random.number(-100...100))
      let radius = random.number(0.01...300)
      let isClockwise = random.chance(0.5)
      let (left, right) = (Point(x: center.x - radius, y: center.y), Point(x: center.x + radius, y: center.y))
      let half: [Path.Element] = [.move(left), .arc(radius: radius, clockwise: isClockwise, end: right)]
      let circle = Path(half + [.arc(radius: radius, clockwise: isClockwise, end: left), .close])
      // SVG 2, 9.5.1: a radius too small for the ends is made as large as they need.
      let smaller = Path([.move(left), .arc(radius: radius / 3, clockwise: isClockwise, end: right)])
      for _ in 0..<200 {
        let vector = Point(x: random.number(-1.2...1.2) * radius, y: random.number(-1.2...1.2) * radius)
        let point = center + vector
        let isNear = abs(vector.length - radius) < 2e-6
        let isInside = vector.length < radius
        wrong.expect(circle.contains(point) == isInside || isNear, "\(point) in \(circle)")
        let isInHalf = isInside && (vector.y < 0) == isClockwise
        wrong.expect(Path(half).contains(point) == isInHalf || isNear, "\(point) in \(half)")
        wrong.expect(smaller.contains(point) == isInHalf || isNear, "\(point) in \(smaller)")
      }
    }
    wrong.check()
  }

  @Test("Straight edges belong to what is right of them or below them, as in a rectangle, whichever way it is drawn")
  func edges() {
    let rect = Rect(x: 2.1, y: -3.3, width: 7.7, height: 4.9)
    let corners = [
      Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY),
      Point(x: rect.minX, y: rect.maxY),
    ]
    var wrong = Mismatches()
    for first in 0..<4 {
      for order in [[0, 1, 2, 3], [3, 2, 1, 0]] {
        let places = order.map { corners[(first + $0) % 4] }
        let open = Path([.move(places[0])] + places.dropFirst().map { .line($0) })
        let closed = Path(open.elements + [.close])
        for x in [rect.minX.nextDown, rect.minX, rect.midX, rect.maxX.nextDown, rect.maxX, rect.maxX.nextUp] {
          for y in [rect.minY.nextDown, rect.minY, rect.midY, rect.maxY.nextDown, rect.maxY, rect.maxY.nextUp] {
            let point = Point(x: x, y: y)
            wrong.expect(open.contains(point) == rect.contains(point), "\(point)")
            wrong.expect(closed.contains(point) == rect.contains(point), "\(point)")
          }
        }
      }
    }
    wrong.check()
  }

  @Test("Of shapes side by side exactly one has a point, also on the edges between them")
  func tiling() {
    var random = SplitMix64(seed: 33)
    var wrong = Mismatches()
    for _ in 0..<200 {
      // A fan of triangles round a place in the middle; on a grid, so that many points are on edges.
      func grid(_ random: inout SplitMix64) -> Double { Double(random.whole(0...16)) }
      let middle = Point(x: Double(random.whole(1...15)), y: Double(random.whole(1...15)))
      let rim =
        [(0, 0), (8, 0), (16, 0), (16, 5), (16, 16), (3, 16), (0, 16), (0, 11)].map { Point(x: $0.0, y: $0.1) }
      let triangles = rim.indices.map { index in
        let corners = [middle, rim[index], rim[(index + 1) % rim.count]]
        let places = random.chance(0.5) ? corners : corners.reversed()
        return Path([.move(places[0]), .line(places[1]), .line(places[2]), .close])
      }
      for _ in 0..<100 {
        let point = Point(x: grid(&random), y: grid(&random))
        let owners = triangles.count { $0.contains(point) }
        wrong.expect(owners == (point.x < 16 && point.y < 16 ? 1 : 0), "\(owners) have \(point) of \(middle)")
      }
    }
    wrong.check()
  }

  @Test("A point on a curve's own ends and turns is inside or outside, and its neighbours are as they should be")
  func turns() {
    // A heart-shaped loop with a cusp at (0, 0), whose lowest place is at y = 3.
    let loop = Path([
      .move(.zero), .curve(control1: Point(x: -8, y: 4), control2: Point(x: 8, y: 4), end: .zero), .close,
    ])
    #expect(loop.contains(Point(x: 0, y: 1)) && loop.contains(Point(x: 0, y: 2.9999)))
    #expect(!loop.contains(Point(x: 0, y: 3.0001)) && !loop.contains(Point(x: 0, y: -0.0001)))
    #expect(!loop.contains(Point(x: 3, y: 0)) && !loop.contains(Point(x: -3, y: 0)))
    #expect(!loop.contains(Point(x: -3, y: 3)) && !loop.contains(Point(x: 3, y: 3)))
  }

  @Test("Pieces: a hole drawn the other way round, a line after closing, what has no area, what doesn't begin")
  func pieces() {
    let outer = Path(Rect(x: 0, y: 0, width: 10, height: 10), cornerRadius: 0).elements
    let hole: [Path.Element] = [
      .move(Point(x: 3, y: 3)), .line(Point(x: 3, y: 6)), .line(Point(x: 6, y: 6)), .line(Point(x: 6, y: 3)),
    ]
    let ring = Path(outer + hole)
    #expect(ring.contains(Point(x: 1, y: 1)) && !ring.contains(Point(x: 4, y: 4)) && ring.contains(Point(x: 6, y: 6)))
    let filled = Path(outer + [hole[0], hole[3], hole[2], hole[1]])
    #expect(filled.contains(Point(x: 4, y: 4)))
    let afterClosing = Path([
      .move(Point(x: 0, y: 0)), .line(Point(x: 4, y: 0)), .line(Point(x: 4, y: 4)), .close, .line(Point(x: -4, y: 0)),
      .line(Point(x: -4, y: -4)),
    ])
    #expect(afterClosing.contains(Point(x: 3, y: 1)) && afterClosing.contains(Point(x: -3, y: -1)))
    #expect(!afterClosing.contains(Point(x: 1, y: 3)) && !afterClosing.contains(Point(x: -1, y: -3)))
    let without: [[Path.Element]] = [
      [], [.close], [.move(.zero)], [.move(.zero), .close], [.move(.zero), .line(Point(x: 9, y: 9)), .close],
      [.line(Point(x: 9, y: 0)), .line(Point(x: 9, y: 9)), .close],
      [.move(.zero), .arc(radius: 3, clockwise: true, end: .zero)],
      [.move(.zero), .arc(radius: 0, clockwise: true, end: Point(x: 9, y: 0))],
    ]
    for elements in without {
      for point in [Point.zero, Point(x: 5, y: 5), Point(x: 5, y: 4), Point(x: 8, y: 1)] {
        #expect(!Path(elements).contains(point))
      }
    }
  }

  @Test("Whatever is in a path, the answer comes: no number, endless, far out, tiny")
  func wild() {
    var random = SplitMix64(seed: 34)
    func wild(_ random: inout SplitMix64) -> Double {
      random.chance(0.5) ? Lines.wildNumbers.randomElement(using: &random) ?? 0 : random.number(-1e12...1e12)
    }
    func point(_ random: inout SplitMix64) -> Point { Point(x: wild(&random), y: wild(&random)) }
    var inside = 0
    for _ in 0..<20_000 {
      var path = Path()
      path.move(to: point(&random))
      for _ in 0..<3 {
        switch random.whole(0...3) {
        case 0: path.line(to: point(&random))
        case 1: path.arc(radius: wild(&random), clockwise: random.chance(0.5), to: point(&random))
        default: path.curve(control1: point(&random), control2: point(&random), to: point(&random))
        }
      }
      if path.contains(point(&random)) { inside += 1 }
      // On the outline, where there is most to do
      if case .curve(let place, _, _)? = path.elements.last { _ = path.contains(place) }
      for element in path.elements {
        if case .line(let end) = element { _ = path.contains(end) }
        if case .arc(_, _, let end) = element { _ = path.contains(end) }
        if case .curve(_, _, let end) = element { _ = path.contains(end) }
      }
    }
    #expect(inside > 100)
    let square = Path(Rect(x: 0, y: 0, width: 10, height: 10), cornerRadius: 0)
    for number in [Double.nan, .infinity, -.infinity] {
      #expect(!square.contains(Point(x: number, y: 5)) && !square.contains(Point(x: 5, y: number)))
    }
  }
}
