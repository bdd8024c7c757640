import OrderedCollections

/// What is wrong with a JSON text, and where.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The kind of fault; more may come.
  public struct Code: Hashable, Sendable {
    private enum Value { case syntax, depth, stopped }
    private let value: Value
    /// The text is not JSON.
    public static let syntax = Code(value: .syntax)
    /// The text is nested deeper than allowed.
    public static let depth = Code(value: .depth)
    /// Nobody waits for the value any more.
    public static let stopped = Code(value: .stopped)
  }

  public var code: Code
  /// The byte, counted from 0, at which the text stopped making sense.
  public var offset: Int
  /// What was expected there, as a sentence without its full stop.
  public var reason: String
}

extension JSON {
  /// How deep arrays and objects may nest unless the caller says otherwise. Recursion over a value is bounded by it.
  public static let defaultDepthLimit = 128

  /// Parses one JSON text (RFC 8259) with nothing but white space around it.
  ///
  /// Of a key that occurs twice the last value counts. Escaped surrogates without a partner become U+FFFD, since
  /// JavaScript can send them and a Swift string cannot hold them.
  /// - Parameter shouldStop: Asked about every 64 KiB of a long text, between two values, whether to give it up; the error's
  ///   code is ``JSONSyntaxError/Code/stopped`` then.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(
    parsing bytes: [UInt8], depthLimit: Int = defaultDepthLimit, shouldStop: (@Sendable () -> Bool)? = nil
  ) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes: bytes, depthLimit: depthLimit, shouldStop: shouldStop)
    self = try parser.document()
  }

  /// Parses one JSON text.
  public init(parsing text: String, depthLimit: Int = defaultDepthLimit) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text.utf8), depthLimit: depthLimit)
  }
}

/// A recursive-descent parser over bytes: a chart's requests are small, and errors must name the byte.
struct JSONParser {
  let bytes: [UInt8]
  let depthLimit: Int
  private var position = 0
  private var depth = 0
  private let shouldStop: (@Sendable () -> Bool)?
  /// Where to ask next whether to stop.
  private var nextStop: Int

