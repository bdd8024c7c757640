import ChartModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("Straight lines")
struct StraightPathTests {
  @Test("A line straight through runs of points is the path that its pieces make", arguments: 1...50)
  func samePath(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let points = (0..<random.whole(0...40)).map { index -> Point? in
      random.chance(0.2) ? nil : Point(x: Double(index), y: random.number(-100...100).rounded())
    }
    let runs = PointRuns(points)
    #expect(Path(straightThrough: runs) == Path(Curve.linear.subpaths(runs)))
  }
}
