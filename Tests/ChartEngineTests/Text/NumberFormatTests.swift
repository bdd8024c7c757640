@testable import ChartEngine
import ChartModel
import Testing
import TestSupport

/// How a language writes 1234.5, 1234567.89 and 25.3 %, from Unicode CLDR (as ICU prints them, with Latin digits).
struct LocaleCase: Sendable, CustomTestStringConvertible {
  let locale: String
  let four: String
  let seven: String
  let percent: String
  var testDescription: String { locale }

  static let all: [LocaleCase] = [
    ("en", "1,234.5", "1,234,567.89", "25.3%"), ("en-GB", "1,234.5", "1,234,567.89", "25.3%"),
    ("de", "1.234,5", "1.234.567,89", "25,3_%"), ("de-AT", "1_234,5", "1_234_567,89", "25,3_%"),
    ("de-CH", "1’234.5", "1’234’567.89", "25.3%"), ("de_ch", "1’234.5", "1’234’567.89", "25.3%"),
    ("de-Latn-CH", "1’234.5", "1’234’567.89", "25.3%"), ("fr", "1~234,5", "1~234~567,89", "25,3_%"),
    ("fr-CH", "1~234,5", "1~234~567,89", "25,3%"), ("es", "1234,5", "1.234.567,89", "25,3_%"),
    ("es-MX", "1,234.5", "1,234,567.89", "25.3%"), ("hi", "1,234.5", "12,34,567.89", "25.3%"),
    ("en-IN", "1,234.5", "12,34,567.89", "25.3%"), ("pl", "1234,5", "1_234_567,89", "25,3%"),
    ("sv", "1_234,5", "1_234_567,89", "25,3_%"), ("nb", "1_234,5", "1_234_567,89", "25,3_%"),
    ("fi", "1_234,5", "1_234_567,89", "25,3_%"), ("da", "1.234,5", "1.234.567,89", "25,3_%"),
    ("nl", "1.234,5", "1.234.567,89", "25,3%"), ("it", "1234,5", "1.234.567,89", "25,3%"),
    ("pt", "1.234,5", "1.234.567,89", "25,3%"), ("pt-BR", "1.234,5", "1.234.567,89", "25,3%"),
    ("pt-PT", "1234,5", "1_234_567,89", "25,3%"), ("ru", "1_234,5", "1_234_567,89", "25,3_%"),
    ("uk", "1_234,5", "1_234_567,89", "25,3%"), ("cs", "1_234,5", "1_234_567,89", "25,3_%"),
    ("hu", "1234,5", "1_234_567,89", "25,3%"), ("tr", "1.234,5", "1.234.567,89", "%25,3"),
    ("el", "1.234,5", "1.234.567,89", "25,3%"), ("is", "1.234,5", "1.234.567,89", "25,3%"),
    ("ja", "1,234.5", "1,234,567.89", "25.3%"), ("zh", "1,234.5", "1,234,567.89", "25.3%"),
    ("hr", "1.234,5", "1.234.567,89", "25,3_%"), ("sl", "1234,5", "1.234.567,89", "25,3_%"),
    ("lt", "1_234,5", "1_234_567,89", "25,3_%"), ("et", "1234,5", "1_234_567,89", "25,3%"),
    ("xx", "1,234.5", "1,234,567.89", "25.3%"), ("--", "1,234.5", "1,234,567.89", "25.3%"),
  ].map { LocaleCase(locale: $0, four: spaced($1), seven: spaced($2), percent: spaced($3)) }

  /// `_` stands for a no-break space, `~` for a narrow one.
  private static func spaced(_ text: String) -> String {
    String(text.map { $0 == "_" ? "\u{A0}" : $0 == "~" ? "\u{202F}" : $0 })
  }
}

@Suite("P11 Numbers as they are written")
struct NumberFormatTests {
  private func format(_ locale: String = "en", decimals: Int? = nil, percentDecimals: Int = 0) -> NumberFormat {
    var spec = FormatSpec()
    spec.locale = locale
    spec.decimals = decimals
    spec.percentDecimals = percentDecimals
    return NumberFormat(spec)
  }

