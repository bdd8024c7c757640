import OrderedCollections

/// One of the keys that an object can have as its only one, and what stands under it.
public struct KeyChoice<Value>: Sendable {
  let key: String
  let decode: @Sendable (JSON) throws(InvalidValue) -> Value
  /// `nil` for a value of another key.
  let encode: @Sendable (Value) -> JSON?
  let describe: @Sendable (inout SchemaDefinitions) -> JSON
  /// `nil` for a value of another key.
  let edit: @Sendable (inout Value, NumberEdit) -> NumberEditResult?

  /// - Parameters:
  ///   - schema: The type of what stands under the key.
  ///   - documentation: What it means, as a phrase or sentences.
  ///   - wrap: The value that stands for it.
  ///   - unwrap: The inverse; `nil` if a value is of another key.
  public init<Part>(
    _ key: String, _ schema: Schema<Part>, _ documentation: String,
    wrapping wrap: @escaping @Sendable (Part) -> Value, unwrapping unwrap: @escaping @Sendable (Value) -> Part?
  ) {
    self.key = key
    decode = { json throws(InvalidValue) in wrap(try schema.decode(json, at: .key(key))) }
    encode = { unwrap($0).map(schema.encode) }
    describe = { definitions in
      JSON.object(["description": .string(documentation)]).merging(patch: schema.document(in: &definitions))
    }
    edit = { value, number in
      guard var part = unwrap(value) else { return nil }
      let result = schema.editing?(&part, number) ?? .kept
      if result == .changed { value = wrap(part) }
      return result
    }
  }
}

extension Schema where Value: Sendable {
  /// An object with exactly one key, which says what stands under it: `{filter: …}`, `{sort: …}`.
  /// - Parameters:
  ///   - name: Its name in JSON Schema and documentation.
  ///   - documentation: What it is, in a sentence.
  public static func oneKey(_ name: String, _ documentation: String, _ choices: [KeyChoice<Value>]) -> Schema {
    Schema(
      types: .object, expectation: "an object with one key", propertyNames: choices.map(\.key),
      decoding: { json throws(InvalidValue) in
        let keys = json.objectValue?.keys.elements ?? []
        var faults = FaultList()
        for key in keys where !choices.contains(where: { $0.key == key }) {
          try faults.add(InvalidValue(unknownKey: key, among: choices.map(\.key)))
        }
        try faults.check()
        guard let first = keys.first, let choice = choices.first(where: { $0.key == first }) else {
          let words = choices.prefix(2).map { "`\($0.key)`" }.joined(separator: " or ")
          throw InvalidValue("expected a key that says what it is, such as \(words)", kind: .missing)
        }
        if keys.count > 1 {
          throw InvalidValue(
            "has one key each: give `\(keys[1])` an object of its own, beside that of `\(first)`", at: .key(keys[1]))
        }
        return try choice.decode(json[first] ?? .null)
      },
      encoding: { value in
        for choice in choices { if let part = choice.encode(value) { return .object([choice.key: part]) } }
        return .null
      },
      describing: { definitions in
        definitions.reference(to: name, for: Value.self) { definitions in
          let alternatives = choices.map { choice in
            JSON.object([
              "type": "object", "properties": .object([choice.key: choice.describe(&definitions)]),
              "required": [.string(choice.key)], "additionalProperties": false,
            ])
          }
          return ["description": .string(documentation), "oneOf": .array(alternatives)]
        }
      },
      editing: { value, number in
        for choice in choices { if let result = choice.edit(&value, number) { return result } }
        return .kept
      })
  }
}
