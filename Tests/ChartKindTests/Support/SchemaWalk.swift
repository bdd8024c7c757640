import JSONModel
import OrderedCollections

/// A way through a JSON Schema: makes an instance in which everything is given, and finds the numbers with bounds in one.
struct SchemaWalk {
  let definitions: OrderedDictionary<String, JSON>
  /// Properties, as `Type.property`, that can't be given together with others.
  let omitted: Set<String>

  /// A number that has bounds.
  struct BoundedNumber {
    /// The named type and the property that it is in: `Pie.hole`.
    let name: String
    let schema: JSON
    /// What the instance says, or else the default.
    let value: Double?
    let isWritten: Bool

    func bound(_ key: String) -> Double? { schema[key]?.doubleValue }
    var isWithin: Bool {
      guard let value else { return true }
      return bound("minimum").map { value >= $0 } ?? true && bound("maximum").map { value <= $0 } ?? true
        && bound("exclusiveMinimum").map { value > $0 } ?? true && bound("exclusiveMaximum").map { value < $0 } ?? true
    }
  }

  private static let bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]

  // MARK: - Instances

  /// - Returns: `nil` where types would contain themselves for ever.
  func instance(of schema: JSON, in type: String = "", depth: Int = 0) -> JSON? {
    if let name = name(in: schema) {
      return depth < 8 ? instance(of: definitions[name] ?? [:], in: name, depth: depth + 1) : nil
    }
    if let constant = schema["const"] { return constant }
    if let first = schema["enum"]?[0] { return first }
    if let first = schema["anyOf"]?[0] ?? schema["oneOf"]?[0] { return instance(of: first, in: type, depth: depth) }
    switch schema["type"]?.stringValue ?? schema["type"]?[0]?.stringValue {
    case "boolean": return true
    case "integer", "number": return number(in: schema)
    case "string": return "#123456"
    case "array":
      guard let items = schema["items"] else { return [] }
      let named = name(in: items).flatMap { definitions[$0] } ?? items
      let choices = named["oneOf"]?.arrayValue ?? [items]
      return .array(choices.compactMap { instance(of: $0, in: type, depth: depth + 1) })
    case "object":
      var members: OrderedDictionary<String, JSON> = [:]
      for (key, property) in schema["properties"]?.objectValue ?? [:] where !omitted.contains("\(type).\(key)") {
        members[key] = instance(of: property, in: type, depth: depth)
      }
      return .object(members)
    default: return nil
    }
  }

  private func number(in schema: JSON) -> JSON {
    let least = schema["minimum"]?.doubleValue ?? schema["exclusiveMinimum"]?.doubleValue ?? 0
    let greatest = schema["maximum"]?.doubleValue ?? schema["exclusiveMaximum"]?.doubleValue ?? least + 8
    let middle = least + (greatest - least) * 0.375
    return schema["type"] == "integer" || schema["type"]?[0] == "integer"
      ? .integer(Int(middle.rounded(.up))) : .number(middle)
  }

  /// The named type that a schema refers to.
  func name(in schema: JSON) -> String? {
    schema["$ref"]?.stringValue.flatMap { $0.split(separator: "/").last.map(String.init) }
  }

  // MARK: - Numbers

  /// The numbers with bounds that an instance has, or would have if all its properties were written.
  func numbers(of schema: JSON, in instance: JSON?, at name: String = "", depth: Int = 0) -> [BoundedNumber] {
    if let type = self.name(in: schema) {
      guard depth < 12, let definition = definitions[type] else { return [] }
      return numbers(of: definition, in: instance, at: type, depth: depth + 1)
    }
    if let choices = schema["oneOf"]?.arrayValue {
      return choices.filter { isOf($0, instance) }.flatMap { numbers(of: $0, in: instance, at: name, depth: depth) }
    }
    if let first = schema["anyOf"]?[0] { return numbers(of: first, in: instance, at: name, depth: depth) }
    if SchemaWalk.bounds.contains(where: { schema[$0] != nil }) {
      let value = instance ?? schema["default"]
      return [BoundedNumber(name: name, schema: schema, value: value?.doubleValue, isWritten: instance != nil)]
    }
    if let items = schema["items"] {
      return (instance?.arrayValue ?? []).flatMap { numbers(of: items, in: $0, at: name, depth: depth + 1) }
    }
    return (schema["properties"]?.objectValue ?? [:]).flatMap { key, property in
      let type = name.split(separator: ".").first.map(String.init) ?? name
      let place = "\(type).\(key)"
      return omitted.contains(place) ? [] : numbers(of: property, in: instance?[key], at: place, depth: depth)
    }
  }

  /// Whether an instance is of one of several types, by the member that tells them apart.
  private func isOf(_ schema: JSON, _ instance: JSON?) -> Bool {
    let properties = (name(in: schema).flatMap { definitions[$0] } ?? schema)["properties"]
    // One of those that are told apart by their only key.
    if let keys = properties?.objectValue?.keys, keys.count == 1, let key = keys.first { return instance?[key] != nil }
    return ["kind", "type"].contains { key in
      properties?[key]?["const"].map { $0 == instance?[key] } ?? false
    }
  }
}