  init(bytes: [UInt8], depthLimit: Int, shouldStop: (@Sendable () -> Bool)? = nil) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    self.shouldStop = shouldStop
    nextStop = shouldStop == nil ? .max : JSONParser.stride
  }

  /// How many bytes are read before it is asked again whether to stop.
  private static let stride = 1 << 16

  private mutating func askWhetherToStop() throws(JSONSyntaxError) {
    nextStop = position + JSONParser.stride
    guard shouldStop?() == true else { return }
    throw JSONSyntaxError(code: .stopped, offset: position, reason: "nobody waits for the rest")
  }

  mutating func document() throws(JSONSyntaxError) -> JSON {
    let value = try value()
    skipWhitespace()
    guard position == bytes.count else { throw fault("expected the end of the text") }
    return value
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func fault(_ reason: String, at offset: Int? = nil) -> JSONSyntaxError {
    JSONSyntaxError(code: .syntax, offset: offset ?? position, reason: reason)
  }

  private mutating func skipWhitespace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func consume(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func value() throws(JSONSyntaxError) -> JSON {
    skipWhitespace()
    if position >= nextStop { try askWhetherToStop() }
    switch next {
    case UInt8(ascii: "{"): return try nested { parser throws(JSONSyntaxError) in try parser.object() }
    case UInt8(ascii: "["): return try nested { parser throws(JSONSyntaxError) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try keyword("true", .bool(true))
    case UInt8(ascii: "f"): return try keyword("false", .bool(false))
    case UInt8(ascii: "n"): return try keyword("null", .null)
    case UInt8(ascii: "-"): return try number()
    case .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number()
    case nil: throw fault("expected a value, but the text ends here")
    default: throw fault("expected a value")
    }
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(JSONSyntaxError) -> JSON
  ) throws(JSONSyntaxError) -> JSON {
    guard depth < depthLimit else {
      throw JSONSyntaxError(code: .depth, offset: position, reason: "nested deeper than \(depthLimit) levels")
    }
    depth += 1
    defer { depth -= 1 }
    position += 1
    return try body(&self)
  }

  private mutating func object() throws(JSONSyntaxError) -> JSON {
    var members: OrderedDictionary<String, JSON> = [:]
    skipWhitespace()
    if consume(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipWhitespace()
      guard next == UInt8(ascii: "\"") else { throw fault("expected a key in double quotes") }
      let key = try string()
      skipWhitespace()
      guard consume(UInt8(ascii: ":")) else { throw fault("expected ':' after the key") }
      members[key] = try value()
      skipWhitespace()
      if consume(UInt8(ascii: "}")) { return .object(members) }
      guard consume(UInt8(ascii: ",")) else { throw fault("expected ',' or '}'") }
    }
  }

  private mutating func array() throws(JSONSyntaxError) -> JSON {
    var elements: [JSON] = []
    skipWhitespace()
    if consume(UInt8(ascii: "]")) { return .array(elements) }
    while true {
      elements.append(try value())
      skipWhitespace()
      if consume(UInt8(ascii: "]")) { return .array(elements) }
      guard consume(UInt8(ascii: ",")) else { throw fault("expected ',' or ']'") }
    }
  }

  private mutating func keyword(_ text: StaticString, _ value: JSON) throws(JSONSyntaxError) -> JSON {
    let start = position
    for index in 0..<text.utf8CodeUnitCount {
      guard consume(text.utf8Start[index]) else { throw fault("expected '\(text)'", at: start) }
    }
    return value
  }
}

// MARK: - Numbers

extension JSONParser {
  private mutating func digits() -> Int {
    let start = position
    while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    return position - start
  }

  private mutating func number() throws(JSONSyntaxError) -> JSON {
    let start = position
    _ = consume(UInt8(ascii: "-"))
    let leadingZero = next == UInt8(ascii: "0")
    let count = digits()
    guard count > 0 else { throw fault("expected a digit") }
    guard !(leadingZero && count > 1) else { throw fault("a number must not begin with 0", at: start) }
    var isWhole = true
    if consume(UInt8(ascii: ".")) {
      isWhole = false
      guard digits() > 0 else { throw fault("expected a digit after '.'") }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      isWhole = false
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      guard digits() > 0 else { throw fault("expected a digit in the exponent") }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole {
      // "-0" is a double: an integer would lose its sign.
      if let value = Int(text), !(value == 0 && bytes[start] == UInt8(ascii: "-")) { return .integer(value) }
      return text == "-0" ? .number(-0.0) : .literal(text)
    }
    guard let value = Double(text), value.isFinite else { return .literal(text) }
    return .number(value)
  }
}

// MARK: - Strings

extension JSONParser {
  /// Parses a string whose opening quote is next.
  private mutating func string() throws(JSONSyntaxError) -> String {
    let start = position + 1
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != UInt8(ascii: "\\"), bytes[end] >= 0x20 {
      end += 1
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return try escapedString(from: start) }
    position = end + 1
    return try text(bytes[start..<end], at: start)
  }

  private func text(_ slice: ArraySlice<UInt8>, at offset: Int) throws(JSONSyntaxError) -> String {
    guard let text = String(validating: slice, as: UTF8.self) else {
      throw fault("expected valid UTF-8 in the string", at: offset)
    }
    return text
  }

  private mutating func escapedString(from start: Int) throws(JSONSyntaxError) -> String {
    var output: [UInt8] = []
    position = start
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return try text(output[...], at: start)
      case UInt8(ascii: "\\"):
        position += 1
        try escape(into: &output)
      case 0..<0x20:
        throw fault("expected control characters in a string to be escaped")
      default:
        output.append(byte)
        position += 1
      }
    }
    throw fault("expected '\"' at the end of the string", at: start - 1)
  }

  private mutating func escape(into output: inout [UInt8]) throws(JSONSyntaxError) {
    let start = position - 1
    guard let byte = next else { throw fault("expected an escape after '\\'") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): output.append(byte)
    case UInt8(ascii: "b"): output.append(0x08)
    case UInt8(ascii: "f"): output.append(0x0C)
    case UInt8(ascii: "n"): output.append(0x0A)
    case UInt8(ascii: "r"): output.append(0x0D)
    case UInt8(ascii: "t"): output.append(0x09)
    case UInt8(ascii: "u"): output.append(contentsOf: Character(try unicodeEscape(from: start)).utf8)
    default: throw fault("unknown escape", at: start)
    }
  }

  private mutating func unicodeEscape(from start: Int) throws(JSONSyntaxError) -> Unicode.Scalar {
    let first = try hexadecimal(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    // A surrogate: it stands for something only before its partner.
    let afterFirst = position
    guard first < 0xDC00, consume(UInt8(ascii: "\\")), consume(UInt8(ascii: "u")) else {
      position = afterFirst
      return "\u{FFFD}"
    }
    let second = try hexadecimal(from: start)
    guard (0xDC00...0xDFFF).contains(second) else {
      position = afterFirst
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (UInt32(first - 0xD800) << 10) + UInt32(second - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func hexadecimal(from start: Int) throws(JSONSyntaxError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fault("expected four hexadecimal digits after '\\u'", at: start)
      }
      value = value << 4 | UInt16(digit)
      position += 1
    }
    return value
  }
}
