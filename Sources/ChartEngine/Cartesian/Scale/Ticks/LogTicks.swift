import ChartModel
import JSONModel

/// Ticks on a logarithmic axis: powers of ten, with 2 and 5 or all of 1 … 9 between them where there is room.
///
/// Less than a decade, or one that shows less than two of these, is divided evenly as a linear axis is.
struct LogTicks: Hashable, Sendable {
  /// Rising, above 0, with labels.
  let major: [Double]
  /// Rising, without labels: 2 … 9 times powers of ten between the major ones, if those are next to each other.
  let minor: [Double]
  /// Digits after the decimal mark where ticks are linear; `nil` if each has as many as it needs.
  private let linear: LinearTicks?

  /// - Parameters:
  ///   - domain: Its lower bound should be above 0, as a log scale's is; if not, there are no ticks.
  ///   - maxCount: How many labels there may be at most.
  init(_ domain: Domain, maxCount: Int) {
    guard domain.lower > 0 else {
      (major, minor, linear) = ([], [], nil)
      return
    }
    let count = max(maxCount, 1)
    let first = Int(saturating: decimalLogarithm(domain.lower).rounded(.down))
    let last = Int(saturating: decimalLogarithm(domain.upper).rounded(.up))
    func values(_ digits: [Int], every stride: Int = 1, from offset: Int = 0) -> [Double] {
      // Multiples of the stride, so that 10⁰ is a tick wherever the axis begins.
      let start = first - (((first - offset) % stride) + stride) % stride
      return Swift.stride(from: start, through: last, by: stride).flatMap { exponent in
        digits.compactMap { DecimalStep($0, exponent: exponent)?.size }
      }.filter(domain.contains)
    }
    let all = last - first <= 40 ? values(Array(1...9)) : []
    var choices = last - first <= 40 ? [all, values([1, 2, 5])] : []
    choices += [1, 2, 3, 5, 10, 20, 25, 50, 100, 200, 300, 600].map { values([1], every: $0) }
    // Of three powers of ten there may be room for two: the first and the last, whether or not 10⁰ would be among them.
    choices += [2, 3].flatMap { stride in (1..<stride).map { values([1], every: stride, from: $0) } }
    let isDecade = domain.upper / domain.lower >= 10
    let chosen = isDecade ? choices.first { $0.count <= count && $0.count >= min(2, count) } : nil
    guard let chosen else {
      let ticks = LinearTicks(domain, maxCount: count)
      (major, minor, linear) = (ticks.values.filter { $0 > 0 }, [], ticks)
      return
    }
    let labelled = Set(chosen)
    (major, minor, linear) = (chosen, hasGaps(chosen) ? [] : all.filter { !labelled.contains($0) }, nil)

    /// Whether powers of ten are left out.
    func hasGaps(_ values: [Double]) -> Bool { zip(values, values.dropFirst()).contains { $1 / $0 > 10.5 } }
  }

  /// Major and minor ticks in rising order, the major ones with labels that differ.
  func ticks(_ spec: FormatSpec) -> [Tick] {
    if let linear { return linear.ticks(spec).filter { $0.value > 0 } }
    // A fixed number of decimals would make 0.001 a 0.00.
    let format = NumberFormat(spec, decimals: moneyDecimals(spec))
    let labelled = major.map { Tick($0, format.value($0)) }
    return (labelled + minor.map { Tick($0) }).sorted { $0.value < $1.value }
  }

  /// The digits after the mark of all amounts of money, where one of them is not whole: beside €0.10 stands €1.00. `nil` for what
  /// is none, and where one is less than the least coin.
  private func moneyDecimals(_ spec: FormatSpec) -> Int? {
    guard spec.style == .number, spec.significantDigits == nil, let currency = spec.currency,
      major.contains(where: { $0 != $0.rounded() })
    else { return nil }
    let digits = Currency.digits(of: currency)
    guard let least = major.first, let coin = DecimalStep(1, exponent: -digits), least >= coin.size else { return nil }
    return digits
  }
}
