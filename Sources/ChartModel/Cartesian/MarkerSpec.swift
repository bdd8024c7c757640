import JSONModel

/// What is shown beside a highlighted entry.
public struct MarkerSpec: Hashable, Sendable {
  /// Runs of text, each with a look of its own.
  public var runs: [MarkerRunSpec] = [MarkerRunSpec("{series} {value}")]
  public var isVisible = true
  /// Whether it tells all series' values at the position.
  public var isShared = false
  public var background: Color?
  public var cornerRadius = 5.0

  public init() {}

  /// An object, a text, or whether there is one.
  static let schema: Schema<MarkerSpec> = .either(
    .either(
      .object("MarkerStyle", "What is shown beside a highlighted entry.", initial: MarkerSpec()) {
        Property("visible", \.isVisible, .bool(), "Whether there is one.")
        Property(
          "text", \.runs, MarkerRunSpec.listSchema,
          """
          `{x}`, `{value}`, `{series}`, `{label}`: a text, or runs of text with a look of their own. Where positions are numbers or moments \
          they are told, too, if it is not given.
          """)
        Property(
          "shared", \.isShared, .bool(),
          "Whether it tells the values of all series at the position, with a line through it; of points only where positions are names, "
            + "whole numbers or days.")
        Property("background", \.background, .optional(Color.schema), "The theme's if not given.")
        Property(
          "cornerRadius", \.cornerRadius, .number(min: 0, max: 100), "How round its corners are: their radius in px.")
      },
      or: Schema<String>.template(Placeholders.marker).map(
        decode: { text throws(InvalidValue) in
          var spec = MarkerSpec()
          spec.runs = [MarkerRunSpec(text)]
          return spec
        },
        encode: { $0.runs.map(\.text).joined() })),
    or: .only(\.isVisible, .bool(), of: MarkerSpec()))
}

/// Some text with a look of its own.
public struct MarkerRunSpec: Hashable, Sendable {
  public enum Weight: String, CaseIterable, Hashable, Sendable { case normal, bold }

  public var text = ""
  public var weight = Weight.normal
  public var size: Double?
  public var color: Color?

  public init(_ text: String = "") { self.text = text }

  private static let runSchema = Schema.object("MarkerRun", "Text with a look of its own.", initial: MarkerRunSpec()) {
    Property("text", \.text, .template(Placeholders.marker), "What is written.", required: true)
    Property("weight", \.weight, .word(), "How heavy its letters are.")
    Property("size", \.size, .optional(.number(min: 4, max: 100)), "How large its letters are, in px.")
    Property("color", \.color, .optional(Color.schema), "The theme's if not given.")
  }

  static let listSchema: Schema<[MarkerRunSpec]> = .either(
    .array(of: runSchema, maxItems: 100),
    or: Schema<String>.template(Placeholders.marker).map(
      decode: { text throws(InvalidValue) in [MarkerRunSpec(text)] }, encode: { $0.map(\.text).joined() }))
}

/// One box for each line at a tapped position.
public struct PopupSpec: Hashable, Sendable {
  public var isEnabled = false
  /// What is written; if not given, the value, and of several series with the colour and the name.
  public var text: String?
  /// The least width in px.
  public var width = 92.0
  public var background: Color?
  public var line = RuleSpec()

  public init() {}

  static let schema: Schema<PopupSpec> = .either(
    .object("Popups", "One box for each line at a tapped position.", initial: PopupSpec()) {
      Property("enabled", \.isEnabled, .bool(), "Whether a tap shows them.")
      Property(
        "text", \.text, .optional(.template(Placeholders.entry)),
        "`{value}`, `{x}` and `{series}` stand for what they say. If not given, the value, and of several series with colour and name."
      )
      Property("width", \.width, .number(min: 0, max: 1_000), "The least width in px.")
      Property("background", \.background, .optional(Color.schema), "Dark grey if not given, light on dark pictures.")
      Property("line", \.line, RuleSpec.schema, "The line through the tapped position.")
    },
    or: .only(\.isEnabled, .bool(), of: PopupSpec()))
}

/// What a tap picks.
public struct HighlightSpec: Hashable, Sendable {
  public var isEnabled = true
  /// How far from the pointer an entry may be, in px.
  public var distance = 500.0

  public init() {}

  static let schema = Schema.object("Highlight", "What a tap picks.", initial: HighlightSpec()) {
    Property("enabled", \.isEnabled, .bool(), "Whether a tap picks anything.")
    Property("distance", \.distance, .number(min: 0, max: 1e6), "How far away an entry may be, in px.")
  }
}
