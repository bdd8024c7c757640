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
    let ticks =
      spec.step.map { LinearTicks(domain, step: $0, maxCount: count) } ?? GaugeScale.even(domain, maxCount: count)
      ?? LinearTicks(domain, maxCount: count)
    let written = GaugeScale.withEnds(ticks.ticks(spec.common.format), of: domain, NumberFormat(spec.common.format))
    // Of a whole circle the end is the beginning.
    let isWhole = spec.sweep >= 360
    let end = max(spec.min, spec.max)
    let shown = written.filter { !isWhole || $0.value < end }
    let stride = (shown.count - 1) / 100 + 1
    self.ticks = shown.enumerated().filter { $0.offset.isMultiple(of: stride) }.map(\.element)
  }

  /// Ticks with a round step that leads from one end to the other, of which each is a multiple; `nil` if there is none.
  private static func even(_ domain: Domain, maxCount: Int) -> LinearTicks? {
    for parts in stride(from: maxCount - 1, to: 1, by: -1) {
      let step = domain.span / Double(parts)
      guard let decimal = ShortestDecimal(step), roundDigits.contains(decimal.digits), step > 0 else { continue }
      let ticks = LinearTicks(domain, step: step, maxCount: maxCount)
      if ticks.values.first == domain.lower, ticks.values.last == domain.upper { return ticks }
    }
    return nil
  }

  /// The digits of round steps, without zeros.
  private static let roundDigits: Set = [1, 2, 25, 3, 5]

  /// The ticks with the scale's ends, of which those close to them give way.
  private static func withEnds(_ ticks: [Tick], of domain: Domain, _ format: NumberFormat) -> [Tick] {
    guard let first = ticks.first, let last = ticks.last, domain.span > 0 else { return ticks }
    let clear = ticks.count > 1 ? (ticks[1].value - first.value) * 0.6 : domain.span * 0.3
    var shown = ticks
    if first.value != domain.lower {
      shown.removeAll { $0.value - domain.lower < clear }
      shown.insert(Tick(domain.lower, format.value(domain.lower)), at: 0)
    }
    if last.value != domain.upper {
      shown.removeAll { domain.upper - $0.value < clear && $0.value != domain.lower }
      shown.append(Tick(domain.upper, format.value(domain.upper)))
    }
    return shown
  }

  /// How far a value is from the scale's beginning to its end, in [0, 1].
  func share(of value: Double) -> Double { domain.share(of: value) }

  /// Degrees clockwise from three o'clock.
  func angle(of value: Double) -> Double { start + sweep * share(of: value) }
}
