import ChartEngine
import ChartModel

extension SVGWriter {
  /// Writes discs: those that are all painted alike in a group that is painted so, others each with what it is painted with.
  mutating func write(_ dots: Dots, of node: Node) {
    guard !dots.dots.isEmpty else { return }
    // The opacity of a group is that of all that is in it together.
    let common = dots.styles.count == 1 && dots.styles[0].opacity >= 1 ? dots.styles[0] : nil
    open("g")
    if node.meaning != nil { writeMeaning(node.meaning) } else { writeAttribute("aria-hidden", "true") }
    writeOpacity(node.style)
    if let common { writeStyle(common) }
    beginContent()
    if output.isStructured {
      for dot in dots.dots {
        open("circle")
        writeAttribute("cx", dot.center.x)
        writeAttribute("cy", dot.center.y)
        writeLength("r", dot.radius)
        if common == nil { writeStyle(dots.style(of: dot)) }
        closeEmpty()
      }
    } else {
      writePlain(dots, isStyled: common == nil)
    }
    close("g")
  }

  /// The same bytes, where nobody wants to know where attributes begin and end.
  private mutating func writePlain(_ dots: Dots, isStyled: Bool) {
    // What a style says is written once, and copied.
    let styles = dots.styles.map { style in
      isStyled ? written(capacity: 256) { $0.writeStyle(style) }.content.bytes : []
    }
    // About as much as each takes.
    output.reserve(dots.dots.count * (40 + (styles.first?.count ?? 0)))
    for dot in dots.dots {
      let style = styles[Int(dot.style)]
      let (x, y) = (SVGWriter.hundredths(dot.center.x), SVGWriter.hundredths(dot.center.y))
      let radius = SVGWriter.hundredths(max(dot.radius, 0))
      style.withUnsafeBufferPointer { style in
        output.append(atMost: 3 * ByteBuffer.longestNumber + 32 + style.count) { place in
          place.write("<circle cx=\"")
          place.write(hundredths: x)
          place.write("\" cy=\"")
          place.write(hundredths: y)
          place.write("\" r=\"")
          place.write(hundredths: radius)
          place.write(UInt8(ascii: "\""))
          place.write(style)
          place.write("/>")
        }
      }
    }
  }
}

extension UnsafeMutablePointer<UInt8> {
  /// - Parameter text: More than one scalar, so that it lies in the program.
  @inline(__always)
  fileprivate mutating func write(_ text: StaticString) {
    write(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  fileprivate mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.baseAddress else { return }
    update(from: first, count: bytes.count)
    self += bytes.count
  }
}
