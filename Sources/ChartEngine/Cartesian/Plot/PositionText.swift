import ChartModel

/// How positions are written in markers and lists: the names of slots, numbers, or moments.
struct PositionText: Sendable {
  private let axis: PlotAxis
  private let format: NumberFormat
  private let template: Template?
  private let pattern: TimePattern?

  init(_ axis: PlotAxis, _ spec: PositionAxisSpec, format: NumberFormat) {
    self.axis = axis
    self.format = format
    switch axis {
    case .time:
      template = nil
      pattern = spec.style.labels.format.flatMap { try? TimePattern($0) }
    case .linear, .log, .category:
      template = spec.style.labels.format.map { Template($0) }
      pattern = nil
    }
  }

  /// What stands at a coordinate.
  func text(at coordinate: Double) -> String {
    guard coordinate.isFinite else { return "" }
    switch axis {
    case .category(let labels):
      guard let index = Int(exactly: coordinate.rounded()), labels.indices.contains(index) else { return "" }
      return labels[index]
    case .linear, .log:
      let value = format.value(PositionText.shortened(axis.transform.value(of: coordinate)))
      return template.map { $0.text { $0 == "value" ? value : nil } } ?? value
    case .time(let zone):
      return (pattern ?? PositionText.pattern(for: coordinate, in: zone)).format(coordinate, in: zone)
    }
  }

  /// A logarithm and back leaves the last digits wrong: of a number near one with few digits that one is taken.
  private static func shortened(_ value: Double) -> Double {
    guard let near = Double("\(Float(value))"), abs(near - value) <= abs(value) * 1e-12 else { return value }
    return near
  }

  private static func pattern(for moment: Double, in zone: TimeZoneRules) -> TimePattern {
    // As much as the moment has.
    if moment.truncatingRemainder(dividingBy: 1_000) != 0 { return fraction }
    if moment.truncatingRemainder(dividingBy: 60_000) != 0 { return second }
    return TimeTicks.startsDay(moment, in: zone) ? day : minute
  }

  private static let day = TimePattern(known: "MMM d, yyyy")
  private static let minute = TimePattern(known: "MMM d, yyyy HH:mm")
  private static let second = TimePattern(known: "MMM d, yyyy HH:mm:ss")
  private static let fraction = TimePattern(known: "MMM d, yyyy HH:mm:ss.SSS")
}
