public import JSONModel

/// One message for the other side, text or the value that it is, and the binary buffers that go with it.
public struct OutgoingMessage: Hashable, Sendable {
  private enum Content: Hashable, Sendable {
    case text([UInt8])
    case value(JSON)
    case both(JSON, [UInt8])
  }

  private let content: Content
  public let buffers: [[UInt8]]

  public init(_ bytes: [UInt8], buffers: [[UInt8]] = []) {
    content = .text(bytes)
    self.buffers = buffers
  }

  public init(_ value: JSON, buffers: [[UInt8]] = []) {
    content = .value(value)
    self.buffers = buffers
  }

  /// The message as JSON text. O(*n*) in its size if it was made of a value.
  public var bytes: [UInt8] {
    switch content {
    case .text(let bytes), .both(_, let bytes): bytes
    case .value(let value): value.bytes
    }
  }

  /// The message as a value, for those who put it into another. O(*n*) in its size if it was made of text; `nil` if that is no
  /// JSON.
  public var value: JSON? {
    switch content {
    case .text(let bytes): try? JSON(parsing: bytes)
    case .value(let value), .both(let value, _): value
    }
  }

  /// The same message with its text, for a thread that is not to take its time to write it. O(*n*) in its size.
  var written: OutgoingMessage {
    guard case .value(let value) = content else { return self }
    return OutgoingMessage(content: .both(value, value.bytes), buffers: buffers)
  }

  private init(content: Content, buffers: [[UInt8]]) {
    self.content = content
    self.buffers = buffers
  }

  /// About how many bytes it has as text.
  var size: Int {
    switch content {
    case .text(let bytes), .both(_, let bytes): bytes.count
    case .value(let value): value.writtenSize
    }
  }

  /// A notification: `{"jsonrpc": "2.0", "method": …, "params": …}`.
  public static func notification(_ method: String, params: JSON, buffers: [[UInt8]] = []) -> OutgoingMessage {
    OutgoingMessage(["jsonrpc": "2.0", "method": .string(method), "params": params], buffers: buffers)
  }

  /// An error that answers no known request: `{"jsonrpc": "2.0", "error": …, "id": null}`; with an id, one that does.
  public static func fault(_ error: RPCError, id: JSON = .null) -> OutgoingMessage {
    OutgoingMessage(Response.json(error, id: id))
  }
}

/// What a source of notifications has.
public enum NextNotification: Hashable, Sendable {
  case none
  case message(OutgoingMessage)
  /// One that takes so long to make that it is not made at once.
  case heavy

  /// What there is at once.
  public var message: OutgoingMessage? {
    if case .message(let message) = self { message } else { nil }
  }
}
