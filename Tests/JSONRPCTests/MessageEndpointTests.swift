import JSONModel
import JSONRPC
import Synchronization
import Testing

/// An endpoint that takes bytes alone, and notes them.
private final class BytesEndpoint: MessageEndpoint {
  let messages = Mutex<[(message: String, buffers: [[UInt8]])]>([])

  func receive(_ message: [UInt8], buffers: [[UInt8]]) -> [UInt8]? { nil }
  func enqueue(_ message: [UInt8], buffers: [[UInt8]]) {
    messages.withLock { $0.append((String(decoding: message, as: UTF8.self), buffers)) }
  }
  func refuse(_ error: RPCError, id: JSON) {}
  func nextOutgoing() -> OutgoingMessage? { nil }
  func onOutgoing(_ wake: @escaping @Sendable () -> Void) {}
  var isOverflowing: Bool { false }
  var isIdle: Bool { true }
  var exitCode: Int32? { nil }
  func close() {}
}

@Suite("Endpoints that take bytes")
struct MessageEndpointTests {
  @Test("a message that is a value arrives as its text, with its buffers")
  func values() {
    let endpoint = BytesEndpoint()
    (endpoint as any MessageEndpoint).enqueue(["id": 1, "method": "a"], buffers: [[7], []])
    let seen = endpoint.messages.withLock { $0 }
    #expect(seen.map(\.message) == [#"{"id":1,"method":"a"}"#])
    #expect(seen.map(\.buffers) == [[[7], []]])
  }
}
