public import JSONModel

/// One call as its context sees it: everything but the parameters.
public struct Call: Sendable {
  /// The name of the method, as the client wrote it.
  public let method: String
  /// The request's id as it was spelt; `nil` for a notification, which nobody waits for.
  public let id: JSON?
  /// The binary buffers that came with the message, the same for all calls of a batch.
  public let buffers: [[UInt8]]
  /// Whether the result is still wanted.
  public let cancellation: Cancellation

  public init(method: String, id: JSON? = nil, buffers: [[UInt8]] = [], cancellation: Cancellation = Cancellation()) {
    self.method = method
    self.id = id
    self.buffers = buffers
    self.cancellation = cancellation
  }
}
