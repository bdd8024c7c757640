import ChartModel
import JSONModel

extension FitSpec {
  func apply(to frame: Frame, _ run: TransformRun) throws(InvalidValue) -> Frame {
    let (positions, areMoments) = try frame.numbers(x, orMoments: true, at: .key("x"))
    let (values, _) = try frame.numbers(y, at: .key("y"))
    let rows = try GroupedRows(Grouping(frame, by: by, at: .key("by"), run), run)
    let name = name ?? "fit"
    try run.claim(rows: frame.rowCount, columns: 3)
    var fitted = [Double](repeating: .nan, count: frame.rowCount)
    var shares = fitted
    var codes = [Int32](repeating: -1, count: frame.rowCount)
    var equations = NameCoder()
    var (missingCount, negativeCount) = (0, 0)
    for group in 0..<rows.count {
      try run.check()
      let members = rows[group]
      // Moments are counted in days from the first one, or an equation would have to begin in 1970.
      var start = 0.0
      if areMoments {
        start = members.lazy.map { positions[Int($0)] }.filter(\.isFinite).min() ?? 0
      }
      let curve = try curve(
        members.map { (positions[Int($0)] - start) / (areMoments ? 86_400_000 : 1) }, members.map { values[Int($0)] },
        run)
      if method == .exponential {
        negativeCount += members.count { positions[Int($0)].isFinite && values[Int($0)] <= 0 }
      }
      if !curve.values.contains(where: \.isFinite) { missingCount += 1 }
      let code = curve.equation.map { equations.code(of: $0) } ?? -1
      for (row, value) in zip(members, curve.values) {
        (fitted[Int(row)], shares[Int(row)], codes[Int(row)]) = (value, curve.rSquared, code)
      }
      if by.isEmpty {
        run.notes.append(("\(name).equation", curve.equation ?? ""))
        run.notes.append(("\(name).r2", curve.rSquared.isFinite ? "\(curve.rSquared)" : ""))
      }
    }
    warn(ofCurvesMissing: missingCount, among: rows.count, withoutLogarithm: negativeCount, run)
    var result = frame.setting(name, .numbers(GrowingArray(fitted)))
    if let equation { result = result.setting(equation, .names(NameColumn(codes: codes, names: equations.names))) }
    if let rSquared { result = result.setting(rSquared, .numbers(GrowingArray(shares))) }
    return result
  }

  /// - Parameters:
  ///   - missing: How many groups have no curve at all.
  ///   - count: How many groups there are.
  ///   - negative: How many values have no logarithm.
  private func warn(ofCurvesMissing missing: Int, among count: Int, withoutLogarithm negative: Int, _ run: TransformRun)
  {
    let step = "transform: fit of '\(y.excerpt)'"
    if negative > 0 {
      run.warn(
        "\(step): \(negative.counted("value of 0 or less is", "values of 0 or less are")) left out: an exponential curve never reaches 0"
      )
    }
    if missing > 0 {
      let which = count == 1 ? "there is" : "\(missing) of \(count) groups have"
      run.warn("\(step): \(which) no curve, since there are no points to fit it to")
    }
  }

  private func curve(_ x: [Double], _ y: [Double], _ run: TransformRun) throws(InvalidValue) -> FittedCurve {
    let isExponential = method == .exponential
    // An exponential curve never reaches 0.
    let isUsed = x.indices.map { x[$0].isFinite && y[$0].isFinite && (!isExponential || y[$0] > 0) }
    let used = x.indices.filter { isUsed[$0] }
    guard !used.isEmpty else {
      return FittedCurve([Double](repeating: .nan, count: x.count), to: y, where: isUsed, equation: nil)
    }
    let (usedX, usedY) = (used.map { x[$0] }, used.map { y[$0] })
    switch method {
    case .linear, .polynomial:
      let fit = PolynomialFit(x: usedX, y: usedY, degree: method == .linear ? 1 : degree ?? 2)
      return FittedCurve(
        x.map { $0.isFinite ? fit.value(at: $0).orMissing : .nan }, to: y, where: isUsed,
        equation: EquationText.polynomial(fit.coefficients))
    case .exponential:
      let fit = PolynomialFit(x: usedX, y: usedY.map(Numbers.logarithm), degree: 1)
      let coefficients = fit.coefficients
      let factor = Numbers.exponential(coefficients.first ?? 0)
      let rate = coefficients.count > 1 ? coefficients[1] : 0
      return FittedCurve(
        x.map { $0.isFinite ? Numbers.exponential(fit.value(at: $0)) : .nan }, to: y, where: isUsed,
        equation: "y = \(EquationText.number(factor)) e^(\(EquationText.number(rate))x)")
    case .loess:
      let order = used.indices.sorted { usedX[$0] < usedX[$1] }
      let fit = LoessFit(x: order.map { usedX[$0] }, y: order.map { usedY[$0] }, span: span ?? 0.75)
      let smooth = try fit.values(robust: robust ?? 0, run)
      var values = [Double](repeating: .nan, count: x.count)
      for (place, index) in order.enumerated() { values[used[index]] = smooth[place].orMissing }
      return FittedCurve(values, to: y, where: isUsed, equation: nil)
    }
  }
}
