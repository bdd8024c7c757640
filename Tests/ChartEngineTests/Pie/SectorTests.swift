@testable import ChartEngine
import ChartModel
import Foundation
import Testing
import TestSupport

/// The outline of a path as a polygon, by formulas of its own: the SVG rules for circular arcs.
struct Polygon {
  private(set) var rings: [[Point]] = []

  init(_ path: Path) {
    var current: [Point] = []
    for element in path.elements {
      switch element {
      case .move(let point):
        if !current.isEmpty { rings.append(current) }
        current = [point]
      case .line(let point): current.append(point)
      case .arc(let radius, let clockwise, let end):
        if let start = current.last {
          current += Polygon.arc(from: start, to: end, radius: radius, clockwise: clockwise)
        }
      case .curve(let control1, let control2, let end):
        if let start = current.last { current += Polygon.curve(start, control1, control2, end) }
      case .close: break
      }
    }
    if !current.isEmpty { rings.append(current) }
  }

  /// A cubic Bézier curve by its Bernstein polynomials, in 64 chords.
  private static func curve(_ start: Point, _ control1: Point, _ control2: Point, _ end: Point) -> [Point] {
    (1...64).map { step in
      let (t, u) = (Double(step) / 64, 1 - Double(step) / 64)
      let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      return Point(
        x: a * start.x + b * control1.x + c * control2.x + d * end.x,
        y: a * start.y + b * control1.y + c * control2.y + d * end.y)
    }
  }

  /// The shorter arc between two points (SVG 2, appendix B.2.4), in chords that leave it by less than 0.002 px.
  private static func arc(from start: Point, to end: Point, radius: Double, clockwise: Bool) -> [Point] {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let chord = (dx * dx + dy * dy).squareRoot()
    guard chord > 0, radius > 0 else { return [end] }
    let radius = max(radius, chord / 2)
    let height = max(0, radius * radius - chord * chord / 4).squareRoot()
    // With y downwards a clockwise arc of less than half a turn has its centre to the right of the way.
    let sign = clockwise ? 1.0 : -1
    let center = Point(
      x: (start.x + end.x) / 2 - sign * dy / chord * height, y: (start.y + end.y) / 2 + sign * dx / chord * height)
    let first = atan2(start.y - center.y, start.x - center.x)
    let turn = 2 * asin(min(1, chord / 2 / radius)) * sign
    let steps = max(2, Int((abs(turn) / (2 * acos(1 - min(0.5, 0.002 / radius)))).rounded(.up)))
    return (1...steps).map { index in
      if index == steps { return end }
      let angle = first + turn * Double(index) / Double(steps)
      return Point(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    }
  }

  /// Even-odd rule.
  func contains(_ point: Point) -> Bool {
    var inside = false
    for ring in rings {
      var previous = ring[ring.count - 1]
      for vertex in ring {
        if (vertex.y > point.y) != (previous.y > point.y) {
          let crossing = vertex.x + (point.y - vertex.y) / (previous.y - vertex.y) * (previous.x - vertex.x)
          if point.x < crossing { inside.toggle() }
        }
        previous = vertex
      }
    }
    return inside
  }

  /// How far a point is from the outline.
  func distance(to point: Point) -> Double {
    var least = Double.infinity
    for ring in rings {
      var previous = ring[ring.count - 1]
      for vertex in ring {
        let (dx, dy) = (vertex.x - previous.x, vertex.y - previous.y)
        let square = dx * dx + dy * dy
        let along = square > 0 ? ((point.x - previous.x) * dx + (point.y - previous.y) * dy) / square : 0
        let share = min(max(along, 0), 1)
        let (x, y) = (point.x - previous.x - share * dx, point.y - previous.y - share * dy)
        least = min(least, (x * x + y * y).squareRoot())
        previous = vertex
      }
    }
    return least
  }
}

@Suite("P14 The hit shape is the drawn shape")
struct SectorTests {
  private static func random(_ random: inout SplitMix64) -> Sector {
    let outer = random.number(5...200)
    let inner = random.chance(0.35) ? 0 : random.number(0...0.95) * outer
    let sweep =
      random.chance(0.1)
      ? [360, 180, 90, 359.9, 180.0001, 179.9999, 0.5][random.whole(0...6)] : random.number(0.5...360)
    return Sector(
      center: Point(x: random.number(-50...50), y: random.number(-50...50)), inner: inner, outer: outer,
      start: random.number(0...360), sweep: sweep, gap: random.chance(0.3) ? 0 : random.number(0...30),
      cornerRadius: random.chance(0.3) ? 0 : random.number(0...40))
  }

