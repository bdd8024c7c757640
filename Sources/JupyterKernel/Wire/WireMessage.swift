package import ZeroMQ

/// A message as its frames, before anything in it was believed: identities, `<IDS|MSG>`, signature, header, parent header,
/// metadata, content, buffers.
package struct WireMessage: Hashable, Sendable {
  package static let delimiter = Array("<IDS|MSG>".utf8)

  /// The ZeroMQ identities of whom it came from or is for; on iopub the topic.
  package var identities: [[UInt8]]
  package var signature: [UInt8]
  /// Header, parent header, metadata and content: what is signed.
  package var dictionaries: [[UInt8]]
  package var buffers: [[UInt8]]

  package init(identities: [[UInt8]], signature: [UInt8], dictionaries: [[UInt8]], buffers: [[UInt8]] = []) {
    self.identities = identities
    self.signature = signature
    self.dictionaries = dictionaries
    self.buffers = buffers
  }

  /// - Returns: `nil` without a delimiter or with fewer than five frames behind it.
  package init?(_ message: Message) {
    let frames = message.frames
    guard let delimiter = frames.firstIndex(of: Self.delimiter), frames.count >= delimiter + 6 else { return nil }
    identities = Array(frames[..<delimiter])
    signature = frames[delimiter + 1]
    dictionaries = Array(frames[(delimiter + 2)..<(delimiter + 6)])
    buffers = Array(frames[(delimiter + 6)...])
  }

  package var message: Message {
    Message(identities + [Self.delimiter, signature] + dictionaries + buffers)
  }
}
