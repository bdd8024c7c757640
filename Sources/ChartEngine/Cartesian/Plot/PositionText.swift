import ChartModel

/// How positions are written in markers and lists: the names of slots, numbers, or moments; and values that are moments.
final class PositionText: Sendable {
  private let axis: PlotAxis
  private let format: NumberFormat
  /// The same with as many digits after the mark as the author wants of values, where a position has more.
  private let rounding: NumberFormat?
  private let template: Template?
  private let pattern: TimePattern?
  /// Of a time axis: its language, and how days, minutes, seconds and their parts are written.
  private let names: DateNames
  private let patterns: [TimePattern]

  /// - Parameters:
  ///   - style: Of the axis.
  ///   - format: Of the chart's values, of which positions have the language.
  ///   - own: That of the axis, if it has one.
  init(_ axis: PlotAxis, _ style: AxisStyleSpec, format: NumberFormat, own: FormatSpec? = nil) {
    self.axis = axis
    let positions = format.spec.ofPositions(as: own, mayBeYears: axis != .log)
    self.format = NumberFormat(positions)
    // Those of shares and of money are meant for these alone.
    let isPlain = own == nil && format.spec.style == .number && format.spec.currency == nil
    rounding = isPlain ? format.spec.decimals.map { NumberFormat(positions, decimals: $0) } : nil
    switch axis {
    case .time:
      template = nil
      let names = DateNames(format.spec.locale)
      self.names = names
      patterns = ["", " HH:mm", " HH:mm:ss", " HH:mm:ss.SSS"].map { TimePattern(known: names.day + $0) }
      pattern = style.labels.format.flatMap { try? TimePattern($0) }
    case .linear, .log, .category:
      template = style.labels.template.map { Template($0) }
      (names, patterns) = (.english, [])
      pattern = nil
    }
  }

  /// What stands at a coordinate, as a placeholder such as `x:percent` says.
  func text(at coordinate: Double, for placeholder: String) -> String {
    let asked = format.named(by: placeholder).format
    guard asked !== format, coordinate.isFinite, !axis.isCategory else { return text(at: coordinate) }
    if case .time = axis { return text(at: coordinate) }
    let number = asked.value(PositionText.shortened(axis.transform.value(of: coordinate)))
    return template?.text { Template.name($0) == "value" ? number : nil } ?? number
  }

  /// What stands at a coordinate.
  func text(at coordinate: Double) -> String {
    guard coordinate.isFinite else { return "" }
    switch axis {
    case .category(let labels):
      guard let index = Int(exactly: coordinate.rounded()), labels.indices.contains(index) else { return "" }
      return labels[index]
    case .linear, .log:
      let number = PositionText.shortened(axis.transform.value(of: coordinate))
      guard let template else { return written(number) }
      return template.text { placeholder in
        let (name, format) = format.named(by: placeholder)
        guard name == "value" else { return nil }
        return format == self.format ? written(number) : format.value(number)
      }
    case .time(let zone):
      return (pattern ?? pattern(for: coordinate, in: zone)).format(coordinate, in: zone, names: names)
    }
  }

  /// The same to be read out: a slot whose name is missing is said to have none.
  func words(at coordinate: Double) -> String {
    let text = text(at: coordinate).shortened
    return text.isEmpty && axis.isCategory ? PositionText.noName : text
  }

  /// What is said where a name is missing.
  static let noName = "no name"

  /// Whether what lies between two moments is one day.
  func isDay(_ start: Double, _ end: Double) -> Bool {
    guard case .time(let zone) = axis, end - start <= 90_000_000 else { return false }
    return TimeTicks.startsDay(start, in: zone) && TimeTicks.startsDay(end, in: zone)
  }

  /// A number with no more digits than the author wants, but no fewer than it has: a year has none after the mark.
  private func written(_ number: Double) -> String {
    guard let rounding, let decimals = rounding.decimals, let digits = ShortestDecimal(number)?.exponent,
      -digits > decimals
    else { return format.value(number) }
    return rounding.value(number)
  }

  /// A logarithm and back leaves the last digits wrong: of a number near one with few digits that one is taken.
  static func shortened(_ value: Double) -> Double {
    guard let near = Double("\(Float(value))"), abs(near - value) <= abs(value) * 1e-12 else { return value }
    return near
  }

  /// As much as the moment has.
  private func pattern(for moment: Double, in zone: TimeZoneRules) -> TimePattern {
    if moment.truncatingRemainder(dividingBy: 1_000) != 0 { return patterns[3] }
    if moment.truncatingRemainder(dividingBy: 60_000) != 0 { return patterns[2] }
    return TimeTicks.startsDay(moment, in: zone) ? patterns[0] : patterns[1]
  }
}
