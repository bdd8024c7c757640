import POSIX

/// Bins of one width, whose edges are multiples of it: each holds its lower edge and not its upper one.
struct NumberBins {
  let width: Double
  /// How many of them make 1, if that is a whole number: edges are divided by it, since 3 · 0.1 is not 0.3.
  private let inverse: Double?

  init(width: Double) {
    self.width = width
    let inverse = (1 / width).rounded()
    self.inverse = width < 1 && inverse.isFinite && 1 / inverse == width ? inverse : nil
  }

  /// About so many over a range, with round edges.
  init(covering range: ClosedRange<Double>, count: Double) {
    // Halves, since the difference of the greatest numbers is beyond all.
    let raw = (range.upperBound / 2 - range.lowerBound / 2) / max(count, 1) * 2
    self.init(width: NumberBins.nice(raw))
  }

  /// As Freedman and Diaconis have it: twice the distance of the quartiles, over the cube root of the number of values.
  /// - Parameter sorted: The values, in rising order, without infinities.
  init(fitting sorted: [Double]) {
    guard let first = sorted.first, let last = sorted.last, first < last else {
      self.init(width: 1)
      return
    }
    let count = Double(sorted.count)
    let distance = Quantile.value(0.75, ofSorted: sorted[...]) / 2 - Quantile.value(0.25, ofSorted: sorted[...]) / 2
    let range = last / 2 - first / 2
    // Where half of all values are the same, Sturges's rule.
    let counted = distance > 0 ? range / (2 * distance / cbrt(count)) : log2(count) + 1
    self.init(covering: first...last, count: min(max(counted.rounded(.up), 1), 1_000))
  }

  /// The least of 1, 2 and 5 times a power of ten that is no less.
  private static func nice(_ width: Double) -> Double {
    guard width > .leastNormalMagnitude * 1e10, width < 1e300 else { return width > 1 ? 1e300 : 1 }
    let exponent = log10(width).rounded(.down)
    for candidate in [exponent - 1, exponent, exponent + 1] {
      for factor in [1.0, 2, 5] {
        let nice = candidate < 0 ? factor / pow(10, -candidate) : factor * pow(10, candidate)
        if nice >= width * (1 - 1e-12) { return nice }
      }
    }
    return width
  }

  private func edge(_ index: Double) -> Double { inverse.map { index / $0 } ?? index * width }

  /// The edges around a number; NaN for what is none.
  func bin(of number: Double) -> (start: Double, end: Double) {
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
