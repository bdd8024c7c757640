import OrderedCollections

extension JSON {
  /// The value as one line of JSON text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The value as the UTF-8 bytes of one line of JSON text.
  public var bytes: [UInt8] {
    var output: [UInt8] = []
    write(to: &output)
    return output
  }

  /// Appends the value as one line of JSON text.
  /// - Complexity: O(*n*) in the length of the text.
  public func write(to output: inout [UInt8]) {
    switch self {
    case .null: output.append(contentsOf: "null".utf8)
    case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): output.append(contentsOf: value.description.utf8)
    case .number(let value): output.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
    case .literal(let text): output.append(contentsOf: text.utf8)
    case .string(let text): JSON.write(text, to: &output)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        element.write(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, (key, value)) in members.elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        JSON.write(key, to: &output)
        output.append(UInt8(ascii: ":"))
        value.write(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  /// Appends a string with its quotes and escapes. Runs that need no escape, nearly all of an SVG, are copied whole.
  static func write(_ text: String, to output: inout [UInt8]) {
    var text = text
    output.append(UInt8(ascii: "\""))
    text.withUTF8 { bytes in
      var start = 0
      for index in bytes.indices {
        let byte = bytes[index]
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
        output.append(contentsOf: bytes[start..<index])
        start = index + 1
        writeEscape(byte, to: &output)
      }
      output.append(contentsOf: bytes[start...])
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func writeEscape(_ byte: UInt8, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x0A: output.append(UInt8(ascii: "n"))
    case 0x0D: output.append(UInt8(ascii: "r"))
    case 0x09: output.append(UInt8(ascii: "t"))
    case 0..<0x20:
      output.append(contentsOf: "u00".utf8)
      output.append(contentsOf: (byte < 0x10 ? "0" : "").utf8)
      output.append(contentsOf: String(byte, radix: 16).utf8)
    default: output.append(byte)
    }
  }

  /// The value as JSON text over several lines, for people.
  public var prettyText: String {
    var output = ""
    writePretty(to: &output, indent: "")
    return output
  }

  private func writePretty(to output: inout String, indent: String) {
    let inner = indent + "  "
    switch self {
    case .array(let elements) where !elements.isEmpty:
      output += "[\n"
      for (index, element) in elements.enumerated() {
        output += index > 0 ? ",\n" + inner : inner
        element.writePretty(to: &output, indent: inner)
      }
      output += "\n" + indent + "]"
    case .object(let members) where !members.isEmpty:
      output += "{\n"
      for (index, (key, value)) in members.elements.enumerated() {
        output += index > 0 ? ",\n" + inner : inner
        output += JSON.string(key).text + ": "
        value.writePretty(to: &output, indent: inner)
      }
      output += "\n" + indent + "}"
    default:
      output += text
    }
  }
}
