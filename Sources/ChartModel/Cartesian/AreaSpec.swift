import JSONModel

/// What fills the room between a line and the axis.
public struct AreaSpec: Hashable, Sendable {
  /// The line's if not given.
  public var color: Color?
  public var opacity = 0.25
  /// Colours from top to bottom, instead of one.
  public var gradient: [GradientStopSpec] = []
  /// The value it closes at; 0 where the axis has it, else the axis's nearest end.
  public var baseline: Double?

  public init() {}

  /// An object, or whether there is one.
  static let schema: Schema<AreaSpec?> = .either(
    .optional(
      .object("Area", "What fills the room between a line and the axis.", initial: AreaSpec()) {
        Property("color", \.color, .optional(Color.schema), "The line's if not given.")
        Property("opacity", \.opacity, .number(min: 0, max: 1), "0 for nothing to be seen.")
        Property("gradient", \.gradient, GradientStopSpec.listSchema, "Colours from top to bottom.")
        Property("baseline", \.baseline, .optional(.number()), "The value it closes at; 0 if not given.")
      }),
    or: Schema<Bool>.bool().map(
      decode: { isVisible throws(InvalidValue) in isVisible ? AreaSpec() : nil }, encode: { $0 != nil }))
}

/// A bubble with the last value, once a line is drawn in.
public struct EndBubbleSpec: Hashable, Sendable {
  /// `{value}`, `{x}` and `{series}` stand for what they say.
  public var text = "{value}"
  /// In px.
  public var size = 30.0
  public var fontSize = TextSize.usual(10)
  /// The line's end colour if not given.
  public var color: Color?

  public init() {}

  static let schema: Schema<EndBubbleSpec?> = .either(
    .either(
      .optional(
        .object("EndBubble", "A bubble with the last value.", initial: EndBubbleSpec()) {
          Property(
            "text", \.text, .template(Placeholders.entry), "`{value}`, `{x}` and `{series}` stand for what they say.")
          Property("size", \.size, .number(min: 4, max: 400), "Its least width and height, in px.")
          Property("fontSize", \.fontSize, TextSize.schema, "How large letters are, in px.")
          Property("color", \.color, .optional(Color.schema), "The line's at its end if not given.")
        }),
      or: Schema<Bool>.bool().map(
        decode: { isVisible throws(InvalidValue) in isVisible ? EndBubbleSpec() : nil }, encode: { $0 != nil })),
    or: Schema<String>.template(Placeholders.entry).map(
      decode: { text throws(InvalidValue) in
        var bubble = EndBubbleSpec()
        bubble.text = text
        return bubble
      }, encode: { $0?.text ?? "" }))
}
