import JSONModel

/// A message that nobody has read yet, nor perhaps fetched from where it lies: both take time when it is long.
public struct UnreadMessage: Sendable {
  /// Reading more takes a fifth of a millisecond or more, while others wait for the thread that received it: a client may have
  /// sent a hundred such messages at once. Taps and the like are shorter than a tenth.
  public static let leastByteCount = 8 << 10

  /// Finding the id in so much of the text takes less than that.
  private static let searchedByteCount = 64 << 10

  /// Bytes of the text and the buffers.
  public let size: Int
  private let beginning: @Sendable (Int) -> [UInt8]
  private let content: @Sendable () -> (bytes: [UInt8], buffers: Buffers)

  /// - Parameters:
  ///   - size: Bytes of the text and the buffers.
  ///   - beginning: Gives the first bytes of the text, at most so many.
  ///   - content: Gives the text and the buffers. Called on the thread that reads it, once.
  public init(
    size: Int, beginning: @escaping @Sendable (Int) -> [UInt8],
    content: @escaping @Sendable () -> (bytes: [UInt8], buffers: Buffers)
  ) {
    self.size = size
    self.beginning = beginning
    self.content = content
  }

  init(_ bytes: [UInt8], buffers: Buffers) {
    self.init(
      size: bytes.count + buffers.byteCount, beginning: { Array(bytes.prefix($0)) },
      content: { (bytes, buffers) })
  }

  /// The text and the buffers.
  var fetched: (bytes: [UInt8], buffers: [[UInt8]]) {
    let (bytes, buffers) = content()
    return (bytes, Array(buffers))
  }

  /// What the request is known by while it waits, unless it is one of a batch, or of so long a text that finding it would take long.
  var call: Call? {
    let text = beginning(Self.searchedByteCount + 1)
    guard text.count <= Self.searchedByteCount else { return nil }
    return RequestID.find(in: text[...]).map { Call(id: $0) }
  }

  /// A request in a text that nobody has read yet.
  struct Call: Sendable {
    var id: JSON
    var cancellation = Cancellation()
  }

  /// The message. O(*n*) in its size.
  func read(_ limits: Limits, as call: Call?) -> IncomingMessage {
    let (bytes, buffers) = content()
    return IncomingMessage(parsing: bytes, buffers: buffers, limits: limits, cancellation: call?.cancellation)
  }

  /// The message refused without having been read.
  ///
  /// Its id is known only if it stands at the beginning, as it does wherever the parameters come last: that of a text without
  /// one would be looked for in all of it.
  func refused(_ error: RPCError) -> IncomingMessage {
    let id = RequestID.find(in: beginning(Self.searchedByteCount)[...])
    return IncomingMessage(refusing: error, id: id ?? .null, size: size)
  }
}
