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
    for element in path.elements {
      switch element {
      case .move(let point): writeMove(to: point, &pen)
      case .line(let point): writeLine(to: point, &pen)
      case .curve(let control1, let control2, let end): writeCurve(control1, control2, to: end, &pen)
      case .close:
        write("z")
        pen.move(to: pen.startX, pen.startY, isRelative: true)
        (pen.isAtStart, pen.command, pen.ending) = (true, 0, .letter)
      case .arc: break
      }
    }
  }

  private mutating func writeMove(to point: Point, _ pen: inout PathPen) {
    let (x, y) = (SVGWriter.hundredths(point.x), SVGWriter.hundredths(point.y))
    // What follows a move without a letter is a line.
    (pen.command, pen.ending) = (0, .letter)
    let isRelative = pen.hasBegun && !pen.mustBeAbsolute(to: x, y)
    output.append(isRelative ? UInt8(ascii: "m") : UInt8(ascii: "M"))
    writeNumber(isRelative ? x - pen.x : x, &pen)
    writeNumber(isRelative ? y - pen.y : y, &pen)
    pen.move(to: x, y, isRelative: isRelative)
    (pen.startX, pen.startY, pen.isAtStart, pen.hasBegun) = (x, y, true, true)
    pen.command = isRelative ? UInt8(ascii: "l") : UInt8(ascii: "L")
  }

  private mutating func writeLine(to point: Point, _ pen: inout PathPen) {
    let (x, y) = (SVGWriter.hundredths(point.x), SVGWriter.hundredths(point.y))
    let (dx, dy) = (x - pen.x, y - pen.y)
    // A piece that is a dot keeps its line of no length: a round cap shows it (L13).
    guard pen.isAtStart || dx != 0 || dy != 0 else { return }
    let isRelative = !pen.mustBeAbsolute(to: x, y)
    if !isRelative {
      writeCommand(UInt8(ascii: "L"), &pen)
      writeNumber(x, &pen)
      writeNumber(y, &pen)
    } else if dy == 0 {
      writeCommand(UInt8(ascii: "h"), &pen)
      writeNumber(dx, &pen)
    } else if dx == 0 {
      writeCommand(UInt8(ascii: "v"), &pen)
      writeNumber(dy, &pen)
    } else {
      writeCommand(UInt8(ascii: "l"), &pen)
      writeNumber(dx, &pen)
      writeNumber(dy, &pen)
    }
    pen.move(to: x, y, isRelative: isRelative)
  }

  private mutating func writeCurve(_ control1: Point, _ control2: Point, to end: Point, _ pen: inout PathPen) {
    let (x, y) = (SVGWriter.hundredths(end.x), SVGWriter.hundredths(end.y))
    let isRelative = !pen.mustBeAbsolute(to: x, y)
    let (originX, originY) = isRelative ? (pen.x, pen.y) : (0, 0)
    writeCommand(isRelative ? UInt8(ascii: "c") : UInt8(ascii: "C"), &pen)
    for control in [control1, control2] {
      writeNumber(SVGWriter.hundredths(control.x) - originX, &pen)
      writeNumber(SVGWriter.hundredths(control.y) - originY, &pen)
    }
    writeNumber(x - originX, &pen)
    writeNumber(y - originY, &pen)
    pen.move(to: x, y, isRelative: isRelative)
  }

  private mutating func writeCommand(_ command: UInt8, _ pen: inout PathPen) {
    guard pen.command != command else { return }
    output.append(command)
    (pen.command, pen.ending) = (command, .letter)
  }

  private mutating func writeNumber(_ hundredths: Int, _ pen: inout PathPen) {
    let isWhole = hundredths % 100 == 0
    // A minus, or the point of a number after one that has a point already, begins a number of its own.
    let beginsWithPoint = !isWhole && hundredths.magnitude < 100
    switch pen.ending {
    case .whole where hundredths >= 0: write(" ")
    case .fraction where hundredths >= 0 && !beginsWithPoint: write(" ")
    case .letter, .whole, .fraction: break
    }
    write(hundredths: hundredths)
    pen.ending = isWhole ? .whole : .fraction
  }
}
