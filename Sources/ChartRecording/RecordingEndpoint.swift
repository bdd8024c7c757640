public import JSONModel
public import JSONRPC
import OrderedCollections

/// A client whose messages are kept, in both directions.
public final class RecordingEndpoint: MessageEndpoint {
  private let endpoint: any MessageEndpoint
  private let recorder: Recorder
  private let number: Int

  /// - Parameter takesNotifications: Whether the client can be told of what it did not ask for.
  public init(_ endpoint: any MessageEndpoint, recorder: Recorder, takesNotifications: Bool = true) {
    self.endpoint = endpoint
    self.recorder = recorder
    number = recorder.freshNumber()
    recorder.noteOpening(of: number, takesNotifications: takesNotifications)
  }

  public func receive(_ message: [UInt8], buffers: [[UInt8]]) -> [UInt8]? {
    recorder.serially {
      recorder.note(message, buffers, "in", of: number)
      let answer = endpoint.receive(message, buffers: buffers)
      if let answer { recorder.note(answer, [], "out", of: number) }
      return answer
    }
  }

  public func enqueue(_ message: [UInt8], buffers: [[UInt8]]) {
    recorder.serially {
      recorder.note(message, buffers, "in", of: number)
      endpoint.enqueue(message, buffers: buffers)
    }
  }

  public func refuse(_ error: RPCError, id: JSON) {
    recorder.serially {
      var entry: OrderedDictionary<String, JSON> = ["client": .integer(number), "refused": error.json]
      if !id.isNull { entry["id"] = id }
      recorder.note(entry)
      endpoint.refuse(error, id: id)
    }
  }

  public func nextOutgoing() -> OutgoingMessage? {
    guard let message = endpoint.nextOutgoing() else { return nil }
    recorder.note(message.bytes, message.buffers, "out", of: number)
    return message
  }

  public func finish() { endpoint.finish() }
  public func onOutgoing(_ wake: @escaping @Sendable () -> Void) { endpoint.onOutgoing(wake) }
  public var isOverflowing: Bool { endpoint.isOverflowing }
  public var isIdle: Bool { endpoint.isIdle }
  public var exitCode: Int32? { endpoint.exitCode }

  public func close() {
    recorder.note(["client": .integer(number), "closes": true])
    endpoint.close()
  }
}