  @Test("P14 200,000 random points in random sectors: inside the outline if and only if hit", arguments: sample(1...8))
  func randomSectors(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var (hits, misses, wrong) = (0, 0, 0)
    var worst: (distance: Double, text: String) = (0, "")
    for _ in 0..<250 {
      let sector = SectorTests.random(&random)
      let polygon = Polygon(sector.path)
      for _ in 0..<100 {
        let point = sector.point(
          angle: sector.start + random.number(-0.2...1.2) * sector.sweep,
          radius: sector.outer * random.number(0...1.05))
        let isHit = sector.contains(point)
        if isHit { hits += 1 } else { misses += 1 }
        guard isHit != polygon.contains(point) else { continue }
        let distance = polygon.distance(to: point)
        guard distance > 0.02 else { continue }
        wrong += 1
        if distance > worst.distance { worst = (distance, "\(point) \(isHit ? "hit" : "not hit") in \(sector)") }
      }
    }
    #expect(wrong == 0, "\(wrong) points, the worst \(worst.distance) px off: \(worst.text)")
    #expect(hits > 5000 && misses > 5000)
  }

  @Test("P14 Sides with a gap are parallel: everywhere as far from each other as the gap says")
  func parallelSides() throws {
    for gap in [1.0, 4, 10] {
      let layout = try Pies.chart([1, 1, 1, 1]) {
        $0.gap = gap
        $0.startAngle = 0
      }.pie
      for along in stride(from: 20.0, to: 95, by: 5) {
        for side in [-1.0, 1] {
          let inside = layout.center + Point(x: along, y: side * (gap / 2 + 0.001))
          let within = layout.center + Point(x: along, y: side * (gap / 2 - 0.001))
          #expect(layout.hit(at: inside).kind == .slice)
          #expect(layout.hit(at: within).kind == .none)
        }
      }
    }
  }

  @Test("P14 Corners are rounded: their tips are not hit, what lies within the rounding is")
  func corners() throws {
    let sector = Sector(center: .zero, inner: 50, outer: 100, start: 0, sweep: 90, cornerRadius: 10)
    #expect(!sector.contains(Point(x: 99.5, y: 0.5)))
    #expect(!sector.contains(Point(x: 50.5, y: 0.5)))
    #expect(sector.contains(Point(x: 98, y: 10)))
    #expect(sector.contains(Point(x: 75, y: 0.5)))
  }

  @Test("P14 Both edges belong to the slice: the last point of the rim is hit, the next one outside is not")
  func edges() throws {
    let sector = Sector(center: .zero, inner: 50, outer: 100, start: 315, sweep: 90)
    #expect(sector.contains(Point(x: 100, y: 0)) && !sector.contains(Point(x: 100.0.nextUp, y: 0)))
    #expect(sector.contains(Point(x: 50, y: 0)) && !sector.contains(Point(x: 50.0.nextDown, y: 0)))
    let layout = try Pies.chart([1, 1, 1, 1]) { $0.startAngle = 315 }.pie
    #expect(layout.hit(at: layout.center + Point(x: 100, y: 0)).index == 0)
    #expect(layout.hit(at: layout.center + Point(x: 100 + 1e-9, y: 0)).kind == .none)
  }

  @Test(
    "P14 Only from half a turn on do the sides of a wedge end on a circle about the centre: narrower ones meet in a point",
    arguments: [90, 160, 170, 175, 179.9] as [Double])
  func meetingSides(sweep: Double) {
    let wedge = Sector(center: .zero, inner: 0, outer: 100, start: 0, sweep: sweep, gap: 10)
    #expect(wedge.inner == 0)
    let ring = Sector(center: .zero, inner: 3, outer: 100, start: 0, sweep: sweep, gap: 10)
    #expect(ring.inner == 3)
  }

