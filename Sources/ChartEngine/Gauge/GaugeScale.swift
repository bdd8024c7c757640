import ChartModel
import JSONModel

/// The scale of a gauge: values to angles.
struct GaugeScale: Sendable {
  let domain: Domain
  /// In degrees; `start` clockwise from three o'clock.
  let start: Double
  let sweep: Double
  let ticks: [Tick]

  /// - Parameter length: Of the arc, about, in px.
  init(_ spec: GaugeSpec, length: Double) {
    let domain = Domain(spec.min, spec.max)
    self.domain = domain
    (start, sweep) = (spec.startAngle, spec.sweep)
    let count = min(max(Int(saturating: length / 45) + 1, 2), 11)
    let ticks = spec.step.map { LinearTicks(domain, step: $0, maxCount: count) } ?? LinearTicks(domain, maxCount: count)
    let written = ticks.ticks(spec.common.format)
    // Of a whole circle the end is the beginning.
    let isWhole = spec.sweep >= 360
    let end = max(spec.min, spec.max)
    let shown = written.filter { !isWhole || $0.value < end }
    let stride = (shown.count - 1) / 100 + 1
    self.ticks = shown.enumerated().filter { $0.offset.isMultiple(of: stride) }.map(\.element)
  }

  /// How far a value is from the scale's beginning to its end, in [0, 1].
  func share(of value: Double) -> Double { domain.share(of: value) }

  /// Degrees clockwise from three o'clock.
  func angle(of value: Double) -> Double { start + sweep * share(of: value) }
}
