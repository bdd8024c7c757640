import JSONModel

/// The shape of a bar.
public struct BarShapeSpec: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case rectangle
    /// Rounded at its end, away from the axis.
    case rounded
    /// Rounded at both ends.
    case capsule
    /// A path of the author's.
    case path
  }

  public var kind = Kind.rectangle
  /// In px. If not given, 6 of `rounded` bars, and as round as possible of capsules.
  public var radius: Double?
  /// An outline in a square from (0, 0) to (1, 1), scaled to the bar's rectangle. The square's lower edge lies at the axis.
  public var path: PathData?

  public init() {}

  /// An object, or the kind alone.
  static let schema: Schema<BarShapeSpec> = .either(
    objectSchema,
    or: Schema<Kind>.word().map(
      decode: { kind throws(InvalidValue) in try BarShapeSpec(Written(kind: kind)) },
      encode: \.kind))

  /// The shape as it is written: who gives a path need not say that it is one.
  private struct Written: Sendable {
    var kind: Kind?
    var radius: Double?
    var path: PathData?
  }

  private static let objectSchema = Schema.object("BarShape", "The shape of a bar.", initial: Written()) {
    Property(
      "kind", \.kind, .optional(.word()),
      "`rectangle`, `rounded` at its end, `capsule`, or `path`; told by `path` if not given.")
    Property(
      "radius", \.radius, .optional(.number(min: 0, max: 1_000)),
      "px; 6 of `rounded` bars, as round as possible of capsules if not given.")
    Property(
      "path", \.path, .optional(PathData.schema),
      "An SVG path in a square from (0, 0) to (1, 1), its lower edge at the axis, scaled to the bar's rectangle.")
  }.map(
    decode: { written throws(InvalidValue) in try BarShapeSpec(written) },
    encode: { shape in
      Written(kind: shape.kind == .rectangle ? nil : shape.kind, radius: shape.radius, path: shape.path)
    })

  private init(_ written: Written) throws(InvalidValue) {
    kind = written.kind ?? (written.path == nil ? .rectangle : .path)
    (radius, path) = (written.radius, written.path)
    let place = JSONPath([.key("path")])
    if kind == .path, path == nil { throw InvalidValue("is required for the shape 'path'", at: place) }
    if kind != .path, path != nil {
      throw InvalidValue("only the shape 'path' has one, got '\(kind.rawValue)'", at: place)
    }
  }
}

/// How a highlighted bar looks, where it looks otherwise than the rest.
public struct HighlightedBarSpec: Hashable, Sendable {
  /// Its own, in a line around it, if not given.
  public var color: Color?
  public var opacity = 1.0
  public var shape: BarShapeSpec?

  public init() {}

  static let schema = Schema.object("HighlightedBar", "How a highlighted bar looks.", initial: HighlightedBarSpec()) {
    Property("color", \.color, .optional(Color.schema), "A CSS colour; its own, in a line around it, if not given.")
    Property("opacity", \.opacity, .number(min: 0, max: 1), "0 for nothing to be seen.")
    Property("shape", \.shape, .optional(BarShapeSpec.schema), "As the others if not given.")
  }
}

/// How bars of value 0 look.
public struct ZeroBarSpec: Hashable, Sendable {
  public var color: Color?
  /// In px.
  public var height = 2.0

  public init() {}

  static let schema: Schema<ZeroBarSpec?> = .either(
    .optional(
      .object("ZeroBar", "How bars of value 0 look.", initial: ZeroBarSpec()) {
        Property("color", \.color, .optional(Color.schema), "Grey if not given.")
        Property("height", \.height, .number(min: 0, max: 100), "How high it is, in px.")
      }),
    or: Schema<Bool>.bool().map(
      decode: { isVisible throws(InvalidValue) in isVisible ? ZeroBarSpec() : nil }, encode: { $0 != nil }))
}

/// Where the values of bars are written.
public struct BarLabelSpec: Hashable, Sendable {
  public enum Position: String, CaseIterable, Hashable, Sendable {
    case none, above, inside
  }

  public var position = Position.none
  public var text = "{value}"
  public var fontSize = TextSize.usual(11)
  public var color: Color?
  /// Whether their author leaves it to the chart where they are: in the bars of stacks, of which a number above would be taken for
  /// the sum, else above.
  package var isPlaceOpen = false

  public init() {}

  init(position: Position) { self.position = position }

  private var isVisible: Bool {
    get { position != .none }
    set { (position, isPlaceOpen) = (newValue ? .above : .none, newValue) }
  }

  static let schema: Schema<BarLabelSpec> = .either(
    wordySchema, or: .only(\.isVisible, .bool(), of: BarLabelSpec()),
    encode: { $0.isPlaceOpen ? true : wordySchema.encode($0) }
  ).editingNumbers { labels, edit in
    labels = wordySchema.editNumbers(of: labels, edit)
    return .changed
  }

  private static let wordySchema: Schema<BarLabelSpec> = .either(
    .object("BarLabels", "Where the values of bars are written.", initial: BarLabelSpec()) {
      Property("position", \.position, .word(), "`above` the bars, or `inside` at their ends.")
      Property(
        "text", \.text, .template(Placeholders.entry), "`{value}`, `{x}` and `{series}` stand for what they say.")
      Property("fontSize", \.fontSize, TextSize.schema, "How large letters are, in px.")
      Property("color", \.color, .optional(Color.schema), "What can be read best if not given.")
    },
    or: .placeOrTemplate(\.position, \.text, Placeholders.entry, of: BarLabelSpec(position: .above)))
}

/// How the bars of all series share a slot.
public struct BarLayoutSpec: Hashable, Sendable {
  /// The share of a slot that its bars take, from 0 to 1.
  public var width = 0.8
  /// The share of a bar's width between the bars of a group.
  public var gap = 0.1

  public init() {}

  static let schema = Schema.object("BarLayout", "How bars share a slot.", initial: BarLayoutSpec()) {
    Property(
      "width", \.width, .number(above: 0, max: 1), "The share of a slot that its bars take; 1 for no gap between slots."
    )
    Property(
      "gap", \.gap, .number(min: 0, max: 10), "The room between the bars of a group, as a share of a bar's width.")
  }
}

extension BarLabelSpec {
  /// How many bars take as long to draw as to write one label, of which no more is written than its beginning.
  var weight: Int { position == .none ? 0 : min(text.utf8.count, 4_000) / 16 }
}

extension BarShapeSpec {
  /// How many pieces its outline has.
  var outlineLength: Int { max(path?.commands.count ?? 1, 1) }
}
