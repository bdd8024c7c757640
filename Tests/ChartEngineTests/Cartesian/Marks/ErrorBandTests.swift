import ChartModel
import Foundation
import Testing

@testable import ChartEngine

@Suite("M4 Error bands along curves")
struct ErrorBandTests {
  private static let positions = [0.0, 1, 2.5, 3, 5, 6, 8, 10]
  private static let low = [10.0, 25, 20, 40, 35, 30, 12, 15]
  private static let high = [30.0, 60, 90, 85, 70, 75, 40, 55]

  /// A line of which no axis is rounded, so that places follow from the numbers by rules of three.
  private func layout(_ curve: LineStyleSpec.Curve, gapAt gap: Int? = nil) throws -> CartesianLayout {
    func list(_ numbers: [Double]) -> String {
      "[" + numbers.enumerated().map { $0.offset == gap ? "null" : "\($0.element)" }.joined(separator: ", ") + "]"
    }
    let middle = zip(Self.low, Self.high).map { ($0 + $1) / 2 }
    return try Plots.layout(
      """
      {"kind": "line", "size": {"width": 600, "height": 400}, "x": {"values": \(Self.positions), "min": 0, "max": 10},
        "y": {"min": 0, "max": 100, "nice": false}, "series": [{"values": \(middle), "curve": "\(curve.rawValue)",
        "error": {"low": \(list(Self.low)), "high": \(list(Self.high)), "as": "band"}}]}
      """)
  }

  private func pixels(_ values: [Double], in plot: Rect) -> [Point] {
    zip(Self.positions, values).map {
      Point(x: plot.minX + $0 / 10 * plot.width, y: plot.maxY - $1 / 100 * plot.height)
    }
  }

  // MARK: - The oracle

  /// Places of the curve between each two of its points, none of them where a step turns.
  private func between(_ points: [Point], _ curve: LineStyleSpec.Curve) -> [Point] {
    let shares = (0..<16).map { (Double($0) + 0.5) / 16 }
    return (0..<points.count - 1).flatMap { index -> [Point] in
      let (start, end) = (points[index], points[index + 1])
      let controls = controls(points, index)
      return shares.map { share in
        let x = start.x + (end.x - start.x) * share
        switch curve {
        case .linear: return Point(x: x, y: start.y + (end.y - start.y) * share)
        case .stepBefore: return Point(x: x, y: end.y)
        case .stepAfter: return Point(x: x, y: start.y)
        case .step: return Point(x: x, y: share < 0.5 ? start.y : end.y)
        case .monotone:
          // Hermite's polynomial with the slopes at both ends.
          let (slope, next) = (slope(points, index), slope(points, index + 1))
          let (square, cube, width) = (share * share, share * share * share, end.x - start.x)
          let y =
            (2 * cube - 3 * square + 1) * start.y + (cube - 2 * square + share) * width * slope
            + (3 * square - 2 * cube) * end.y + (cube - square) * width * next
          return Point(x: x, y: y)
        case .smooth:
          let (rest, weights) = (1 - share, [1.0, 3, 3, 1])
          let all = [start, controls.0, controls.1, end]
          return all.enumerated().reduce(Point.zero) { sum, next in
            let power = pow(share, Double(next.offset)) * pow(rest, Double(3 - next.offset)) * weights[next.offset]
            return Point(x: sum.x + next.element.x * power, y: sum.y + next.element.y * power)
          }
        }
      }
    }
  }

  /// Steffen's slope at a point: no steeper than twice the flatter neighbour, level at peaks, and by a parabola's end at both ends.
  private func slope(_ points: [Point], _ index: Int) -> Double {
    func secant(_ index: Int) -> Double {
      (points[index + 1].y - points[index].y) / (points[index + 1].x - points[index].x)
    }
    if index == 0 { return (3 * secant(0) - slope(points, 1)) / 2 }
    let last = points.count - 1
    if index == last { return (3 * secant(last - 1) - slope(points, last - 1)) / 2 }
    let (before, after) = (secant(index - 1), secant(index))
    guard before * after > 0 else { return 0 }
    let (left, right) = (points[index].x - points[index - 1].x, points[index + 1].x - points[index].x)
    let parabola = (before * right + after * left) / (left + right)
    return (before < 0 ? -1 : 1) * min(2 * abs(before), 2 * abs(after), abs(parabola))
  }

