public import JSONModel
import OrderedCollections

/// A method, declared once: dispatch, `rpc.discover`, commands, completion and the reference are made from this.
///
/// ```swift
/// Method<Context>(
///   "chart/tap", summary: "Taps a place in the chart.", params: TapParams.schema, result: InteractionResult.schema,
///   errors: [.limitExceeded]
/// ) { params, context throws(RPCError) in
///   try context.service.tap(params)
/// }
/// ```
public struct Method<Context>: Sendable {
  /// What a call costs.
  public enum Weight: Hashable, Sendable {
    /// So little that it may run on the thread that received it.
    case light
    /// So much that others would wait for it: reading a file, laying out a million points.
    case heavy
  }

  public let name: String
  /// What it does, in one sentence.
  public let summary: String
  /// Everything else worth knowing; may be empty.
  public let documentation: String
  public let weight: Weight
  /// The errors that it may give besides those that any method can.
  public let errors: [RPCError.Code]
  public let examples: [MethodExample]
  /// The parameters in the order in which they are taken by position.
  public let parameterNames: [String]

  private let invoke: @Sendable (JSON?, Context) throws(RPCError) -> JSON
  private let describeParams: @Sendable (inout SchemaDefinitions) -> JSON
  private let describeResult: @Sendable (inout SchemaDefinitions) -> JSON

  /// Declares a method.
  /// - Parameters:
  ///   - params: What it takes: an object's properties are the parameters. Any other type takes the parameters whole.
  ///   - handler: What it does. It runs on any thread and may be called from several at once, one call of each client
  ///     at a time.
  public init<Params, Output>(
    _ name: String, summary: String, documentation: String = "", weight: Weight = .light,
    params: Schema<Params>, result: Schema<Output>,
    errors: [RPCError.Code] = [], examples: [MethodExample] = [],
    handler: @escaping @Sendable (Params, Context) throws(RPCError) -> Output
  ) {
    self.name = name
    self.summary = summary
    self.documentation = documentation
    self.weight = weight
    self.errors = errors
    self.examples = examples
    self.parameterNames = params.propertyNames
    self.describeParams = { params.document(in: &$0) }
    self.describeResult = { result.document(in: &$0) }
    self.invoke = { json, context throws(RPCError) in
      result.encode(try handler(try Method.decode(json, as: params), context))
    }
  }

  /// Calls the method.
  /// - Parameter params: By name (an object), by position (an array), or `nil` for none.
  /// - Throws: What the handler throws; -32602 if the parameters are not as declared.
  public func call(_ params: JSON?, _ context: Context) throws(RPCError) -> JSON {
    try invoke(params, context)
  }

  /// The JSON Schema of the parameters together; a reference into `definitions` where they are a named type.
  public func paramsDocument(in definitions: inout SchemaDefinitions) -> JSON { describeParams(&definitions) }

  /// The JSON Schema of the result.
  public func resultDocument(in definitions: inout SchemaDefinitions) -> JSON { describeResult(&definitions) }

  // MARK: - Parameters

  private static func decode<Params>(_ json: JSON?, as schema: Schema<Params>) throws(RPCError) -> Params {
    do {
      return try schema.decode(try named(json, schema))
    } catch {
      throw RPCError(invalidParams: error)
    }
  }

  /// The parameters as the schema takes them: those by position get the names of the properties.
  private static func named<Params>(_ json: JSON?, _ schema: Schema<Params>) throws(InvalidValue) -> JSON {
    guard let json, !json.isNull else { return schema.accepts(typeOf: [:]) ? [:] : [] }
    guard case .array(let values) = json, !schema.accepts(typeOf: json) else { return json }
    let names = schema.propertyNames
    guard values.count <= names.count else {
      let list = names.joined(separator: ", ")
      let allowed = names.isEmpty ? "no parameters" : "at most \(names.count) parameters (\(list))"
      throw InvalidValue("expected \(allowed), got \(values.count)")
    }
    return .object(OrderedDictionary(zip(names, values), uniquingKeysWith: { $1 }))
  }
}

/// No value: the parameters of a method that takes none, or the result of one that has nothing to say.
public struct Empty: Hashable, Sendable {
  public init() {}
}

extension Schema where Value == Empty {
  /// An object without members.
  public static let empty = Schema<Empty>.object("Empty", "Nothing.", initial: Empty()) {}

  /// `null`.
  public static let null = Schema<JSON>.json().map(
    expectation: "null",
    decode: { json throws(InvalidValue) in
      guard json.isNull else { throw InvalidValue(expected: "null", got: json) }
      return Empty()
    },
    encode: { _ in .null }
  ).annotated(["type": "null"])
}
