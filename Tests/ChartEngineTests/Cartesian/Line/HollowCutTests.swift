@testable import ChartEngine
import ChartModel
import Testing

@Suite("L5 Lines between hollow markers")
struct HollowCutTests {
  @Test("L5 Segments of every direction end at both circles, and lie on the line between their centres")
  func everyDirection() {
    for tenth in 0..<3600 {
      let (sine, cosine) = sineAndCosine(degrees: Double(tenth) / 10)
      let (start, end) = (Point(x: 40, y: 30), Point(x: 40 + 25 * cosine, y: 30 + 25 * sine))
      let segments = HollowCut.segments([start, end], radius: 4)
      guard let segment = segments.first, segments.count == 1 else {
        Issue.record("\(segments.count) segments at \(tenth)")
        continue
      }
      #expect(abs((segment.start - start).length - 4) < 1e-12)
      #expect(abs((segment.end - end).length - 4) < 1e-12)
      #expect(abs((segment.end - segment.start).length - 17) < 1e-12)
      #expect(isNear(segment.start, Point(x: 40 + 4 * cosine, y: 30 + 4 * sine), 1e-12))
    }
  }

  @Test("L5 Between points no farther apart than two radii, and between coincident ones, is none")
  func near() {
    let points = [0.0, 10, 18, 26.5, 26.5, 40].map { Point(x: 5, y: $0) }
    let segments = HollowCut.segments(points[...], radius: 4)
    #expect(segments.map(\.start.y) == [4, 22, 30.5])
    #expect(segments.map(\.end.y) == [6, 22.5, 36])
    #expect(segments.allSatisfy { $0.start.x == 5 && $0.end.x == 5 })
  }

  @Test("Without a radius segments are whole; none and one point have none; what is no place is passed over")
  func few() {
    for radius in [0, -3, .nan] {
      let segments = HollowCut.segments([.zero, Point(x: 1, y: 1)], radius: radius)
      #expect(segments.map(\.start) == [.zero] && segments.map(\.end) == [Point(x: 1, y: 1)])
    }
    #expect(HollowCut.segments([], radius: 1).isEmpty && HollowCut.segments([.zero], radius: 1).isEmpty)
    #expect(HollowCut.segments([.zero, Point(x: 9, y: 0)], radius: .infinity).isEmpty)
    var wrong = Mismatches()
    for x in Lines.wildNumbers {
      for y in Lines.wildNumbers {
        let segments = HollowCut.segments([.zero, Point(x: x, y: y), Point(x: 7, y: 7)], radius: 2)
        wrong.expect(segments.allSatisfy { $0.numbers.allSatisfy(\.isFinite) }, "\(x), \(y)")
      }
    }
    wrong.check()
  }
}
