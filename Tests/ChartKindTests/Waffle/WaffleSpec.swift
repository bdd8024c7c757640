import ChartModel
import JSONModel

/// A waffle: a hundred squares, ten by ten, shared out among parts of a whole.
///
/// The kind that docs/adding-a-kind.md is about. It is declared nowhere but here, as one of somebody else's package would be.
struct WaffleSpec: Hashable {
  struct Part: Hashable {
    var label = ""
    var value = 0.0
    var color: Color?

    static let schema = Schema.object("WafflePart", "A part of the whole.", initial: Part()) {
      Property("label", \.label, .string(), "What it is called.", required: true)
      Property("value", \.value, .number(min: 0), "How much of the whole it is.", required: true)
      Property("color", \.color, .optional(Color.schema), "The palette's next if not given.")
    }
  }

  var common = CommonSpec()
  var parts: [Part] = []
  /// The space between squares as a share of their size.
  var gap = 0.1

  static let schema = Schema.object("Waffle", "A hundred squares, shared out among parts.", initial: WaffleSpec()) {
    Property<WaffleSpec>(constant: "kind", "waffle", "What kind of chart it is.")
    CommonSpec.properties(in: \WaffleSpec.common)
    Property("parts", \.parts, .array(of: Part.schema, maxItems: 100), "The parts, from the top row on.")
    Property("gap", \.gap, .number(min: 0, max: 0.5), "The space between squares as a share of their size.")
  }
}

extension WaffleSpec: KindSpec {
  var kindName: String { "waffle" }
  var legendLabels: [String] { parts.map(\.label) }

  /// A part by its index.
  func path(of mark: MarkAddress) throws(InvalidValue) -> [Int]? {
    if mark.path != nil { throw InvalidValue("a waffle's parts lie side by side: give `index`", at: .key("path")) }
    switch mark.index {
    case .null: return nil
    case .missing: throw InvalidValue("is required: the index of a part", at: .key("index"))
    case .at(let index):
      guard parts.indices.contains(index) else {
        throw InvalidValue("expected an index from 0 to \(parts.count - 1), got \(index)", at: .key("index"))
      }
      return [index]
    }
  }

  func address(of path: [Int]) -> MarkAddress { MarkAddress(index: .at(path[0]), series: 0) }

  func check(selection path: [Int]) throws(InvalidValue) {
    guard path.count == 1, parts.indices.contains(path[0]) else { throw InvalidValue("expected the index of a part") }
  }
}

extension ChartKindDeclaration {
  static let waffle = ChartKindDeclaration("waffle", WaffleSpec.schema)
}
