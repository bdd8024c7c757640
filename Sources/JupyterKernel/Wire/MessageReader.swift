internal import JSONModel
package import ZeroMQ

/// Verifies and parses what arrives on the kernel's sockets. One for all of them: a message recorded on one socket must
/// not be played on another.
package struct MessageReader {
  private let signer: MessageSigner
  private var history = DigestHistory()

  package init(signer: MessageSigner) {
    self.signer = signer
  }

  /// Length and signature first, then JSON, and only what is right is remembered.
  package mutating func read(_ message: Message) throws(Refusal) -> IncomingMessage {
    guard let wire = WireMessage(message) else { throw .frames }
    let verification = signer.verify(wire.signature, of: wire.dictionaries)
    if verification == .wrong { throw .signature }
    guard let header = MessageHeader(parsing: wire.dictionaries[0]) else { throw .dictionary("header") }
    // The parent header is the client's own business: checked, but not kept.
    _ = try Self.object(wire.dictionaries[1], "parent_header")
    let metadata = try Self.object(wire.dictionaries[2], "metadata")
    let content = try Self.object(wire.dictionaries[3], "content")
    if case .right(let digest) = verification, !history.record(digest) { throw .duplicate }
    return IncomingMessage(
      identities: wire.identities, header: header, metadata: metadata, content: content, buffers: wire.buffers)
  }

  private static func object(_ bytes: [UInt8], _ name: String) throws(Refusal) -> JSON {
    guard let json = try? JSON(parsing: bytes), case .object = json else { throw .dictionary(name) }
    return json
  }
}
