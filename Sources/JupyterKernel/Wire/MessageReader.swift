package import JSONModel
internal import Synchronization
package import ZeroMQ

/// Verifies and parses what arrives on the kernel's sockets. One for all of them: a message recorded on one socket must
/// not be played on another.
///
/// Several threads may read at once: only the memory of what came before is locked.
package final class MessageReader: Sendable {
  private let signer: MessageSigner
  private let history = Mutex(DigestHistory())

  package init(signer: MessageSigner) {
    self.signer = signer
  }

  /// Length and signature first, then JSON, and only what is right is remembered.
  package func read(_ message: Message) throws(Refusal) -> IncomingMessage {
    guard let wire = WireMessage(message) else { throw .frames }
    let verification = signer.verify(wire.signature, of: wire.dictionaries)
    if verification == .wrong { throw .signature }
    guard let header = MessageHeader(parsing: wire.dictionaries[0]) else { throw .dictionary("header") }
    // The parent header is the client's own business: checked, but not kept.
    _ = try Self.object(wire.dictionaries[1], "parent_header")
    let metadata = try Self.object(wire.dictionaries[2], "metadata")
    let content = try Self.object(wire.dictionaries[3], "content")
    if case .right(let digest) = verification, !history.withLock({ $0.record(digest) }) { throw .duplicate }
    return IncomingMessage(
      identities: wire.identities, header: header, metadata: metadata, content: content, buffers: wire.buffers)
  }

  private static func object(_ bytes: [UInt8], _ name: String) throws(Refusal) -> JSON {
    guard let json = try? JSON(parsing: bytes), case .object = json else { throw .dictionary(name) }
    return json
  }
}

/// A message that was verified and parsed.
package struct IncomingMessage: Sendable {
  package let identities: [[UInt8]]
  package let header: MessageHeader
  package let metadata: JSON
  package let content: JSON
  package let buffers: [[UInt8]]
}

/// Why a message was not taken. It is never answered: whoever cannot sign learns nothing.
package enum Refusal: Error, Hashable, Sendable {
  /// The frames are not those of a Jupyter message.
  case frames
  case signature
  /// A message with this signature came before.
  case duplicate
  /// The dictionary of this name is no JSON object, or lacks what it must have.
  case dictionary(String)
}
