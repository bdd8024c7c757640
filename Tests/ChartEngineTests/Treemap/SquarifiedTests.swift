import ChartModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("M11 Squarified rectangles")
struct SquarifiedTests {
  /// The longer side as a multiple of the shorter one.
  private static func aspect(_ rect: Rect) -> Double {
    max(rect.width / rect.height, rect.height / rect.width)
  }

  /// Strips side by side along the longer side: what squarifying is to be better than.
  private static func sliced(_ weights: [Double], in area: Rect) -> [Rect] {
    let total = weights.reduce(0, +)
    var before = 0.0
    return weights.map { weight in
      defer { before += weight }
      return area.width >= area.height
        ? Rect(
          x: area.x + area.width * before / total, y: area.y, width: area.width * weight / total, height: area.height)
        : Rect(
          x: area.x, y: area.y + area.height * before / total, width: area.width, height: area.height * weight / total)
    }
  }

  @Test("The example of Bruls, Huizing and van Wijk: 6, 6, 4, 3, 2, 2, 1 in 6 by 4")
  func paper() {
    let rects = Squarified.rects([6, 6, 4, 3, 2, 2, 1], in: Rect(x: 0, y: 0, width: 6, height: 4))
    let expected = [
      Rect(x: 0, y: 0, width: 3, height: 2), Rect(x: 0, y: 2, width: 3, height: 2),
      Rect(x: 3, y: 0, width: 12.0 / 7, height: 7.0 / 3), Rect(x: 3 + 12.0 / 7, y: 0, width: 9.0 / 7, height: 7.0 / 3),
    ]
    for (rect, other) in zip(rects, expected) {
      for (first, second) in [
        (rect.x, other.x), (rect.y, other.y), (rect.width, other.width), (rect.height, other.height),
      ] {
        #expect(abs(first - second) < 1e-12, "\(rect) is not \(other)")
      }
    }
    // The last three share 3 by 5/3, the first of them alone at the left.
    #expect(abs(rects[4].width - 1.2) < 1e-12 && abs(rects[4].height - 5.0 / 3) < 1e-12)
  }

  @Test("Areas are as the values are, nothing overlaps or sticks out, and none of it is empty", arguments: 0..<20)
  func areas(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var wrong = Mismatches()
    for _ in 0..<50 {
      let area = Rect(x: random.number(-50...50), y: 7, width: random.number(1...2000), height: random.number(1...2000))
      let weights = (0..<random.whole(1...60)).map { _ in
        random.chance(0.1) ? 0 : random.chance(0.1) ? random.number(0...1e-6) : random.number(0...100)
      }
      let total = weights.reduce(0, +)
      let rects = Squarified.rects(weights, in: area)
      guard total > 0 else { continue }
      for (rect, weight) in zip(rects, weights) {
        let share = rect.width * rect.height / (area.width * area.height)
        wrong.expect(abs(share - weight / total) <= 1e-9, "\(weight) of \(total) has \(share)")
        if weight == 0 { wrong.expect(rect.width * rect.height == 0, "nothing has an area") }
        let edge = 1e-9 * max(area.width, area.height)
        wrong.expect(
          rect.minX >= area.minX - edge && rect.maxX <= area.maxX + edge && rect.minY >= area.minY - edge
            && rect.maxY <= area.maxY + edge, "\(rect) sticks out of \(area)")
      }
      for first in rects.indices where weights[first] > 0 {
        for second in rects.indices where second > first && weights[second] > 0 {
          let (one, other) = (rects[first], rects[second])
          let width = min(one.maxX, other.maxX) - max(one.minX, other.minX)
          let height = min(one.maxY, other.maxY) - max(one.minY, other.minY)
          wrong.expect(min(width, height) <= 1e-9 * max(area.width, area.height), "\(one) overlaps \(other)")
        }
      }
    }
    wrong.check()
  }

  @Test("On average they are nearer to squares than strips are, and the more the more so")
  func aspects() {
    var random = SplitMix64(seed: 3)
    for count in [2, 3, 5, 10, 40, 200] {
      var (squarified, strips) = (0.0, 0.0)
      for _ in 0..<100 {
        let area = Rect(x: 0, y: 0, width: random.number(100...1200), height: random.number(100...700))
        let weights = (0..<count).map { _ in random.number(1...100) }
        let (rects, others) = (Squarified.rects(weights, in: area), SquarifiedTests.sliced(weights, in: area))
        let (mean, other) = (
          rects.reduce(0) { $0 + SquarifiedTests.aspect($1) }, others.reduce(0) { $0 + SquarifiedTests.aspect($1) }
        )
        (squarified, strips) = (squarified + mean, strips + other)
      }
      #expect(squarified <= strips * 1.000001, "\(count): \(squarified) instead of \(strips)")
      if count >= 10 { #expect(squarified / Double(100 * count) < 3) }
    }
  }

  @Test(
    "Weights of any size, and areas of none",
    arguments: [
      [], [0], [0, 0], [.nan], [.infinity, 1], [-1, 2], [1e308, 1e308, 1e308],
      [.leastNonzeroMagnitude, .leastNonzeroMagnitude], [1e308, .leastNonzeroMagnitude],
      [.greatestFiniteMagnitude], Array(repeating: 1e307, count: 300),
    ] as [[Double]])
  func sizes(weights: [Double]) {
    for area in [Rect.zero, Rect(x: 0, y: 0, width: 0, height: 9), Rect(x: 1, y: 2, width: 640, height: 360)] {
      let rects = Squarified.rects(weights, in: area)
      #expect(rects.count == weights.count)
      for rect in rects {
        #expect(rect.x.isFinite && rect.y.isFinite && rect.width >= 0 && rect.height >= 0)
        #expect(area.contains(rect))
      }
    }
  }
}
