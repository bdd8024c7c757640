import ChartModel

/// A curve that was fitted to points.
package struct FittedCurve {
  /// Its value at each point's position, NaN where there is none.
  let values: [Double]
  /// What it says, `y = 2x + 1`; `nil` of curves that have no formula.
  let equation: String?
  /// Which share of the values' variance it explains; NaN where they have none.
  let rSquared: Double

  /// - Parameters:
  ///   - values: At each point.
  ///   - y: What the points have there.
  ///   - isUsed: Which of them the curve was fitted to.
  init(_ values: [Double], to y: [Double], where isUsed: [Bool], equation: String?) {
    self.values = values
    self.equation = equation
    var (sum, count) = (0.0, 0.0)
    for index in y.indices where isUsed[index] { (sum, count) = (sum + y[index], count + 1) }
    let mean = sum / count
    var (rest, total) = (0.0, 0.0)
    for index in y.indices where isUsed[index] {
      rest += (y[index] - values[index]) * (y[index] - values[index])
      total += (y[index] - mean) * (y[index] - mean)
    }
    rSquared = total > 0 ? 1 - rest / total : .nan
  }

  /// What a placeholder that asks for something of a curve gets: an equation as it is, a number with four significant digits.
  package static func written(_ note: String) -> String { Double(note).map(EquationText.number) ?? note }
}

/// Numbers as equations have them: four significant digits.
enum EquationText {
  static func number(_ number: Double) -> String {
    guard number.isFinite else { return "?" }
    guard number != 0 else { return "0" }
    let exponent = Int(exactly: exponent(of: number)) ?? 0
    let digits = Numbers.rounded(number, digits: Double(3 - exponent))
    if exponent >= 6 || exponent < -4 {
      let mantissa = Numbers.rounded(scaled(number, by: -exponent), digits: 3)
      return "\(plain(mantissa))·10^\(exponent < 0 ? "−" : "")\(exponent.magnitude)"
    }
    return plain(digits)
  }

  /// Coefficients of 1, x, x² … as a sum, the highest power first.
  static func polynomial(_ coefficients: [Double]) -> String {
    var text = ""
    for (power, coefficient) in coefficients.enumerated().reversed() where coefficient != 0 || coefficients.count == 1 {
      let size = number(abs(coefficient))
      let variable = power == 0 ? "" : power == 1 ? "x" : "x^\(power)"
      let term = size == "1" && power > 0 ? variable : size + variable
      text += text.isEmpty ? (coefficient < 0 ? "−" : "") + term : (coefficient < 0 ? " − " : " + ") + term
    }
    return "y = " + (text.isEmpty ? "0" : text)
  }

  private static func exponent(of number: Double) -> Double { Numbers.decimalLogarithm(abs(number)).rounded(.down) }

  private static func scaled(_ number: Double, by exponent: Int) -> Double {
    // In two parts, since one alone can lie beyond all numbers.
    let half = exponent / 2
    return number * Numbers.power(10, Double(half)) * Numbers.power(10, Double(exponent - half))
  }

  private static func plain(_ number: Double) -> String {
    let text = "\(number)"
    return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text).replacing("-", with: "−")
  }
}
