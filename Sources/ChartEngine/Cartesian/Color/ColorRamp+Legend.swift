import ChartModel

extension ColorChannelSpec {
  /// What the legend says of its colours; `nil` for names, and without any number.
  /// - Parameter name: What to call the numbers if they have no title.
  func legendScale(name: String, surface: Surface, format: FormatSpec) -> LegendScale? {
    guard let ramp = ColorRamp(self, on: surface) else { return nil }
    let (least, greatest) = (ramp.ends.lowerBound, ramp.ends.upperBound)
    let title = title ?? column ?? name
    guard least < greatest else {
      // All have the colour of the middle.
      let color = ramp.color(at: 0.5)
      let label = LegendScale.Label(NumberFormat(format).value(least), at: 0.5)
      return LegendScale(title: title, .colors([color, color], [label]))
    }
    let domain = Domain(least, greatest)
    let values = [least] + ramp.middle(of: domain, format) + [greatest]
    let texts =
      ramp.isLog
      ? values.map { NumberFormat(format).value(ColorChannelSpec.shortened($0)) }
      : ColorChannelSpec.texts(of: values, within: domain, format)
    var labels = zip(texts, values).map { LegendScale.Label($0, at: ramp.legendShare(of: $1)) }
    if !ramp.isLog {
      let ends = ColorChannelSpec.texts(of: [least, greatest], within: domain, format)
      (labels[0].words, labels[labels.count - 1].words) = (ends[0], ends[1])
    }
    return LegendScale(title: title, .colors((0...16).map { ramp.color(atLegend: Double($0) / 16) }, labels))
  }

  /// A number above 0 with three digits, which are enough where powers of ten are compared.
  private static func shortened(_ value: Double) -> Double {
    value.rounded(toTenTo: decimalLogarithm(value).rounded(.down) - 2)
  }

  /// Rising values in words, all with as many decimals as one of them has, but no more than a hundredth of a domain needs.
  private static func texts(of values: [Double], within domain: Domain, _ format: FormatSpec) -> [String] {
    let unit = power(10, Double(min(LinearTicks(domain, maxCount: 101).decimals, 15)))
    let rounded = values.map { value in
      let round = (value * unit).rounded() / unit
      return round.isFinite ? round : value
    }
    // Few numbers that are far apart have no unit in common: 5 and 250K.
    guard format.style != .compact, format.style != .si else { return rounded.map(NumberFormat(format).value) }
    let texts = LinearTicks(explicit: rounded, in: Domain(rounded[0], rounded[rounded.count - 1])).ticks(format)
    return texts.count == values.count ? texts.map(\.label) : rounded.map(NumberFormat(format).value)
  }
}

extension ColorRamp {
  /// A number for the middle of the legend that is neither end's neighbour: the centre, a power of ten, or the roundest one;
  /// none where there is none.
  fileprivate func middle(of domain: Domain, _ format: FormatSpec) -> [Double] {
    if let center, (0.2...0.8).contains(legendShare(of: center)) { return [center] }
    let inside = { (value: Double) in (0.3...0.7).contains(legendShare(of: value)) }
    if isLog {
      let powers = LogTicks(domain, maxCount: 3).ticks(format).filter { $0.isMajor && inside($0.value) }
      // The one nearest to the middle.
      let nearest = powers.min { abs(legendShare(of: $0.value) - 0.5) < abs(legendShare(of: $1.value) - 0.5) }
      return nearest.map { [$0.value] } ?? []
    }
    let middle = (1...4).lazy.compactMap { count in
      LinearTicks(domain, maxCount: count).ticks(format).first { inside($0.value) }
    }.first
    return middle.map { [$0.value] } ?? []
  }
}
