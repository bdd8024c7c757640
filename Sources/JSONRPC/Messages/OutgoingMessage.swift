public import JSONModel

/// One message for the other side: JSON text and the binary buffers that go with it.
public struct OutgoingMessage: Hashable, Sendable {
  public var bytes: [UInt8]
  public var buffers: [[UInt8]]

  public init(_ bytes: [UInt8], buffers: [[UInt8]] = []) {
    self.bytes = bytes
    self.buffers = buffers
  }

  /// A notification: `{"jsonrpc": "2.0", "method": …, "params": …}`.
  public static func notification(_ method: String, params: JSON, buffers: [[UInt8]] = []) -> OutgoingMessage {
    var bytes = Array(#"{"jsonrpc":"2.0","method":"#.utf8)
    JSON.string(method).write(to: &bytes)
    bytes.append(contentsOf: #","params":"#.utf8)
    params.write(to: &bytes)
    bytes.append(UInt8(ascii: "}"))
    return OutgoingMessage(bytes, buffers: buffers)
  }

  /// An error that answers no known request: `{"jsonrpc": "2.0", "error": …, "id": null}`; with an id, one that does.
  public static func fault(_ error: RPCError, id: JSON = .null) -> OutgoingMessage {
    var bytes: [UInt8] = []
    Response.write(error, id: id, to: &bytes)
    return OutgoingMessage(bytes)
  }
}
