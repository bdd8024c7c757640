@testable import ChartEngine
import ChartModel
import Testing
import TestSupport

@Suite("Straight lines")
struct SimplifierTests {
  /// The distance of a point from a segment.
  private func distance(_ point: Point, _ start: Point, _ end: Point) -> Double {
    let way = end - start
    let square = way.x * way.x + way.y * way.y
    let along = square > 0 ? ((point.x - start.x) * way.x + (point.y - start.y) * way.y) / square : 0
    let share = min(max(along, 0), 1)
    return (point - Point(x: start.x + way.x * share, y: start.y + way.y * share)).length
  }

  @Test("What is left out lies within the tolerance of the segment that is drawn instead of it")
  func withinTolerance() {
    var random = SplitMix64(seed: 31)
    var wrong = Mismatches()
    for round in 0..<400 {
      var points: [Point] = []
      var place = Point.zero
      for _ in 0..<random.whole(1...80) {
        // Straight stretches, jitter, spikes that come back and points in the same place.
        let way = [Point(x: 1, y: 0.01), Point(x: 0.01, y: random.number(-9...9)), Point(x: 0, y: 0)]
        place = place + (random.chance(0.1) ? Point(x: random.number(0...3), y: random.number(-3...3)) : way[round % 3])
        points.append(place)
      }
      var simplifier = Simplifier(tolerance: 0.05)
      for point in points { simplifier.append(point) }
      simplifier.endRun()
      let kept = simplifier.output.points
      wrong.expect(kept.first == points.first && kept.last == points.last, "ends of round \(round)")
      // Each kept point is an original one, and what is between two of them is near their segment.
      var next = 0
      for (index, point) in kept.enumerated() {
        while next < points.count, points[next] != point {
          let isNear = index > 0 && distance(points[next], kept[index - 1], point) <= 0.05 + 1e-9
          wrong.expect(isNear, "point \(next) of round \(round)")
          next += 1
        }
      }
      wrong.expect(next < points.count, "order of round \(round)")
    }
    wrong.check()
  }

  @Test("A straight line of any direction is left with its ends, a spike there and back with its tip")
  func straight() {
    for (dx, dy) in [(1.0, 0.0), (0, 1), (0, -2), (0.3, 0.7), (-1, 0.25)] {
      var simplifier = Simplifier(tolerance: 0.05)
      for index in 0...1000 { simplifier.append(Point(x: dx * Double(index), y: dy * Double(index))) }
      simplifier.append(.zero)
      simplifier.endRun()
      #expect(simplifier.output.points == [.zero, Point(x: dx * 1000, y: dy * 1000), .zero])
    }
  }

  @Test("Runs stay apart, and a tolerance of 0 keeps everything")
  func runs() {
    for tolerance in [0.05, 0] {
      var simplifier = Simplifier(tolerance: tolerance)
      for end in 1...3 {
        for index in 0..<end { simplifier.append(Point(x: Double(index), y: 0)) }
        simplifier.endRun()
      }
      #expect(simplifier.output.map(\.count) == [1, 2, tolerance > 0 ? 2 : 3])
    }
  }
}
