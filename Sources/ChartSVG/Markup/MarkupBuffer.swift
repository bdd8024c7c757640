/// Bytes of markup as they are written, and their structure where it is wanted.
struct MarkupBuffer: ~Copyable {
  private(set) var content: ByteBuffer
  private(set) var nodes: [Markup.Node] = []
  private(set) var attributes: [Markup.Attribute] = []
  /// The elements that are open, outermost first.
  private var open: [Int] = []
  private var elementCount = 0
  /// Whether the structure is noted.
  let isStructured: Bool

  /// - Parameter capacity: For how many bytes there is room at first.
  init(isStructured: Bool, capacity: Int = 256) {
    self.isStructured = isStructured
    content = ByteBuffer(capacity: capacity)
    guard isStructured else { return }
    nodes.reserveCapacity(capacity / 64)
    attributes.reserveCapacity(capacity / 32)
  }

  var count: Int { content.count }
  var isEmpty: Bool { content.isEmpty }

  @inline(__always)
  mutating func append(_ byte: UInt8) { content.append(byte) }

  @inline(__always)
  mutating func append(contentsOf bytes: UnsafeBufferPointer<UInt8>) { content.append(contentsOf: bytes) }

  mutating func append(contentsOf other: borrowing ByteBuffer) { content.append(contentsOf: other) }

  mutating func append(_ text: String) { content.append(text) }

  /// Writes at most so many bytes through a pointer, which is to end behind the last one.
  @inline(__always)
  mutating func append(atMost room: Int, _ write: (inout UnsafeMutablePointer<UInt8>) -> Void) {
    content.append(atMost: room, write)
  }

  /// Makes room for so many bytes more.
  mutating func reserve(_ room: Int) { content.reserve(room) }

  // MARK: Structure, where it is noted

  /// Notes that an element begins here, with `<` and a name of so many bytes.
  mutating func open(nameLength: Int) {
    open.append(nodes.count)
    nodes.append(
      Markup.Node(
        start: count, end: count, nameLength: nameLength, number: elementCount,
        attributes: attributes.count..<attributes.count, next: nodes.count + 1))
    elementCount += 1
  }

  /// Notes that the innermost open element ended here.
  mutating func close() { close(at: count) }

  /// Notes that the innermost open element ended at a place, behind which no other one has begun.
  mutating func close(at end: Int) {
    guard let element = open.popLast() else { return }
    nodes[element].end = end
    nodes[element].next = nodes.count
  }

  /// Notes that all from a place up to here is text in the innermost open element.
  mutating func noteText(from start: Int) {
    guard isStructured, start < count else { return }
    nodes.append(
      Markup.Node(
        start: start, end: count, nameLength: 0, number: elementCount,
        attributes: attributes.count..<attributes.count, next: nodes.count + 1))
  }

  /// Notes that an attribute of the innermost open element ended here, behind the closing quote.
  /// - Parameters:
  ///   - start: Where its name began.
  ///   - value: Where its value began, behind the opening quote.
  ///   - plain: The value without escapes, if there are any.
  mutating func noteAttribute(from start: Int, value: Int, plain: String?) {
    guard let element = open.last else { return }
    attributes.append(Markup.Attribute(name: start..<value - 2, value: value..<count - 1, plain: plain))
    nodes[element].attributes = nodes[element].attributes.lowerBound..<attributes.count
  }

  /// Appends whole elements that were written elsewhere. O(*n*) in what they are.
  mutating func append(_ other: borrowing MarkupBuffer) {
    let (offset, node, attribute, element) = (count, nodes.count, attributes.count, elementCount)
    content.append(contentsOf: other.content)
    guard isStructured else { return }
    for var moved in other.nodes {
      moved.start += offset
      moved.end += offset
      moved.number += element
      moved.attributes = moved.attributes.lowerBound + attribute..<moved.attributes.upperBound + attribute
      moved.next += node
      nodes.append(moved)
    }
    for var moved in other.attributes {
      moved.name = moved.name.lowerBound + offset..<moved.name.upperBound + offset
      moved.value = moved.value.lowerBound + offset..<moved.value.upperBound + offset
      attributes.append(moved)
    }
    elementCount += other.elementCount
  }
}
