import JSONModel
import OrderedCollections

/// One thing that is done to a service. A list of them, as lines of JSON, can be done again.
enum FuzzStep: Sendable {
  /// A message of JSON-RPC with its binary buffers, as bytes.
  case message([UInt8], buffers: [[UInt8]])
  /// The text of a notebook cell, and where its cursor is.
  case cell(String, cursor: Int)
  /// A recording, to be done again.
  case recording([UInt8], isIntact: Bool)

  /// As one line of a journal.
  var json: JSON {
    switch self {
    case .message(let bytes, let buffers):
      ["message": Self.json(bytes), "buffers": .array(buffers.map { .array($0.map { .integer(Int($0)) }) })]
    case .cell(let code, let cursor): ["cell": .string(code), "cursor": .integer(cursor)]
    case .recording(let bytes, let isIntact): ["recording": Self.json(bytes), "isIntact": .bool(isIntact)]
    }
  }

  init?(_ json: JSON) {
    if let code = json["cell"]?.stringValue {
      self = .cell(code, cursor: json["cursor"]?.integerValue ?? 0)
    } else if let bytes = Self.bytes(json["recording"]) {
      self = .recording(bytes, isIntact: json["isIntact"] == true)
    } else if let bytes = Self.bytes(json["message"]) {
      self = .message(bytes, buffers: (json["buffers"]?.arrayValue ?? []).compactMap(Self.bytes))
    } else {
      return nil
    }
  }

  /// Text where it is some, a list of bytes where it isn't.
  private static func json(_ bytes: [UInt8]) -> JSON {
    if let text = String(validating: bytes, as: UTF8.self) { return .string(text) }
    return .array(bytes.map { .integer(Int($0)) })
  }

  private static func bytes(_ json: JSON?) -> [UInt8]? {
    if let text = json?.stringValue { return Array(text.utf8) }
    return json?.arrayValue?.compactMap { $0.integerValue.map { UInt8(truncatingIfNeeded: $0) } }
  }
}
