import JSONModel

/// Where the legend stands.
public struct LegendSpec: Hashable, Sendable {
  public enum Position: String, CaseIterable, Hashable, Sendable {
    /// Where there is room for it, if there are several series, or colours or sizes that stand for something.
    case auto
    case none, top, bottom, left, right
  }

  public var position = Position.auto
  /// What the names are of, before or above them.
  public var title: String?
  public var fontSize = TextSize.usual(12)

  public init() {}

  /// Whether the author wants one.
  public var isDemanded: Bool { position != .none && position != .auto }

  /// An object, the position alone, or whether there is one: `legend: right`, `legend: true`.
  static let schema: Schema<LegendSpec> = .either(
    .object("Legend", "A list of the names beside the chart.", initial: LegendSpec()) {
      Property(
        "position", \.position, .word(),
        """
        The side of the chart on which it stands; `auto` is where there is room, if series, colours or sizes are to be told \
        apart.
        """)
      Property("title", \.title, .optional(.name), "What the names are of, before or above them.")
      Property("fontSize", \.fontSize, TextSize.schema, "How large letters are, in px.")
    },
    or: .either(
      .only(\.position, .word(), of: LegendSpec()),
      or: Schema<Bool>.bool().map(
        decode: { isVisible throws(InvalidValue) in
          var legend = LegendSpec()
          legend.position = isVisible ? .top : .none
          return legend
        }, encode: { $0.position != .none })))
}
