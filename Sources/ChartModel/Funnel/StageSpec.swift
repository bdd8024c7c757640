import JSONModel
import OrderedCollections

/// A stage of a funnel: how many got so far.
public struct StageSpec: Hashable, Sendable {
  public var label = ""
  /// At least 0.
  public var value = 0.0
  public var color: Color?

  public init(label: String = "", value: Double = 0, color: Color? = nil) {
    (self.label, self.value, self.color) = (label, value, color)
  }

  /// More would be thinner than their labels in any picture.
  public static let maximumCount = 200

  /// A list, or the names with their values: `{Visits: 900, Orders: 40}`.
  static let listSchema: Schema<[StageSpec]> = .either(
    .array(of: schema, maxItems: maximumCount),
    or: Schema<OrderedDictionary<String, Double>>.dictionary(of: .number(min: 0)).map(
      decode: { values throws(InvalidValue) in
        guard values.count <= maximumCount else {
          throw InvalidValue("expected at most \(maximumCount) stages, got \(values.count)")
        }
        return values.map { StageSpec(label: $0.key, value: $0.value) }
      }, encode: { _ in [:] }))

  private static let schema = Schema.object("Stage", "A stage of a funnel.", initial: StageSpec()) {
    Property("label", \.label, .name, "What it is called.").alsoCalled("name")
    Property("value", \.value, .number(min: 0), "How many got so far.", required: true)
    Property("color", \.color, .optional(Color.schema), "The palette's next if not given.")
  }
}
