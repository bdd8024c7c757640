import JSONModel

/// Reads the words of path data: numbers, flags, and what may stand between them (SVG 2, 9.3.9).
struct PathDataScanner {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func advance() { position = min(position + 1, bytes.count) }

  mutating func skipSpaces() {
    while let byte = next, byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B { position += 1 }
  }

  /// Skips what may stand between two numbers: spaces, and one comma among them.
  mutating func skipSeparator() {
    skipSpaces()
    guard skip(UInt8(ascii: ",")) else { return }
    skipSpaces()
  }

  /// Whether a command goes on with further numbers. A comma says that it must.
  mutating func continuesWithNumber() -> Bool {
    skipSpaces()
    guard next != UInt8(ascii: ",") else {
      skipSeparator()
      return true
    }
    return next.map { $0.isDigit || $0 == UInt8(ascii: ".") || isSign($0) } ?? false
  }

  /// A number from `-reach` to `reach`.
  mutating func number() throws(PathDataError) -> Double {
    let start = position
    skipSign()
    var digits = skipDigits()
    if skip(UInt8(ascii: ".")) { digits += skipDigits() }
    guard digits > 0 else {
      position = start
      throw fault("expected a number")
    }
    if let byte = next, byte | 0x20 == UInt8(ascii: "e") {
      position += 1
      skipSign()
      guard skipDigits() > 0 else { throw fault("expected a digit in the exponent") }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let value = Double(text), abs(value) <= PathData.reach else {
      let reach = JSON(PathData.reach).text
      throw PathDataError(.limit, at: start, "expected a number from -\(reach) to \(reach)")
    }
    return value
  }

  /// A flag is one character, so that none needs to stand between it and what follows.
  mutating func flag() throws(PathDataError) -> Bool {
    guard let byte = next, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else {
      throw fault("expected a flag, 0 or 1")
    }
    position += 1
    return byte == UInt8(ascii: "1")
  }

  /// The fault of what is next.
  func fault(_ expectation: String) -> PathDataError {
    let rest = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
    let found = rest.unicodeScalars.first.map { ", got \(JSON.string(String($0)).text)" } ?? ", but the path ends there"
    return PathDataError(.syntax, at: position, expectation + found)
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") }

  private mutating func skipSign() {
    if let byte = next, isSign(byte) { position += 1 }
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while let byte = next, byte.isDigit { position += 1 }
    return position - start
  }
}
