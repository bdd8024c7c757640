import ChartModel
import JSONModel
import OrderedCollections

extension SchemaReader {
  /// The keys that objects of these types have, in the order of their declaration.
  static func keys(of schemas: [JSON]) -> [String] {
    var keys: OrderedSet<String> = []
    for schema in schemas { keys.formUnion(schema["properties"]?.objectValue?.keys.elements ?? []) }
    return keys.elements
  }

  /// The words that a value of these types can be, as they are written.
  static func words(of schemas: [JSON]) -> [String] {
    var words: OrderedSet<String> = []
    for schema in schemas {
      for value in (schema["enum"]?.arrayValue ?? []) + (schema["const"].map { [$0] } ?? []) {
        if !value.isNull { words.append(value.stringValue ?? value.text) }
      }
      if types(of: schema).contains("boolean") { words.formUnion(["true", "false"]) }
      if schema["format"] == "color" { words.formUnion(ColorWords.all) }
    }
    return words.elements
  }

  /// The JSON types that a schema allows; empty if all.
  static func types(of schema: JSON) -> [String] {
    switch schema["type"] {
    case .string(let type): [type]
    case .array(let types): types.compactMap(\.stringValue)
    default: schema["const"]?.stringValue != nil ? ["string"] : []
    }
  }

  /// The type in words: `number of at least 0`, `one of light, dark`, `list of Slice`.
  func description(of schemas: [JSON]) -> String {
    var phrases: OrderedSet<String> = []
    for schema in schemas { phrases.append(phrase(for: schema)) }
    return phrases.joined(separator: ", or ")
  }

  private func phrase(for schema: JSON) -> String {
    let words = SchemaReader.words(of: [schema])
    if schema["format"] == "color" { return "colour" }
    if let format = ColumnFormat(schema) { return format == .formula ? "formula" : "column" }
    if schema["const"] != nil || schema["enum"] != nil {
      return words.count == 1 ? words[0] : "one of \(words.joined(separator: ", "))"
    }
    if schema["pattern"]?.stringValue?.contains("%") == true { return "percentage" }
    let types = SchemaReader.types(of: schema)
    guard !types.isEmpty else { return "anything" }
    return types.map { type in
      switch type {
      case "array":
        let items = schema["items"].map { description(of: alternatives($0)) } ?? "anything"
        return "list (\(items))"
      case "number", "integer":
        let noun = type == "number" ? "number" : "whole number"
        var bounds: [String] = []
        if let bound = schema["minimum"] { bounds.append("at least \(bound.text)") }
        if let bound = schema["exclusiveMinimum"] { bounds.append("above \(bound.text)") }
        if let bound = schema["maximum"] { bounds.append("at most \(bound.text)") }
        if let bound = schema["exclusiveMaximum"] { bounds.append("below \(bound.text)") }
        return bounds.isEmpty ? noun : "\(noun), \(bounds.joined(separator: ", "))"
      case "object":
        let keys = SchemaReader.keys(of: [schema])
        return keys.isEmpty ? "object" : "object with \(keys.joined(separator: ", "))"
      case "boolean": return "true or false"
      case "string": return "text"
      default: return type
      }
    }.joined(separator: " or ")
  }
}

/// The colours that completion offers: the basic ones of CSS, which everybody knows. All others are understood too.
enum ColorWords {
  static let all = [
    "aqua", "black", "blue", "fuchsia", "gray", "green", "lime", "maroon", "navy", "olive", "orange", "purple", "red",
    "silver", "teal", "transparent", "white", "yellow",
  ]
}
