import ChartModel
import JSONModel

/// The value axis from a centre to a rim: values to px, and the values that its rings show.
struct SpokeScale: Sendable {
  let domain: Domain
  let ticks: [Tick]
  /// In px.
  let inner: Double
  let outer: Double
  /// Whether areas rather than lengths say values.
  let isOfAreas: Bool

  /// - Parameter extent: The least and the greatest value; `nil` without any.
  init(
    _ extent: ClosedRange<Double>?, axis: SpokeAxisSpec, format: FormatSpec, inner: Double, outer: Double,
    isOfAreas: Bool = false
  ) {
    (self.inner, self.outer, self.isOfAreas) = (inner, outer, isOfAreas)
    let count = min(max(Int(saturating: (outer - inner) / 20) + 1, 2), 7)
    let data = extent.map { Domain(min($0.lowerBound, 0), max($0.upperBound, 0)) } ?? Domain(0, 1)
    // As many rings as can be told apart.
    let most = max(2, Int(saturating: (outer - inner) / 4))
    var ticks = LinearTicks.nice(around: data, showing: data, maxCount: count, atMost: most)
    if axis.min != nil || axis.max != nil {
      let lower = axis.min ?? ticks.domain.lower
      let upper = axis.max ?? ticks.domain.upper
      ticks = LinearTicks(Domain(lower, max(lower, upper)), maxCount: count)
    }
    let domain = ticks.domain
    if let step = axis.step { ticks = LinearTicks(domain, step: step, maxCount: count) }
    self.domain = domain
    let stride = max(1, (ticks.values.count - 1) / most + 1)
    self.ticks = ticks.ticks(format).enumerated().filter { $0.offset.isMultiple(of: stride) }.map(\.element)
  }

  /// How far from the centre a value is, in px.
  func radius(of value: Double) -> Double { radius(ofShare: domain.share(of: value)) }

  func radius(ofShare share: Double) -> Double {
    isOfAreas
      ? (inner * inner + (outer * outer - inner * inner) * share).squareRoot() : inner + (outer - inner) * share
  }
}
