public import JSONModel

/// How much one client may ask for. What exceeds a limit is answered with ``RPCError/Code/limitExceeded`` and the
/// limit's name.
public struct Limits: Hashable, Sendable {
  /// How deep a message may nest.
  public var depth = JSON.defaultDepthLimit
  /// Bytes of a message, without its buffers; also bytes of one result.
  public var size = 64 << 20
  /// Calls of a batch.
  public var batch = 1000
  /// Binary buffers of a message.
  public var buffers = 64
  /// Bytes of a message's binary buffers together.
  public var buffersSize = 256 << 20
  /// Messages that wait for their turn.
  public var pending = 1024
  /// Bytes of all messages that wait for their turn.
  public var pendingSize = 256 << 20
  /// Bytes of responses that the client has not read.
  public var outbox = 64 << 20

  public init() {}

  /// The limits by name, as `initialize` reports them.
  public var json: JSON {
    [
      "depth": .integer(depth), "size": .integer(size), "batch": .integer(batch), "buffers": .integer(buffers),
      "buffersSize": .integer(buffersSize), "pending": .integer(pending), "pendingSize": .integer(pendingSize),
      "outbox": .integer(outbox),
    ]
  }
}
