import ChartEngine
import ChartModel

extension SVGWriter {
  mutating func write(_ path: Path) {
    let hasArcs = path.elements.contains { element in
      if case .arc = element { true } else { false }
    }
    // Outlines with arcs are short, and easier to read with places as they are.
    if hasArcs { writeAbsolute(path) } else { writeCompact(path) }
  }

  private mutating func writeAbsolute(_ path: Path) {
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
      case .curve(let control1, let control2, let end):
        write("C")
        write(control1)
        write(" ")
        write(control2)
        write(" ")
        write(end)
      case .close: write("Z")
      }
    }
  }
}

// MARK: - The compact form

/// Lines of thousands of points are nearly all of a picture's bytes. So places are relative to the last one, letters that
/// repeat and spaces that nothing needs are left out (SVG 2, 9.3.9: `l.5-2 3 .25.5`), and so are steps of less than 1/100 px.
extension SVGWriter {
  private mutating func writeCompact(_ path: Path) {
    var pen = PathPen()
    path.elements.withUnsafeBufferPointer { elements in
      for element in elements {
        output.append(atMost: PathPen.longestElement) { pen.write(element, at: &$0) }
      }
    }
  }
}
