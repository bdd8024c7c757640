import JSONModel

/// Bins of one width, whose edges are multiples of it: each holds its lower edge and not its upper one.
package struct NumberBins {
  package let width: Double
  /// How many of them make 1, if that is a whole number: edges are divided by it, since 3 · 0.1 is not 0.3.
  private let inverse: Double?

  package init(width: Double) {
    self.width = width
    let inverse = (1 / width).rounded()
    self.inverse = width < 1 && inverse.isFinite && 1 / inverse == width ? inverse : nil
  }

  /// About so many over a range, with round edges.
  package init(covering range: ClosedRange<Double>, count: Double) {
    // Halves, since the difference of the greatest numbers is beyond all.
    let raw = (range.upperBound / 2 - range.lowerBound / 2) / max(count, 1) * 2
    self.init(width: NumberBins.nice(raw))
  }

  /// As Freedman and Diaconis have it: twice the distance of the quartiles, over the cube root of the number of values.
  /// - Parameter values: Without infinities; they are put into another order.
  /// - Complexity: O(*n*)
  package init(fitting values: inout [Double]) {
    guard let least = values.min(), let greatest = values.max(), least < greatest else {
      self.init(width: 1)
      return
    }
    self.init(
      covering: least...greatest, count: Double(NumberBins.fittingCount(&values, of: Double(values.count))))
  }

  /// How many bins those are.
  /// - Parameters:
  ///   - values: Without infinities; they are put into another order.
  ///   - count: How many values there are, if these are only some of them.
  static func fittingCount(_ values: inout [Double], of count: Double) -> Int {
    guard let least = values.min(), let greatest = values.max(), least < greatest else { return 1 }
    let distance = values.withUnsafeMutableBufferPointer {
      Quantile.value(0.75, of: $0) / 2 - Quantile.value(0.25, of: $0) / 2
    }
    let range = greatest / 2 - least / 2
    // Where half of all values are the same, Sturges's rule.
    let counted =
      distance > 0
      ? range / (2 * distance / power(count, 1.0 / 3)) : naturalLogarithm(count) / naturalLogarithm(2) + 1
    return Int(saturating: min(max(counted.rounded(.up), 1), 1_000))
  }

  /// The least of 1, 2 and 5 times a power of ten that is no less.
  private static func nice(_ width: Double) -> Double {
    guard width > .leastNormalMagnitude * 1e10, width < 1e300 else { return width > 1 ? 1e300 : 1 }
    let exponent = decimalLogarithm(width).rounded(.down)
    for candidate in [exponent - 1, exponent, exponent + 1] {
      for factor in [1.0, 2, 5] {
        let nice = candidate < 0 ? factor / power(10, -candidate) : factor * power(10, candidate)
        if nice >= width * (1 - 1e-12) { return nice }
      }
    }
    return width
  }

  private func edge(_ index: Double) -> Double { inverse.map { index / $0 } ?? index * width }

  /// The edges around a number; NaN for what is none.
  package func bin(of number: Double) -> (start: Double, end: Double) {
    guard number.isFinite else { return (.nan, .nan) }
    let quotient = inverse.map { number * $0 } ?? number / width
    // Beyond that there are no more numbers between edges.
    guard abs(quotient) < 0x1p52 else { return (number, number) }
    var index = quotient.rounded(.down)
    // Rounded as edges are, not as quotients.
    if edge(index) > number { index -= 1 } else if edge(index + 1) <= number { index += 1 }
    return (edge(index), edge(index + 1))
  }
}
