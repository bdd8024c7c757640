import TestSupport
import Testing

@testable import ChartEngine

@Suite("Shortest decimal numbers")
struct ShortestDecimalTests {
  @Test("The digits of any double, with their power of ten, are read as that double again")
  func roundTrip() throws {
    var random = SplitMix64(seed: 11)
    var values = [
      0, 1, 0.1, 0.25, 1e15, 1e16, 1.5e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 18_014_398_509_481_984,
      100, 1e22,
    ]
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      if value.isFinite { values.append(value) }
      values.append((random.number(-1e6...1e6) * 100).rounded() / 100)
    }
    for value in values {
      let decimal = try #require(ShortestDecimal(value))
      #expect(Double("\(decimal.digits)e\(decimal.exponent)") == abs(value))
      #expect(decimal.digits == 0 || decimal.digits % 10 != 0)
      // The shortest there is: as many digits as the standard library writes.
      let written = abs(value).description.prefix { $0 != "e" }.filter { $0 != "." }
      let significant = written.drop { $0 == "0" }.reversed().drop { $0 == "0" }
      #expect(decimal.digits == 0 || String(decimal.digits).count == significant.count)
    }
  }

  @Test("What is not finite has no digits") func notFinite() {
    #expect(ShortestDecimal(.nan) == nil && ShortestDecimal(.infinity) == nil)
  }
}
