import JSONModel
import OrderedCollections

/// A received message, parsed and checked, with its calls not yet carried out.
struct IncomingMessage {
  /// One element of a message.
  enum Item {
    case call(Call, params: JSON?)
    /// An element that is no valid request, with the id under which it is answered.
    case refused(RPCError, id: JSON)
  }

  /// What is to be done, in order; a batch of responses has nothing to do.
  var items: [Item]
  /// Whether the answers go out as one array.
  var isBatch: Bool
  /// Bytes of the message and its buffers.
  var size: Int
  /// Whether it came as a value, so that its answer is to be one.
  var isValue = false

  /// A fault of the whole message.
  init(refusing error: RPCError, id: JSON = .null, size: Int = 0) {
    self.items = [.refused(error, id: id)]
    self.isBatch = false
    self.size = size
  }

  /// The same message with all its requests answered with an error.
  func refused(_ error: RPCError) -> IncomingMessage {
    var message = self
    message.items = items.compactMap { $0.refused(error) }
    return message
  }

  /// Parses a message. Faults become items that are answered with an error.
  init(parsing bytes: [UInt8], buffers: Buffers, limits: Limits, cancellation: Cancellation? = nil) {
    self.init(
      size: bytes.count + buffers.byteCount, id: { RequestID.find(in: bytes.prefix(limits.size)) }
    ) { () throws(RPCError) in
      try IncomingMessage.check(size: bytes.count, buffers, limits)
      return try IncomingMessage.items(
        of: try IncomingMessage.parse(bytes, limits), buffers: buffers, limits: limits, cancellation: cancellation)
    }
  }

  /// Takes a message that was parsed as a part of another, such as what a comm brings.
  init(_ json: JSON, buffers: Buffers, limits: Limits, cancellation: Cancellation? = nil) {
    let size = json.writtenSize
    self.init(
      size: size + buffers.byteCount, id: { json["id"].flatMap(RequestID.accepted) }
    ) { () throws(RPCError) in
      try IncomingMessage.check(size: size, buffers, limits)
      let depth = json.depth
      guard depth <= limits.depth else { throw .limitExceeded("depth", allowed: limits.depth, got: depth) }
      return try IncomingMessage.items(of: json, buffers: buffers, limits: limits, cancellation: cancellation)
    }
    isValue = true
  }

  /// - Parameter id: That of the request, as far as it can be told where the message is too much to be taken.
  private init(size: Int, id: () -> JSON?, _ read: () throws(RPCError) -> (items: [Item], isBatch: Bool)) {
    self.size = size
    do throws(RPCError) {
      (items, isBatch) = try read()
    } catch {
      // What is too much was not parsed, but whoever sent it waits for an answer with its id.
      let id = error.code == .limitExceeded ? id() : nil
      (items, isBatch) = ([.refused(error, id: id ?? .null)], false)
    }
  }

  private static func items(
    of json: JSON, buffers: Buffers, limits: Limits, cancellation: Cancellation?
  ) throws(RPCError) -> (items: [Item], isBatch: Bool) {
    guard case .array(let elements) = json else {
      return (Item(json, buffers: buffers, cancellation: cancellation).map { [$0] } ?? [], false)
    }
    guard !elements.isEmpty else { throw .invalidRequest("the batch is empty") }
    guard elements.count <= limits.batch else {
      throw .limitExceeded("batch", allowed: limits.batch, got: elements.count)
    }
    return (elements.compactMap { Item($0, buffers: buffers, cancellation: cancellation) }, true)
  }

  private static func check(size: Int, _ buffers: Buffers, _ limits: Limits) throws(RPCError) {
    guard size <= limits.size else { throw .limitExceeded("size", allowed: limits.size, got: size) }
    guard !buffers.isEmpty else { return }
    guard buffers.count <= limits.buffers else {
      throw .limitExceeded("buffers", allowed: limits.buffers, got: buffers.count)
    }
    guard buffers.byteCount <= limits.buffersSize else {
      throw .limitExceeded("buffersSize", allowed: limits.buffersSize, got: buffers.byteCount)
    }
  }

  private static func parse(_ bytes: [UInt8], _ limits: Limits) throws(RPCError) -> JSON {
    do {
      return try JSON(parsing: bytes, depthLimit: limits.depth)
    } catch {
      guard error.code == .depth else { throw .parseError(offset: error.offset, reason: error.reason) }
      throw .limitExceeded("depth", allowed: limits.depth, got: max(depth(of: bytes), limits.depth + 1))
    }
  }

  /// How deep a text nests, by its brackets alone.
  private static func depth(of bytes: [UInt8]) -> Int {
    var depth = 0
    var deepest = 0
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return deepest
  }
}

