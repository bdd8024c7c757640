import Testing
import TestSupport

@testable import ChartEngine

@Suite("How fast something is when it is let go")
struct VelocityTrackerTests {
  private let speeds = 10.0...1_000.0

  private func tracker(_ samples: [(time: Double, place: Double)]) -> VelocityTracker {
    samples.reduce(into: VelocityTracker()) { $0.add($1.place, at: $1.time) }
  }

  @Test("At a steady speed it is that speed, in either direction, however often it is reported")
  func steady() throws {
    for speed in [12.5, -480.0, 999] {
      for interval in [0.004, 0.016, 0.05, 0.09] {
        let tracker = tracker((0..<40).map { (5 + Double($0) * interval, speed * Double($0) * interval) })
        let velocity = try #require(tracker.velocity(at: 5 + 39 * interval, within: speeds))
        #expect(abs(velocity - speed) < 1e-6 * abs(speed))
      }
    }
  }

  @Test("What is too slow has none, what is too fast has the greatest")
  func limits() {
    #expect(tracker([(0, 0), (0.05, 0.4)]).velocity(at: 0.05, within: speeds) == nil)
    #expect(tracker([(0, 0), (0.05, -500)]).velocity(at: 0.05, within: speeds) == -1_000)
  }

  @Test("Without times, with a single report, or after a rest nothing is known")
  func unknown() {
    let moving = tracker([(0, 0), (0.05, 20)])
    #expect(moving.velocity(at: 0.06, within: speeds) == 400)
    #expect(moving.velocity(at: nil, within: speeds) == nil)
    #expect(moving.velocity(at: 0.2, within: speeds) == nil)
    #expect(tracker([(0, 0)]).velocity(at: 0, within: speeds) == nil)
    #expect(tracker([]).velocity(at: 0, within: speeds) == nil)
    #expect(tracker([(0, 0), (0.5, 100)]).velocity(at: 0.5, within: speeds) == nil)
  }

  @Test("A clock that stands still or goes back neither leads to an infinite speed nor turns it round")
  func clock() throws {
    #expect(tracker([(1, 0), (1, 50)]).velocity(at: 1, within: speeds) == nil)
    let back = tracker([(1, 0), (1.05, 20), (1.01, 30)])
    #expect(try #require(back.velocity(at: 1.05, within: speeds)) > 0)
    var random = SplitMix64(seed: 9)
    var tracker = VelocityTracker()
    for _ in 0..<5_000 {
      tracker.add(random.number(-1e3...1e3), at: random.number(0...0.2))
      #expect(tracker.samples.count <= VelocityTracker.maximumCount)
      #expect(zip(tracker.samples, tracker.samples.dropFirst()).allSatisfy { $0.time < $1.time || $0.time == $1.time })
    }
  }
}
