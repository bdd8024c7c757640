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

  /// A list, or the names with their values, or with what is in them: `{Rent: 25, Food: {Bread: 10, Wine: 20}}`.
  static let listSchema: Schema<[SliceSpec]> = .either(
    .array(of: .deferred(expectation: "an object") { schema }, maxItems: maximumCount), or: namedSchema)

  private static let namedSchema = Schema<OrderedDictionary<String, NamedContent>>.dictionary(
    of: .deferred(expectation: "a number of at least 0 or an object") { NamedContent.schema }
  ).map(
    decode: { contents throws(InvalidValue) in
      guard contents.count <= maximumCount else {
        throw InvalidValue("expected at most \(maximumCount) slices, got \(contents.count)")
      }
      return contents.map { name, content in
        switch content {
        case .value(let value): SliceSpec(label: name, value: value)
        case .parts(let parts): SliceSpec(label: name, children: parts)
        }
      }
    }, encode: { _ in [:] })

  /// What a name stands for.
  private enum NamedContent: Sendable {
    case value(Double)
    case parts([SliceSpec])

    static let schema: Schema<NamedContent> = .either(
      valueSchema.map(
        decode: { value throws(InvalidValue) in .value(value) },
        encode: { if case .value(let value) = $0 { value } else { 0 } }),
      or: namedSchema.map(
        decode: { parts throws(InvalidValue) in
          try checkNames(of: parts)
          return .parts(parts)
        },
        encode: { if case .parts(let parts) = $0 { parts } else { [] } })
    ).annotated(["description": "Its value, or the names of its parts with what is in these."]).named("SliceContent")
  }

  /// - Throws: ``InvalidValue`` at `children` if some parts have the names of what a slice is made of: whoever writes them means a
  ///   slice of a list, and would get a level that is called "children".
  private static func checkNames(of parts: [SliceSpec]) throws(InvalidValue) {
    let own: Set = ["label", "name", "value", "color", "children"]
    guard parts.allSatisfy({ own.contains($0.label) }),
      let children = parts.first(where: { $0.label == "children" && !$0.children.isEmpty })
    else { return }
    let first = children.children[0]
    let written = "`{\(first.label.excerpt): \(first.value.map { JSON($0).text } ?? "{...}")}`"
    throw InvalidValue(
      "of what is named, the parts stand by their names, without `children`: \(written)", at: .key("children"))
  }

  static let schema: Schema<SliceSpec> = .object("Slice", "One slice of a pie.", initial: SliceSpec()) {
    Property("label", \.label, .name, "The slice's name.").alsoCalled("name")
    Property(
      "value", \.value, .optional(valueSchema), "How much, at least 0. The sum of the children if not given.")
    Property("color", \.color, .optional(Color.schema), "A CSS colour; the next one of the palette if not given.")
    Property(
      "children", \.children, listSchema,
      "Slices within this one's angles, in the ring around it: a list, or `{China: 1411, India: 1438}`.")
  }.validated { slice throws(InvalidValue) in
    guard slice.value == nil, slice.children.isEmpty else { return }
    throw InvalidValue("is required", at: .key("value"), kind: .missing)
  }
}