  @Test(
    "P14 From half a turn on a wedge leaves half the gap free about the centre",
    arguments: [180, 185, 200, 270, 359.9] as [Double])
  func openSides(sweep: Double) {
    let wedge = Sector(center: .zero, inner: 0, outer: 100, start: 0, sweep: sweep, gap: 10)
    #expect(wedge.inner == 5)
    #expect(wedge.contains(wedge.point(angle: sweep / 2, radius: 5.001)))
    #expect(!wedge.contains(wedge.point(angle: sweep / 2, radius: 4.999)))
    // More than a right angle from a side nothing but that circle counts.
    for angle in [90.5, sweep - 90.5] where (90...sweep - 90).contains(angle) {
      #expect(wedge.contains(wedge.point(angle: angle, radius: 5.0001)))
    }
    #expect(Sector(center: .zero, inner: 40, outer: 100, start: 0, sweep: sweep, gap: 10).inner == 40)
  }

  @Test("P14 Neighbours never share a point, and without gap none between them is lost", arguments: [0, 3] as [Double])
  func neighbours(gap: Double) throws {
    var random = SplitMix64(seed: 14)
    for _ in 0..<40 {
      let values = (0..<random.whole(2...12)).map { _ in random.number(0.05...1) }
      let layout = try Pies.chart(values) {
        $0.gap = gap
        $0.startAngle = random.number(0...360)
      }.pie
      for _ in 0..<200 {
        let point = layout.point(angle: random.number(0...360), radius: random.number(1...99))
        let holding = layout.marks.filter { $0.sector.contains(point) }
        #expect(holding.count <= 1)
        if gap == 0 { #expect(holding.count == 1) }
        #expect(layout.hit(at: point).index == holding.first?.index)
      }
    }
  }

  @Test("P14 A sector without an angle has a path all the same", arguments: [0, 10] as [Double])
  func noAngle(gap: Double) {
    for inner in [0.0, 3, 50] {
      let sector = Sector(center: .zero, inner: inner, outer: 100, start: 30, sweep: 0, gap: gap)
      #expect(sector.path.isFinite)
    }
  }

  @Test("P14 A wedge without a gap comes to its point as one with hardly any does, without an arc about it")
  func point() {
    let counts = [0, 1e-9].map {
      Sector(center: .zero, inner: 0, outer: 100, start: 30, sweep: 90, gap: $0).path.elements.count
    }
    #expect(counts[0] == counts[1])
  }

  @Test("P14 The last point of a corner's rounding belongs to it")
  func cornerRim() {
    var count = 0
    for radius in 1...200 {
      // Half a disc whose corners are as round as they can be: a circle about the side's middle, 45° on the way.
      let place = Double(radius)
      let (sine, cosine) = sineAndCosine(degrees: 45)
      let distance = Point(x: place, y: place).length
      // Where doubles have the place just so.
      guard distance * sine == place, distance * cosine == place else { continue }
      count += 1
      let sector = Sector(center: .zero, inner: 0, outer: 2 * place, start: 0, sweep: 180, cornerRadius: place)
      #expect(sector.contains(Point(x: place, y: place)))
    }
    #expect(count > 10)
  }

  @Test("P14 Where the gap is as wide as the hole, the sides meet as they do where it is wider")
  func apex() {
    let paths = [2.0, 2.9, 3].map {
      Sector(center: .zero, inner: $0, outer: 100, start: 30, sweep: 90, gap: 6).path
    }
    #expect(paths[0] == paths[1] && paths[1] == paths[2])
  }

  @Test("P14 Along a boundary no point is dead, with corners or without", arguments: [0, 8] as [Double])
  func alongBoundaries(corner: Double) throws {
    var wrong = Mismatches()
    for half in 0..<720 {
      let start = Double(half) / 2
      let layout = try Pies.chart([7, 11, 23, 5, 54]) {
        $0.startAngle = start
        $0.cornerRadius = corner
      }.pie
      for (index, share) in [0, 7, 18, 41, 46].enumerated() {
        let hit = layout.hit(at: layout.point(angle: start + Double(share) * 3.6, radius: 50))
        wrong.expect(hit.index == index, "start \(start), boundary \(index)")
      }
    }
    wrong.check()
  }
}