extension IncomingMessage.Item {
  /// Checks one element; `nil` if nothing is to be done, for a response. (No request ever goes to a client, and an
  /// error in reply to a response could go back and forth for ever between two servers.)
  init?(_ json: JSON, buffers: Buffers, cancellation: Cancellation?) {
    guard case .object(let members) = json else {
      self = .refused(.invalidRequest("a request is an object"), id: .null)
      return
    }
    let id = members["id"]
    guard id == nil || id == .null || id.map(RequestID.isID) == true else {
      self = .refused(.invalidRequest("'id' must be a string, a number or null"), id: .null)
      return
    }
    // The id is known, so the answer bears it even if the rest is wrong.
    func refused(_ reason: String) -> Self { .refused(.invalidRequest(reason), id: id ?? .null) }
    guard members["jsonrpc"] == .string("2.0") else {
      self = refused("'jsonrpc' must be \"2.0\"")
      return
    }
    guard case .string(let method) = members["method"] else {
      if members["method"] == nil, members["result"] != nil || members["error"] != nil { return nil }
      self = refused(members["method"] == nil ? "'method' is required" : "'method' must be a string")
      return
    }
    let params = members["params"]
    switch params {
    // The specification forbids null here, but editors send it.
    case nil, .null, .array, .object: break
    default:
      self = refused("'params' must be an object or an array")
      return
    }
    let call = Call(method: method, id: id, buffers: buffers, cancellation: cancellation ?? Cancellation())
    self = .call(call, params: params)
  }

  /// The same item answered with an error instead; `nil` for a notification.
  func refused(_ error: RPCError) -> Self? {
    switch self {
    case .refused: self
    case .call(let call, _): call.id.map { .refused(error, id: $0) }
    }
  }

  /// The id of the request that this asks to cancel.
  var cancelledID: JSON? {
    guard case .call(let call, let params) = self, call.method == BuiltInMethodName.cancel else { return nil }
    return params?["id"] ?? params?[0]
  }

  /// Whether this is a notification that needs nothing done when its turn comes.
  var isCancelNotification: Bool {
    if case .call(let call, _) = self { call.id == nil && call.method == BuiltInMethodName.cancel } else { false }
  }
}

// MARK: - The answer

/// Writing responses: exactly one of `result` and `error`, and the id as the client spelt it.
enum Response {
  /// Values deeper than this are not written; nothing that came in by a message is.
  private static let depthLimit = 1024

  static func write(_ result: JSON, id: JSON, to output: inout [UInt8]) {
    output.append(contentsOf: #"{"jsonrpc":"2.0","result":"#.utf8)
    result.write(to: &output)
    writeEnd(id, to: &output)
  }

  static func write(_ error: RPCError, id: JSON, to output: inout [UInt8]) {
    output.append(contentsOf: #"{"jsonrpc":"2.0","error":"#.utf8)
    error.json.write(to: &output)
    writeEnd(id, to: &output)
  }

  /// The same as values, with their members in the same order.
  static func json(_ result: JSON, id: JSON) -> JSON { ["jsonrpc": "2.0", "result": result, "id": id] }

  static func json(_ error: RPCError, id: JSON) -> JSON { ["jsonrpc": "2.0", "error": error.json, "id": id] }

  private static func writeEnd(_ id: JSON, to output: inout [UInt8]) {
    output.append(contentsOf: #","id":"#.utf8)
    id.write(to: &output)
    output.append(UInt8(ascii: "}"))
  }

  /// Writes the answers to a message.
  /// - Parameter answer: Appends the answer to one item and says whether there is one.
  /// - Returns: `nil` if nothing is to be answered.
  static func write(
    answersTo message: IncomingMessage, _ answer: (IncomingMessage.Item, inout [UInt8]) -> Bool
  ) -> [UInt8]? {
    var output: [UInt8] = []
    output.reserveCapacity(256)
    guard message.isBatch else {
      guard let item = message.items.first, answer(item, &output) else { return nil }
      return output
    }
    var isEmpty = true
    for item in message.items {
      let end = output.count
      output.append(UInt8(ascii: isEmpty ? "[" : ","))
      if answer(item, &output) {
        isEmpty = false
      } else {
        output.removeLast(output.count - end)
      }
    }
    guard !isEmpty else { return nil }
    output.append(UInt8(ascii: "]"))
    return output
  }

  /// The answers to a message as a value.
  /// - Parameter answer: Gives the answer to one item, if there is one, and is told how many bytes those before it have.
  /// - Returns: `nil` if nothing is to be answered.
  static func value(answersTo message: IncomingMessage, _ answer: (IncomingMessage.Item, Int) -> JSON?) -> JSON? {
    var answers: [JSON] = []
    var size = 0
    for item in message.items {
      guard let answer = answer(item, size) else { continue }
      size += answer.writtenSize
      answers.append(answer)
    }
    return message.isBatch ? (answers.isEmpty ? nil : .array(answers)) : answers.first
  }

  /// Whether a result is JSON at all: a handler can put any text into a literal.
  static func canWrite(_ value: JSON, depth: Int = 0) -> Bool {
    switch value {
    case .null, .bool, .integer, .number, .string: true
    case .literal(let text):
      switch try? JSON(parsing: text) {
      case .integer, .number, .literal: true
      default: false
      }
    case .array(let elements): depth < depthLimit && elements.allSatisfy { canWrite($0, depth: depth + 1) }
    case .object(let members): depth < depthLimit && members.values.allSatisfy { canWrite($0, depth: depth + 1) }
    }
  }
}
