public import JSONModel
public import JSONRPC

/// What came through a comm, or opened it.
public struct CommMessage: Sendable {
  public let data: JSON
  public let metadata: JSON
  public let buffers: [[UInt8]]
  /// Cancelled by an interrupt while the message is handled.
  public let cancellation: Cancellation
  /// The bytes of its header.
  let header: [UInt8]

  init(data: JSON, metadata: JSON, buffers: [[UInt8]], cancellation: Cancellation, header: [UInt8]) {
    self.data = data
    self.metadata = metadata
    self.buffers = buffers
    self.cancellation = cancellation
    self.header = header
  }
}
