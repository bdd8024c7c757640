import CellModel
import ChartModel
import JSONModel
import OrderedCollections
import ServiceTestSupport
import Testing

@testable import ChartCells

/// Every place of the schema at which a column is named.
@Suite("Columns in the JSON Schema")
struct ColumnFormatTests {
  private static let schema = ChartKinds.standard.jsonSchema

  /// Where texts in a schema are, possibly in lists or choices, but not in objects.
  private static func texts(_ schema: JSON) -> [JSON] {
    let choices = (schema["anyOf"]?.arrayValue ?? []) + (schema["oneOf"]?.arrayValue ?? [])
    let types = SchemaReader.types(of: schema)
    return choices.flatMap(texts) + (schema["items"].map(texts) ?? []) + (types.contains("string") ? [schema] : [])
  }

  /// All properties with their owners.
  private static func properties(_ schema: JSON, _ owner: String) -> [(owner: String, name: String, schema: JSON)] {
    switch schema {
    case .object(let members):
      let own = (members["properties"]?.objectValue ?? [:]).map { (owner, $0.key, $0.value) }
      return own + members.flatMap { properties($0.value, owner) }
    case .array(let items): return items.flatMap { properties($0, owner) }
    default: return []
    }
  }

  private static let all = (schema["$defs"]?.objectValue ?? [:]).flatMap { properties($0.value, $0.key) }

  @Test("Whatever is called a column, or said to be one, is marked as one")
  func marked() {
    var count = 0
    for (owner, name, schema) in ColumnFormatTests.all {
      let description = schema["description"]?.stringValue ?? ""
      let isCalled = ["column", "columns", "by"].contains(name)
      let isSaid =
        [
          "The column of", "the column whose", "The column whose", "columns of the levels", "name of a column",
          "names of columns",
        ]
        .contains { description.contains($0) } && !description.contains("that gets")
      guard isCalled || isSaid, name != "as", schema["enum"] == nil else { continue }
      for text in ColumnFormatTests.texts(schema) where text["enum"] == nil {
        // Lists of what is measured, and of entries by their names, are no columns.
        guard text["minLength"] != nil || owner == "Data" else { continue }
        #expect(ColumnFormat(text) == .column, "\(owner).\(name): \(text.text)")
        count += 1
      }
    }
    #expect(count > 60)
  }

  @Test("What gets a new column is not")
  func new() {
    for (owner, name, schema) in ColumnFormatTests.all where name == "as" || name == "equation" || name == "r2" {
      #expect(ColumnFormatTests.texts(schema).allSatisfy { ColumnFormat($0) == nil }, "\(owner).\(name)")
    }
  }

  /// The places of a kind at which columns are named, as texts up to there.
  private static func places(of kind: String) -> [(path: [JSONPath.Component], format: ColumnFormat)] {
    let reader = SchemaReader(schema)
    var found: [(path: [JSONPath.Component], format: ColumnFormat)] = []
    func visit(_ schemas: [JSON], _ path: [JSONPath.Component]) {
      for format in Set(schemas.compactMap { ColumnFormat($0) }) { found.append((path, format)) }
      guard path.count < 7, path.last != .key("charts"), path.last != .key("children") else { return }
      for key in SchemaReader.keys(of: schemas) where !(path.isEmpty && key == "kind") {
        let below = schemas.compactMap { $0["properties"]?[key] }.flatMap { reader.alternatives($0) }
        visit(below, path + [.key(key)])
      }
      let items = schemas.compactMap { $0["items"] }.flatMap { reader.alternatives($0) }
      if !items.isEmpty { visit(items, path + [.index(0)]) }
      let named = schemas.compactMap { $0["additionalProperties"] }.flatMap { reader.alternatives($0) }
      if !named.isEmpty, path.first != .key("data") || path.contains(.key("transform")) {
        visit(named, path + [.key("made")])
      }
    }
    visit(reader.schemas(at: [], scalars: [["kind": kind]]), [])
    return found
  }

  private static let kinds = SchemaReader.words(of: SchemaReader(schema).schemas(at: [.key("kind")]))

  @Test("Wherever the schema is marked the columns of the table are offered", arguments: ColumnFormatTests.kinds)
  func offered(kind: String) {
    let fixture = CellFixture()
    let places = ColumnFormatTests.places(of: kind)
    #expect(places.count > 20 || ["gauge", "layout"].contains(kind), "\(kind) has \(places.count)")
    for (path, format) in places {
      let table = "\"columns\": {\"größe\": [1], \"b c\": [2]}"
      var text = "{\"kind\": \"\(kind)\", " + (path.first == .key("data") ? "" : "\"data\": {\(table)}, ")
      for (depth, component) in path.enumerated() {
        let isInList = if case .index = component { true } else { false }
        if isInList {
          text += "["
        } else if case .key(let key) = component {
          text += depth == 0 ? "" : "{"
          if depth == 1, path[0] == .key("data") { text += table + ", " }
          text += "\"\(key)\": "
        }
      }
      let matches = fixture.complete(text + "\"|").matches
      let wanted = format == .formula ? ["größe", "`b c`"] : ["größe", "b c"]
      for name in wanted { #expect(matches.contains(name), "\(text): \(matches)") }
      if format == .sortColumn { #expect(matches.contains("-b c"), "\(text)") }
    }
  }
}
