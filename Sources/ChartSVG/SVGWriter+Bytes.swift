extension SVGWriter {
  @inline(__always)
  mutating func write(_ text: StaticString) {
    // Literals lie in the program; one that is a single scalar lies in the value itself.
    guard text.hasPointerRepresentation else { return text.withUTF8Buffer { output.append(contentsOf: $0) } }
    output.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes a text that was put together; literals go without a detour through `String`.
  mutating func write(string text: String) { output.append(text) }

  /// Writes a number with at most two decimals, without zeros that say nothing: `.5`, `12`, `-3.25`.
  mutating func write(_ value: Double) {
    let hundredths = SVGWriter.hundredths(value)
    output.append(atMost: ByteBuffer.longestNumber) { $0.write(hundredths: hundredths) }
  }

  /// The nearest whole number of hundredths, of two the one farther from 0.
  @inline(__always)
  static func hundredths(_ value: Double) -> Int {
    // Nothing in a chart is that far out; what is not a number is drawn nowhere.
    guard abs(value) < 1e12 else { return 0 }
    let product = value * 100
    // What `rounded()` says; that is a call into the C library, as long as all the rest together.
    let whole = Int(product)
    let rest = product - Double(whole)
    return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
  }

  mutating func write(integer: Int) {
    if integer < 0 { output.append(UInt8(ascii: "-")) }
    output.append(atMost: ByteBuffer.longestNumber) { $0.write(digitsOf: integer.magnitude) }
  }

  /// Writes what two decimals are too few for, such as shares, angles and times, to five.
  mutating func writePrecise(_ value: Double) {
    write(string: (((value * 1e5).rounded()) / 1e5).description)
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
        if index + 8 <= bytes.count, !SVGWriter.mayNeedEscape(eightAt: index, in: bytes) {
          index += 8
          continue
        }
        guard let (replacement, length) = SVGWriter.escape(at: index, in: bytes) else {
          index += 1
          continue
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
        write(replacement)
        index += length
        start = index
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
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

  /// Whether one of eight bytes is such that ``escape(at:in:)`` has to look at it: below 0x20, `"`, `&`, `<`, `>` or 0xEF.
  @inline(__always)
  private static func mayNeedEscape(eightAt index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self)
    let ones: UInt64 = 0x0101_0101_0101_0101
    // The highest bit of each byte that is less than another (S. E. Anderson, "Bit Twiddling Hacks").
    func less(_ word: UInt64, _ bound: UInt64) -> UInt64 { (word &- ones &* bound) & ~word }
    func equal(_ word: UInt64, _ byte: UInt64) -> UInt64 { less(word ^ (ones &* byte), 1) }
    // Two that differ in one bit are found together.
    let found = less(word, 0x20) | equal(word | ones &* 4, 0x26) | equal(word | ones &* 2, 0x3E) | equal(word, 0xEF)
    return found & (ones &* 0x80) != 0
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
