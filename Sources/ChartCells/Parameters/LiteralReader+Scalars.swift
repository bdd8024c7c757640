import JSONModel
import YAMLText

// MARK: - Numbers

extension LiteralReader {
  /// Reads a number: as in Python, digits may be parted by `_`, and either side of the point may be empty.
  mutating func number() throws(LiteralSyntaxError) -> JSON {
    let start = position
    var text = ""
    if next == "-" { text = "-" }
    if next == "-" || next == "+" { position += 1 }
    let whole = try digits()
    text += whole.isEmpty ? "0" : whole
    var isWhole = true
    if next == "." {
      isWhole = false
      position += 1
      let fraction = try digits()
      guard !whole.isEmpty || !fraction.isEmpty else { throw fault("expected a number", at: start) }
      text += "." + (fraction.isEmpty ? "0" : fraction)
    }
    guard !isWhole || !whole.isEmpty else { throw fault("expected a digit") }
    if next == "e" || next == "E" {
      isWhole = false
      position += 1
      text += "e"
      if next == "-" || next == "+" {
        if next == "-" { text += "-" }
        position += 1
      }
      let exponent = try digits()
      guard !exponent.isEmpty else { throw fault("expected a digit in the exponent") }
      text += exponent
    }
    if let scalar = next, ParameterName.isPart(scalar) || scalar == "." { throw fault("expected the number's end") }
    guard isWhole else {
      guard let value = Double(text), value.isFinite else { throw fault("the number is too large", at: start) }
      return .number(value)
    }
    guard whole.first != "0" || whole.utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) else {
      throw fault("a number must not begin with 0", at: start)
    }
    return Int(text).map { .integer($0) } ?? .literal(text)
  }

  private mutating func digits() throws(LiteralSyntaxError) -> String {
    var digits = String.UnicodeScalarView()
    while let scalar = next {
      if scalar == "_" {
        let isBetween =
          !digits.isEmpty && position + 1 < limit && "0"..."9" ~= scalars[position + 1]
        guard isBetween else { throw fault("'_' can only stand between digits") }
      } else if "0"..."9" ~= scalar {
        digits.append(scalar)
      } else {
        break
      }
      position += 1
    }
    return String(digits)
  }
}

// MARK: - Texts

extension LiteralReader {
  /// Reads a text in quotes, which ends on its line.
  mutating func string() throws(LiteralSyntaxError) -> String {
    let start = position
    let quote = scalars[position]
    var text = String.UnicodeScalarView()
    position += 1
    while let scalar = next, !scalar.isLineBreak {
      position += 1
      if scalar == quote { return String(text) }
      text.append(scalar == "\\" ? try escape() : scalar)
    }
    throw fault("the quote is not closed", at: start)
  }

  /// Reads what follows a backslash.
  private mutating func escape() throws(LiteralSyntaxError) -> Unicode.Scalar {
    let start = position - 1
    guard let scalar = next else { throw fault("expected an escape after '\\'", at: start) }
    position += 1
    switch scalar {
    case "\\", "\"", "'", "/": return scalar
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "a": return "\u{7}"
    case "b": return "\u{8}"
    case "v": return "\u{B}"
    case "f": return "\u{C}"
    case "0": return "\0"
    case "x": return try code(digits: 2, from: start)
    case "u": return try code(digits: 4, from: start)
    case "U": return try code(digits: 8, from: start)
    default: throw fault("unknown escape; write '\\\\' for a backslash", at: start)
    }
  }

  private mutating func code(digits: Int, from start: Int) throws(LiteralSyntaxError) -> Unicode.Scalar {
    let first = try hexadecimal(digits: digits, from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first <= 0x10FFFF else { throw fault("there is no such character", at: start) }
    // A surrogate stands for something only before its partner, as JSON writes characters beyond U+FFFF. A lone one
    // becomes U+FFFD as in JSON, since a text cannot hold it.
    let behind = position
    guard first < 0xDC00, next == "\\", position + 1 < limit, scalars[position + 1] == "u" else { return "\u{FFFD}" }
    position += 2
    let second = try hexadecimal(digits: 4, from: behind)
    guard (0xDC00...0xDFFF).contains(second) else {
      position = behind
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func hexadecimal(digits: Int, from start: Int) throws(LiteralSyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let scalar = next, let digit = Character(scalar).hexDigitValue, scalar.isASCII else {
        throw fault("expected \(digits) hexadecimal digits in the escape", at: start)
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
