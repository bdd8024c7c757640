public import JSONModel

extension GaugeSpec {
  /// The declaration of gauges.
  public static let schema: Schema<GaugeSpec> = Schema.object(
    "Gauge", "A value on a scale that is an arc.", initial: GaugeSpec()
  ) {
    Property<GaugeSpec>(constant: "kind", "gauge", "What kind of chart it is.")
    CommonSpec.properties(in: \GaugeSpec.common)
    Property("value", \.value, .optional(.number()), "What the gauge shows; nothing if it is not known.")
    Property("measure", \.measure, .name, "What the value is, written below it.").alsoCalled("label", "name", "unit")
    Property("min", \.min, .number(), "Where the scale begins.")
    Property("max", \.max, .number(), "Where the scale ends.")
    Property(
      "startAngle", \.startAngle, .number(), "Where the scale begins: degrees clockwise from three o'clock.")
    Property(
      "sweep", \.sweep, .number(min: 10, max: 360), "How many degrees the scale takes up; 180 for half a circle.")
    Property(
      "bands", \.bands, .array(of: bandSchema, maxItems: 100),
      "Coloured parts of the scale, each from where the one before it ends.")
    Property("pointer", \.pointer, .word(), "What shows the value: a `needle`, or the `arc` filled up to it.")
    Property(
      "color", \.color, .optional(Color.schema), "Of the needle or the filled arc; what can be seen best if not given.")
    Property("thickness", \.thickness, .number(min: 0.01, max: 0.6), "Of the arc, as a share of the radius.")
    Property(
      "step", \.step, .optional(.number(above: 0)), "How far apart the ticks are; what fits best if not given.")
    Property("labels", \.hasLabels, .bool(), "Whether the scale says its numbers.")
    Property(
      "text", \.text, .template(Placeholders.gauge),
      "What is written in the middle: `{value}`, `{percent}`, `{measure}`, `{min}` and `{max}` stand for what they say."
    )
  }.validated { spec, faults throws(InvalidValue) in
    try faults.check { () throws(InvalidValue) in try spec.common.animation.check(allowed: animations) }
    guard spec.min < spec.max else {
      // Bands can't be on a scale that is none.
      return try faults.add(InvalidValue("expected more than min, which is \(JSON(spec.min).text)", at: .key("max")))
    }
    var end = spec.min
    for (index, band) in spec.bands.enumerated() {
      let to = band.to ?? spec.max
      guard to > end, to <= spec.max else {
        try faults.add(
          InvalidValue(
            "expected a number above \(JSON(end).text) and at most \(JSON(spec.max).text), got \(JSON(to).text)",
            at: JSONPath([.key("bands"), .index(index), .key("to")])))
        continue
      }
      end = to
    }
  }

  private static let bandSchema = Schema.object(
    "GaugeBand", "A coloured part of a gauge's scale.", initial: Band()
  ) {
    Property("to", \.to, .optional(.number()), "Where it ends; at the end of the scale if not given.")
    Property("color", \.color, .optional(Color.schema), "The palette's next if not given.")
    Property("label", \.label, .name, "What it means, for markers and those who don't see it.").alsoCalled("name")
  }

  /// How gauges draw themselves in.
  package static let animations: [AnimationSpec.Kind] = [.none, .sweep]
}
