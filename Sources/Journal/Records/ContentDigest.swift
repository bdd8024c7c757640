internal import CSodium

/// The name of some bytes by what they are: BLAKE2b with 32 bytes, in hexadecimal digits. No two contents with one name are
/// known, nor how to make them.
package struct ContentDigest: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let description: String

  /// - Complexity: O(*n*), about a second a gigabyte.
  package init(of bytes: [UInt8]) {
    var digest = [UInt8](repeating: 0, count: 32)
    crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
    description = String(decoding: digest.flatMap { ContentDigest.digits(of: $0) }, as: UTF8.self)
  }

  /// - Returns: `nil` for what is no such name.
  package init?(_ description: String) {
    guard description.utf8.count == 64,
      description.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.description = description
  }

  package static func < (left: ContentDigest, right: ContentDigest) -> Bool { left.description < right.description }

  private static func digits(of byte: UInt8) -> [UInt8] {
    [byte >> 4, byte & 15].map { $0 < 10 ? 0x30 + $0 : 0x57 + $0 }
  }
}
