@testable import ChartEngine
import ChartModel
import Testing
import TestSupport

@Suite("L8 Threshold colours")
struct ThresholdSplitTests {
  /// px are values the other way round.
  private static let up = PixelMap(origin: 0, start: 100, scale: -1)

  private func split(_ thresholds: [(Double, Int)], _ map: PixelMap = up) -> ThresholdSplit {
    ThresholdSplit(thresholds.map { .init(y: $0.0, color: $0.1) }, y: map)
  }

  /// "Below y use colour; above the last the last stays", word by word.
  private func color(_ thresholds: [(Double, Int)], _ value: Double) -> Int? {
    thresholds.first { value < $0.0 }?.1 ?? thresholds.last?.1
  }

  @Test("L8 Below y use colour, exactly at y the next one, above the last the last stays; order doesn't matter")
  func heights() {
    let thresholds = [(10.0, 1), (20.0, 2), (30.0, 3)]
    for map in [Self.up, PixelMap(start: 5, scale: 2)] {
      let split = split(thresholds, map)
      #expect(split == self.split([thresholds[2], thresholds[0], thresholds[1]], map))
      for value in stride(from: 0.0, through: 40, by: 0.5) {
        #expect(split.color(at: map.pixel(of: value)) == color(thresholds, value))
      }
    }
    #expect(split([]).color(at: 3) == nil && split([]).parts(of: Subpath(start: .zero)).isEmpty)
    #expect(split([(.nan, 1)]).thresholds.isEmpty)
  }

  @Test("L8 R2: below 1000 green, below 3000 blue, below 5000 red, in one segment and by exact places")
  func reference() throws {
    let map = PixelMap(start: 300, scale: -0.05)
    let split = split([(1000, 0), (3000, 1), (5000, 2)], map)
    let line = try #require(Curve.linear.subpath([Point(x: 0, y: 300), Point(x: 60, y: 0)]))
    let parts = split.parts(of: line)
    #expect(parts.map(\.color) == [0, 1, 2])
    #expect(parts.map(\.path.start) == [Point(x: 0, y: 300), Point(x: 10, y: 250), Point(x: 30, y: 150)])
    #expect(parts.map(\.path.end) == [Point(x: 10, y: 250), Point(x: 30, y: 150), Point(x: 60, y: 0)])
  }

  @Test("L8 Parts follow one another, have one colour each, and together are the line", arguments: Lines.curves)
  func parts(curve: Curve) throws {
    var random = SplitMix64(seed: 81)
    var wrong = Mismatches()
    for round in 0..<60 {
      let thresholds = (0..<random.whole(1...5)).map { (Double(random.whole(0...10)) * 10, $0) }.sorted { $0.0 < $1.0 }
      let map = round % 3 == 0 ? PixelMap(start: -7, scale: 1.5) : Self.up
      let points = Lines.points(random.whole(1...12), withVerticals: true, &random)
        .map { Point(x: $0.x, y: map.pixel(of: $0.y)) }
      let line = try #require(curve.subpath(points[...]))
      let parts = split(thresholds, map).parts(of: line)
      wrong.expect(parts.first?.path.start == line.start && parts.last?.path.end == line.end, "ends")
      for (before, after) in zip(parts, parts.dropFirst()) {
        wrong.expect(before.path.end == after.path.start && before.color != after.color, "joint")
        // Exactly at a threshold, or at a point of the line where it lies on one or leaps.
        let y = before.path.end.y
        wrong.expect(thresholds.contains { map.pixel(of: $0.0) == y }, "\(y) is no threshold")
      }
      // Of every piece of a part, all of it is in the part's colour.
      for part in parts {
        for bezier in part.path.beziers {
          for step in 1...9 {
            let y = bezier.bernstein(Double(step) / 10).y
            let isAtOne = thresholds.contains { abs(map.pixel(of: $0.0) - y) < 1e-7 }
            let expected = color(thresholds, map.value(at: y))
            wrong.expect(isAtOne || part.color == expected, "\(part.color) instead of \(String(describing: expected))")
          }
        }
      }
      let all = parts.flatMap(\.path.beziers)
      wrong.expect(isSame(all[...], line.beziers[...]), "another line: \(all)")
    }
    wrong.check()
  }