  @Test("Of what was computed six digits are written, and all before the mark; what an author writes stays as it is")
  func computed() {
    let plain = format()
    for (number, text) in [
      (10.0 / 3, "3.33333"), (-10.0 / 3, "−3.33333"), (0.1 + 0.2, "0.3"), (14.000000000000002, "14"),
      (1e6 / 3, "333,333"), (1e9 / 7, "142,857,143"), (1.0 / 3000, "0.000333333"),
      (2.0 / 3 * 1e-12, "6.66667e−13"), (3.14159265358979, "3.14159265358979"), (52.5200081, "52.5200081"),
      (12345678901.2345, "12,345,678,901.2345"), (0.1, "0.1"),
    ] as [(Double, String)] {
      #expect(plain.value(number) == text)
    }
    var spec = FormatSpec()
    spec.areComputed = true
    // As many as few computed numbers have by chance.
    #expect(NumberFormat(spec).value(1.66666666666667) == "1.66667")
    #expect(NumberFormat(spec).value(52.5200081) == "52.5200081")
    // Where somebody says how many there are to be, there are so many.
    #expect(format(decimals: 9).value(10.0 / 3) == "3.333333333")
    spec.significantDigits = 9
    #expect(NumberFormat(spec).value(10.0 / 3) == "3.33333333")
    // Beside others each is told from them.
    #expect(plain.labels(of: [1, 1.0000000000000002]) == ["1", "1.0000000000000002"])
    #expect(plain.exactValue(10.0 / 3) == "3.3333333333333335")
  }

  @Test("Every number there is can be written: the least integer, the largest double, the least one")
  func extremes() {
    let numbers: [Double] = [
      -0x1p63, 0x1p63, (-0x1p63).nextUp, 0x1p53, 0x1p53 + 2, -0x1p53 - 2, 1e308, -1e308, .greatestFiniteMagnitude,
      .leastNonzeroMagnitude, -.leastNonzeroMagnitude, -0.0, 1e15, -1e15, 1e18, -1e18, .nan, .infinity, -.infinity,
    ]
    for decimals in [nil, 0, 2, 15] {
      for locale in ["en", "de", "hi", "tr"] {
        for number in numbers { #expect(!format(locale, decimals: decimals).value(number).isEmpty) }
      }
    }
    #expect(format().value(-0x1p63) == "−9.223372036854776e18")
  }

  @Test("P11 Digits are grouped as the language groups them", arguments: LocaleCase.all)
  func locales(example: LocaleCase) {
    let format = format(example.locale, percentDecimals: 1)
    #expect(format.value(1234.5) == example.four)
    #expect(format.value(1_234_567.89) == example.seven)
    #expect(format.value(-1_234_567.89) == "−" + example.seven)
    #expect(format.percent(units: 253) == example.percent)
    #expect(format.value(123) == "123")
  }

  @Test(
    "P11 Without decimals a value is the shortest text that is read as the same number, or as people read what was computed",
    arguments: [
      (0.1 + 0.2, "0.3"), (0.1, "0.1"), (-0.0, "0"), (0, "0"), (1, "1"), (1e300, "1e300"),
      (1e-300, "1e−300"), (-1.5e300, "−1.5e300"), (5e-10, "5e−10"), (1e-9, "0.000000001"), (1.5e-7, "0.00000015"),
      (1e14, "100,000,000,000,000"),
      (1e15, "1e15"), (-1_234_567_890_123_456, "−1.234567890123456e15"),
      (1_000_000_000_000_000.5, "1.0000000000000005e15"), (999_999_999_999_999, "999,999,999,999,999"),
      (1.7976931348623157e308, "1.7976931348623157e308"),
      (123456.789, "123,456.789"), (100, "100"), (1e3, "1,000"), (0.000123, "0.000123"),
    ] as [(Double, String)])
  func shortest(value: Double, text: String) {
    #expect(format().value(value) == text)
  }

  @Test(
    "P11 The exponent begins at 10¹⁵ itself, whatever the decimals and the sign",
    arguments: [nil, 0, 1, 2] as [Int?])
  func firstExponent(decimals: Int?) {
    let format = format(decimals: decimals)
    for (sign, mark) in [(1.0, ""), (-1, "−")] {
      #expect(format.value(sign * 1e15) == mark + "1e15")
      #expect(format.value(sign * 1.05e15) == mark + "1.05e15")
      let zeros = (decimals ?? 0) == 0 ? "" : "." + String(repeating: "0", count: decimals ?? 0)
      #expect(format.value(sign * (1e15 - 1)) == mark + "999,999,999,999,999" + zeros)
    }
  }

  @Test("P11 The exponent's mark is the language's")
  func exponent() {
    #expect(format("de").value(1.5e300) == "1,5e300")
    #expect(format("de").value(-2.5e-20) == "−2,5e−20")
  }

  @Test(
    "P11 With decimals halves are rounded away from zero, as the digits that one sees say",
    arguments: [
      (1.005, 2, "1.01"), (2.675, 2, "2.68"), (0.5, 0, "1"), (1.5, 0, "2"), (2.5, 0, "3"), (-2.5, 0, "−3"),
      (-0.4, 0, "0"),
      (0.125, 2, "0.13"), (999.995, 2, "1,000.00"), (9.99, 1, "10.0"), (0, 2, "0.00"), (1, 3, "1.000"),
      (0.1 + 0.2, 1, "0.3"),
      (1.45, 1, "1.5"), (8.5, 15, "8.500000000000000"), (-0.0, 1, "0.0"), (0.049, 1, "0.0"), (1e-8, 2, "0.00"),
    ] as [(Double, Int, String)])
  func decimals(value: Double, decimals: Int, text: String) {
    #expect(format(decimals: decimals).value(value) == text)
  }

  @Test("P11 What is no number has a sign of its own; absurd numbers of decimals are none")
  func oddities() {
    #expect(format().value(.nan) == "–" && format().value(.infinity) == "∞" && format().value(-.infinity) == "−∞")
    #expect(format(decimals: -3).value(1.5) == "2")
    #expect(format(decimals: .max).value(1.5) == "1.500000000000000")
    #expect(format(percentDecimals: .max).percent(units: 25_000_000) == "25.000000%")
    #expect(format(percentDecimals: -1).percent(units: 25) == "25%")
  }

  @Test("P11 Shares below one unit have their zeros")
  func smallShares() {
    #expect(format(percentDecimals: 2).percent(units: 0) == "0.00%")
    #expect(format(percentDecimals: 2).percent(units: 7) == "0.07%")
    #expect(format(percentDecimals: 2).percent(units: 10_000) == "100.00%")
  }
}

@Suite("P11 Fault 14: Printed shares sum to 100")
struct ApportionTests {
  @Test("P11 Fault 14: Of 100,000 random pies every one sums to exactly 100 %", arguments: 0...3)
  func sums(decimals: Int) {
    let total = [100, 1000, 10_000, 100_000][decimals]
    var random = SplitMix64(seed: UInt64(decimals))
    var wrong = Mismatches()
    for _ in sample(0..<25_000) {
      let weights = (0..<random.whole(1...30)).map { _ -> Double in
        switch random.whole(0...4) {
        case 0: 0
        case 1: Double(random.whole(0...9))
        case 2: random.number(0...1) * 1e-9
        default: random.number(0...1000)
        }
      }
      let units = apportion(total, among: weights)
      let sum = weights.reduce(0, +)
      guard sum > 0 else {
        wrong.expect(units.allSatisfy { $0 == 0 }, "\(weights)")
        continue
      }
      wrong.expect(units.reduce(0, +) == total, "\(weights) sum to \(units.reduce(0, +))")
      for (weight, unit) in zip(weights, units) {
        // Nobody gets more than a unit too much or too little, and nothing gets nothing.
        wrong.expect(abs(Double(unit) - weight / sum * Double(total)) < 1 + 1e-6, "\(weight) of \(sum) got \(unit)")
        if weight == 0 { wrong.expect(unit == 0, "nothing got \(unit)") }
      }
    }
    wrong.check()
  }

