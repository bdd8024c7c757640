import JSONModel

/// The axis that all spokes share: values from the centre to the rim.
public struct SpokeAxisSpec: Hashable, Sendable {
  /// Where it begins, in the centre. 0 if not given, or a round number below negative values.
  public var min: Double?
  /// Where it ends, at the rim. A round number above all values if not given.
  public var max: Double?
  /// How far apart the rings are, instead of what fits best.
  public var step: Double?
  /// Whether the rings say their values.
  public var hasLabels = true
  /// What charts beside it show, which it is to show, too.
  package var sharedExtent: ClosedRange<Double>?

  public init() {}

  /// - Parameters:
  ///   - name: Of the type, in JSON Schema.
  ///   - beginsAtZero: Whether it always does, so that no `min` can be given.
  static func schema(_ name: String, beginsAtZero: Bool) -> Schema<SpokeAxisSpec> {
    let min = Property<SpokeAxisSpec>(
      "min", \.min, .optional(.number()),
      "The value in the centre; 0, or a round number below negative values, if not given.")
    return .object(name, "The axis from the centre to the rim.", initial: SpokeAxisSpec()) {
      beginsAtZero ? [] : [min]
      Property(
        "max", \.max, .optional(.number()), "The value at the rim; a round number above all values if not given.")
      Property(
        "step", \.step, .optional(.number(above: 0)), "How far apart the rings are; what fits best if not given.")
      Property("labels", \.hasLabels, .bool(), "Whether the rings say their values.")
    }.validated { axis throws(InvalidValue) in
      guard let max = axis.max else { return }
      if beginsAtZero, max <= 0 {
        throw InvalidValue("expected a number above 0, got \(JSON(max).text)", at: JSONPath([.key("max")]))
      }
      if let min = axis.min, min >= max {
        throw InvalidValue("expected more than min, which is \(JSON(min).text)", at: JSONPath([.key("max")]))
      }
    }
  }
}