  /// Whether pieces make up the curves, each a stretch of one: by their ends, and by places all along.
  private func isSame(_ pieces: ArraySlice<CubicBezier>, _ curves: ArraySlice<CubicBezier>) -> Bool {
    guard let curve = curves.first else { return pieces.isEmpty }
    var start = curve.start
    for index in pieces.indices {
      let piece = pieces[index]
      guard piece.start == start, (0...6).allSatisfy({ distance(piece.bernstein(Double($0) / 6), curve) < 1e-3 }) else {
        return false
      }
      start = piece.end
      // A curve may pass through its end before it ends there.
      if start == curve.end, isSame(pieces[(index + 1)...], curves.dropFirst()) { return true }
    }
    return false
  }

  /// How far a place is from a curve's chords.
  private func distance(_ place: Point, _ curve: CubicBezier) -> Double {
    var least = Double.infinity
    var before = curve.start
    for step in 1...400 {
      let point = curve.bernstein(Double(step) / 400)
      let way = point - before
      let square = way.x * way.x + way.y * way.y
      let along = square > 0 ? ((place.x - before.x) * way.x + (place.y - before.y) * way.y) / square : 0
      let share = min(max(along, 0), 1)
      least = min(least, (place - Point(x: before.x + way.x * share, y: before.y + way.y * share)).length)
      before = point
    }
    return least
  }

  @Test("Crossings of straight lines are where the straight line's equation says, to a thousand-millionth")
  func exactCrossings() throws {
    var random = SplitMix64(seed: 82)
    for _ in 0..<300 {
      let points = [Point(x: random.number(0...9), y: random.number(0...100)), Point(x: 20, y: random.number(0...100))]
      let level = random.number(0...100)
      let line = try #require(Curve.linear.subpath(points[...]))
      let parts = split([(level, 0), (1000, 1)]).parts(of: line)
      let y = 100 - level
      let isCrossed = (points[0].y - y) * (points[1].y - y) < 0
      #expect(parts.count == (isCrossed ? 2 : 1))
      guard isCrossed else { continue }
      let x = (points[0].x * (points[1].y - y) + points[1].x * (y - points[0].y)) / (points[1].y - points[0].y)
      #expect(parts[0].path.end.y == y)
      #expect(abs(parts[0].path.end.x - x) < 1e-9)
    }
  }

  @Test("A line that touches a threshold from above or below, or runs along it, is not split there")
  func touching() throws {
    let split = split([(50, 0), (1000, 1)])
    let colors = { (heights: [Double], curve: Curve) throws in
      let points = heights.enumerated().map { Point(x: Double($0) * 10, y: 100 - $1) }
      return try #require(curve.subpath(points[...]).map(split.parts)).map(\.color)
    }
    for curve in [Curve.linear, .monotone] {
      #expect(try colors([40, 50, 40], curve) == [0])
      #expect(try colors([60, 50, 60], curve) == [1])
      #expect(try colors([50, 50, 50], curve) == [1])
      #expect(try colors([40, 50, 60], curve) == [0, 1])
      #expect(try colors([40, 50, 50, 40], curve) == [0, 1, 0])
      #expect(try colors([50], curve) == [1])
    }
  }

  @Test("A curve whose top just touches a threshold stays below it")
  func arch() {
    // Its top is three quarters of its controls' height.
    let arch = Subpath(
      start: Point(x: 0, y: 100),
      segments: [.curve(control1: Point(x: 1, y: 60), control2: Point(x: 2, y: 60), to: Point(x: 3, y: 100))])
    #expect(split([(30, 0), (1000, 1)]).parts(of: arch).map(\.color) == [0])
    #expect(split([(29, 0), (1000, 1)]).parts(of: arch).map(\.color) == [0, 1, 0])
  }

  @Test("Bad input: whatever the thresholds and the line, the parts are places", arguments: Lines.curves)
  func wild(curve: Curve) {
    var random = SplitMix64(seed: 83)
    var wrong = Mismatches()
    let wild = { (random: inout SplitMix64) in Lines.wildNumbers.randomElement(using: &random) ?? 0 }
    for _ in 0..<3000 {
      let points = (0..<random.whole(1...5)).map { _ in Point(x: wild(&random), y: wild(&random)) }
      let map = PixelMap(origin: wild(&random), start: wild(&random), scale: wild(&random))
      let split = split((0..<random.whole(0...4)).map { (wild(&random), $0) }, map)
      guard let line = curve.subpath(points[...]) else { continue }
      let parts = split.parts(of: line)
      wrong.expect(parts.isEmpty == split.thresholds.isEmpty, "none")
      wrong.expect(parts.allSatisfy { $0.path.numbers.allSatisfy(\.isFinite) }, "\(parts)")
    }
    wrong.check()
  }
}
