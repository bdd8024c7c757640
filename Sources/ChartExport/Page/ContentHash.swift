internal import CSodium
import JSONModel

/// By what a policy knows a script that stands in the page itself.
enum ContentHash {
  /// A source of Content Security Policy: `sha256-…`.
  static func source(of text: String) -> String {
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    let bytes = Array(text.utf8)
    crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
    return "sha256-" + Base64.text(of: hash)
  }
}
