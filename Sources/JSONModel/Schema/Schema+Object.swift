public import OrderedCollections

/// One property of an object type.
public struct Property<Root>: Sendable {
  /// Its key in JSON.
  public let name: String
  @usableFromInline let isRequired: Bool
  /// What people write, in lower case, who mean this property or something in it, and where that stands.
  @usableFromInline private(set) var synonyms: [String: String] = [:]
  /// Those who give a list mean this property by these, whatever else the words mean.
  @usableFromInline private(set) var listSynonyms: Set<String> = []
  @usableFromInline let decode: @Sendable (JSON, inout Root) throws(InvalidValue) -> Void
  @usableFromInline let encode: @Sendable (Root) -> JSON
  @usableFromInline let describe: @Sendable (inout SchemaDefinitions, Root) -> JSON
  /// Goes through the property's numbers; what is lost becomes what it is in the other object, with nothing given. `nil` if
  /// there are none.
  @usableFromInline let edit: (@Sendable (inout Root, Root, NumberEdit) -> NumberEditResult)?

  /// Declares a property that is kept in `keyPath`.
  /// - Parameters:
  ///   - name: Its key in JSON.
  ///   - keyPath: Where its value is kept. What the initial value of the object has there is the default.
  ///   - schema: Its type.
  ///   - documentation: What it means, as a phrase or sentences, with units.
  ///   - required: Whether it must be given.
  @inlinable
  public init<Value>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ schema: Schema<Value>,
    _ documentation: String, required: Bool = false
  ) {
    self.name = name
    self.isRequired = required
    self.decode = { json, root throws(InvalidValue) in root[keyPath: keyPath] = try schema.decode(json) }
    self.encode = { schema.encode($0[keyPath: keyPath]) }
    self.describe = { definitions, initial in
      var members: OrderedDictionary<String, JSON> = ["description": .string(documentation)]
      let standard = schema.encode(initial[keyPath: keyPath])
      if !required, !standard.isNull, standard != .array([]), standard != .object([:]) { members["default"] = standard }
      return JSON.object(members).merging(patch: schema.document(in: &definitions))
    }
    self.edit = schema.editing.map { editing in
      { @Sendable root, initial, edit in
        let result = editing(&root[keyPath: keyPath], edit)
        guard result == .lost else { return result }
        root[keyPath: keyPath] = initial[keyPath: keyPath]
        return .changed
      }
    }
  }

  /// Declares a property that always has the same value, such as the `kind` of a spec.
  public init(constant name: String, _ value: String, _ documentation: String) {
    self.name = name
    self.isRequired = true
    self.decode = { json, _ throws(InvalidValue) in
      guard json == .string(value) else { throw InvalidValue(expected: "'\(value)'", got: json) }
    }
    self.encode = { _ in .string(value) }
    self.describe = { _, _ in ["description": .string(documentation), "const": .string(value)] }
    self.edit = nil
  }
}

extension Property {
  /// The same property, suggested to those who call it otherwise.
  public func alsoCalled(_ synonyms: String...) -> Property {
    suggested(for: Dictionary(synonyms.map { ($0, name) }) { $1 })
  }

  /// The same property, suggested to those who call it otherwise and give a list: `label: [a, b]`.
  public func alsoCalledWithLists(_ synonyms: String...) -> Property {
    var copy = self
    copy.listSynonyms.formUnion(synonyms.map { $0.lowercased() })
    return copy
  }

  /// The same property, suggested to those who write a key beside it that stands in it: `values` beside `series`.
  /// - Parameter keys: With the paths at which these stand, from the object on.
  public func suggested(for keys: [String: String]) -> Property {
    var copy = self
    for (key, place) in keys { copy.synonyms[key.lowercased()] = place }
    return copy
  }

  /// The same property of an object that holds this one's object as a part, without a level of its own in JSON.
  public func lifted<Whole>(to part: any WritableKeyPath<Whole, Root> & Sendable) -> Property<Whole> {
    let (decode, encode, describe, edit) = (self.decode, self.encode, self.describe, self.edit)
    var whole = Property<Whole>(
      name: name, isRequired: isRequired,
      decode: { json, whole throws(InvalidValue) in try decode(json, &whole[keyPath: part]) },
      encode: { encode($0[keyPath: part]) },
      describe: { definitions, initial in describe(&definitions, initial[keyPath: part]) },
      edit: edit.map { edit in
        { @Sendable whole, initial, number in edit(&whole[keyPath: part], initial[keyPath: part], number) }
      })
    (whole.synonyms, whole.listSynonyms) = (synonyms, listSynonyms)
    return whole
  }

