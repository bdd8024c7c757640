extension String {
  /// The most bytes of a line that anybody could read. Pictures are laid out with every tap, and texts may have megabytes.
  static let lineLimit = 4_000

  /// The text as one line shows it: line breaks, tabs and other control characters, and runs of spaces, are one space
  /// each. So it is as wide as it is measured, whatever a renderer makes of white space. What is longer than
  /// ``lineLimit`` ends with an ellipsis there.
  var oneLine: String { oneLine(limit: String.lineLimit) }

  /// - Parameter limit: The most bytes that there is room for.
  /// - Complexity: O(`limit`)
  func oneLine(limit: Int) -> String {
    let isWhole = utf8.count <= limit
    var text = isWhole ? self : String(cut(to: limit))
    // Nearly all texts are one line already, and each mark has some.
    guard !text.withUTF8(String.isOneLine) else { return isWhole ? text : text + "…" }
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if !scalar.isSpace {
        line.append(scalar)
      } else if line.last != " " {
        line.append(" ")
      }
    }
    return isWhole ? String(line) : String(line) + "…"
  }

  /// Whether no space follows another one, and nothing else would be a space.
  private static func isOneLine(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var last: UInt8 = 0
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0x20 where last != 0x20: break
      case 0...0x20, 0x7F: return false
      // C2 begins C1 controls, but also most signs of Latin-1; E2 80 the separators of lines and paragraphs, E2 minus signs.
      case 0xC2 where bytes[index + 1] < 0xA0: return false
      case 0xE2 where bytes[index + 1] == 0x80 && (bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9): return false
      default: break
      }
      last = byte
    }
    return true
  }

  /// The lines into which its author broke it, each as ``oneLine`` has it, without empty ones; no more than anybody needs.
  var lines: [String] {
    cut(to: String.lineLimit).split(whereSeparator: \.isNewline).prefix(4).map { String($0).oneLine }
      .filter { !["", " "].contains($0) }
  }

  /// As much of the beginning as has no more bytes.
  /// - Complexity: O(1) in a native string.
  func cut(to most: Int) -> Substring {
    guard utf8.count > most else { return self[...] }
    var end = utf8.index(startIndex, offsetBy: most)
    // Not within a scalar, of which all bytes but the first begin with 10.
    while end > startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return self[..<end]
  }
}

extension Unicode.Scalar {
  /// Whether a line shows it as a space: the categories Cc, Zl and Zp, and the space itself.
  fileprivate var isSpace: Bool {
    switch value {
    case 0...0x20, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }
}
