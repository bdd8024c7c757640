public import JSONModel

/// Polar bars, as a rose has them: sectors at equal angles that are as long, or as large, as their values say. Those of
/// several series stand on one another.
public struct PolarSpec: SpokedSpec, Sendable {
  /// What of a sector says its value.
  public enum Scale: String, CaseIterable, Hashable, Sendable {
    /// Its length. Its area grows faster than the value.
    case linear
    /// Its area.
    case sqrt
  }

  public var common = CommonSpec()
  public var labels: [String] = []
  public var series: [SpokeSeriesSpec] = []
  public var data: DataSpec?
  public var axis = SpokeAxisSpec()
  public var scale = Scale.linear
  /// Where the middle of the first sector is, in degrees clockwise from three o'clock; 270 is twelve o'clock.
  public var startAngle = 270.0
  /// The radius of the hole in the middle as a share of the radius, in [0, 1).
  public var hole = 0.0
  /// The space between sectors, in px.
  public var gap = 1.0

  public init() {}

  public init(labels: [String], series: [SpokeSeriesSpec]) {
    self.labels = labels
    self.series = series
  }

  public var kindName: String { "polar" }
}

extension PolarSpec {
  /// The declaration of polar bars.
  public static let schema: Schema<PolarSpec> = Schema.object(
    "Polar", "Bars about a centre, at equal angles; those of several series stand on one another.", initial: PolarSpec()
  ) {
    Property<PolarSpec>(constant: "kind", "polar", "What kind of chart it is.")
    CommonSpec.properties(in: \PolarSpec.common)
    CommonSpec.linking(in: \PolarSpec.common)
    CommonSpec.facet(in: \PolarSpec.common)
    PolarSpec.spokedProperties
    Property("axis", \.axis, SpokeAxisSpec.schema("PolarAxis", beginsAtZero: true), "The axis of the values.")
      .alsoCalled("y")
    Property(
      "scale", \.scale, .word(), "What says the values: `linear` the length of sectors, `sqrt` their area.")
    Property("hole", \.hole, .number(min: 0, below: 1), "The radius of the hole as a share of the radius.")
    Property("gap", \.gap, .number(min: 0, max: 100), "The space between sectors, in px.")
  }.validated { spec, faults throws(InvalidValue) in
    try faults.check { () throws(InvalidValue) in try spec.common.animation.check(allowed: animations) }
    try faults.check { () throws(InvalidValue) in try spec.checkSpokes() }
  }

  /// How polar bars draw themselves in.
  package static let animations: [AnimationSpec.Kind] = [.none, .grow, .wipe]
}
