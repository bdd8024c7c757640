import ChartEngine
import ChartModel

extension SVGWriter {
  mutating func writeStyle(_ style: Style) {
    if let fill = style.fill { writePaint("fill", fill) }
    guard let stroke = style.stroke else { return }
    writePaint("stroke", stroke)
    if style.strokeWidth != 1 { writeAttribute("stroke-width", style.strokeWidth) }
  }

  private static let hexadecimalDigits = Array("0123456789abcdef".utf8)

  mutating func writePaint(_ attribute: StaticString, _ color: Color) {
    write(" ")
    write(attribute)
    write("=\"#")
    for component in [color.red, color.green, color.blue] {
      output.append(SVGWriter.hexadecimalDigits[Int(component >> 4)])
      output.append(SVGWriter.hexadecimalDigits[Int(component & 15)])
    }
    write("\"")
    guard color.alpha < 255 else { return }
    write(" ")
    write(attribute)
    write("-opacity=\"")
    write(color.opacity)
    write("\"")
  }

  mutating func writeAttribute(_ name: StaticString, _ value: Double) {
    write(" ")
    write(name)
    write("=\"")
    write(value)
    write("\"")
  }

  mutating func write(_ point: Point) {
    write(point.x)
    write(",")
    write(point.y)
  }

  mutating func write(_ path: Path) {
    for element in path.elements {
      switch element {
      case .move(let point):
        write("M")
        write(point)
      case .line(let point):
        write("L")
        write(point)
      case .arc(let radius, let clockwise, let end):
        write("A")
        write(radius)
        write(" ")
        write(radius)
        if clockwise { write(" 0 0 1 ") } else { write(" 0 0 0 ") }
        write(end)
      case .close: write("Z")
      }
    }
  }
}
