import JSONModel

/// A message that nobody has read yet, nor perhaps fetched from where it lies: both take time when it is long.
public struct UnreadMessage: Sendable {
  /// Reading more takes a millisecond or more, while others wait for the thread that received it.
  public static let leastByteCount = 64 << 10

  /// Bytes of the text and the buffers.
  public let size: Int
  private let beginning: @Sendable (Int) -> [UInt8]
  private let content: @Sendable () -> (bytes: [UInt8], buffers: [[UInt8]])

  /// - Parameters:
  ///   - size: Bytes of the text and the buffers.
  ///   - beginning: Gives the first bytes of the text, at most so many.
  ///   - content: Gives the text and the buffers. Called on the thread that reads it, once.
  public init(
    size: Int, beginning: @escaping @Sendable (Int) -> [UInt8],
    content: @escaping @Sendable () -> (bytes: [UInt8], buffers: [[UInt8]])
  ) {
    self.size = size
    self.beginning = beginning
    self.content = content
  }

  init(_ bytes: [UInt8], buffers: [[UInt8]]) {
    self.init(
      size: buffers.reduce(bytes.count) { $0 + $1.count }, beginning: { Array(bytes.prefix($0)) },
      content: { (bytes, buffers) })
  }

  /// The text and the buffers.
  var fetched: (bytes: [UInt8], buffers: [[UInt8]]) { content() }

  /// The message. O(*n*) in its size.
  func read(_ limits: Limits) -> IncomingMessage {
    let (bytes, buffers) = content()
    return IncomingMessage(parsing: bytes, buffers: buffers, limits: limits)
  }

  /// The message refused without having been read.
  ///
  /// Its id is known only if it stands at the beginning, as it does wherever the parameters come last: that of a text without
  /// one would be looked for in all of it.
  func refused(_ error: RPCError) -> IncomingMessage {
    let id = RequestID.find(in: beginning(Self.leastByteCount)[...])
    return IncomingMessage(refusing: error, id: id ?? .null, size: size)
  }
}
