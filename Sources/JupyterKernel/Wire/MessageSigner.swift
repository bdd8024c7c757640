internal import CSodium

/// Signs and verifies messages with HMAC-SHA256 over their four dictionaries, as the messaging protocol's "wire protocol"
/// section says: the buffers are not signed.
package struct MessageSigner: Sendable {
  /// The state after the key, from which each message goes on; `nil` with an empty key: nothing is signed then, and
  /// nothing checked.
  private let keyed: crypto_auth_hmacsha256_state?

  /// - Parameter key: the connection file's `key`, as its bytes, of any length. Empty turns signing off.
  package init(key: [UInt8]) {
    guard !key.isEmpty else {
      keyed = nil
      return
    }
    var state = crypto_auth_hmacsha256_state()
    crypto_auth_hmacsha256_init(&state, key, key.count)
    keyed = state
  }

  /// The signature as 64 lower-case hexadecimal digits; empty without a key.
  package func signature(of frames: some Sequence<[UInt8]>) -> [UInt8] {
    guard let digest = digest(of: frames) else { return [] }
    return digest.hexadecimal
  }

  /// Whether a signature is right, in a time that doesn't depend on where it is wrong.
  ///
  /// - Returns: ``Verification/right(_:)`` with the digest, to recognise the message by when it comes again, or
  ///   ``Verification/wrong``. Without a key nothing is checked: ``Verification/unsigned``, whatever the signature.
  package func verify(_ signature: [UInt8], of frames: some Sequence<[UInt8]>) -> Verification {
    guard let expected = digest(of: frames) else { return .unsigned }
    // The length is no secret. Checked first, so that the comparison never looks beyond either side.
    guard signature.count == 64 else { return .wrong }
    return sodium_memcmp(signature, expected.hexadecimal, signature.count) == 0 ? .right(expected) : .wrong
  }

  package enum Verification: Equatable {
    case unsigned
    case right(MessageDigest)
    case wrong
  }

  private func digest(of frames: some Sequence<[UInt8]>) -> MessageDigest? {
    guard var code = keyed else { return nil }
    for frame in frames { crypto_auth_hmacsha256_update(&code, frame, UInt64(frame.count)) }
    var bytes = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
    crypto_auth_hmacsha256_final(&code, &bytes)
    return MessageDigest(bytes: bytes)
  }
}
