import ChartModel

/// What bars are that stand for bins: each as wide as its bin.
struct BarBins: Sendable {
  let counted: CountedBins
  /// Points of the density curve, as coordinates and heights.
  let curve: [Point]
  let curveWidth: Double
  /// Between bars, in px.
  let gap: Double
  /// Whether a bar stands for all up to its bin.
  let isCumulative: Bool
  /// Whether bars have an outline, as others lie over them.
  let isOutlined: Bool

  /// Whether heights are shares, of which nobody wants to read all digits.
  let areShares: Bool

  /// A height as it is written.
  func shown(_ height: Double) -> Double {
    guard areShares, height != 0, height.isFinite else { return height }
    let unit = power(10, 3 - decimalLogarithm(abs(height)).rounded(.down))
    let rounded = (height * unit).rounded() / unit
    return unit.isFinite && rounded.isFinite ? rounded : height
  }

  /// Between which coordinates a bin is; `nil` where names are counted.
  func edges(of index: Int) -> (lower: Double, upper: Double)? {
    guard index >= 0, index + 1 < counted.edges.count else { return nil }
    return (counted.edges[index], counted.edges[index + 1])
  }

  /// Half of the width of the widest bin, in coordinates; 0 where names are counted.
  var reach: Double { (zip(counted.edges, counted.edges.dropFirst()).map { $1 - $0 }.max() ?? 0) / 2 }

  /// A bin in words: `35 – 40`, `up to 40`, or the only number or day in it.
  /// - Parameter placeholder: That which stands for it, with its format if it has one.
  func text(of index: Int, _ words: PositionText, for placeholder: String = "x") -> String? {
    guard let (lower, upper) = edges(of: index) else { return nil }
    func text(_ coordinate: Double) -> String { words.text(at: coordinate, for: placeholder) }
    if counted.areWholeNumbers {
      let number = text(lower / 2 + upper / 2)
      return isCumulative ? "up to \(number)" : number
    }
    if isCumulative { return "up to \(text(upper))" }
    if words.isDay(lower, upper) { return text(lower) }
    return "\(text(lower)) – \(text(upper))"
  }
}
