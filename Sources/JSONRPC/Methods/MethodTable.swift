public import JSONModel

/// The methods of a service, by name.
public struct MethodTable<Context>: Sendable {
  /// The service's methods in the order of their declaration, then those of JSON-RPC itself: `rpc.discover`,
  /// `$/cancelRequest`, `shutdown`, `exit`.
  public let methods: [Method<Context>]

  private let describe: @Sendable (Context?) -> JSON
  private let indices: [String: Int]

  /// - Parameters:
  ///   - title: The name of the service in what `rpc.discover` returns.
  ///   - version: The version of the service.
  ///   - description: What the service is, in Markdown.
  ///   - methods: Its methods. One that has the name of a built-in one is documented and called in its place; of two
  ///     with the same name the first counts.
  ///   - declarations: Those of types that the methods' parameters and results only name, where a call comes from; `nil`
  ///     stands for what is usual.
  public init(
    title: String, version: String, description: String = "", methods: [Method<Context>],
    declarations: @escaping @Sendable (Context?) -> [SchemaDeclaration] = { _ in [] }
  ) {
    func table(_ builtIn: [Method<Context>]) -> [Method<Context>] {
      var names: Set<String> = []
      return (methods + builtIn).filter { names.insert($0.name).inserted }
    }
    // `rpc.discover` describes itself too; for that its declaration alone is enough.
    let declared = table(BuiltInMethod.all { _ in .null })
    let describe: @Sendable (Context?) -> JSON = {
      OpenRPCDocument.make(
        title: title, version: version, description: description, methods: declared, declarations: declarations($0))
    }
    self.methods = table(BuiltInMethod.all(describe))
    self.describe = describe
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
    try method(named: name).call(params, context)
  }

  /// The OpenRPC 1.3 document that `rpc.discover` returns, made from the declarations.
  public func openRPC() -> JSON { describe(nil) }

  /// Whether a call may run on the thread that received it.
  func isLight(_ item: IncomingMessage.Item) -> Bool {
    guard case .call(let call, _) = item, let index = indices[call.method] else { return true }
    return methods[index].weight == .light
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
    let message = IncomingMessage(parsing: message, buffers: buffers, limits: limits, cancellation: cancellation)
    return Response.write(answersTo: message) { item, output in
      writeAnswer(to: item, to: &output, limits: limits, context: context)
    }
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
        try call.cancellation.check()
        // What is written so far of a batch counts too: a thousand calls must not fill the memory.
        guard start <= limits.outbox else { throw .limitExceeded("outbox", allowed: limits.outbox, got: start) }
        let result = try method(named: call.method).call(params, context(call))
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
