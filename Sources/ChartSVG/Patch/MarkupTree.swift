/// An SVG document as ``SVGWriter`` writes it, taken apart: elements with their attributes and children, as ranges of its
/// bytes. It knows no comments, instructions or document types, since those are never written.
struct MarkupTree: Sendable {
  struct Attribute: Sendable {
    var name: Range<Int>
    /// With its escapes.
    var value: Range<Int>
  }

  struct Child: Sendable {
    /// `nil` for text.
    var element: Int?
    var range: Range<Int>
  }

  struct Element: Sendable {
    var name: Range<Int>
    var attributes: [Attribute] = []
    var children: [Child] = []
    /// From its `<` to its last `>`.
    var range: Range<Int>
  }

  let bytes: [UInt8]
  /// In the order in which they begin; the first is the root.
  private(set) var elements: [Element] = []

  /// - Returns: `nil` for what is no such document.
  /// - Complexity: O(*n*) in the length of the text.
  init?(_ text: String) {
    bytes = Array(text.utf8)
    guard parse() else { return nil }
  }

  func same(_ range: Range<Int>, _ other: MarkupTree, _ otherRange: Range<Int>) -> Bool {
    range.count == otherRange.count && bytes[range].elementsEqual(other.bytes[otherRange])
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

// MARK: - Parsing

extension MarkupTree {
  private mutating func parse() -> Bool {
    var open: [Int] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else {
        let start = index
        index = position(of: UInt8(ascii: "<"), from: index)
        // What follows the root is the line's end.
        if let parent = open.last {
          elements[parent].children.append(Child(element: nil, range: start..<index))
        } else if elements.isEmpty {
          return false
        }
        continue
      }
      if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/") {
        let end = position(of: UInt8(ascii: ">"), from: index)
        guard end < bytes.count, let element = open.popLast(),
          same(elements[element].name, self, index + 2..<end)
        else { return false }
        close(element, at: end + 1, in: open.last)
        index = end + 1
        continue
      }
      guard !open.isEmpty || elements.isEmpty, let tag = readTag(at: index) else { return false }
      elements.append(tag.element)
      if tag.isClosed {
        close(elements.count - 1, at: tag.end, in: open.last)
      } else {
        open.append(elements.count - 1)
      }
      index = tag.end
    }
    return open.isEmpty && !elements.isEmpty
  }

  private mutating func close(_ element: Int, at end: Int, in parent: Int?) {
    let range = elements[element].range.lowerBound..<end
    elements[element].range = range
    if let parent { elements[parent].children.append(Child(element: element, range: range)) }
  }

  /// An opening tag: `<name a="b" …>` or `<name …/>`.
  private func readTag(at start: Int) -> (element: Element, end: Int, isClosed: Bool)? {
    var index = start + 1
    while index < bytes.count, MarkupTree.isName(bytes[index]) { index += 1 }
    guard index > start + 1 else { return nil }
    var element = Element(name: start + 1..<index, range: start..<start)
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ">"): return (element, index + 1, false)
      case UInt8(ascii: "/"):
        guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: ">") else { return nil }
        return (element, index + 2, true)
      case UInt8(ascii: " "):
        let name = index + 1
        index = name
        while index < bytes.count, MarkupTree.isName(bytes[index]) { index += 1 }
        guard index > name, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "="),
          bytes[index + 1] == UInt8(ascii: "\"")
        else { return nil }
        let end = position(of: UInt8(ascii: "\""), from: index + 2)
        guard end < bytes.count else { return nil }
        element.attributes.append(Attribute(name: name..<index, value: index + 2..<end))
        index = end + 1
      default: return nil
      }
    }
    return nil
  }

  private func position(of byte: UInt8, from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != byte { index += 1 }
    return index
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"):
      true
    default: false
    }
  }
}
