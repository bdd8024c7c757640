import JSONModel
import OrderedCollections

/// One slice of a pie, perhaps with slices of its own in the ring around it.
public struct SliceSpec: Hashable, Sendable {
  public var label = ""
  /// How much; at least 0. The sum of the children if not given.
  public var value: Double?
  public var color: Color?
  public var children: [SliceSpec] = []

  public init(label: String = "", value: Double? = nil, color: Color? = nil, children: [SliceSpec] = []) {
    self.label = label
    self.value = value
    self.color = color
    self.children = children
  }

  /// The most slices a pie may have, counting all rings: more could neither be seen nor told apart.
  public static let maximumCount = 10_000

  /// Also what a program makes infinite counts, as much as can be.
  private static let valueSchema = Schema<Double>.number(min: 0).editingNumbers { value, edit in
    let result = edit(&value, NumberBounds(min: 0))
    guard result == .lost else { return result }
    value = value > 0 ? .greatestFiniteMagnitude : 0
    return .changed
  }

  /// A list, or the names with their values: `{Rent: 25, Food: 30}`.
  static let listSchema: Schema<[SliceSpec]> = .either(
    .array(of: schema, maxItems: maximumCount),
    or: Schema<OrderedDictionary<String, Double>>.dictionary(of: valueSchema).map(
      decode: { values throws(InvalidValue) in
        guard values.count <= maximumCount else {
          throw InvalidValue("expected at most \(maximumCount) slices, got \(values.count)")
        }
        return values.map { SliceSpec(label: $0.key, value: $0.value) }
      }, encode: { _ in [:] }))

  static let schema: Schema<SliceSpec> = .object("Slice", "One slice of a pie.", initial: SliceSpec()) {
    Property("label", \.label, .name, "The slice's name.").alsoCalled("name")
    Property(
      "value", \.value, .optional(valueSchema), "How much, at least 0. The sum of the children if not given.")
    Property("color", \.color, .optional(Color.schema), "A CSS colour; the next one of the palette if not given.")
    Property(
      "children", \.children, .array(of: .deferred(expectation: "an object") { schema }, maxItems: maximumCount),
      "Slices within this one's angles, in the ring around it.")
  }
}
