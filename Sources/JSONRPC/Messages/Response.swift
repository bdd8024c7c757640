import JSONModel
import OrderedCollections

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
