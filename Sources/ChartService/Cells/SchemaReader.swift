import JSONModel
import JSONRPC
import OrderedCollections

/// Finds in a JSON Schema what can stand at a place: completion, inspection and commands ask it, so that they say what
/// the declarations say.
struct SchemaReader: Sendable {
  let root: JSON

  init(_ root: JSON) { self.root = root }

  /// The parameters of a method together.
  init(parametersOf method: Method<ServiceContext>) {
    var definitions = SchemaDefinitions(prefix: "#/$defs/")
    let document = method.paramsDocument(in: &definitions)
    self.root = JSON.object(["$defs": .object(definitions.schemas)]).merging(patch: document)
  }

  /// The schemas at a place; several where alternatives are allowed. Each keeps the description that its property has.
  /// - Parameter scalars: The texts of the members of the objects on the way, from the root on: of several types of
  ///   object the one is meant whose constants they have.
  func schemas(at path: [JSONPath.Component], scalars: [[String: String]] = []) -> [JSON] {
    var current = alternatives(root)
    for (depth, component) in path.enumerated() {
      let known = scalars.indices.contains(depth) ? scalars[depth] : [:]
      current = narrowed(current, by: known).flatMap { children(of: $0, component) }
    }
    return narrowed(current, by: scalars.indices.contains(path.count) ? scalars[path.count] : [:])
  }

  private func children(of schema: JSON, _ component: JSONPath.Component) -> [JSON] {
    switch component {
    case .key(let key):
      if let property = schema["properties"]?[key] { return alternatives(property) }
      guard let additional = schema["additionalProperties"], additional.objectValue != nil else { return [] }
      return alternatives(additional)
    case .index:
      return schema["items"].map { alternatives($0) } ?? []
    }
  }

  /// What a schema stands for once references are followed and choices are taken apart.
  private func alternatives(_ schema: JSON, depth: Int = 0) -> [JSON] {
    guard depth < 16, var members = schema.objectValue else { return [] }
    if let reference = members.removeValue(forKey: "$ref")?.stringValue {
      guard reference.hasPrefix("#/$defs/"), let target = root["$defs"]?[String(reference.dropFirst(8))] else { return [] }
      return alternatives(target.merging(patch: .object(members)), depth: depth + 1)
    }
    for key in ["anyOf", "oneOf"] {
      guard let choices = members.removeValue(forKey: key)?.arrayValue else { continue }
      return choices.flatMap { alternatives($0.merging(patch: .object(members)), depth: depth + 1) }
    }
    return [schema]
  }

  private func narrowed(_ schemas: [JSON], by scalars: [String: String]) -> [JSON] {
    guard schemas.count > 1, !scalars.isEmpty else { return schemas }
    let fitting = schemas.filter { schema in
      scalars.allSatisfy { key, text in
        guard let constant = schema["properties"]?[key]?["const"] else { return true }
        return constant == .string(text)
      }
    }
    return fitting.isEmpty ? schemas : fitting
  }

  // MARK: - Reading a schema

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
