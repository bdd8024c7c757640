/// One line of the headers in front of a message.
enum HeaderLine {
  case empty
  case contentLength(String)
  case other

  static let contentLengthName = Array("content-length".utf8)

  /// Reads a line without its LF; `nil` if it is no header.
  init?(_ bytes: ArraySlice<UInt8>) {
    var bytes = bytes
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard !bytes.isEmpty else {
      self = .empty
      return
    }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = HeaderLine.trimmed(bytes[..<colon])
    guard !name.isEmpty, name.allSatisfy(HeaderLine.isNameByte) else { return nil }
    guard HeaderLine.isContentLength(name) else {
      self = .other
      return
    }
    self = .contentLength(String(decoding: HeaderLine.trimmed(bytes[(colon + 1)...]), as: UTF8.self))
  }

  static func isContentLength(_ name: ArraySlice<UInt8>) -> Bool {
    name.count == contentLengthName.count
      && zip(name, contentLengthName).allSatisfy { $0 == $1 || $0 ^ 0x20 == $1 && $1 >= UInt8(ascii: "a") }
  }

  /// Whether a line of headers can begin with this byte.
  static func canBegin(_ byte: UInt8) -> Bool {
    isNameByte(byte) || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n")
  }

  /// Whether a byte is a `tchar` of RFC 9110, of which the names of headers consist.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var bytes = bytes
    while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return bytes
  }
}
