import ChartSVG

/// Reads an SVG document as ``SVGWriter`` writes it: what the writer noted of its structure must be what is read here. It
/// knows no comments, instructions or document types, since those are never written.
struct MarkupParser {
  private let bytes: [UInt8]
  private var nodes: [Markup.Node] = []
  private var attributes: [Markup.Attribute] = []
  private var elementCount = 0

  /// - Returns: `nil` for what is no such document.
  static func markup(_ text: String) -> Markup? {
    var parser = MarkupParser(bytes: Array(text.utf8))
    guard parser.parse() else { return nil }
    return Markup(bytes: parser.bytes, nodes: parser.nodes, attributes: parser.attributes)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func parse() -> Bool {
    var open: [Int] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else {
        let start = index
        index = position(of: UInt8(ascii: "<"), from: index)
        // What follows the root is the line's end.
        if !open.isEmpty {
          append(start: start, end: index, nameLength: 0)
        } else if nodes.isEmpty {
          return false
        }
        continue
      }
      if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/") {
        let end = position(of: UInt8(ascii: ">"), from: index)
        guard end < bytes.count, let element = open.popLast(),
          bytes[index + 2..<end]
            == bytes[nodes[element].start + 1..<nodes[element].start + 1 + nodes[element].nameLength]
        else { return false }
        index = end + 1
        nodes[element].end = index
        nodes[element].next = nodes.count
        continue
      }
      guard !open.isEmpty || nodes.isEmpty, let tag = readTag(at: index) else { return false }
      index = tag.end
      if !tag.isClosed { open.append(tag.element) }
    }
    return open.isEmpty && !nodes.isEmpty
  }

  private mutating func append(start: Int, end: Int, nameLength: Int) {
    nodes.append(
      Markup.Node(
        start: start, end: end, nameLength: nameLength, number: elementCount,
        attributes: attributes.count..<attributes.count, next: nodes.count + 1))
  }

  /// An opening tag: `<name a="b" …>` or `<name …/>`.
  private mutating func readTag(at start: Int) -> (element: Int, end: Int, isClosed: Bool)? {
    var index = start + 1
    while index < bytes.count, isName(bytes[index]) { index += 1 }
    guard index > start + 1 else { return nil }
    let element = nodes.count
    append(start: start, end: start, nameLength: index - start - 1)
    elementCount += 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ">"): return (element, index + 1, false)
      case UInt8(ascii: "/"):
        guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: ">") else { return nil }
        nodes[element].end = index + 2
        return (element, index + 2, true)
      case UInt8(ascii: " "):
        guard let end = readAttribute(at: index + 1) else { return nil }
        nodes[element].attributes = nodes[element].attributes.lowerBound..<attributes.count
        index = end
      default: return nil
      }
    }
    return nil
  }

  private mutating func readAttribute(at name: Int) -> Int? {
    var index = name
    while index < bytes.count, isName(bytes[index]) { index += 1 }
    guard index > name, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "="),
      bytes[index + 1] == UInt8(ascii: "\"")
    else { return nil }
    let value = index + 2..<position(of: UInt8(ascii: "\""), from: index + 2)
    guard value.upperBound < bytes.count, let plain = unescaped(value) else { return nil }
    let isEscaped = bytes[value].contains(UInt8(ascii: "&"))
    attributes.append(Markup.Attribute(name: name..<index, value: value, plain: isEscaped ? plain : nil))
    return value.upperBound + 1
  }

  private func position(of byte: UInt8, from start: Int) -> Int {
    bytes[start...].firstIndex(of: byte) ?? bytes.count
  }

  private func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"):
      true
    default: false
    }
  }

  /// A value as it was before it was escaped; `nil` if there is an escape in it that the writer does not use.
  private func unescaped(_ range: Range<Int>) -> String? {
    var result: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index] == UInt8(ascii: "&") else {
        result.append(bytes[index])
        index += 1
        continue
      }
      guard let end = bytes[index..<range.upperBound].firstIndex(of: UInt8(ascii: ";")),
        let character = MarkupParser.escapes[String(decoding: bytes[index...end], as: UTF8.self)]
      else { return nil }
      result.append(character)
      index = end + 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let escapes = [
    "&amp;": UInt8(ascii: "&"), "&lt;": UInt8(ascii: "<"), "&gt;": UInt8(ascii: ">"), "&quot;": UInt8(ascii: "\""),
    "&#10;": UInt8(ascii: "\n"), "&#9;": UInt8(ascii: "\t"),
  ]
}
