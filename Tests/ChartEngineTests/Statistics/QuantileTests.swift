import TestSupport
import Testing

@testable import ChartEngine

@Suite("Quantiles")
struct QuantileTests {
  @Test("Both ways agree with the definition, for any share of any numbers", arguments: 1...20)
  func random(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let values = (0..<random.whole(1...60)).map { _ in Double(random.whole(-20...20)) / 4 }
    let sorted = values.sorted()
    for _ in 0..<20 {
      let share = random.number(-0.1...1.1)
      let place = min(max(share, 0), 1) * Double(values.count - 1)
      let below = Int(place)
      let upper = sorted[min(below + 1, sorted.count - 1)]
      let expected = sorted[below] + (upper - sorted[below]) * (place - Double(below))
      var copy = values
      let unsorted = copy.withUnsafeMutableBufferPointer { Quantile.value(share, of: $0) }
      #expect(abs(unsorted - expected) < 1e-12 && abs(Quantile.value(share, ofSorted: sorted[...]) - expected) < 1e-12)
    }
  }

  @Test("Between the least and the greatest double there is a middle")
  func extremes() {
    let greatest = Double.greatestFiniteMagnitude
    var values = [-greatest, greatest]
    #expect(Quantile.value(0.5, ofSorted: values[...]) == 0)
    let upper = values.withUnsafeMutableBufferPointer { Quantile.value(0.75, of: $0) }
    #expect(abs(upper / greatest - 0.5) < 1e-12)
    #expect(Quantile.value(0.5, ofSorted: [1.7e308, 1.7e308]) == 1.7e308)
  }
}
