import JSONModel

/// Bins of one width, whose edges are multiples of it: each holds its lower edge and not its upper one.
package struct NumberBins {
  package let width: Double
  /// How many of them make 1, if that is a whole number: edges are divided by it, since 3 · 0.1 is not 0.3.
  package let inverse: Double?

  package init(width: Double) {
    self.width = width
    let inverse = (1 / width).rounded()
    self.inverse = width < 1 && inverse.isFinite && 1 / inverse == width ? inverse : nil
  }

  /// As near to so many over a range as round edges allow: the width is 1, 2, 2.5 or 5 times a power of ten.
  /// - Parameters:
  ///   - count: At least 1. Twice as many are as far from it as half as many; of two that are equally far the fewer are taken.
  ///   - areWhole: Whether all numbers are whole, of which every second bin of 2.5 would hold one more than the others.
  package init(covering range: ClosedRange<Double>, count: Int, areWhole: Bool) {
    let count = Double(max(count, 1))
    var nearest: (bins: NumberBins, distance: Double)?
    for width in NumberBins.roundWidths(about: NumberBins.width(of: range, count: count)).reversed()
    where !(areWhole && width == 2.5) {
      let bins = NumberBins(width: width)
      let made = bins.count(over: range)
      let distance = max(made / count, count / made)
      if distance < nearest?.distance ?? .infinity { nearest = (bins, distance) }
    }
    self = nearest?.bins ?? NumberBins(covering: range, atMost: count)
  }

  /// So many over a range or fewer: the width is the least of 1, 2 and 5 times a power of ten that suffices.
  package init(covering range: ClosedRange<Double>, atMost count: Double) {
    self.init(width: NumberBins.nice(NumberBins.width(of: range, count: count)))
  }

  private static func width(of range: ClosedRange<Double>, count: Double) -> Double {
    // Halves, since the difference of the greatest numbers is beyond all.
    (range.upperBound / 2 - range.lowerBound / 2) / max(count, 1) * 2
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
      covering: least...greatest, atMost: Double(NumberBins.fittingCount(&values, of: Double(values.count))))
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

  /// How many there are from the one that holds the least number to the one that holds the greatest, which has its upper edge,
  /// too.
  private func count(over range: ClosedRange<Double>) -> Double {
    let (first, last) = (bin(of: range.lowerBound), bin(of: range.upperBound))
    let end = last.start == range.upperBound ? last.start : last.end
    return max(((end / 2 - first.start / 2) / width * 2).rounded(), 1)
  }

  /// The least of 1, 2 and 5 times a power of ten that is no less.
  private static func nice(_ width: Double) -> Double {
    guard isUsual(width) else { return width > 1 ? 1e300 : 1 }
    return roundWidths(about: width, factors: [1, 2, 5]).first { $0 >= width * (1 - 1e-12) } ?? width
  }

  /// Whether there are round numbers about a width.
  private static func isUsual(_ width: Double) -> Bool { width > .leastNormalMagnitude * 1e10 && width < 1e300 }

  /// Round numbers in rising order, of which some are less than a width and some are more; none where there are no such.
  private static func roundWidths(about width: Double, factors: [Double] = [1, 2, 2.5, 5]) -> [Double] {
    guard isUsual(width) else { return [] }
    let exponent = decimalLogarithm(width).rounded(.down)
    return [exponent - 1, exponent, exponent + 1].flatMap { exponent in
      factors.map { exponent < 0 ? $0 / power(10, -exponent) : $0 * power(10, exponent) }
    }
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
