public import OrderedCollections

extension Schema {
  /// A list of values.
  @inlinable
  public static func array<Element: Sendable>(
    of element: Schema<Element>, minItems: Int = 0, maxItems: Int = .max
  ) -> Schema where Value == [Element] {
    let expectation =
      minItems == 0 ? "a list" : minItems == maxItems ? "a list of \(minItems)" : "a list of at least \(minItems)"
    return Schema(
      types: .array, expectation: expectation,
      decoding: { json throws(InvalidValue) in
        guard case .array(let elements) = json, elements.count >= minItems else {
          throw InvalidValue(expected: expectation, got: json)
        }
        guard elements.count <= maxItems else {
          throw InvalidValue(
            expected: minItems == maxItems ? expectation : "a list of at most \(maxItems)", got: json)
        }
        var values: [Element] = []
        values.reserveCapacity(elements.count)
        var faults = FaultList()
        for (index, item) in elements.enumerated() {
          do throws(InvalidValue) {
            values.append(try element.decode(item, at: .index(index)))
          } catch {
            try faults.add(error)
          }
        }
        try faults.check()
        return values
      },
      encoding: { .array($0.map(element.encode)) },
      describing: { definitions in
        var members: OrderedDictionary<String, JSON> = [
          "type": "array", "items": element.document(in: &definitions),
        ]
        if minItems > 0 { members["minItems"] = .integer(minItems) }
        if maxItems < .max { members["maxItems"] = .integer(maxItems) }
        return .object(members)
      },
      editing: element.editing.map { editing in
        { @Sendable values, number in editElements(of: &values) { editing(&$0, number) } }
      })
  }

  /// An object whose keys are free and whose values are all of one type.
  /// - Parameter names: Keys that it has not, since they say something else.
  public static func dictionary<Element: Sendable>(
    of element: Schema<Element>, except names: [String] = []
  ) -> Schema where Value == OrderedDictionary<String, Element> {
    Schema(
      types: .object, expectation: "an object",
      decoding: { json throws(InvalidValue) in
        var values: OrderedDictionary<String, Element> = [:]
        var faults = FaultList()
        for (key, item) in json.objectValue ?? [:] {
          do throws(InvalidValue) {
            guard !names.contains(key) else { throw InvalidValue("can be no name here", at: .key(key)) }
            values[key] = try element.decode(item, at: .key(key))
          } catch {
            try faults.add(error)
          }
        }
        try faults.check()
        return values
      },
      encoding: { .object($0.mapValues(element.encode)) },
      describing: { definitions in
        var members: OrderedDictionary<String, JSON> = [
          "type": "object", "additionalProperties": element.document(in: &definitions),
        ]
        if !names.isEmpty { members["propertyNames"] = ["not": ["enum": .array(names.map { .string($0) })]] }
        return .object(members)
      },
      editing: element.editing.map { editing in
        { @Sendable values, number in
          var pairs = Array(values)
          let result = editElements(of: &pairs) { editing(&$0.value, number) }
          if result == .changed { values = OrderedDictionary(uniqueKeysWithValues: pairs) }
          return result
        }
      })
  }

  /// A value that may be absent: `null` stands for `nil`.
  @inlinable
  public static func optional<Wrapped: Sendable>(_ wrapped: Schema<Wrapped>) -> Schema where Value == Wrapped? {
    Schema(
      types: wrapped.types.union(.null), expectation: wrapped.expectation, isText: wrapped.isText,
      decoding: { json throws(InvalidValue) in
        if json.isNull { return nil }
        return try wrapped.decode(json)
      },
      encoding: { $0.map(wrapped.encode) ?? .null },
      describing: { definitions in wrapped.document(in: &definitions).allowingNull },
      editing: wrapped.editing.map { editing in
        { @Sendable value, number in
          guard var wrapped = value else { return .kept }
          let result = editing(&wrapped, number)
          guard result != .kept else { return .kept }
          value = result == .lost ? nil : wrapped
          return .changed
        }
      })
  }

  /// The same JSON, seen as another type.
  /// - Parameters:
  ///   - expectation: What a value must be, to follow "expected", where it differs from the underlying type's.
  ///   - decode: Turns the underlying value into the new one.
  ///   - encode: The inverse of it.
  public func map<Other>(
    expectation: String? = nil,
    decode: @escaping @Sendable (Value) throws(InvalidValue) -> Other,
    encode: @escaping @Sendable (Other) -> Value
  ) -> Schema<Other> {
    let decoding = self.decoding
    let encoding = self.encoding
    let editing: Schema<Other>.NumberEditing? = self.editing.map { editing in
      { @Sendable other, number in
        var value = encode(other)
        let result = editing(&value, number)
        guard result == .changed else { return result }
        guard let changed = try? decode(value) else { return .lost }
        other = changed
        return .changed
      }
    }
    return Schema<Other>(
      types: types, expectation: expectation ?? self.expectation, isText: expectation == nil && isText,
      propertyNames: propertyNames,
      decoding: { json throws(InvalidValue) in try decode(try decoding(json)) },
      encoding: { encoding(encode($0)) }, describing: describing, editing: editing)
  }

  /// The type described with other words or examples: members of `annotations` are added to the JSON Schema.
  public func annotated(_ annotations: JSON) -> Schema {
    let describing = self.describing
    return Schema(
      types: types, expectation: expectation, isText: isText, propertyNames: propertyNames, decoding: decoding,
      encoding: encoding,
      describing: { definitions in describing(&definitions).merging(patch: annotations) }, editing: editing)
  }