  private init(
    name: String, isRequired: Bool, decode: @escaping @Sendable (JSON, inout Root) throws(InvalidValue) -> Void,
    encode: @escaping @Sendable (Root) -> JSON, describe: @escaping @Sendable (inout SchemaDefinitions, Root) -> JSON,
    edit: (@Sendable (inout Root, Root, NumberEdit) -> NumberEditResult)?
  ) {
    self.name = name
    self.isRequired = isRequired
    self.decode = decode
    self.encode = encode
    self.describe = describe
    self.edit = edit
  }
}

@resultBuilder
public enum PropertiesBuilder<Root> {
  public static func buildBlock(_ groups: [Property<Root>]...) -> [Property<Root>] { groups.flatMap { $0 } }
  public static func buildExpression(_ property: Property<Root>) -> [Property<Root>] { [property] }
  public static func buildExpression(_ properties: [Property<Root>]) -> [Property<Root>] { properties }
}

extension Schema where Value: Sendable {
  /// An object with declared properties and no others.
  /// - Parameters:
  ///   - name: Its name in JSON Schema and documentation.
  ///   - documentation: What it is, in a sentence.
  ///   - initial: The object with nothing given.
  ///   - properties: Its properties, in the order in which positional parameters are taken.
  @inlinable
  public static func object(
    _ name: String, _ documentation: String, initial: Value,
    @PropertiesBuilder<Value> _ properties: () -> [Property<Value>]
  ) -> Schema {
    let properties = properties()
    let names = properties.map(\.name)
    // What is as it would be if not given is not written.
    let defaults = properties.map { $0.encode(initial) }
    return Schema(
      types: .object, expectation: "an object", propertyNames: names,
      decoding: { json throws(InvalidValue) in try decodeObject(json, initial: initial, properties: properties) },
      encoding: { value in
        var names: [String] = []
        var values: [JSON] = []
        for index in properties.indices {
          let json = properties[index].encode(value)
          guard properties[index].isRequired || json != defaults[index] else { continue }
          names.append(properties[index].name)
          values.append(json)
        }
        // The names of properties are different from each other.
        return .object(OrderedDictionary(uncheckedUniqueKeys: names, values: values))
      },
      describing: { definitions in
        definitions.reference(to: name, for: Value.self) { definitions in
          var members: OrderedDictionary<String, JSON> = [:]
          for property in properties { members[property.name] = property.describe(&definitions, initial) }
          let required = properties.filter(\.isRequired).map { JSON.string($0.name) }
          var document: OrderedDictionary<String, JSON> = [
            "description": .string(documentation), "type": "object", "properties": .object(members),
          ]
          if !required.isEmpty { document["required"] = .array(required) }
          document["additionalProperties"] = false
          return .object(document)
        }
      }, editing: editingObject(initial: initial, edits: properties.compactMap(\.edit)))
  }

  @usableFromInline
  static func editingObject(
    initial: Value, edits: [@Sendable (inout Value, Value, NumberEdit) -> NumberEditResult]
  ) -> NumberEditing? {
    guard !edits.isEmpty else { return nil }
    return { value, number in
      var result = NumberEditResult.kept
      for edit in edits where edit(&value, initial, number) != .kept { result = .changed }
      return result
    }
  }

  @inlinable
  static func decodeObject(
    _ json: JSON, initial: Value, properties: [Property<Value>]
  ) throws(InvalidValue) -> Value {
    var value = initial
    let members = json.objectValue ?? [:]
    var faults = FaultList()
    for (key, member) in members {
      guard let property = properties.first(where: { $0.name == key }) else {
        try faults.add(unknownKey(key, of: member, properties))
        continue
      }
      do {
        try property.decode(member, &value)
      } catch {
        try faults.add(error.prefixed(by: .key(key)))
      }
    }
    for property in properties where property.isRequired && members[property.name] == nil {
      try faults.add(InvalidValue("is required", at: JSONPath([.key(property.name)]), kind: .missing))
    }
    try faults.check()
    return value
  }

