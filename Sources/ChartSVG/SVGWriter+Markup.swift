/// Elements, attributes and texts: all that is written passes here, so that its structure can be noted.
extension SVGWriter {
  /// Begins an element; its attributes follow.
  mutating func open(_ name: StaticString) {
    if output.isStructured { output.open(nameLength: name.utf8CodeUnitCount) }
    output.append(UInt8(ascii: "<"))
    write(name)
  }

  /// Ends the attributes of an element whose content follows.
  mutating func beginContent() { output.append(UInt8(ascii: ">")) }

  /// Ends an element with content.
  mutating func close(_ name: StaticString) {
    write("</")
    write(name)
    output.append(UInt8(ascii: ">"))
    if output.isStructured { output.close() }
  }

  /// Ends an element without content.
  mutating func closeEmpty() {
    write("/>")
    if output.isStructured { output.close() }
  }

  /// Writes an element with nothing but text in it, as it is.
  mutating func writeElement(_ name: StaticString, rawText bytes: borrowing ByteBuffer) {
    open(name)
    beginContent()
    let start = output.count
    output.append(contentsOf: bytes)
    output.noteText(from: start)
    close(name)
  }

  /// Writes text between tags.
  mutating func writeText(_ text: String) {
    let start = output.count
    _ = write(escaping: text)
    output.noteText(from: start)
  }

  // MARK: Attributes

  /// Writes an attribute whose value needs no escapes.
  @inline(__always)
  mutating func writeAttribute(_ name: StaticString, _ value: (inout SVGWriter) -> Void) {
    output.append(UInt8(ascii: " "))
    let start = output.count
    write(name)
    writeValue(ofAttributeAt: start, value)
  }

  /// The same, with a name of two parts.
  mutating func writeAttribute(_ name: StaticString, _ suffix: StaticString, _ value: (inout SVGWriter) -> Void) {
    output.append(UInt8(ascii: " "))
    let start = output.count
    write(name)
    write(suffix)
    writeValue(ofAttributeAt: start, value)
  }

  @inline(__always)
  private mutating func writeValue(ofAttributeAt start: Int, _ value: (inout SVGWriter) -> Void) {
    output.append(UInt8(ascii: "="))
    output.append(UInt8(ascii: "\""))
    let valueStart = output.count
    value(&self)
    output.append(UInt8(ascii: "\""))
    if output.isStructured { output.noteAttribute(from: start, value: valueStart, plain: nil) }
  }

  /// Writes any text as an attribute.
  /// - Parameter end: What follows the text; it needs no escapes.
  mutating func writeAttribute(_ name: StaticString, escaping text: String, end: StaticString = "") {
    output.append(UInt8(ascii: " "))
    let start = output.count
    write(name)
    output.append(UInt8(ascii: "="))
    output.append(UInt8(ascii: "\""))
    let valueStart = output.count
    let isEscaped = write(escaping: text)
    write(end)
    output.append(UInt8(ascii: "\""))
    guard output.isStructured else { return }
    let plain = isEscaped ? SVGWriter.plain(text) + end.description : nil
    output.noteAttribute(from: start, value: valueStart, plain: plain)
  }

  mutating func writeAttribute(_ name: StaticString, _ value: StaticString) { writeAttribute(name) { $0.write(value) } }

  mutating func writeAttribute(_ name: StaticString, string value: String) {
    writeAttribute(name) { $0.write(string: value) }
  }

  // Inlined, so that the name is a constant, which takes a move or two instead of a call.
  @inline(__always)
  mutating func writeAttribute(_ name: StaticString, _ value: Double) {
    let hundredths = SVGWriter.hundredths(value)
    output.append(UInt8(ascii: " "))
    let start = output.count
    write(name)
    let valueStart = output.count + 2
    output.append(atMost: ByteBuffer.longestNumber + 3) { place in
      place.write(UInt8(ascii: "="))
      place.write(UInt8(ascii: "\""))
      place.write(hundredths: hundredths)
      place.write(UInt8(ascii: "\""))
    }
    if output.isStructured { output.noteAttribute(from: start, value: valueStart, plain: nil) }
  }

  /// Writes what SVG takes for an error if it is below 0.
  mutating func writeLength(_ name: StaticString, _ value: Double) { writeAttribute(name, max(value, 0)) }

  /// Writes a name that begins with the chart's.
  mutating func writeID(_ name: StaticString, _ suffix: StaticString) {
    writeAttribute(name) { writer in
      writer.write(string: writer.prefix)
      writer.write(suffix)
    }
  }
}
