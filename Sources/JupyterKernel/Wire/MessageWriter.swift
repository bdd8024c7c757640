package import JSONModel
internal import OrderedCollections
internal import Synchronization
package import ZeroMQ

/// Turns messages into signed frames. For any thread.
package final class MessageWriter: Sendable {
  /// The version in every header. Clients take 5.2 and later to count cursors in code points.
  package static let protocolVersion = "5.5"

  /// The kernel's session: its own, and another after a restart, which is how clients notice one.
  package let session: String
  private let signer: MessageSigner
  private let username: String
  private let count = Atomic(0)

  package init(signer: MessageSigner, session: String = RandomID.make(), username: String = "kernel") {
    self.signer = signer
    self.session = session
    self.username = username
  }

  /// - Parameters:
  ///   - identities: whom it is for; on iopub the topic.
  ///   - parent: the bytes of the header of the request that caused it, or `nil`.
  package func write(_ message: OutgoingMessage, to identities: [[UInt8]], parent: [UInt8]?) -> Message {
    let number = count.add(1, ordering: .relaxed).newValue
    let header: JSON = [
      "msg_id": "\(session)_\(number)", "msg_type": .string(message.type), "username": .string(username),
      "session": .string(session), "date": .string(ISODate.now().text), "version": .string(Self.protocolVersion),
    ]
    let dictionaries = [header.bytes, parent ?? Array("{}".utf8), message.metadata.bytes, message.content.bytes]
    return WireMessage(
      identities: identities, signature: signer.signature(of: dictionaries), dictionaries: dictionaries,
      buffers: message.buffers
    ).message
  }
}

/// A message to send, without what every message has.
package struct OutgoingMessage: Sendable {
  package var type: String
  package var content: JSON
  package var metadata: JSON = [:]
  package var buffers: [[UInt8]] = []

  package init(_ type: String, _ content: JSON, metadata: JSON = [:], buffers: [[UInt8]] = []) {
    self.type = type
    self.content = content
    self.metadata = metadata
    self.buffers = buffers
  }
}

extension JSON {
  /// This object with the members of another, which win.
  func merging(members other: JSON) -> JSON {
    guard case .object(let members) = self, case .object(let others) = other else { return self }
    return .object(members.merging(others) { $1 })
  }
}