  @usableFromInline
  static func unknownKey(_ key: String, of member: JSON, _ properties: [Property<Value>]) -> InvalidValue {
    let word = key.lowercased()
    let ofList = member.arrayValue == nil ? nil : properties.first { $0.listSynonyms.contains(word) }?.name
    return InvalidValue(
      unknownKey: key, among: properties.map(\.name),
      synonym: ofList ?? properties.lazy.compactMap { $0.synonyms[word] }.first)
  }
}

// MARK: - Choices by a key

/// One of the types that an object can be, as one of its members tells.
public struct Choice<Value>: Sendable {
  let tag: String
  let decode: @Sendable (JSON) throws(InvalidValue) -> Value
  /// `nil` for a value that is of another type.
  let encode: @Sendable (Value) -> JSON?
  let describe: @Sendable (inout SchemaDefinitions) -> JSON
  /// `nil` for a value that is of another type.
  let edit: @Sendable (inout Value, NumberEdit) -> NumberEditResult?

  /// - Parameters:
  ///   - tag: The value of the member that stands for this type.
  ///   - schema: The type. It declares the tag among its properties.
  ///   - wrap: The value that stands for one of the type.
  ///   - unwrap: The inverse of it; `nil` if a value is of another type.
  public init<Part>(
    _ tag: String, _ schema: Schema<Part>, wrapping wrap: @escaping @Sendable (Part) -> Value,
    unwrapping unwrap: @escaping @Sendable (Value) -> Part?
  ) {
    self.tag = tag
    decode = { json throws(InvalidValue) in wrap(try schema.decode(json)) }
    encode = { unwrap($0).map(schema.encode) }
    describe = schema.describing
    edit = { value, number in
      guard var part = unwrap(value) else { return nil }
      let result = schema.editing?(&part, number) ?? .kept
      if result == .changed { value = wrap(part) }
      return result
    }
  }

  /// - Parameters:
  ///   - tag: The value of the member that stands for this type.
  ///   - schema: The type. It declares the tag among its properties.
  ///   - matches: Whether a value is of this type.
  public init(_ tag: String, _ schema: Schema<Value>, matches: @escaping @Sendable (Value) -> Bool) {
    self.init(tag, schema, wrapping: { $0 }, unwrapping: { matches($0) ? $0 : nil })
  }
}

extension Schema where Value: Sendable {
  /// An object whose member `key` says which of several types it is.
  /// - Parameter hints: What to write instead of words, in lower case, that stand for no type: `area` for a line with an area.
  public static func choice(
    by key: String, _ choices: [Choice<Value>], hints: [String: String] = [:]
  ) -> Schema {
    let tags = choices.map(\.tag)
    let expectation = tags.count == 1 ? "'\(tags.joined())'" : "one of \(tags.joined(separator: ", "))"
    return Schema(
      types: .object, expectation: "an object with '\(key)'",
      decoding: { json throws(InvalidValue) in
        let place = JSONPath([.key(key)])
        guard let tag = json[key] else {
          let meant = tags.first { json[$0] != nil }.map { "; did you mean '\(key): \($0)'?" } ?? ""
          throw InvalidValue("is required: \(expectation)\(meant)", at: place, kind: .missing)
        }
        guard let choice = choices.first(where: { tag == .string($0.tag) }) else {
          var fault = InvalidValue(expected: expectation, got: tag)
          fault.path = place
          if let hint = tag.stringValue.flatMap({ hints[$0.lowercased()] }) {
            fault.reason += "; write \(hint)"
          } else {
            fault.suggestion = tag.stringValue.flatMap { nearestWord(to: $0, among: tags) }
          }
          throw fault
        }
        return try choice.decode(json)
      },
      encoding: { value in choices.lazy.compactMap { $0.encode(value) }.first ?? .null },
      describing: { definitions in
        let documents = choices.map { $0.describe(&definitions) }
        return documents.count == 1 ? documents[0] : ["oneOf": .array(documents)]
      },
      editing: { value, number in
        for choice in choices { if let result = choice.edit(&value, number) { return result } }
        return .kept
      })
  }
}
