import ServiceTestSupport
import Foundation
import TestSupport
import Testing

@testable import ChartData

@Suite("Numbers in cells are the nearest doubles")
struct NumberTextTests {
  private func number(_ text: String, comma: Bool = false) -> Double? {
    var reader = NumberText(allowsComma: comma)
    return text.withSpan { reader.number(in: $0) }
  }

  /// `strtod` is the oracle.
  private func check(_ text: String) {
    let wanted = strtod(text, nil)
    let found = number(text)
    // Not expected one by one: there are half a million.
    if found?.bitPattern != (wanted.isFinite ? wanted.bitPattern : nil) {
      Issue.record("\(text): \(found.map { "\($0)" } ?? "none"), not \(wanted)")
    }
  }

  @Test("Random doubles in their shortest form and with 17 digits")
  func doubles() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<40_000 {
      let any = Double(bitPattern: random.next())
      if any.isFinite { check("\(any)") }
      let usual = random.number(-1e6...1e6)
      check("\(usual)")
      check(String(format: "%.17g", usual))
      check(String(format: "%.\(random.whole(0...12))f", usual))
    }
  }

  @Test("Random digits with the point anywhere")
  func digits() {
    var random = SplitMix64(seed: 2)
    for _ in 0..<100_000 {
      var text = (0..<random.whole(1...22)).map { _ in String(random.whole(0...9)) }.joined()
      text.insert(".", at: text.index(text.startIndex, offsetBy: random.whole(0...text.count)))
      if random.chance(0.2) { text = "-" + text }
      if random.chance(0.1) { text += "e\(random.whole(-330...310))" }
      check(text)
    }
  }

  @Test("Halfway between two doubles, and next to that")
  func halfway() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<20_000 {
      // Odd multiples of half a unit in the last place of numbers from 2^53 to 2^63, and with decimals.
      let bits = random.whole(54...63)
      let middle =
        (UInt64(1) << (bits - 1)) + (UInt64(random.whole(0...(1 << 52) - 1)) << (bits - 53))
        + (UInt64(1) << (bits - 54))
      for text in ["\(middle)", "\(middle - 1)", "\(middle + 1)", "\(middle).0", "\(middle)0"] { check(text) }
      let half = random.whole(0...(1 << 52) - 1) + 1 << 52
      check("\(half).5")
      check("\(half).49")
      check("\(half >> 1).25")
      check("\(half >> 1).75")
    }
    for text in [
      "9007199254740993", "9007199254740992.99999999999", "9007199254740993.00000000001", "5e-324", "2.5e-324",
      "2.4e-324",
      "1.7976931348623157e308", "1.7976931348623159e308", "2.2250738585072011e-308", "0.1", "-0", "-0.0", "0e999",
      "1e-400",
      "18446744073709551615", "18446744073709551616", "9999999999999999999", "0000000000000000000000001", ".5", "5.",
      "+7", "1e23", "8.5e22", "1E5", "0.000000000000000000000000000001",
    ] { check(text) }
  }

  @Test(
    "What is no decimal number is none",
    arguments: [
      "", ".", "-", "+", "e5", "1e", "1e+", "nan", "inf", "0x1F", "1.2.3", "1,5", "1 2", "--1", "1-", "12a", "1e999",
      "½",
      "١", "1_000", "1e5.5",
    ])
  func noNumbers(text: String) {
    #expect(number(text) == nil)
  }

  @Test("A column has one decimal mark: the first one")
  func marks() {
    #expect(number("1,5", comma: true) == 1.5 && number("-,25e1", comma: true) == -2.5)
    #expect(number("1.234,5", comma: true) == nil && number("1,2,3", comma: true) == nil)
    var reader = NumberText(allowsComma: true)
    let read = ["7", "1,5x", "1.5", "2,5", "3.25", "1,2e1"].map { text in text.withSpan { reader.number(in: $0) } }
    #expect(read == [7, nil, 1.5, nil, 3.25, nil])
  }
}
