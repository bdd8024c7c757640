public import OrderedCollections

/// A declared type: how its values are read from JSON and written to it, and the JSON Schema that says so.
///
/// A type is declared once, as a value of this kind, and everything else is made from it: decoding with errors that name
/// the place, encoding, the JSON Schema for editors, positional parameters, completion and documentation.
///
/// ```swift
/// extension Point {
///   static let schema = Schema.object("Point", "A place in the chart.", initial: Point()) {
///     Property("x", \.x, .number(), "px from the left", required: true)
///     Property("y", \.y, .number(), "px from the top", required: true)
///   }
/// }
/// ```
public struct Schema<Value>: Sendable {
  @usableFromInline typealias Decoding = @Sendable (JSON) throws(InvalidValue) -> Value
  @usableFromInline typealias Encoding = @Sendable (Value) -> JSON
  @usableFromInline package typealias NumberEditing = @Sendable (inout Value, NumberEdit) -> NumberEditResult

  /// The types of JSON that can be such a value at all.
  @usableFromInline let types: JSONTypes
  /// What a value must be, to follow "expected": `a number of at least 0`.
  @usableFromInline let expectation: String
  /// Whether what it must be is first of all a text, of any content.
  @usableFromInline let isText: Bool
  @usableFromInline let decoding: Decoding
  @usableFromInline let encoding: Encoding
  @usableFromInline let describing: @Sendable (inout SchemaDefinitions) -> JSON
  /// Goes through all numbers of a value; `nil` if a value of the type has none.
  @usableFromInline let editing: NumberEditing?

  /// The names of an object's properties in the order of their declaration; empty for all other types.
  public let propertyNames: [String]

  @usableFromInline
  init(
    types: JSONTypes, expectation: String, isText: Bool = false, propertyNames: [String] = [],
    decoding: @escaping Decoding, encoding: @escaping Encoding,
    describing: @escaping @Sendable (inout SchemaDefinitions) -> JSON, editing: NumberEditing? = nil
  ) {
    self.types = types
    self.expectation = expectation
    self.isText = isText
    self.propertyNames = propertyNames
    self.decoding = decoding
    self.encoding = encoding
    self.describing = describing
    self.editing = editing
  }

  /// Reads a value.
  /// - Throws: ``InvalidValue`` with the path inside `json` of what is wrong.
  @inlinable
  public func decode(_ json: JSON) throws(InvalidValue) -> Value {
    guard types.contains(json.type) else {
      throw InvalidValue(expected: expectation, got: json, kind: isText ? .textExpected : .mismatch)
    }
    return try decoding(json)
  }

  /// Whether a value of this type can be written as the type of JSON that `json` has (a list, an object, a string …).
  public func accepts(typeOf json: JSON) -> Bool { types.contains(json.type) }

  /// Reads a value that is part of another.
  @inlinable
  func decode(_ json: JSON, at component: JSONPath.Component) throws(InvalidValue) -> Value {
    do {
      return try decode(json)
    } catch {
      throw error.prefixed(by: component)
    }
  }

  /// Writes a value, leaving out properties that are as they would be if not given.
  @inlinable
  public func encode(_ value: Value) -> JSON { encoding(value) }

  /// The JSON Schema of the type; named types are put into `definitions` and referred to.
  public func document(in definitions: inout SchemaDefinitions) -> JSON { describing(&definitions) }

  /// A JSON Schema document (draft 2020-12) that stands alone.
  public func standaloneDocument(id: String, title: String) -> JSON {
    var definitions = SchemaDefinitions(prefix: "#/$defs/")
    let root = document(in: &definitions)
    var members: JSON = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": .string(id), "title": .string(title),
    ]
    members = members.merging(patch: root)
    if !definitions.schemas.isEmpty { members = members.merging(patch: ["$defs": .object(definitions.schemas)]) }
    return members
  }
}

// MARK: - Definitions

/// The named types met while a JSON Schema is written.
public struct SchemaDefinitions: Sendable {
  /// What a reference begins with: `#/$defs/` in JSON Schema, `#/components/schemas/` in OpenRPC.
  public let prefix: String
  public private(set) var schemas: OrderedDictionary<String, JSON> = [:]
  /// Which Swift type each name stands for.
  private var types: [String: ObjectIdentifier] = [:]
  private let declarations: [ObjectIdentifier: SchemaDeclaration]

  /// - Parameter declarations: Those of types that others only name.
  public init(prefix: String, declarations: [SchemaDeclaration] = []) {
    self.prefix = prefix
    self.declarations = Dictionary(declarations.map { ($0.type, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The JSON Schema of a type by its declaration; `nil` if none was given.
  mutating func document(of type: ObjectIdentifier) -> JSON? { declarations[type]?.describe(&self) }

  /// A reference to a named type, which is described the first time it is met. (So a type may contain itself.)
  ///
  /// One name for two Swift types would describe one of them as the other: debug builds stop there.
  @usableFromInline
  mutating func reference(
    to name: String, for type: Any.Type, _ describe: (inout SchemaDefinitions) -> JSON
  ) -> JSON {
    if let known = types[name] {
      assert(known == ObjectIdentifier(type), "two types are called \(name): \(type) is the second")
    } else {
      types[name] = ObjectIdentifier(type)
      schemas[name] = .null
      schemas[name] = describe(&self)
    }
    return ["$ref": .string(prefix + name)]
  }
}

/// The declaration of a type that other declarations only name, since it is not the same everywhere: which kinds of charts
/// there are is up to who serves them.
public struct SchemaDeclaration: Sendable {
  let type: ObjectIdentifier
  let describe: @Sendable (inout SchemaDefinitions) -> JSON

  public init<Value>(_ schema: Schema<Value>) {
    type = ObjectIdentifier(Value.self)
    describe = schema.describing
  }
}

// MARK: - Types of JSON

/// The types that a JSON value can have.
@usableFromInline
struct JSONTypes: OptionSet, Sendable {
  @usableFromInline let rawValue: UInt8
  @usableFromInline init(rawValue: UInt8) { self.rawValue = rawValue }
  @usableFromInline static let null = JSONTypes(rawValue: 1)
  static let bool = JSONTypes(rawValue: 2)
  static let number = JSONTypes(rawValue: 4)
  static let string = JSONTypes(rawValue: 8)
  @usableFromInline static let array = JSONTypes(rawValue: 16)
  @usableFromInline static let object = JSONTypes(rawValue: 32)
  static let any: JSONTypes = [.null, .bool, .number, .string, .array, .object]
}

extension JSON {
  @usableFromInline var type: JSONTypes {
    switch self {
    case .null: .null
    case .bool: .bool
    case .integer, .number, .literal: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}
