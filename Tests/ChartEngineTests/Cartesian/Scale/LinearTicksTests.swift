@testable import ChartEngine
import ChartModel
import Testing
import TestSupport

@Suite("A1 Linear ticks")
struct LinearTicksTests {
  private func labels(_ domain: Domain, _ count: Int, decimals: Int? = nil) -> [String] {
    var spec = FormatSpec()
    spec.decimals = decimals
    return LinearTicks(domain, maxCount: count).ticks(spec).map(\.label)
  }

  /// What must hold for all ticks whatsoever.
  private func check(_ ticks: LinearTicks, _ count: Int, _ wrong: inout Mismatches, withLabels: Bool = true) {
    let values = ticks.values
    wrong.expect(values.count <= count, "\(values.count) > \(count) ticks in \(ticks.domain)")
    wrong.expect(values.allSatisfy(ticks.domain.contains), "\(values) outside \(ticks.domain)")
    wrong.expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 }, "\(values) do not rise in \(ticks.domain)")
    guard withLabels else { return }
    let labels = ticks.ticks(FormatSpec()).map(\.label)
    wrong.expect(Set(labels).count == values.count, "labels \(labels) repeat themselves in \(ticks.domain)")
    for (label, value) in zip(labels, values) {
      // The label is the number, not one near it.
      wrong.expect(
        ExactDecimal(label: label) == ExactDecimal(value), "\(value) is labelled \(label) in \(ticks.domain)")
    }
  }

  /// Whether the ticks are multiples of 1, 2 or 5 · 10ⁿ, one after the other, or evenly left out.
  private func isRound(_ values: [Double], isThinned: Bool) -> Bool {
    guard let numbers = ExactDecimal.common(values.compactMap(ExactDecimal.init)), numbers.count == values.count,
      numbers.count > 1
    else { return false }
    let differences = Set(zip(numbers, numbers.dropFirst()).map { $1 - $0 })
    guard differences.count == 1, let step = differences.first, step > 0 else { return false }
    guard isThinned else {
      return [1, 2, 5].contains(ExactDecimal.leadingDigits(step)) && numbers.allSatisfy { $0 % step == 0 }
    }
    // A few times a round step.
    let divisor = numbers.reduce(step, ExactDecimal.greatestCommonDivisor)
    return step / divisor <= 25
  }

  @Test("A1 100,000 random ranges from 1e-12 to 1e15 have at least two round, different ticks and not too many")
  func randomRanges() {
    var random = SplitMix64(seed: 3)
    var wrong = Mismatches()
    for round in sample(0..<100_000) {
      let span = power(10, random.number(-12...15)) * random.number(0.1...1)
      let lower = random.chance(0.3) ? 0 : span * random.number(-1e3...1e3)
      let domain = Domain(lower, lower + span)
      let count = random.whole(2...12)
      let ticks = LinearTicks(domain, maxCount: count)
      // Labels take long to make and to read: a fifth of them is enough.
      check(ticks, count, &wrong, withLabels: round % 5 == 0)
      wrong.expect(ticks.values.count >= 2, "\(ticks.values) in \(domain), at most \(count)")
      wrong.expect(isRound(ticks.values, isThinned: count < 5), "\(ticks.values) in \(domain), at most \(count)")
      // The next finer step, at most 2.5 times as fine, had too many.
      if count >= 5 { wrong.expect(ticks.values.count >= count * 2 / 5, "only \(ticks.values) of \(count)") }
    }
    wrong.check()
  }

  @Test("A1 Nice domains hold what they are made for and begin and end with a tick")
  func niceDomains() {
    var random = SplitMix64(seed: 4)
    var wrong = Mismatches()
    for _ in 0..<10_000 {
      let span = power(10, random.number(-12...15)) * random.number(0.1...1)
      let lower = random.chance(0.3) ? 0 : span * random.number(-100...100)
      let domain = Domain(lower, lower + span)
      let count = random.whole(3...12)
      let ticks = LinearTicks(nice: domain, maxCount: count)
      check(ticks, count, &wrong)
      wrong.expect(isRound(ticks.values, isThinned: false), "\(ticks.values) for \(domain)")
      wrong.expect(ticks.domain.lower <= domain.lower && ticks.domain.upper >= domain.upper, "\(ticks) for \(domain)")
      wrong.expect(
        ticks.values.first == ticks.domain.lower && ticks.values.last == ticks.domain.upper, "\(ticks) for \(domain)")
    }
    wrong.check()
    #expect(LinearTicks(nice: Domain(0, 0.42), maxCount: 6).values == [0, 0.1, 0.2, 0.3, 0.4, 0.5])
    #expect(LinearTicks(nice: Domain(-3, 7), maxCount: 6).values == [-5, 0, 5, 10])
  }

  @Test(
    "Fault 20: Ticks end also where a step is less than the distance of doubles",
    arguments: [
      (1e14, 1e14), (1e14, 1e14 + 3), (1, 1.0.nextUp), (1, 1.0000000000000002), (1e300, 1e300.nextUp),
      (1e17, 1e17 + 64), (-1e15, -1e15 + 0.5), (0, .leastNonzeroMagnitude), (0x1p-1030, 0x1p-1030 + 0x1p-1068),
      (-.greatestFiniteMagnitude, .greatestFiniteMagnitude), (1e308, .greatestFiniteMagnitude), (.nan, .nan),
      (0, .infinity), (-1e300, 1e-300), (9.007e15, 9.007e15 + 4), (0.1, 0.1.nextUp.nextUp.nextUp),
    ] as [(Double, Double)])
  func noEnd(first: Double, second: Double) {
    var wrong = Mismatches()
    let domain = Domain(first, second)
    for count in [1, 2, 3, 5, 10, 1000, .max] {
      check(LinearTicks(domain, maxCount: count), max(count, 1), &wrong)
      check(LinearTicks(nice: domain, maxCount: count), max(count, 3), &wrong)
      check(LinearTicks(domain, step: 1e-9, maxCount: count), max(count, LinearTicks.limit), &wrong)
    }
    wrong.check()
    #expect(LinearTicks(domain, maxCount: 5).values.count >= 2 || domain.upper == domain.lower.nextUp)
  }

  @Test("Fault 20: Ranges between random doubles of any bits, neighbours too, have ticks that rise")
  func anyBits() {
    var random = SplitMix64(seed: 5)
    var wrong = Mismatches()
    for _ in 0..<5000 {
      let first = Double(bitPattern: random.next())
      let second: Double
      if random.chance(0.5) {
        second = Double(bitPattern: random.next())
      } else {
        second = Double(bitPattern: first.bitPattern &+ UInt64(random.whole(0...40)))
      }
      let count = random.whole(0...15)
      check(LinearTicks(Domain(first, second), maxCount: count), max(count, 1), &wrong)
      check(LinearTicks(nice: Domain(first, second), maxCount: count), max(count, 3), &wrong)
    }
    wrong.check()
  }

  @Test("Fault 21: An axis to 0.42 shows as many decimals as its step needs, and 0.30000000000000004 never")
  func decimals() {
    #expect(labels(Domain(0, 0.42), 5) == ["0.0", "0.1", "0.2", "0.3", "0.4"])
    #expect(labels(Domain(0, 0.42), 10) == ["0.00", "0.05", "0.10", "0.15", "0.20", "0.25", "0.30", "0.35", "0.40"])
    #expect(LinearTicks(Domain(0, 1), maxCount: 11).values == [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1])
    #expect(labels(Domain(0, 50), 6) == ["0", "10", "20", "30", "40", "50"])
    #expect(labels(Domain(-2500, 2500), 6) == ["−2,000", "−1,000", "0", "1,000", "2,000"])
    #expect(labels(Domain(0.9, 1.1), 2) == ["0.9", "1.1"])
    #expect(labels(Domain(5.5, 9.5), 1) == ["6"])
  }

  @Test("Fault 21: A number of decimals that would repeat labels is not kept to")
  func givenDecimals() {
    #expect(labels(Domain(0, 50), 6, decimals: 2) == ["0.00", "10.00", "20.00", "30.00", "40.00", "50.00"])
    #expect(labels(Domain(0, 0.42), 5, decimals: 0) == ["0.0", "0.1", "0.2", "0.3", "0.4"])
    // Counted things have no halves.
    #expect(LinearTicks(Domain(0, 3), maxCount: 10, minStep: 1).values == [0, 1, 2, 3])
    #expect(LinearTicks(Domain(0.2, 0.8), maxCount: 10, minStep: 1).values == [])
  }

  @Test("Fault 21: Very large and very small numbers are written with powers of ten, all alike")
  func powers() {
    #expect(labels(Domain(0, 1.5e15), 4) == ["0", "5e14", "1e15", "1.5e15"])
    #expect(labels(Domain(0, 4e-12), 5) == ["0", "1e−12", "2e−12", "3e−12", "4e−12"])
    #expect(labels(Domain(1, 1 + 4e-12), 3) == ["1.000000000000", "1.000000000002", "1.000000000004"])
    var german = FormatSpec()
    german.locale = "de"
    #expect(LinearTicks(Domain(0, 1.5e15), maxCount: 4).ticks(german).last?.label == "1,5e15")
    #expect(labels(Domain(1, 1.0.nextUp), 5) == ["1", "1.0000000000000002"])
  }

  @Test("A1 Explicit ticks and steps are kept to, within the axis")
  func explicit() {
    let domain = Domain(0, 60)
    #expect(LinearTicks(explicit: [50, 10, 10, -1, .nan, 61, 0.25, -0.0], in: domain).values == [0, 0.25, 10, 50])
    #expect(
      LinearTicks(explicit: [0, 0.25, 10], in: domain).ticks(FormatSpec()).map(\.label) == ["0.00", "0.25", "10.00"])
    #expect(LinearTicks(domain, step: 10, maxCount: 3).values == [0, 10, 20, 30, 40, 50, 60])
    #expect(LinearTicks(Domain(0, 0.42), step: 0.07, maxCount: 3).values == [0, 0.07, 0.14, 0.21, 0.28, 0.35, 0.42])
    for step in [0, -1, .nan, 1e-12] { #expect(LinearTicks(domain, step: step, maxCount: 7).values.count == 7) }
  }

  @Test("B6 An automatic maximum is rounded up to 1, 2, 2.5 or 5 · 10ⁿ")
  func maximum() {
    let cases: [(Double, Double)] = [
      (1, 1), (1.01, 2), (2, 2), (2.2, 2.5), (2.5, 2.5), (2.6, 5), (5, 5), (5.1, 10), (9.99, 10), (87, 100),
      (101, 200), (230, 250), (1200, 2000), (0.07, 0.1), (0.3, 0.5), (0, 0), (-30, -50), (1e300, 1e300),
      (1.1e308, 1.1e308),
    ]
    for (value, expected) in cases { #expect(StepLadder.niceMaximum(value) == expected, "\(value)") }
    #expect(StepLadder.niceMaximum(.infinity) == .infinity && StepLadder.niceMaximum(.nan).isNaN)
    var random = SplitMix64(seed: 6)
    var wrong = Mismatches()
    for _ in 0..<20_000 {
      let value = power(10, random.number(-300...300)) * random.number(1...10)
      let nice = StepLadder.niceMaximum(value)
      let digits = ExactDecimal(nice).map { ExactDecimal.leadingDigits($0.digits) } ?? 0
      wrong.expect(nice >= value && nice <= value * 2.000001, "\(nice) for \(value)")
      wrong.expect([1, 2, 5, 25].contains(digits), "\(nice) for \(value)")
    }
    wrong.check()
  }

  @Test("Large numbers that differ in their last digits are written out, and others with a power of ten")
  func large() {
    func labels(_ lower: Double, _ upper: Double) -> [String] {
      LinearTicks(nice: Domain(lower, upper), maxCount: 4).ticks(FormatSpec()).map(\.label)
    }
    #expect(
      labels(1e15, 1e15 + 3) == [
        "1,000,000,000,000,000", "1,000,000,000,000,001", "1,000,000,000,000,002", "1,000,000,000,000,003",
      ])
    #expect(
      labels(-1e15 - 1, -1e15).first == "−1,000,000,000,000,001.0"
        && labels(-1e15 - 1, -1e15).last == "−1,000,000,000,000,000.0")
    #expect(labels(0, 3e15) == ["0", "1e15", "2e15", "3e15"])
    #expect(labels(1.5e15, 1.6e15).allSatisfy { $0.count <= 7 })
  }
}
