@testable import ChartEngine
import Testing
import TestSupport

@Suite("A4 Labels thinned evenly")
struct LabelThinningTests {
  /// Whether two boxes that are turned alike overlap, by their corners on the four axes (separating axis theorem).
  private func overlap(_ first: [(Double, Double)], _ second: [(Double, Double)], degrees: Double) -> Bool {
    let angle = degrees * .pi / 180
    for axis in [(1, 0), (0, 1)].map({ turned($0, by: angle) }) {
      let a = first.map { $0.0 * axis.0 + $0.1 * axis.1 }
      let b = second.map { $0.0 * axis.0 + $0.1 * axis.1 }
      guard let highA = a.max(), let lowA = a.min(), let highB = b.max(), let lowB = b.min() else { return false }
      if highA <= lowB + 1e-6 || highB <= lowA + 1e-6 { return false }
    }
    return true
  }

  private func turned(_ point: (Double, Double), by angle: Double) -> (Double, Double) {
    let (sine, cosine) = sineAndCosine(degrees: angle * 180 / .pi)
    return (point.0 * cosine - point.1 * sine, point.0 * sine + point.1 * cosine)
  }

  private func box(_ position: Double, _ width: Double, _ thinning: LabelThinning) -> [(Double, Double)] {
    let start = thinning.anchor == .start ? 0 : thinning.anchor == .middle ? -width / 2 : -width
    let height = thinning.lineHeight
    let corners = [
      (start, -height / 2), (start + width, -height / 2), (start + width, height / 2), (start, height / 2),
    ]
    return corners.map {
      let corner = turned($0, by: thinning.rotation * .pi / 180)
      return (position + corner.0, corner.1)
    }
  }

  @Test("A4 No two labels overlap, whatever their widths, turn and anchor; the next finer step would not do")
  func random() {
    var random = SplitMix64(seed: 10)
    var wrong = Mismatches()
    for _ in 0..<3000 {
      let count = random.whole(1...80)
      let step = random.number(2...60) * (random.chance(0.3) ? -1 : 1)
      let positions = (0..<count).map { 100 + Double($0) * step }
      let widths = (0..<count).map { _ in random.number(0...60) }
      var thinning = LabelThinning()
      thinning.rotation = random.chance(0.4) ? 0 : random.number(-180...180)
      thinning.anchor = [.start, .middle, .end][random.whole(0...2)]
      thinning.lineHeight = 12
      thinning.gap = 0
      let labels = thinning.labels(at: positions) { widths[$0] }
      wrong.expect(labels.first?.index == 0 && labels.allSatisfy { $0.position == positions[$0.index] }, "\(labels)")
      let strides = Set(zip(labels, labels.dropFirst()).map { $1.index - $0.index })
      wrong.expect(strides.count <= 1, "uneven: \(labels.map(\.index))")
      let boxes = labels.map { box($0.position, widths[$0.index], thinning) }
      for (first, second) in zip(boxes, boxes.dropFirst()) {
        wrong.expect(!overlap(first, second, degrees: thinning.rotation), "\(thinning) \(labels) every \(step)")
      }
      let every = strides.first ?? count
      if every > 1, every <= 9 {
        // One label more in between: somewhere two overlap.
        let finer = stride(from: 0, to: count, by: every - 1).map { box(positions[$0], widths[$0], thinning) }
        wrong.expect(
          zip(finer, finer.dropFirst()).contains { overlap($0, $1, degrees: thinning.rotation) },
          "\(thinning) \(labels.count) of \(count) every \(step), although \(finer.count) fit")
      }
    }
    wrong.check()
  }

  @Test("A4 R2: Labels for every bar, or for every second where all don't fit")
  func second() {
    var thinning = LabelThinning()
    thinning.gap = 4
    let positions = (0..<9).map { 20 + Double($0) * 40 }
    #expect(thinning.labels(at: positions) { _ in 36 }.map(\.index) == Array(0..<9))
    #expect(thinning.labels(at: positions) { _ in 36.1 }.map(\.index) == [0, 2, 4, 6, 8])
    thinning.maxLabels = 4
    #expect(thinning.labels(at: positions) { _ in 10 }.map(\.index) == [0, 3, 6])
    thinning.maxLabels = 0
    #expect(thinning.labels(at: positions) { _ in 10 } == [])
  }

  @Test("A4 The first and the last label are kept inside, and make room for themselves")
  func inside() {
    var thinning = LabelThinning()
    thinning.gap = 2
    thinning.bounds = 0...100
    let labels = thinning.labels(at: [0, 50, 100]) { _ in 30 }
    #expect(labels.map(\.position) == [15, 50, 85])
    // 15 + 15 + 2 + 20 > 50: moved inside, the first one would touch the second.
    #expect(thinning.labels(at: [0, 50, 100]) { _ in 40 }.map(\.index) == [0, 2])
    #expect(thinning.labels(at: [0, 50, 100]) { _ in 300 }.map(\.position) == [50])
    thinning.anchor = .end
    #expect(thinning.labels(at: [0, 100]) { _ in 30 }.map(\.position) == [30, 100])
    thinning.rotation = -45
    #expect(thinning.labels(at: [0, 100]) { _ in 30 }.map(\.position) == [0, 100])
  }

  @Test("A4 Turned labels may stand as close as their lines are high")
  func turned() {
    var thinning = LabelThinning()
    thinning.lineHeight = 12
    thinning.gap = 0
    thinning.rotation = 90
    #expect(thinning.labels(at: (0..<10).map { Double($0) * 12 }) { _ in 80 }.count == 10)
    thinning.rotation = -45
    #expect(thinning.labels(at: (0..<10).map { Double($0) * 17 }) { _ in 80 }.count == 10)
    #expect(thinning.labels(at: (0..<10).map { Double($0) * 16.9 }) { _ in 80 }.count == 5)
  }

  @Test("A4 Among 100,000 categories each width is asked for a few times, not thousands")
  func cost() {
    var thinning = LabelThinning()
    thinning.bounds = 0...1000
    // All fit but the last, so that each trial runs to its end.
    let count = 100_000
    let positions = (0..<count).map { Double($0) * 10 }
    var asked = 0
    let labels = thinning.labels(at: positions) { index in
      asked += 1
      return index > count - 200 ? 1e6 : 1
    }
    #expect(!labels.isEmpty && asked < 12 * count)
    let crowded = thinning.labels(at: (0..<count).map { Double($0) / 100 }) { _ in 40 }
    #expect(crowded.count > 10 && crowded.count < 25)
  }

  @Test("Bad input: No labels, places or widths that are no numbers")
  func nothing() {
    let thinning = LabelThinning()
    #expect(thinning.labels(at: []) { _ in 1 } == [])
    #expect(thinning.labels(at: [0, .nan]) { _ in 1 } == [] && thinning.labels(at: [.infinity]) { _ in 1 } == [])
    #expect(thinning.labels(at: [0, 10]) { _ in .nan }.count == 2)
    #expect(thinning.labels(at: [0, 10]) { _ in .infinity }.count == 1)
    #expect(thinning.labels(at: [5, 5, 5]) { _ in 0 }.count == 1)
  }
}
