@testable import ChartEngine
import ChartModel
import Testing
import TestSupport

/// A set of values whose every angle is tried.
struct ValueSet: Sendable, CustomTestStringConvertible {
  let name: String
  let values: [Double]
  var testDescription: String { name }

  init(_ name: String, _ values: [Double]) {
    self.name = name
    self.values = values
  }
}

@Suite("P3 Slice at an angle")
struct SliceAtAngleTests {
  static let sets: [ValueSet] = [
    ValueSet("equal quarters", [1, 1, 1, 1]),
    ValueSet("25/30/15/10/20", [25, 30, 15, 10, 20]),
    ValueSet(".25/.3/.15/.1/.2", [0.25, 0.3, 0.15, 0.1, 0.2]),
    ValueSet("one", [3]),
    ValueSet("a hundred equal thin ones", Array(repeating: 1, count: 100)),
    ValueSet("zeros first, last and between", [0, 2, 0, 0, 3, 5, 0, 1, 0]),
    ValueSet("one among zeros", [0, 0, 0.1, 0]),
    ValueSet("one of 0.01 %", [0.5, 0.0001, 0.4999]),
    ValueSet("1e-300 before 1e300", [1e-300, 1e300]),
    ValueSet("1e300 before 1e-300", [1e300, 1e-300]),
    ValueSet("1e300 and 1e-300 in turn", [1e300, 1e-300, 1e300, 1e-300, 1e-300]),
    ValueSet("all 1e-300", [1e-300, 1e-300, 2e-300]),
    ValueSet("ten times 0.1", Array(repeating: 0.1, count: 10)),
    ValueSet("0.1, 0.2, 0.3 whose sum drifts", [0.1, 0.2, 0.3, 0.7, 1.1, 2.2, 0.4]),
    ValueSet("thirds and sevenths", [1.0 / 3, 1.0 / 7, 2.0 / 3, 6.0 / 7]),
    ValueSet("the largest doubles", [.greatestFiniteMagnitude, .greatestFiniteMagnitude, 1e308]),
  ]

  @Test(
    "P3 Every start angle in half degrees with every angle in tenths finds what exact arithmetic finds",
    arguments: sample(sets))
  func everyAngle(set: ValueSet) throws {
    let owners = ExactShares(set.values).owners(of: 3600)
    // Exactly one slice owns each angle, and slices of value 0 own none.
    #expect(owners.allSatisfy { $0 >= 0 && set.values[$0] > 0 })

    let angles = (0..<3600).map { Double($0) / 10 }
    var differing = 0
    var firstDifference: String?
    for half in sample(0..<720) {
      let layout = try Pies.chart(set.values) { $0.startAngle = Double(half) / 2 }.pie
      for (tenth, angle) in angles.enumerated() {
        let relative = tenth - half * 5
        let expected = owners[relative < 0 ? relative + 3600 : relative]
        let found = layout.rootIndex(at: angle)
        guard found != expected else { continue }
        differing += 1
        if firstDifference == nil {
          firstDifference =
            "start \(Double(half) / 2), angle \(angle): \(found.map(String.init) ?? "none"), not \(expected)"
        }
      }
    }
    #expect(differing == 0, "\(firstDifference ?? "")")
  }

  @Test("P3 What the chart answers is what its layout knows, for angles of any turn", arguments: sets)
  func throughTheChart(set: ValueSet) throws {
    let owners = ExactShares(set.values).owners(of: 3600)
    for start in [0.0, 0.5, 90, 123.5, 270, 359.5, 630, -90, 36_270] {
      let chart = Pies.chart(set.values) { $0.startAngle = start }
      for tenth in sample(stride(from: 0, to: 3600, by: 37)) {
        let relative = ((tenth - Int(start * 10)) % 3600 + 3600) % 3600
        for turn in [-720.0, 0, 360] {
          #expect(chart.sliceIndex(at: Double(tenth) / 10 + turn) == owners[relative])
        }
      }
    }
  }

  @Test("P3 A boundary belongs to the slice that starts there, from both sides and at any start")
  func boundaries() throws {
    for half in 0..<720 {
      let start = Double(half) / 2
      let chart = Pies.chart(Pies.five) { $0.startAngle = start }
      for index in 0..<5 {
        let boundary = start + Pies.fiveStarts[index]
        #expect(chart.sliceIndex(at: boundary) == index)
        #expect(chart.sliceIndex(at: boundary + 1e-6) == index)
        #expect(chart.sliceIndex(at: boundary - 1e-6) == (index + 4) % 5)
      }
    }
  }

  @Test("P3 Random values: every angle of a pie with a positive total has exactly one owner, the exact one")
  func randomValues() throws {
    var random = SplitMix64(seed: 3)
    for _ in sample(0..<60) {
      let values = (0..<random.whole(1...40)).map { _ -> Double in
        switch random.whole(0...5) {
        case 0: 0
        case 1: Double(random.whole(1...20))
        case 2: Double(random.whole(1...100)) / 10
        case 3: random.number(0...1) * 1e-12
        case 4: random.number(0...1e12)
        default: random.number(0...1)
        }
      }
      guard values.contains(where: { $0 > 0 }) else { continue }
      let owners = ExactShares(values).owners(of: 3600)
      let start = Double(random.whole(0...719)) / 2
      let layout = try Pies.chart(values) { $0.startAngle = start }.pie
      let found = (0..<3600).map { layout.rootIndex(at: start + Double($0) / 10) }
      #expect(found == owners)
    }
  }

  @Test("P3 A pie without a positive total owns no angle", arguments: [[], [0], [0, 0, 0]] as [[Double]])
  func nothing(values: [Double]) {
    let chart = Pies.chart(values)
    for angle in stride(from: 0.0, to: 360, by: 7.5) { #expect(chart.sliceIndex(at: angle) == nil) }
  }

  @Test("P3 What is no angle, and rings that aren't there, have no slice")
  func noAngle() {
    let chart = Pies.chart(Pies.five)
    for angle in [Double.nan, .infinity, -.infinity] { #expect(chart.sliceIndex(at: angle) == nil) }
    for ring in [-1, 1, 2, .max, .min] { #expect(chart.sliceIndex(at: 10, ring: ring) == nil) }
    #expect(chart.sliceIndex(at: 1e300) != nil)
  }

  @Test("Sums carry what rounding loses, whichever of two terms is the larger")
  func sums() {
    for (terms, expected) in [
      ([1, 1e100, 1, -1e100], 2), ([1e100, 1, -1e100], 1), (Array(repeating: 0.1, count: 10), 1), ([-3, 5], 2),
    ] as [([Double], Double)] {
      var sum = CompensatedSum()
      for term in terms { sum.add(term) }
      #expect(sum.value == expected, "\(terms)")
    }
  }
}
