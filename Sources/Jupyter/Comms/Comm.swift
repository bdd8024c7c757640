public import JSONModel

/// The kernel's end of a comm: a channel between a frontend and something in the kernel, for messages of their own.
public final class Comm: Sendable {
  public let id: String
  /// The name of what it was opened for.
  public let target: String
  private let comms: Comms

  init(id: String, target: String, comms: Comms) {
    self.id = id
    self.target = target
    self.comms = comms
  }

  /// Sends a message to the frontends. It waits while one of them is behind.
  ///
  /// - Parameter request: what it answers, for the frontend to know it by; `nil` for what nobody asked for.
  public func send(
    _ data: JSON, metadata: JSON = [:], buffers: [[UInt8]] = [], inAnswerTo request: CommMessage? = nil
  ) {
    let content: JSON = ["comm_id": .string(id), "data": data]
    let message = OutgoingMessage("comm_msg", content, metadata: metadata, buffers: buffers)
    comms.publish(message, parent: request)
  }

  /// Closes it, here and in the frontends. Its handler is not told.
  public func close(_ data: JSON = [:], inAnswerTo request: CommMessage? = nil) {
    comms.close(self, data, request)
  }

  /// Whether a frontend is behind: what can be merged or left out should be, until ``CommHandler/resume()``.
  public var isSlow: Bool { comms.isSlow }
}
