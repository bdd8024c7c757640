import ChartEngine
import ChartModel

extension SVGWriter {
  /// - Parameter join: How the shape's corners look if the style doesn't say.
  mutating func writeStyle(_ style: Style, join: Style.LineJoin = .miter) {
    if let fill = style.fill { writePaint("fill", fill) } else { write(" fill=\"none\"") }
    if let stroke = style.stroke { writeStroke(stroke, style, join: style.lineJoin ?? join) }
    writeOpacity(style)
  }

  private mutating func writeStroke(_ stroke: Paint, _ style: Style, join: Style.LineJoin) {
    writePaint("stroke", stroke)
    if style.strokeWidth != 1 { writeLength("stroke-width", style.strokeWidth) }
    if style.isDashed {
      write(" stroke-dasharray=\"")
      for (index, length) in style.strokeDash.enumerated() {
        if index > 0 { write(" ") }
        write(length)
      }
      write("\"")
    }
    if style.lineCap != .butt { write(string: " stroke-linecap=\"\(style.lineCap.rawValue)\"") }
    if join != .miter { write(string: " stroke-linejoin=\"\(join.rawValue)\"") }
  }

  mutating func writeOpacity(_ style: Style) {
    if style.opacity < 1 { writeLength("opacity", style.opacity) }
  }

  private mutating func writePaint(_ attribute: StaticString, _ paint: Paint) {
    switch paint {
    case .color(let color): writePaint(attribute, color)
    case .gradient(let gradient):
      write(" ")
      write(attribute)
      write(string: "=\"url(#\(id(of: gradient)))\"")
    }
  }

  mutating func writePaint(_ attribute: StaticString, _ color: Color) {
    write(" ")
    write(attribute)
    write("=\"")
    writeHexadecimal(color)
    write("\"")
    guard color.alpha < 255 else { return }
    write(" ")
    write(attribute)
    write("-opacity=\"")
    write(color.opacity)
    write("\"")
  }

  mutating func writeHexadecimal(_ color: Color) {
    output.append(atMost: 7) { place in
      place.write(UInt8(ascii: "#"))
      place.write(hexadecimal: color.red)
      place.write(hexadecimal: color.green)
      place.write(hexadecimal: color.blue)
    }
  }

  // Inlined, so that the name is a constant, which takes a move or two instead of a call.
  @inline(__always)
  mutating func writeAttribute(_ name: StaticString, _ value: Double) {
    let hundredths = SVGWriter.hundredths(value)
    output.append(UInt8(ascii: " "))
    write(name)
    output.append(atMost: ByteBuffer.longestNumber + 3) { place in
      place.write(UInt8(ascii: "="))
      place.write(UInt8(ascii: "\""))
      place.write(hundredths: hundredths)
      place.write(UInt8(ascii: "\""))
    }
  }

  /// Writes what SVG takes for an error if it is below 0.
  mutating func writeLength(_ name: StaticString, _ value: Double) { writeAttribute(name, max(value, 0)) }

  mutating func write(_ point: Point) {
    write(point.x)
    write(",")
    write(point.y)
  }
}

extension Style {
  /// Whether there is something between the dashes. A list that SVG takes for an error, or for no gaps, is none.
  var isDashed: Bool {
    strokeDash.allSatisfy { $0.isFinite && $0 >= 0 } && strokeDash.contains { $0 >= 0.005 }
  }
}
