extension SocketLoop {
  /// How much a loop keeps for others. Whatever was accepted is sent, unless its peer goes or the loop stops; what is
  /// beyond these limits is not accepted (``SendResult/full``).
  ///
  /// Beside these, libzmq keeps up to ``SocketOptions/sendHighWaterMark`` messages per peer, whatever their size.
  public struct Limits: Hashable, Sendable {
    /// The most messages from one socket before the next socket is looked at.
    public var batch = 64
    /// The most messages kept for one slow peer, and their bytes.
    public var peerMessages = 256
    public var peerBytes = 16 << 20
    /// The most bytes kept for all slow peers together.
    public var slowBytes = 256 << 20
    /// The most messages from other threads that the loop has not looked at yet, and their bytes.
    public var queuedMessages = 131_072
    public var queuedBytes = 256 << 20

    public init() {}
  }
}
