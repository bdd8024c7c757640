public import JSONModel

/// A funnel: stages one below the other, as wide as their values.
public struct FunnelSpec: IndexedKindSpec {
  /// What is written at each stage: `{label}`, `{value}`, `{percent}` of the first stage, `{previous}` of the one before.
  public struct Labels: Hashable, Sendable {
    /// Left of it.
    public var before = "{label}"
    /// In it, where there is room; else it stands on its right.
    public var inside = "{value}"
    /// Right of it.
    public var after = "{percent}"
    public var fontSize = TextSize.usual(12)

    public init() {}

    /// Whether anything is written.
    fileprivate var areVisible: Bool {
      get { ![before, inside, after].allSatisfy(\.isEmpty) }
      set { if !newValue { (before, inside, after) = ("", "", "") } }
    }
  }

  public var common = CommonSpec()
  public var stages: [StageSpec] = []
  public var data: DataSpec?
  public var labels = Labels()
  /// The space between stages, in px.
  public var gap = 2.0

  public init() {}

  public init(stages: [StageSpec]) { self.stages = stages }

  public var kindName: String { "funnel" }
  public var markCount: Int { stages.count }
  public static var markName: String { "stage" }
  /// A stage has an outline and three texts.
  public var weight: Int { stages.count * 4 }
  public var legendLabels: [String] { stages.map(\.label) }
}

extension FunnelSpec {
  /// The declaration of funnels.
  public static let schema: Schema<FunnelSpec> = Schema.object(
    "Funnel", "Stages one below the other, as wide as their values.", initial: FunnelSpec()
  ) {
    Property<FunnelSpec>(constant: "kind", "funnel", "What kind of chart it is.")
    CommonSpec.properties(in: \FunnelSpec.common)
    CommonSpec.linking(in: \FunnelSpec.common)
    CommonSpec.facet(in: \FunnelSpec.common)
    Property(
      "stages", \.stages, StageSpec.listSchema, "The stages, from the top: a list, or the names with their values.")
    Property("data", \.data, .optional(DataSpec.schema), "A file to read the stages from, instead of `stages`.")
    Property("labels", \.labels, labelSchema, "What is written at the stages.")
    Property("gap", \.gap, .number(min: 0, max: 100), "The space between stages, in px.")
  }.validated { spec, faults throws(InvalidValue) in
    try faults.check { () throws(InvalidValue) in try spec.common.animation.check(allowed: animations) }
    if spec.data != nil, !spec.stages.isEmpty {
      try faults.add(InvalidValue("give either `stages` or `data`, not both", at: .key("data")))
    }
  }

  /// An object, or whether there are any.
  private static let labelSchema: Schema<Labels> = .either(
    wordySchema, or: .only(\.areVisible, .bool(), of: Labels()))

  private static let wordySchema = Schema.object(
    "FunnelLabels",
    "What is written at each stage: `{label}`, `{value}`, `{percent}` of the first stage, `{previous}` of the one before.",
    initial: Labels()
  ) {
    Property("before", \.before, .template(Placeholders.stage), "Left of it; nothing if empty.")
    Property("inside", \.inside, .template(Placeholders.stage), "In it, or on its right where it has no room.")
    Property("after", \.after, .template(Placeholders.stage), "Right of it; nothing if empty.")
    Property("fontSize", \.fontSize, TextSize.schema, "How large letters are, in px.")
  }

  /// How funnels draw themselves in.
  package static let animations: [AnimationSpec.Kind] = [.none, .grow]

  /// The spec with stages in the place of a file.
  /// - Throws: ``InvalidValue`` with the path inside the spec: `stages[2].value`.
  public func with(stages: JSON) throws(InvalidValue) -> FunnelSpec {
    var spec = self
    (spec.data, spec.stages) = (nil, [])
    return try FunnelSpec.schema.decode(FunnelSpec.schema.encode(spec).setting("stages", stages))
  }
}
