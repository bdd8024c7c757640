internal import Crypto

/// Signs and verifies messages with HMAC-SHA256 over their four dictionaries, as the messaging protocol's "wire protocol"
/// section says: the buffers are not signed.
package struct MessageSigner: Sendable {
  /// `nil` with an empty key: nothing is signed then, and nothing checked.
  private let key: SymmetricKey?

  /// - Parameter key: the connection file's `key`, as its bytes. Empty turns signing off.
  package init(key: [UInt8]) {
    self.key = key.isEmpty ? nil : SymmetricKey(data: key)
  }

  /// Whether messages are signed at all.
  package var isSigning: Bool { key != nil }

  /// The signature as 64 lower-case hexadecimal digits; empty without a key.
  package func signature(of frames: some Sequence<[UInt8]>) -> [UInt8] {
    guard let digest = digest(of: frames) else { return [] }
    return digest.hexadecimal
  }

  /// Whether a signature is right, in a time that doesn't depend on where it is wrong.
  ///
  /// - Returns: The digest, to recognise the message by when it comes again; `nil` if the signature is wrong. Without a
  ///   key everything is right, and the digest is empty.
  package func verify(_ signature: [UInt8], of frames: some Sequence<[UInt8]>) -> Verification {
    guard key != nil else { return .unsigned }
    // The length is no secret. Checked first, so that the comparison never looks beyond either side.
    guard signature.count == 64, let expected = digest(of: frames) else { return .wrong }
    var difference: UInt8 = 0
    for (left, right) in zip(signature, expected.hexadecimal) { difference |= left ^ right }
    return difference == 0 ? .right(expected) : .wrong
  }

  package enum Verification: Equatable {
    case unsigned
    case right(MessageDigest)
    case wrong
  }

  private func digest(of frames: some Sequence<[UInt8]>) -> MessageDigest? {
    guard let key else { return nil }
    var code = HMAC<SHA256>(key: key)
    for frame in frames { code.update(data: frame) }
    return MessageDigest(bytes: Array(code.finalize()))
  }
}
