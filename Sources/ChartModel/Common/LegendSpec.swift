import JSONModel

/// Where the legend stands.
public struct LegendSpec: Hashable, Sendable {
  public enum Position: String, CaseIterable, Hashable, Sendable {
    case none, top, bottom, left, right
  }

  public var position = Position.none
  /// In px.
  public var fontSize = 12.0

  public init() {}

  /// An object, the position alone, or whether there is one: `legend: right`, `legend: true`.
  static let schema: Schema<LegendSpec> = .either(
    .object("Legend", "A list of the names beside the chart.", initial: LegendSpec()) {
      Property("position", \.position, .word(), "The side of the chart on which it stands.")
      Property("fontSize", \.fontSize, .number(min: 4, max: 100), "px")
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
