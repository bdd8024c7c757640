import JSONModel

/// What is drawn at a line's values.
public struct DotSpec: Hashable, Sendable {
  public enum Place: String, CaseIterable, Hashable, Sendable {
    case none
    /// At the first and the last value.
    case ends
    case all
  }

  public enum Style: String, CaseIterable, Hashable, Sendable {
    case solid
    /// A border in the line's colour around the background; the line stops there.
    case hollow
    /// A disc within a white one.
    case double
  }

  public var place = Place.none
  public var style = Style.solid
  /// In px. If not given, solid ones at the ends have half the line's width, and all others can be seen beside it.
  public var radius: Double?
  /// The line's, or its border's, if not given.
  public var color: Color?
  public var border: Color?
  /// In px.
  public var borderWidth = 1.5

  public init() {}

  /// An object, or the place alone.
  static let schema: Schema<DotSpec> = .either(
    .either(
      .object("Dots", "What is drawn at a line's values.", initial: DotSpec()) {
        Property("place", \.place, .word(), "Where: at the `ends`, or at `all` values.")
        Property("style", \.style, .word(), "`hollow` ones cut the line; `double` is a disc within a white one.")
        Property(
          "radius", \.radius, .optional(.number(min: 0, max: 100)),
          "px; half the line's width at the ends, else larger, if not given.")
        Property("color", \.color, .optional(Color.schema), "The line's if not given.")
        Property("border", \.border, .optional(Color.schema), "The colour of the border; none if not given.")
        Property("borderWidth", \.borderWidth, .number(min: 0, max: 100), "How wide the border is, in px.")
      },
      or: .only(\.place, .word(), of: DotSpec())),
    or: Schema<Bool>.bool().map(
      decode: { areThere throws(InvalidValue) in
        var dots = DotSpec()
        dots.place = areThere ? .all : .none
        return dots
      }, encode: { $0.place != .none }))
}
