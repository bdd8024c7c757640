import ChartModel
import JSONModel

/// The ticks of an x axis of numbers or moments: round ones, as many as there is room for.
struct PositionTicks: Sendable {
  let axis: PlotAxis
  let spec: PositionAxisSpec
  let format: FormatSpec
  /// What all positions are multiples of: there is nothing between two of these, so that ticks are no finer.
  let grain: Double
  /// How far labels are turned, in degrees.
  private let rotation: Double
  /// How far apart ticks are at least that nobody asked for, in px.
  private let pitch: Double

  init(_ context: PositionAxisLayout.Context) {
    (axis, spec, format) = (context.axis, context.spec, context.format)
    (grain, rotation) = (context.grain, context.rotation)
    pitch = context.isTurned ? 24 : 40
  }

  /// The ticks in a window, with their labels. None overlap.
  /// - Parameter font: In which labels are written.
  func ticks(in window: ViewWindow, width: Double, font: Font) -> [Tick] {
    let domain = Domain(window.start, window.end)
    if let explicit = spec.ticks { return explicitTicks(explicit, in: domain) }
    return thinned(in: window, width: width, font: font) { ticks(in: domain, maxCount: $0) }
  }

  /// As many ticks as there is room for.
  private func thinned(in window: ViewWindow, width: Double, font: Font, _ ticks: (_ maxCount: Int) -> [Tick]) -> [Tick]
  {
    guard width > 0, spec.style.maxLabels != 0 else { return [] }
    var count = min(max(Int(saturating: min(width / pitch, 40)), 2), spec.style.maxLabels ?? 40)
    while true {
      let ticks = ticks(count)
      guard count > 2, overlap(ticks, window, font) else { return ticks }
      count = max(2, count - max(1, count / 4))
    }
  }

  /// The slots of moments in view that get a label. None overlap.
  func ticks(
    of moments: SlotMoments, among slots: ClosedRange<Int>, in window: ViewWindow, _ width: Double, _ font: Font
  ) -> [Tick] {
    thinned(in: window, width: width, font: font) { count in
      moments.ticks(among: slots, maxCount: count, DateNames(format.locale))
    }
  }

  /// Those that the author chose.
  private func explicitTicks(_ positions: [PositionSpec], in domain: Domain) -> [Tick] {
    switch axis {
    case .category: return []
    case .linear, .log:
      let values = positions.compactMap { position -> Double? in
        if case .number(let value) = position { value } else { nil }
      }
      return labelled(LinearTicks(explicit: values, in: axis.transform.values(of: domain)).ticks(numbers))
    case .time(let zone): return moments(in: zone).ticks(at: positions, in: domain)
    }
  }

  private func ticks(in domain: Domain, maxCount: Int) -> [Tick] {
    switch axis {
    case .category: return []
    case .log: return labelled(LogTicks(axis.transform.values(of: domain), maxCount: maxCount).ticks(numbers))
    case .time(let zone): return moments(in: zone).ticks(in: domain, maxCount: maxCount, grain: grain)
    case .linear:
      // The step is that of a window of this length anywhere: while it is scrolled, labels stay what they are.
      let steady = LinearTicks(Domain(0, domain.span), maxCount: maxCount, minStep: grain).values
      if steady.count > 1 {
        let ticks = LinearTicks(domain, step: steady[1] - steady[0], maxCount: maxCount)
        if ticks.values.count > 1, ticks.values.count <= maxCount + 1 { return labelled(ticks.ticks(numbers)) }
      }
      return labelled(LinearTicks(domain, maxCount: maxCount, minStep: grain).ticks(numbers))
    }
  }

  private var template: Template? { spec.style.labels.template.map { Template($0) } }
  /// How numbers are written: as the axis' own text says, or in the chart's language.
  private var numbers: FormatSpec {
    let format = format.ofPositions(as: spec.format, mayBeYears: axis != .log)
    return template?.format(from: format) ?? format
  }

  private func moments(in zone: TimeZoneRules) -> MomentTicks {
    MomentTicks(zone, format: spec.style.labels.format, locale: format.locale)
  }

  private func labelled(_ ticks: [Tick]) -> [Tick] {
    guard let template else { return ticks }
    return ticks.map { tick in
      guard tick.isMajor else { return tick }
      return Tick(tick.value, template.text { Template.name($0) == "value" ? tick.label : nil }.oneLine)
    }
  }

  /// Whether two neighbours are nearer than they may be.
  private func overlap(_ ticks: [Tick], _ window: ViewWindow, _ font: Font) -> Bool {
    let turn = sineAndCosine(degrees: rotation)
    var last = -Double.infinity
    for tick in ticks where tick.isMajor {
      let x = window.map.pixel(of: axis.transform.coordinate(of: tick.value))
      let across = abs(turn.sine) > 0.01 ? (font.size + 4) / abs(turn.sine) : .infinity
      let reach = min(font.width(of: tick.label) * abs(turn.cosine) + 14, across)
      if x - reach / 2 < last { return true }
      last = x + reach / 2
    }
    return false
  }
}
