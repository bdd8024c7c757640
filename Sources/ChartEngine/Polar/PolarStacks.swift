/// What stands on what in the sectors: values of several series one upon the other.
struct PolarStacks: Sendable {
  struct Part: Sendable {
    let series: Int
    let spoke: Int
    let value: Double
    /// What it stands on, and where it ends, in units of the axis.
    let from: Double
    let to: Double
  }

  /// Of each series in the order of the spokes.
  private(set) var parts: [Part] = []
  /// The greatest sum.
  private(set) var greatest = 0.0
  private(set) var negativeCount = 0

  /// - Parameter values: Of each series; NaN where there is none.
  init(_ values: [[Double]], hidden: [Bool], count: Int) {
    var sums = [Double](repeating: 0, count: count)
    for (series, values) in values.enumerated() where !hidden[series] {
      for (spoke, value) in values.enumerated() where spoke < count {
        if value < 0 { negativeCount += 1 }
        guard value >= 0 else { continue }
        let from = sums[spoke]
        sums[spoke] = min(from + value, .greatestFiniteMagnitude)
        parts.append(Part(series: series, spoke: spoke, value: value, from: from, to: sums[spoke]))
      }
    }
    greatest = sums.max() ?? 0
  }
}