  /// The type under a name of its own, by which descriptions refer to it: so one may contain itself that is no object.
  public func named(_ name: String) -> Schema {
    let describing = self.describing
    return Schema(
      types: types, expectation: expectation, isText: isText, propertyNames: propertyNames, decoding: decoding,
      encoding: encoding,
      describing: { definitions in definitions.reference(to: name, for: Value.self, describing) }, editing: editing)
  }

  /// Either of two types of JSON that stand for the same type of value, such as `100` and `"40%"` for a length.
  ///
  /// Which one is meant is told by the JSON's type alone, so that an error speaks of the one that was meant. The first
  /// is tried if both could be; values are written as `encode` says, or as the first. The bounds of numbers are the first's,
  /// unless `encode` says that a value may be of either: then ``editingNumbers(_:)`` has to say what its numbers are.
  public static func either(
    _ first: Schema, or second: Schema, encode: (@Sendable (Value) -> JSON)? = nil
  ) -> Schema {
    Schema(
      types: first.types.union(second.types), expectation: "\(first.expectation) or \(second.expectation)",
      isText: first.isText, propertyNames: first.propertyNames,
      decoding: { json throws(InvalidValue) in
        try first.types.contains(json.type) ? first.decode(json) : second.decode(json)
      },
      encoding: encode ?? first.encoding,
      describing: { definitions in
        let alternatives: [JSON] = [first.document(in: &definitions), second.document(in: &definitions)]
        return ["anyOf": .array(alternatives)]
      }, editing: encode == nil ? first.editing : nil)
  }

  /// Either of two types of one type of JSON, told by what is in it. Values are written as the first.
  /// - Parameter isSecond: Whether a value is of the second type.
  public static func either(
    _ first: Schema, or second: Schema, where isSecond: @escaping @Sendable (JSON) -> Bool
  ) -> Schema {
    Schema(
      types: first.types.union(second.types), expectation: first.expectation, propertyNames: first.propertyNames,
      decoding: { json throws(InvalidValue) in try isSecond(json) ? second.decode(json) : first.decode(json) },
      encoding: first.encoding,
      describing: { definitions in
        let alternatives: [JSON] = [first.document(in: &definitions), second.document(in: &definitions)]
        return ["anyOf": .array(alternatives)]
      }, editing: first.editing)
  }

  /// One property of an object, where the rest is as it is in `initial`: what ``either(_:or:encode:)`` takes beside the
  /// object, so that `legend: right` says the same as `legend: {position: right}`.
  public static func only<Part>(
    _ path: any WritableKeyPath<Value, Part> & Sendable, _ part: Schema<Part>, of initial: Value
  ) -> Schema where Value: Sendable {
    part.map(
      decode: { part throws(InvalidValue) in
        var value = initial
        value[keyPath: path] = part
        return value
      },
      encode: { $0[keyPath: path] })
  }

  /// A type that is looked up only when it is needed, and once, so that a type may contain itself.
  ///
  /// The property that declares such a type has to name it (`static let schema: Schema<Node> = .object(…)`), or the
  /// compiler goes round in circles.
  public static func deferred(
    expectation: String, _ schema: @escaping @Sendable () -> Schema
  ) -> Schema {
    let schema = Lazy(schema)
    return Schema(
      types: .any, expectation: expectation,
      decoding: { json throws(InvalidValue) in try schema.value.decode(json) },
      encoding: { schema.value.encode($0) },
      describing: { definitions in schema.value.document(in: &definitions) },
      editing: { value, number in schema.value.editing?(&value, number) ?? .kept })
  }
}

extension Schema {
  /// The type with a check of what its parts don't say alone.
  public func validated(_ check: @escaping @Sendable (Value) throws(InvalidValue) -> Void) -> Schema {
    let decoding = self.decoding
    return Schema(
      types: types, expectation: expectation, propertyNames: propertyNames,
      decoding: { json throws(InvalidValue) in
        let value = try decoding(json)
        try check(value)
        return value
      },
      encoding: encoding, describing: describing, editing: editing)
  }

  /// The type with more said of what is none of it and near nothing that is: what to write instead. Who makes that one mistake is
  /// told it once, at the first place that shows it.
  public func hinting(_ hint: @escaping @Sendable (JSON) -> String?) -> Schema {
    Schema(
      // Also what is of another type comes here, to be told of.
      types: .any, expectation: expectation, isText: isText, propertyNames: propertyNames,
      decoding: { json throws(InvalidValue) in
        do throws(InvalidValue) {
          return try decode(json)
        } catch {
          guard error.suggestion == nil, let hint = hint(json) else { throw error }
          throw InvalidValue("\(error.reason); \(hint)", at: error.path, kind: error.kind)
        }
      },
      encoding: encoding, describing: describing, editing: editing)
  }

  /// The type with a check that may find several faults, of which all are told.
  package func validated(
    _ check: @escaping @Sendable (Value, inout FaultList) throws(InvalidValue) -> Void
  ) -> Schema {
    validated { value throws(InvalidValue) in
      var faults = FaultList()
      try check(value, &faults)
      try faults.check()
    }
  }
}

extension JSON {
  /// A JSON Schema that allows `null` besides what this one allows.
  @usableFromInline var allowingNull: JSON {
    guard case .object(var members) = self, case .string(let type)? = members["type"] else {
      return ["anyOf": [self, ["type": "null"]]]
    }
    members["type"] = [.string(type), "null"]
    if case .array(let words)? = members["enum"] { members["enum"] = .array(words + [.null]) }
    return .object(members)
  }
}
