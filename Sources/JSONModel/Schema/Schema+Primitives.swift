// MARK: - Values without structure

extension Schema where Value == JSON {
  /// Any JSON value, kept as it is.
  public static func json(_ documentation: String? = nil) -> Schema {
    Schema(
      types: .any, expectation: "a value", decoding: { $0 }, encoding: { $0 },
      describing: { _ in documentation.map { ["description": .string($0)] } ?? [:] })
  }

  /// Any JSON object, kept as it is.
  public static func anyObject() -> Schema {
    Schema(
      types: .object, expectation: "an object", decoding: { $0 }, encoding: { $0 },
      describing: { _ in ["type": "object"] })
  }
}

extension Schema where Value == Bool {
  public static func bool() -> Schema {
    Schema(
      types: .bool, expectation: "true or false",
      decoding: { json throws(InvalidValue) in
        guard case .bool(let value) = json else { throw InvalidValue(expected: "true or false", got: json) }
        return value
      },
      encoding: { .bool($0) }, describing: { _ in ["type": "boolean"] })
  }
}

extension Schema where Value == String {
  /// A string of at least `minLength` characters (Unicode scalars, as JSON Schema counts).
  public static func string(minLength: Int = 0) -> Schema {
    let expectation =
      minLength > 1
      ? "a string of at least \(minLength) characters"
      : minLength > 0 ? "a string that is not empty" : "a string"
    return Schema(
      types: .string, expectation: expectation, isText: true,
      decoding: { json throws(InvalidValue) in
        guard case .string(let value) = json, minLength == 0 || value.unicodeScalars.count >= minLength else {
          throw InvalidValue(expected: expectation, got: json)
        }
        return value
      },
      encoding: { .string($0) },
      describing: { _ in minLength > 0 ? ["type": "string", "minLength": .integer(minLength)] : ["type": "string"] })
  }
}

extension Schema where Value == Double {
  /// A finite number within the bounds.
  /// - Parameters:
  ///   - min: The least value allowed.
  ///   - above: A bound that itself is not allowed.
  ///   - max: The greatest value allowed.
  ///   - below: A bound that itself is not allowed.
  public static func number(
    min: Double? = nil, above: Double? = nil, max: Double? = nil, below: Double? = nil
  ) -> Schema {
    let bounds = NumberBounds(min: min, above: above, max: max, below: below)
    let expectation = bounds.expectation(of: "a number")
    return Schema(
      types: .number, expectation: expectation,
      decoding: { json throws(InvalidValue) in
        guard let value = json.doubleValue, value.isFinite, bounds.contains(value) else {
          throw InvalidValue(expected: json.doubleValue?.isFinite == true ? expectation : "a finite number", got: json)
        }
        return value
      },
      encoding: { JSON($0) }, describing: { _ in bounds.document(type: "number") },
      editing: { value, edit in edit(&value, bounds) })
  }
}

extension Schema where Value == Int {
  /// A whole number within the bounds; `3.0` is one.
  public static func integer(min: Int? = nil, max: Int? = nil) -> Schema {
    let bounds = NumberBounds(min: min.map(Double.init), above: nil, max: max.map(Double.init), below: nil)
    let expectation = bounds.expectation(of: "a whole number")
    return Schema(
      types: .number, expectation: expectation,
      decoding: { json throws(InvalidValue) in
        guard let value = json.integerValue, bounds.contains(Double(value)) else {
          throw InvalidValue(expected: expectation, got: json)
        }
        return value
      },
      encoding: { .integer($0) }, describing: { _ in bounds.document(type: "integer") },
      editing: { value, edit in
        var number = Double(value)
        let result = edit(&number, bounds)
        guard result == .changed else { return result }
        guard let whole = Int(exactly: number.rounded(.towardZero)) else { return .lost }
        value = whole
        return .changed
      })
  }
}

// MARK: - One of several words

extension Schema where Value: CaseIterable & RawRepresentable<String> & Sendable {
  /// One of the words that the enumeration's cases stand for.
  public static func word() -> Schema {
    let words = Value.allCases.map(\.rawValue)
    let expectation = words.count == 1 ? "\(words[0])" : "one of \(words.joined(separator: ", "))"
    return Schema(
      types: .string, expectation: expectation,
      decoding: { json throws(InvalidValue) in
        guard let word = json.stringValue, let value = Value(rawValue: word) else {
          var fault = InvalidValue(expected: expectation, got: json)
          fault.suggestion = json.stringValue.flatMap { nearestWord(to: $0, among: words) }
          throw fault
        }
        return value
      },
      encoding: { .string($0.rawValue) },
      describing: { _ in ["type": "string", "enum": .array(words.map { .string($0) })] })
  }
}
