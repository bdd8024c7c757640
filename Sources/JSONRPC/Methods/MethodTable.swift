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
    /// Little or much, as a service says when it sees the parameters. Only alone in its message is it light: calls before it
    /// would change what it finds.
    case varying
    /// So much that others would wait for it: reading a file, laying out a million points.
    case heavy
  }

  /// What becomes of the memory that the service has.
  public enum Memory: Hashable, Sendable {
    /// No more is kept than before, or so little that it is bounded otherwise.
    case same
    /// More is kept afterwards, or a lot is made: it is refused where there is no room.
    case more
  }

  public let name: String
  /// What it does, in one sentence.
  public let summary: String
  /// Everything else worth knowing; may be empty.
  public let documentation: String
  public let weight: Weight
  public let memory: Memory
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
    _ name: String, summary: String, documentation: String = "", weight: Weight = .light, memory: Memory = .same,
    params: Schema<Params>, result: Schema<Output>,
    errors: [RPCError.Code] = [], examples: [MethodExample] = [],
    handler: @escaping @Sendable (Params, Context) throws(RPCError) -> Output
  ) {
    self.name = name
    self.summary = summary
    self.documentation = documentation
    self.weight = weight
    self.memory = memory
    self.errors = memory == .more && !errors.contains(.limitExceeded) ? errors + [.limitExceeded] : errors
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

// MARK: - The table

/// The methods of a service, by name.
public struct MethodTable<Context>: Sendable {
  /// The service's methods in the order of their declaration, then those of JSON-RPC itself: `rpc.discover`,
  /// `$/cancelRequest`, `shutdown`, `exit`.
  public let methods: [Method<Context>]

  private let indices: [String: Int]
  private let checkRoom: @Sendable (Context, JSON?) throws(RPCError) -> Void

  /// - Parameters:
  ///   - title: The name of the service in what `rpc.discover` returns.
  ///   - version: The version of the service.
  ///   - description: What the service is, in Markdown.
  ///   - methods: Its methods. One that has the name of a built-in one is documented and called in its place; of two
  ///     with the same name the first counts.
  ///   - declarations: Those of types that the methods' parameters and results only name, where a call comes from.
  ///   - checkRoom: Throws -32004 if there is no room for a call that keeps more, with these parameters.
  public init(
    title: String, version: String, description: String = "", methods: [Method<Context>],
    declarations: @escaping @Sendable (Context) -> [SchemaDeclaration] = { _ in [] },
    checkRoom: @escaping @Sendable (Context, JSON?) throws(RPCError) -> Void = { _, _ in }
  ) {
    self.checkRoom = checkRoom
    func table(_ builtIn: [Method<Context>]) -> [Method<Context>] {
      var names: Set<String> = []
      return (methods + builtIn).filter { names.insert($0.name).inserted }
    }
    // `rpc.discover` describes itself too; for that its declaration alone is enough.
    let declared = table(BuiltInMethod.all { _ in .null })
    let describe: @Sendable (Context) -> JSON = {
      OpenRPCDocument.make(
        title: title, version: version, description: description, methods: declared, declarations: declarations($0))
    }
    self.methods = table(BuiltInMethod.all(describe))
    self.indices = Dictionary(uniqueKeysWithValues: self.methods.enumerated().map { ($1.name, $0) })
  }

  public subscript(name: String) -> Method<Context>? {
    guard let index = indices[name] else { return nil }
    return methods[index]
  }

  /// - Throws: -32601, with the nearest name if one is near.
  public func method(named name: String) throws(RPCError) -> Method<Context> {
    guard let index = indices[name] else {
      throw .methodNotFound(name, suggestion: nearestWord(to: name, among: methods.map(\.name)))
    }
    return methods[index]
  }

  /// Calls a method, as commands and tests do.
  /// - Throws: -32601, -32602 and what the method throws.
  public func call(_ name: String, params: JSON? = nil, context: Context) throws(RPCError) -> JSON {
    let method = try method(named: name)
    if method.memory == .more { try checkRoom(context, params) }
    return try method.call(params, context)
  }

  /// Whether a call may run on the thread that received it.
  /// - Parameter isAlone: Whether its message has no other.
  func isLight(_ item: IncomingMessage.Item, isAlone: Bool) -> Bool {
    guard case .call(let call, _) = item, let index = indices[call.method] else { return true }
    switch methods[index].weight {
    case .light: return true
    case .varying: return isAlone
    case .heavy: return false
    }
  }
}

// MARK: - Answering

extension MethodTable {
  /// Carries out a whole message, request or batch, on this thread, such as one typed into a cell.
  /// - Parameters:
  ///   - cancellation: Shared by all calls of the message.
  ///   - context: Makes the context of a call.
  /// - Returns: The answer's bytes; `nil` if there is nothing to answer.
  public func respond(
    to message: [UInt8], buffers: [[UInt8]] = [], limits: Limits = Limits(),
    cancellation: Cancellation = Cancellation(), context: (Call) -> Context
  ) -> [UInt8]? {
    let message = IncomingMessage(
      parsing: message, buffers: Buffers(buffers), limits: limits, cancellation: cancellation)
    return Response.write(answersTo: message) { item, output in
      writeAnswer(to: item, to: &output, limits: limits, context: context)
    }
  }

  /// The same for a message that is a value, and whose answer is to be one: inside the process nothing is written and read
  /// again.
  ///
  /// The limits that count bytes count those that the values would have if nothing in them had to be escaped.
  /// - Returns: `nil` if there is nothing to answer.
  public func respond(
    to message: JSON, buffers: [[UInt8]] = [], limits: Limits = Limits(),
    cancellation: Cancellation = Cancellation(), context: (Call) -> Context
  ) -> JSON? {
    let message = IncomingMessage(message, buffers: Buffers(buffers), limits: limits, cancellation: cancellation)
    return Response.value(answersTo: message) { item, size in
      answer(to: item, after: size, limits: limits, context: context)
    }
  }

  /// Carries out one item.
  /// - Parameter size: Of the answers before it in the batch.
  func answer(
    to item: IncomingMessage.Item, after size: Int, limits: Limits, context: (Call) -> Context
  ) -> JSON? {
    switch item {
    case .refused(let error, let id):
      return Response.json(error, id: id)
    case .call(let call, let params):
      do throws(RPCError) {
        let result = try result(of: call, params, after: size, limits: limits, context: context)
        guard let id = call.id else { return nil }
        guard Response.canWrite(result) else { throw .internalError("The result cannot be written as JSON") }
        let response = Response.json(result, id: id)
        let size = response.writtenSize
        guard size <= limits.size else { throw .limitExceeded("size", allowed: limits.size, got: size) }
        return response
      } catch {
        return call.id.map { Response.json(error, id: $0) }
      }
    }
  }

  /// - Parameter size: What is written so far of a batch counts too: a thousand calls must not fill the memory.
  private func result(
    of call: Call, _ params: JSON?, after size: Int, limits: Limits, context: (Call) -> Context
  ) throws(RPCError) -> JSON {
    try call.cancellation.check()
    guard size <= limits.outbox else { throw .limitExceeded("outbox", allowed: limits.outbox, got: size) }
    return try self.call(call.method, params: params, context: context(call))
  }

  /// Carries out one item and appends the answer.
  /// - Returns: Whether there is an answer.
  func writeAnswer(
    to item: IncomingMessage.Item, to output: inout [UInt8], limits: Limits, context: (Call) -> Context
  ) -> Bool {
    switch item {
    case .refused(let error, let id):
      Response.write(error, id: id, to: &output)
      return true
    case .call(let call, let params):
      let start = output.count
      do throws(RPCError) {
        let result = try result(of: call, params, after: start, limits: limits, context: context)
        guard let id = call.id else { return false }
        guard Response.canWrite(result) else { throw .internalError("The result cannot be written as JSON") }
        Response.write(result, id: id, to: &output)
        let size = output.count - start
        guard size <= limits.size else { throw .limitExceeded("size", allowed: limits.size, got: size) }
      } catch {
        guard let id = call.id else { return false }
        output.removeLast(output.count - start)
        Response.write(error, id: id, to: &output)
      }
      return true
    }
  }
}
