public import JSONModel

/// A radar: series as outlines about a centre, with a corner on each spoke.
public struct RadarSpec: SpokedSpec, Sendable {
  /// What the rings of the value axis are.
  public enum Rings: String, CaseIterable, Hashable, Sendable {
    /// Straight from spoke to spoke.
    case polygon
    case circle
    case none
  }

  public var common = CommonSpec()
  public var labels: [String] = []
  public var series: [SpokeSeriesSpec] = []
  public var data: DataSpec?
  public var axis = SpokeAxisSpec()
  public var rings = Rings.polygon
  /// Where the first spoke is, in degrees clockwise from three o'clock; 270 is twelve o'clock.
  public var startAngle = 270.0
  /// How opaque what the outlines enclose is, from 0 to 1; if not given 0.2, less of more than three series.
  public var fillOpacity: Double?
  /// In px.
  public var lineWidth = 2.0
  /// Of the dots at the corners, in px, 0 for none; as large as looks well if not given.
  public var dotRadius: Double?

  public init() {}

  public init(labels: [String], series: [SpokeSeriesSpec]) {
    self.labels = labels
    self.series = series
  }

  public var kindName: String { "radar" }
}

extension RadarSpec {
  /// The declaration of radars.
  public static let schema: Schema<RadarSpec> = Schema.object(
    "Radar", "Series as outlines about a centre, with a corner on each spoke.", initial: RadarSpec()
  ) {
    Property<RadarSpec>(constant: "kind", "radar", "What kind of chart it is.")
    CommonSpec.properties(in: \RadarSpec.common)
    CommonSpec.linking(in: \RadarSpec.common)
    CommonSpec.facet(in: \RadarSpec.common)
    RadarSpec.spokedProperties
    Property("axis", \.axis, SpokeAxisSpec.schema("RadarAxis", beginsAtZero: false), "The axis of the values.")
      .alsoCalled("y")
    Property("rings", \.rings, .word(), "What marks the values of the axis: polygons, circles or nothing.")
      .alsoCalled("grid", "shape")
    Property(
      "fillOpacity", \.fillOpacity, .optional(.number(min: 0, max: 1)),
      "How opaque areas are, 0 for lines alone; if not given 0.2, less of more than three series."
    )
    .alsoCalled("area", "opacity")
    Property("lineWidth", \.lineWidth, .number(min: 0.5, max: 100), "Of the outlines, in px.")
    Property(
      "dotRadius", \.dotRadius, .optional(.number(min: 0, max: 100)),
      "Of the dots at the corners, in px, 0 for none; as large as looks well if not given."
    )
    .alsoCalled("dots")
  }.validated { spec, faults throws(InvalidValue) in
    try faults.check { () throws(InvalidValue) in try spec.common.animation.check(allowed: animations) }
    try faults.check { () throws(InvalidValue) in try spec.checkSpokes() }
  }

  /// How radars draw themselves in.
  package static let animations: [AnimationSpec.Kind] = [.none, .grow, .wipe]
}