  /// Along the join of a point's neighbours, as far as the lengths of its segments are to one another.
  private func controls(_ points: [Point], _ index: Int) -> (Point, Point) {
    let (before, after) = (points[max(index - 1, 0)], points[min(index + 2, points.count - 1)])
    let (start, end) = (points[index], points[index + 1])
    func length(_ from: Point, _ to: Point) -> Double { hypot(to.x - from.x, to.y - from.y) }
    let own = length(start, end)
    let (first, second) = (
      0.3 * own / (length(before, start) + own), 0.3 * own / (own + length(end, after))
    )
    return (
      Point(x: start.x + (end.x - before.x) * first, y: start.y + (end.y - before.y) * first),
      Point(x: end.x - (after.x - start.x) * second, y: end.y - (after.y - start.y) * second)
    )
  }

  private func outlines(_ layout: CartesianLayout) -> [Path] {
    layout.marks[0].drawings(entering: false).filter { $0.layer == .area }.flatMap(\.body).flatMap(\.leaves)
      .compactMap(\.path)
  }

  // MARK: - Tests

  @Test(
    "Its edges go through both ends of every entry, and between them as the line does",
    arguments: LineStyleSpec.Curve.allCases)
  func edges(_ curve: LineStyleSpec.Curve) throws {
    let layout = try layout(curve)
    let outline = try #require(outlines(layout).first)
    #expect(outlines(layout).count == 1)
    let flat = FlattenedPath(outline)
    func isInside(_ place: Point, _ way: Double) -> Bool {
      flat.winding(around: Point(x: place.x, y: place.y + way)) != 0
    }
    var wrong = Mismatches()
    for (values, isHigh) in [(Self.high, true), (Self.low, false)] {
      let points = pixels(values, in: layout.plot)
      for point in points {
        wrong.expect(outline.points.contains { ($0 - point).length < 0.02 }, "\(point) is no corner")
      }
      let along = between(points, curve)
      #expect(along.count == 16 * 7)
      for place in along {
        // What is within is below the upper edge, and above the lower one.
        let inwards = isHigh ? 0.25 : -0.25
        wrong.expect(isInside(place, inwards) && !isInside(place, -inwards), "\(place) is no edge, \(isHigh)")
      }
    }
    wrong.check()
    // Nothing before the first entry or after the last.
    let (first, last) = (layout.plot.minX, layout.plot.maxX)
    #expect(outline.points.allSatisfy { $0.x > first - 0.02 && $0.x < last + 0.02 })
  }

  @Test(
    "Where an end is missing it is two bands, each of which begins and ends with an entry that has both",
    arguments: LineStyleSpec.Curve.allCases)
  func gap(_ curve: LineStyleSpec.Curve) throws {
    let layout = try layout(curve, gapAt: 3)
    let found = outlines(layout)
    #expect(found.count == 2)
    let (high, low) = (pixels(Self.high, in: layout.plot), pixels(Self.low, in: layout.plot))
    var wrong = Mismatches()
    for (outline, range) in zip(found, [0..<3, 4..<8]) {
      let flat = FlattenedPath(outline)
      for (points, inwards) in [(high, 0.25), (low, -0.25)] {
        for place in between(Array(points[range]), curve) {
          wrong.expect(flat.winding(around: Point(x: place.x, y: place.y + inwards)) != 0, "\(place) is outside")
          wrong.expect(flat.winding(around: Point(x: place.x, y: place.y - inwards)) == 0, "\(place) is inside")
        }
      }
    }
    wrong.check()
    for x in stride(from: high[2].x + 0.5, to: high[4].x, by: 3) {
      let place = Point(x: x, y: (high[3].y + low[3].y) / 2)
      #expect(found.allSatisfy { FlattenedPath($0).winding(around: place) == 0 })
    }
  }
}
