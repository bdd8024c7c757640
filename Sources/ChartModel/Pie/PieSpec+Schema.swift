public import JSONModel
import OrderedCollections

extension PieSpec: SlicedSpec {
  public var kindName: String { "pie" }
  public static var levelName: String { "ring" }

  /// The declaration of pies.
  public static let schema: Schema<PieSpec> = Schema.object(
    "Pie", "Slices of a whole, as shares of a circle.", initial: PieSpec()
  ) {
    Property<PieSpec>(constant: "kind", "pie", "What kind of chart it is.")
    CommonSpec.properties(in: \PieSpec.common)
    Property(
      "slices", \.slices, SliceSpec.listSchema, "The slices, clockwise: a list, or the names with their values.")
    Property("data", \.data, .optional(DataSpec.schema), "A file to read the slices from, instead of `slices`.")
    CommonSpec.facet(in: \PieSpec.common)
    CommonSpec.linking(in: \PieSpec.common)
    Property(
      "startAngle", \.startAngle, .number(), "Where the first slice begins: degrees clockwise from three o'clock.")
    Property(
      "radius", \.radius, .optional(Length.schema),
      "The outer radius in px, or a share of the largest that fits, such as `40%`. As large as fits with its labels if not given."
    )
    Property("hole", \.hole, .number(min: 0, below: 1), "The radius of the hole as a share of the radius.")
    Property("sweep", \.sweep, .number(above: 0, max: 360), "How many degrees the whole takes up; 180 for half a pie.")
    Property("gap", \.gap, .number(min: 0, max: 100), "The space between slices, in px.")
    Property("cornerRadius", \.cornerRadius, .number(min: 0, max: 1000), "The radius of the slices' corners, in px.")
    Property("stroke", \.stroke, strokeSchema, "The line around each slice.")
    Property("selection", \.selection, selectionSchema, "How a selected slice stands out.")
    Property("rotation", \.rotation, rotationSchema, "How the pie is turned by dragging.")
    Property(
      "drill", \.isDrillable, .bool(),
      "Whether a tap on a slice with `children` goes into it, as in a sunburst; Escape or the hole goes out again.")
    Property("labels", \.labels, labelSchema, "What is written at the slices.")
    Property("center", \.center, centerSchema, "What is written in the hole.")
  }.validated { spec, faults throws(InvalidValue) in
    try faults.check { () throws(InvalidValue) in try spec.common.animation.check(allowed: [.none, .sweep, .wipe]) }
    try spec.validateSlices(&faults)
  }

  private static let strokeSchema = Schema.object("Stroke", "The line around each slice.", initial: StrokeSpec()) {
    Property("color", \.color, .optional(Color.schema), "The background's if not given: white in the light theme.")
    Property("width", \.width, .number(min: 0, max: 100), "How wide the line is, in px.")
  }

  private static let selectionSchema = Schema.object(
    "SelectedSlice", "How a selected slice stands out.", initial: SelectionSpec()
  ) {
    Property("scale", \.scale, .number(min: 1, max: 2), "Its radius as a multiple of what it is otherwise.")
  }

  private static let rotationSchema = Schema.object(
    "Rotation", "How the pie is turned by dragging.", initial: RotationSpec()
  ) {
    Property(
      "enabled", \.isEnabled, .optional(.bool()),
      "Whether dragging turns it; if not given whole pies turn, partial ones don't.")
    Property(
      "threshold", \.threshold, .number(min: 0, max: 1000),
      "How far the pointer moves before a tap becomes a drag, in px.")
    Property("inertia", \.hasInertia, .bool(), "Whether it spins on after a fast drag.")
    Property("deceleration", \.deceleration, .number(above: 0, max: 1), "The share of its speed lost each second.")
  }

  private static let labelSchema: Schema<PieLabelSpec> = .either(
    wordyLabelSchema, or: .only(\.isVisible, .bool(), of: PieLabelSpec()))

  private static let wordyLabelSchema: Schema<PieLabelSpec> = .either(
    .object("PieLabels", "What is written at the slices.", initial: PieLabelSpec()) {
      Property("position", \.position, .word(), "`leader`: at the sides, with lines; `inside`: in the slices.")
      Property(
        "text", \.text, .template(Placeholders.slice), "`{label}`, `{value}` and `{percent}` stand for what they say.")
      Property(
        "margin", \.margin, .optional(.number(min: 0, max: 1000)),
        "How far the labels end from the chart's sides, in px; 25 or more, in narrow charts 10, near the rim, if not given."
      )
      Property("fontSize", \.fontSize, TextSize.schema, "How large letters are, in px.")
      Property("color", \.color, .optional(Color.schema), "Of the text; what can be read best if not given.")
      Property("line", \.line, RuleSpec.schema, "The line from the rim to a label at the side.")
    },
    or: .placeOrTemplate(
      \.position, \.text, Placeholders.slice, of: PieLabelSpec()))

  private static let centerSchema: Schema<PieCenterSpec> = .either(
    .object("PieCenter", "What is written in the hole.", initial: PieCenterSpec()) {
      Property(
        "text", \.text, .optional(.template(["title", "total"])),
        "While nothing is selected: `{title}` and `{total}` stand for what they say.")
      Property(
        "selected", \.selected, .optional(.template(Placeholders.slice)),
        "While a slice is selected: `{label}`, `{value}`, `{percent}`.")
    },
    or: Schema<String>.template(["title", "total"]).map(
      decode: { text throws(InvalidValue) in
        var spec = PieCenterSpec()
        spec.text = text
        return spec
      },
      encode: { $0.text ?? "" }))
}

// MARK: - Bounds

extension PieSpec {
  /// The spec with every number within the bounds that its schema sets, as decoded specs are. A program's may hold anything.
  public func restricted() -> PieSpec { PieSpec.schema.restricted(self) }
}
