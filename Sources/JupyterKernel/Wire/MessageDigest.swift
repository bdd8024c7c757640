/// The 32 bytes of a SHA-256 digest, kept small: a kernel remembers tens of thousands.
package struct MessageDigest: Hashable, Sendable {
  private let words: SIMD4<UInt64>

  package init(bytes: [UInt8]) {
    var words = SIMD4<UInt64>()
    for (index, byte) in bytes.prefix(32).enumerated() { words[index / 8] = words[index / 8] << 8 | UInt64(byte) }
    self.words = words
  }

  /// 64 lower-case hexadecimal digits.
  package var hexadecimal: [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(64)
    for word in 0..<4 {
      for shift in stride(from: 60, through: 0, by: -4) { bytes.append(digits[Int(words[word] >> UInt64(shift) & 15)]) }
    }
    return bytes
  }
}
