@testable import ChartEngine
import ChartModel
import Testing
import TestSupport

@Suite("A1 Logarithmic ticks")
struct LogTicksTests {
  private func labels(_ lower: Double, _ upper: Double, _ count: Int) -> [String] {
    LogTicks(Domain(lower, upper), maxCount: count).ticks(FormatSpec()).filter(\.isMajor).map(\.label)
  }

  @Test("A1 Powers of ten, 1-2-5 or all digits, by how many labels there may be")
  func density() {
    #expect(labels(1, 1000, 5) == ["1", "10", "100", "1,000"])
    #expect(labels(1, 1000, 10) == ["1", "2", "5", "10", "20", "50", "100", "200", "500", "1,000"])
    #expect(labels(1, 10, 10) == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"])
    #expect(labels(0.001, 10, 5) == ["0.001", "0.01", "0.1", "1", "10"])
    #expect(labels(0.5, 500, 4) == ["1", "10", "100"])
  }

  @Test("A1 Between powers of ten the others are marks without labels")
  func minor() {
    let ticks = LogTicks(Domain(1, 100), maxCount: 3)
    #expect(ticks.major == [1, 10, 100])
    #expect(ticks.minor == [2, 3, 4, 5, 6, 7, 8, 9, 20, 30, 40, 50, 60, 70, 80, 90])
    #expect(ticks.ticks(FormatSpec()).map(\.value) == (ticks.major + ticks.minor).sorted())
  }

  @Test("A1 Where powers of ten are left out, those that stay are multiples of a number of decades")
  func stride() {
    #expect(labels(1e-300, 1e300, 8) == ["1e−300", "1e−200", "1e−100", "1", "1e100", "1e200", "1e300"])
    #expect(labels(1e-2, 1e7, 4) == ["1", "1,000", "1,000,000"])
    #expect(LogTicks(Domain(1e-2, 1e7), maxCount: 4).minor == [])
  }

  @Test("A1 Where there is room for two of three powers of ten these are the first and the last")
  func ends() {
    #expect(labels(500, 130_000, 2) == ["1,000", "100,000"])
    #expect(labels(0.5, 200, 2) == ["1", "100"])
    #expect(labels(5, 2e4, 2) == ["100", "10,000"])
  }

  @Test("A1 Less than a decade is divided as a linear axis is")
  func linear() {
    #expect(labels(2, 9, 5) == ["2", "4", "6", "8"])
    #expect(labels(100, 101, 3) == ["100.0", "100.5", "101.0"])
    #expect(labels(2, 90, 3) == ["50"] || labels(2, 90, 3).count >= 2)
  }

  @Test("A1 Faults 20, 21: 20,000 random ranges up to 1e±300 have rising ticks within, with different labels")
  func random() {
    var random = SplitMix64(seed: 7)
    var wrong = Mismatches()
    for _ in sample(0..<20_000) {
      let first = power(10, random.number(-300...300))
      let second = random.chance(0.5) ? first * power(10, random.number(0...3)) : power(10, random.number(-300...300))
      let domain = Domain(first, second)
      let count = random.whole(2...12)
      let ticks = LogTicks(domain, maxCount: count)
      let all = ticks.ticks(FormatSpec())
      wrong.expect(all.allSatisfy { domain.contains($0.value) && $0.value > 0 }, "\(all) in \(domain)")
      wrong.expect(zip(all, all.dropFirst()).allSatisfy { $0.value < $1.value }, "\(all) in \(domain)")
      let labels = all.map(\.label).filter { !$0.isEmpty }
      wrong.expect(Set(labels).count == labels.count && labels.count <= count, "\(labels) in \(domain)")
      wrong.expect(labels.count >= 2, "\(labels) in \(domain) of \(count)")
    }
    wrong.check()
  }

  @Test("Bad input: Nothing positive has no ticks; the widest range has")
  func extremes() {
    #expect(
      LogTicks(Domain(-1, 10), maxCount: 5).major == []
        && LogTicks(Domain(0, 10), maxCount: 5).ticks(FormatSpec()) == [])
    let widest = LogTicks(Domain(.leastNonzeroMagnitude, .greatestFiniteMagnitude), maxCount: 10)
    #expect(widest.major.count >= 2 && widest.major.count <= 10)
    #expect(LogTicks(Domain(1, 10), maxCount: -1).major.count <= 1)
    #expect(LogTicks(Domain(1, 1.0.nextUp), maxCount: 5).major == [1, 1.0.nextUp])
  }

  @Test("Amounts of money have cents all or none")
  func money() {
    var format = FormatSpec()
    format.currency = "EUR"
    func labels(_ lower: Double, _ upper: Double) -> [String] {
      LogTicks(Domain(lower, upper), maxCount: 5).ticks(format).filter(\.isMajor).map(\.label)
    }
    #expect(labels(0.1, 100) == ["€0.10", "€1.00", "€10.00", "€100.00"])
    #expect(labels(1, 1000) == ["€1", "€10", "€100", "€1,000"])
    // Less than a cent keeps its digits.
    #expect(labels(0.001, 1).contains("€0.001"))
  }
}