  @Test("P11 The largest remainders get what rounding down leaves; of equal ones the larger, then the earlier")
  func remainders() {
    #expect(apportion(100, among: [1, 1, 1]) == [34, 33, 33])
    #expect(apportion(100, among: [2, 1]) == [67, 33])
    #expect(apportion(100, among: [0.5, 0.25, 0.125, 0.125]) == [50, 25, 13, 12])
    #expect(apportion(100, among: [1, 0, 0]) == [100, 0, 0])
    #expect(apportion(1000, among: [1, 1, 1, 1, 1, 1]) == [167, 167, 167, 167, 166, 166])
  }

  @Test(
    "P11 Weights of any size",
    arguments: [
      [1e300, 1e300], [1e-300, 1e-300], [1e300, 1e-300], [.greatestFiniteMagnitude, .greatestFiniteMagnitude, 1],
      [.leastNonzeroMagnitude], [.leastNonzeroMagnitude, .leastNonzeroMagnitude], Array(repeating: 1e307, count: 100),
    ] as [[Double]])
  func sizes(weights: [Double]) {
    #expect(apportion(100, among: weights).reduce(0, +) == 100)
  }

  @Test("P11 No weights, or none above 0, get nothing")
  func nothing() {
    #expect(
      apportion(100, among: []) == [] && apportion(100, among: [0, 0]) == [0, 0] && apportion(0, among: [1]) == [0])
  }

  @Test("P8, P11 The shares of children sum to their parent's")
  func children() throws {
    var random = SplitMix64(seed: 11)
    for _ in 0..<50 {
      let layout = try Pies.chart([]) {
        $0.slices = (0..<4).map { _ in Tree.random(depth: 2, using: &random).spec }
        $0.common.format.percentDecimals = 1
      }.pie
      func units(_ mark: SliceMark) -> Int { Int(mark.percentText.filter(\.isNumber)) ?? -1 }
      if layout.total > 0 { #expect(layout.marks.filter { $0.ring == 0 }.reduce(0) { $0 + units($1) } == 1000) }
      for mark in layout.marks where !mark.children.isEmpty {
        let children = mark.children.compactMap { $0.map { layout.marks[$0] } }
        #expect(children.reduce(0) { $0 + units($1) } == units(mark))
      }
    }
  }
}
