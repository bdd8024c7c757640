/// Bytes as text: https://www.rfc-editor.org/rfc/rfc4648#section-4, with its usual alphabet and padding.
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  /// - Complexity: O(*n*).
  package static func text(of bytes: some Collection<UInt8>) -> String {
    // Code for any collection is not specialised for those of other modules, and asks for each byte by several calls.
    bytes.withContiguousStorageIfAvailable(text) ?? Array(bytes).withUnsafeBufferPointer(text)
  }

  private static func text(of bytes: UnsafeBufferPointer<UInt8>) -> String {
    let length = (bytes.count + 2) / 3 * 4
    return alphabet.withUnsafeBufferPointer { alphabet in
      String(unsafeUninitializedCapacity: length) { text in
        var (index, position) = (0, 0)
        while index < bytes.count {
          // Three bytes are four characters; those that aren't there are zeros.
          let rest = bytes.count - index
          let bits =
            UInt32(bytes[index]) << 16 | UInt32(rest > 1 ? bytes[index + 1] : 0) << 8
            | UInt32(rest > 2 ? bytes[index + 2] : 0)
          text[position] = alphabet[Int(bits >> 18)]
          text[position + 1] = alphabet[Int(bits >> 12 & 0x3F)]
          text[position + 2] = rest > 1 ? alphabet[Int(bits >> 6 & 0x3F)] : padding
          text[position + 3] = rest > 2 ? alphabet[Int(bits & 0x3F)] : padding
          (index, position) = (index + 3, position + 4)
        }
        return length
      }
    }
  }

  /// The bytes that a text stands for. The bits beyond the last byte may be anything.
  /// - Returns: `nil` for a text with other characters, line breaks among them, or without its padding.
  /// - Complexity: O(*n*).
  package static func bytes(of text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count.isMultiple(of: 4) else { return nil }
    let padded = characters.reversed().prefix { $0 == padding }.count
    guard padded <= 2 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 4 * 3)
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for character in characters.dropLast(padded) {
      guard let value = value(of: character) else { return nil }
      bits = bits << 6 | value
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }
    return bytes
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
