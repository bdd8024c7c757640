/// A multipart message: one or more frames of bytes, delivered whole or not at all.
///
/// Its frames are exactly those on the wire: from a ROUTER the peer's identity comes first, and a REQ peer's empty
/// delimiter is kept.
public struct Message: Sendable {
  public var parts: [Frame]
  /// From a ROUTER's peer: the descriptor of the connection that the message came by, as ``SocketLoop`` tells it when the
  /// connection ends. Two messages are equal whichever way they came.
  public internal(set) var connection: Int32?
  /// From a ROUTER's peer on an encrypted connection: whom the authenticator (ZAP) took it for, in the authenticator's words.
  public internal(set) var user: String?

  public init(_ parts: [Frame]) {
    self.parts = parts
  }

  /// Frames of these bytes.
  public init(_ frames: [[UInt8]]) {
    self.parts = frames.map(Frame.init)
  }

  /// Frames of UTF-8.
  public init(_ texts: String...) {
    self.parts = texts.map { Frame(Array($0.utf8)) }
  }

  /// The bytes of each frame.
  /// - Complexity: O(frames), and O(*n*) for the large ones of a message that was received; see ``Frame/bytes``.
  public var frames: [[UInt8]] {
    get { parts.map(\.bytes) }
    set { parts = newValue.map(Frame.init) }
  }

  /// The bytes of all frames together. O(frames).
  public var byteCount: Int {
    parts.reduce(0) { $0 + $1.count }
  }

  /// How many bytes the message is on a connection. O(frames).
  ///
  /// Each frame is preceded by its flags and its length, of one or eight bytes (ZMTP 3.1, RFC 37). Encrypted, it is a command with
  /// a nonce and the box of the flags and the frame (CURVE, RFC 26), which is 33 bytes longer than the frame.
  public func transmittedByteCount(isEncrypted: Bool) -> Int {
    parts.reduce(0) { total, part in
      let count = part.count + (isEncrypted ? 33 : 0)
      return total + count + (count > 255 ? 9 : 2)
    }
  }
}

extension Message: Hashable {
  public static func == (left: Message, right: Message) -> Bool { left.parts == right.parts }

  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

extension Message {
  /// What a single received message may hold. The rest of a larger one is read and thrown away, and an error says so.
  ///
  /// libzmq hands a message over only when its last frame has arrived. The frames of one that never ends therefore pile
  /// up inside libzmq, where nothing but ``SocketOptions/maximumMessageSize`` (for one frame) bounds them; ``ConnectionGuard``
  /// ends the connections that bring them.
  public struct Limits: Hashable, Sendable {
    /// The most frames.
    public var frames: Int
    /// The most bytes in all frames together.
    public var bytes: Int

    public init(frames: Int = 4_096, bytes: Int = 256 << 20) {
      self.frames = frames
      self.bytes = bytes
    }
  }
}
