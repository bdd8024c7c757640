import ChartEngine
import TestSupport
import Testing

@Suite("Sums have no more decimals than what is added up")
struct RunningSumTests {
  private func sum(_ numbers: [Double]) -> Double {
    var sum = RunningSum()
    for number in numbers { sum.add(number) }
    return sum.value
  }

  @Test("Random amounts with two decimals, as whole numbers of hundredths add up", arguments: 1...20)
  func amounts(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for count in [2, 10, 1_000] {
      let hundredths = (0..<count).map { _ in Int.random(in: -1_000_000...2_000_000, using: &generator) }
      let total = hundredths.reduce(0, +)
      #expect(sum(hundredths.map { Double($0) / 100 }) == Double(total) / 100)
    }
  }

  @Test("Sums that doubles have are left as they are, and what is beyond them is infinite, not missing")
  func ends() {
    #expect(sum([]) == 0 && sum([0.1, 0.2]) == 0.3 && sum([1e300, 1]) == 1e300)
    #expect(sum([3, -3, 1e-300]) == 0, "of threes nobody knows so many digits")
    #expect(sum([1e16, 1, -1e16]) == 1)
    #expect(sum([1e308, 1e308]) == .infinity && sum([-.greatestFiniteMagnitude, -1e308]) == -.infinity)
    #expect(sum([.infinity, 1]) == .infinity)
    #expect(sum([0x1p53, 0.5]) == 0x1p53)
    #expect(sum([.leastNonzeroMagnitude, .leastNonzeroMagnitude]) == 2 * .leastNonzeroMagnitude)
  }
}
