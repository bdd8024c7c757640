import ChartModel

extension LinearTicks {
  /// The ticks with labels that differ: they show as many decimals as the step needs, so that an axis to 0.42 reads 0.00,
  /// 0.05, 0.10 (fault 21).
  ///
  /// If the format sets the number of decimals, it is kept to unless labels would repeat themselves; `minStep` avoids that.
  /// Powers of ten are written out where a label would be longer than 15 digits or have nine zeros after the mark, or all have six;
  /// but where neighbours differ only in their last digits, these are easier to see when all are written: 1,000,000,000,000,001.
  func ticks(_ spec: FormatSpec) -> [Tick] {
    zip(values, labels(spec)).map { Tick($0, $1) }
  }

  private func labels(_ spec: FormatSpec) -> [String] {
    let format = NumberFormat(spec)
    guard format.isPlain else { return format.labels(of: values) }
    let sizes = values.lazy.map { abs($0) }.filter { $0 > 0 }
    let shortest = NumberFormat(spec, decimals: nil)
    if (sizes.max() ?? 0) >= 1e15 || (sizes.min() ?? 1) < 1e-9 || (sizes.max() ?? 1) < 1e-6 {
      let powers = values.map(shortest.exponential)
      guard decimals <= 15, (sizes.max() ?? 0) < 1e17, powers.contains(where: { $0.count > LinearTicks.longestPower })
      else { return powers }
      return values.map { shortest.allDigits($0, decimals: decimals) }
    }
    for decimals in [spec.decimals, decimals] {
      // Beyond 15, formats round.
      guard let decimals, decimals <= 15 else { continue }
      let labels = values.map(NumberFormat(spec, decimals: decimals).value)
      if Set(labels).count == labels.count { return labels }
    }
    return values.map(shortest.exactValue)
  }
}

extension LinearTicks {
  /// The longest number with a power of ten that is read easily: `1.234567e15`.
  private static let longestPower = 11
}

extension NumberFormat {
  /// A finite number below 10¹⁸ in digits, without a power of ten.
  fileprivate func allDigits(_ value: Double, decimals: Int) -> String {
    guard let number = ShortestDecimal(value) else { return self.value(value) }
    return digits(number, fraction: decimals, sign: value < 0 ? "−" : "")
  }

  /// The format with another number of decimals; `nil` for as many as each value has.
  convenience init(_ spec: FormatSpec, decimals: Int?) {
    var spec = spec
    spec.decimals = decimals
    self.init(spec)
  }

  /// A number in digits times a power of ten: `2.5e20`, `0`, `−3e−12`. The format must not set the decimals.
  func exponential(_ value: Double) -> String {
    guard value.isFinite, let parts = DecimalStep(abs(value)) else { return self.value(value) }
    let digits = String(parts.digits)
    let exponent = parts.exponent + digits.utf8.count - 1
    // The decimal mark is the format's own secret, but it shows it.
    let mark = self.value(0.5).dropFirst().dropLast()
    let mantissa = digits.utf8.count == 1 ? digits : "\(digits.prefix(1))\(mark)\(digits.dropFirst())"
    guard exponent != 0 else { return (value < 0 ? "−" : "") + mantissa }
    return "\(value < 0 ? "−" : "")\(mantissa)e\(exponent < 0 ? "−" : "")\(abs(exponent))"
  }
}
