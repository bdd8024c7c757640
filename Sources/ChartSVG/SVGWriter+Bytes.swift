extension SVGWriter {
  mutating func write(_ text: StaticString) {
    text.withUTF8Buffer { output.append(contentsOf: $0) }
  }

  /// Writes a text that was put together; literals go without a detour through `String`.
  mutating func write(string text: String) { output.append(contentsOf: text.utf8) }

  /// Writes a number with at most two decimals, without zeros that say nothing: `.5`, `12`, `-3.25`.
  mutating func write(_ value: Double) { write(hundredths: SVGWriter.hundredths(value)) }

  static func hundredths(_ value: Double) -> Int {
    // Nothing in a chart is that far out; what is not a number is drawn nowhere.
    guard value.isFinite, abs(value) < 1e12 else { return 0 }
    return Int((value * 100).rounded())
  }

  mutating func write(integer: Int) {
    if integer < 0 { output.append(UInt8(ascii: "-")) }
    writeDigits(integer.magnitude)
  }

  mutating func write(hundredths: Int) {
    if hundredths < 0 { output.append(UInt8(ascii: "-")) }
    let (whole, fraction) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    if whole > 0 || fraction == 0 { writeDigits(whole) }
    guard fraction > 0 else { return }
    output.append(UInt8(ascii: "."))
    output.append(UInt8(ascii: "0") + UInt8(fraction / 10))
    if fraction % 10 > 0 { output.append(UInt8(ascii: "0") + UInt8(fraction % 10)) }
  }

  /// Writes what two decimals are too few for, such as shares, angles and times, to five.
  mutating func writePrecise(_ value: Double) {
    write(string: (((value * 1e5).rounded()) / 1e5).description)
  }

  private mutating func writeDigits(_ value: UInt) {
    if value >= 10 { writeDigits(value / 10) }
    output.append(UInt8(ascii: "0") + UInt8(value % 10))
  }

  /// Writes text so that it is right both between tags and inside attributes. Characters that XML doesn't allow at all
  /// are written as U+FFFD.
  /// - Returns: Whether anything of it is written otherwise.
  mutating func write(escaping text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      // Nearly all text needs no escape: runs without are copied whole.
      var start = 0
      var index = 0
      while index < bytes.count {
        guard let (replacement, length) = SVGWriter.escape(at: index, in: bytes) else {
          index += 1
          continue
        }
        output.append(contentsOf: bytes[start..<index])
        write(replacement)
        index += length
        start = index
      }
      output.append(contentsOf: bytes[start...])
      return start > 0
    }
  }

  /// A text as it is read from what ``write(escaping:)`` makes of it.
  static func plain(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for character in text.unicodeScalars {
      let isAllowed =
        switch character.value {
        case 0x09, 0x0A: true
        case 0..<0x20, 0xFFFE, 0xFFFF: false
        default: true
        }
      plain.append(isAllowed ? character : "\u{FFFD}")
    }
    return String(plain)
  }

  /// What must stand instead of the character that begins at `index`, and its length; `nil` if it may stay.
  private static func escape(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (StaticString, Int)? {
    switch bytes[index] {
    case UInt8(ascii: "&"): ("&amp;", 1)
    case UInt8(ascii: "<"): ("&lt;", 1)
    case UInt8(ascii: ">"): ("&gt;", 1)
    case UInt8(ascii: "\""): ("&quot;", 1)
    case UInt8(ascii: "\n"): ("&#10;", 1)
    case UInt8(ascii: "\t"): ("&#9;", 1)
    case 0..<0x20: ("\u{FFFD}", 1)
    // U+FFFE and U+FFFF
    case 0xEF where index + 2 < bytes.count && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE: ("\u{FFFD}", 3)
    default: nil
    }
  }
}
