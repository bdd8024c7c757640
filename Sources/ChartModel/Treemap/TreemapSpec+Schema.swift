public import JSONModel

extension TreemapSpec: SlicedSpec {
  public var kindName: String { "treemap" }
  public static var levelName: String { "level" }
}

extension TreemapSpec {
  /// The declaration of treemaps.
  public static let schema: Schema<TreemapSpec> = Schema.object(
    "Treemap", "A whole shared out among rectangles within rectangles.", initial: TreemapSpec()
  ) {
    Property<TreemapSpec>(constant: "kind", "treemap", "What kind of chart it is.")
    CommonSpec.properties(in: \TreemapSpec.common)
    Property(
      "slices", \.slices, SliceSpec.listSchema,
      "The parts, which may have `children`: a list, or the names with their values.")
    Property("data", \.data, .optional(DataSpec.schema), "A file to read the parts from, instead of `slices`.")
    CommonSpec.facet(in: \TreemapSpec.common)
    CommonSpec.linking(in: \TreemapSpec.common)
    Property(
      "depth", \.depth, .integer(min: 1, max: 10),
      "How many levels are seen at once; a tap goes in to what lies deeper.")
    Property("padding", \.padding, .number(min: 0, max: 50), "The space between rectangles, in px.")
    Property("cornerRadius", \.cornerRadius, .number(min: 0, max: 100), "The radius of their corners, in px.")
    Property(
      "drill", \.isDrillable, .bool(), "Whether a tap on a part with `children` goes into it, and Escape out again.")
    Property("labels", \.labels, labelSchema, "What is written in the rectangles.")
  }.validated { spec, faults throws(InvalidValue) in
    try faults.check { () throws(InvalidValue) in try spec.common.animation.check(allowed: [.none, .wipe, .grow]) }
    try spec.validateSlices(&faults)
  }

  private static let labelSchema: Schema<TreemapLabelSpec> = .either(
    .object("TreemapLabels", "What is written in the rectangles.", initial: TreemapLabelSpec()) {
      Property("visible", \.isVisible, .bool(), "Whether parts without parts of their own are labelled.")
      Property(
        "text", \.text, .template(Placeholders.slice),
        "`{label}`, `{value}` and `{percent}` stand for what they say; lines without room are left out.")
      Property("fontSize", \.fontSize, TextSize.schema, "How large letters are, in px.")
      Property("color", \.color, .optional(Color.schema), "Of the text; what can be read best if not given.")
    },
    or: .either(
      .only(\.text, .template(Placeholders.slice), of: TreemapLabelSpec()),
      or: .only(\.isVisible, .bool(), of: TreemapLabelSpec())))

  /// The spec with every number within the bounds that its schema sets, as decoded specs are. A program's may hold anything.
  public func restricted() -> TreemapSpec { TreemapSpec.schema.restricted(self) }
}
