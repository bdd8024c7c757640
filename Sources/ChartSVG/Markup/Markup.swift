/// An SVG document with its structure: elements with their attributes and children, as ranges of its bytes. ``SVGWriter``
/// notes them while it writes, so that two pictures can be compared without having been read.
public struct Markup: Sendable {
  /// An element or a text, in document order.
  package struct Node: Hashable, Sendable {
    /// Where it begins: an element at its `<`.
    package var start: Int
    /// Behind its last byte: of an element the last `>`.
    package var end: Int
    /// Bytes of an element's name, which follow the `<`; 0 for text.
    package var nameLength: Int
    /// Its place among all elements; of a text, that of the next element.
    package var number: Int
    /// Its attributes among all attributes.
    package var attributes: Range<Int>
    /// The node behind its last descendant.
    package var next: Int

    package init(
      start: Int, end: Int, nameLength: Int, number: Int, attributes: Range<Int>, next: Int
    ) {
      self.start = start
      self.end = end
      self.nameLength = nameLength
      self.number = number
      self.attributes = attributes
      self.next = next
    }

    var isText: Bool { nameLength == 0 }
    var range: Range<Int> { start..<end }
    var name: Range<Int> { start + 1..<start + 1 + nameLength }
  }

  /// An attribute of an element: `name="value"`.
  package struct Attribute: Hashable, Sendable {
    package var name: Range<Int>
    /// With its escapes.
    package var value: Range<Int>
    /// What was escaped in it, without escapes; `nil` if nothing had to be.
    package var plain: String?

    package init(name: Range<Int>, value: Range<Int>, plain: String? = nil) {
      self.name = name
      self.value = value
      self.plain = plain
    }
  }

  /// The document as UTF-8.
  public let bytes: [UInt8]
  /// The first is the root.
  package let nodes: [Node]
  package let attributes: [Attribute]

  package init(bytes: [UInt8], nodes: [Node], attributes: [Attribute]) {
    self.bytes = bytes
    self.nodes = nodes
    self.attributes = attributes
  }

  init(_ buffer: borrowing MarkupBuffer) {
    self.init(bytes: buffer.content.bytes, nodes: buffer.nodes, attributes: buffer.attributes)
  }

  /// The document as a text. O(*n*) in its length.
  public var text: String { text(bytes.indices) }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Whether both are the same document.
  public func isSame(as other: Markup) -> Bool { same(bytes.indices, other, other.bytes.indices) }

  func same(_ range: Range<Int>, _ other: Markup, _ otherRange: Range<Int>) -> Bool {
    guard range.count == otherRange.count else { return false }
    return bytes.withUnsafeBytes { bytes in
      other.bytes.withUnsafeBytes { others in
        let (bytes, others) = (
          UnsafeRawBufferPointer(rebasing: bytes[range]), UnsafeRawBufferPointer(rebasing: others[otherRange])
        )
        // Most of two pictures is the same, so it is worth comparing words.
        var index = 0
        while index + 8 <= bytes.count {
          let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          guard word == others.loadUnaligned(fromByteOffset: index, as: UInt64.self) else { return false }
          index += 8
        }
        return bytes[index...].elementsEqual(others[index...])
      }
    }
  }
}
