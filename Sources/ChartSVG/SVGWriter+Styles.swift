import ChartEngine
import ChartModel

extension SVGWriter {
  /// - Parameter join: How the shape's corners look if the style doesn't say.
  mutating func writeStyle(_ style: Style, join: Style.LineJoin = .miter) {
    if let fill = style.fill { writePaint("fill", fill) } else { writeAttribute("fill", "none") }
    if let stroke = style.stroke { writeStroke(stroke, style, join: style.lineJoin ?? join) }
    writeOpacity(style)
  }

  private mutating func writeStroke(_ stroke: Paint, _ style: Style, join: Style.LineJoin) {
    writePaint("stroke", stroke)
    if style.strokeWidth != 1 { writeLength("stroke-width", style.strokeWidth) }
    if style.isDashed {
      writeAttribute("stroke-dasharray") { writer in
        for (index, length) in style.strokeDash.enumerated() {
          if index > 0 { writer.write(" ") }
          writer.write(length)
        }
      }
    }
    if style.lineCap != .butt { writeAttribute("stroke-linecap", string: style.lineCap.rawValue) }
    if join != .miter { writeAttribute("stroke-linejoin", string: join.rawValue) }
  }

  mutating func writeOpacity(_ style: Style) {
    if style.opacity < 1 { writeLength("opacity", style.opacity) }
  }

  private mutating func writePaint(_ attribute: StaticString, _ paint: Paint) {
    switch paint {
    case .color(let color): writePaint(attribute, color)
    case .gradient(let gradient):
      let id = id(of: gradient)
      writeAttribute(attribute, string: "url(#\(id))")
    }
  }

  mutating func writePaint(_ attribute: StaticString, _ color: Color) {
    writeAttribute(attribute) { $0.writeHexadecimal(color) }
    if color.alpha < 255 { writeAttribute(attribute, "-opacity") { $0.write(color.opacity) } }
  }

  mutating func writeHexadecimal(_ color: Color) {
    output.append(atMost: 7) { place in
      place.write(UInt8(ascii: "#"))
      place.write(hexadecimal: color.red)
      place.write(hexadecimal: color.green)
      place.write(hexadecimal: color.blue)
    }
  }

  mutating func write(_ point: Point) {
    write(point.x)
    write(",")
    write(point.y)
  }
}
