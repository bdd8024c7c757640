import ChartEngine
import ChartModel

/// Writes a path in its compact form: where the pen is, and what was written last.
struct PathPen {
  /// What the last thing written was: it decides whether the next number needs a space before it.
  private enum Ending {
    case letter, whole, fraction
  }

  /// In hundredths of a px, as they are written: what is relative to a rounded place doesn't add up the rounding.
  private var x = 0
  private var y = 0
  /// Where the piece began.
  private var startX = 0
  private var startY = 0
  /// Whether there is a place to be relative to.
  private var hasBegun = false
  /// Whether nothing of the piece has been drawn yet.
  private var isAtStart = true
  /// The command that numbers without a letter continue; 0 if there is none.
  private var command: UInt8 = 0
  private var ending = Ending.letter
  /// How many places in turn have been relative.
  private var relatives = 0

  /// Renderers add up relative places in single precision. That stays below 1/100 px if it is done for so many at most,
  /// and not far out, from where a line may lead into the chart.
  private static let longestRun = 128
  private static let reach = 8192 * 100

  /// The most bytes that an element takes: a letter and six numbers with what parts them.
  static let longestElement = 1 + 6 * (ByteBuffer.longestNumber + 1)

  /// Writes an element where there is room for ``longestElement`` bytes. Arcs have no compact form.
  @inline(__always)
  mutating func write(_ element: Path.Element, at place: inout UnsafeMutablePointer<UInt8>) {
    switch element {
    case .move(let point): move(to: point, at: &place)
    case .line(let point): line(to: point, at: &place)
    case .curve(let control1, let control2, let end): curve(control1, control2, to: end, at: &place)
    case .close: close(at: &place)
    case .arc: break
    }
  }

  private func mustBeAbsolute(to x: Int, _ y: Int) -> Bool {
    relatives >= PathPen.longestRun
      || max(self.x.magnitude, self.y.magnitude, x.magnitude, y.magnitude) > UInt(PathPen.reach)
  }

  private mutating func go(to x: Int, _ y: Int, isRelative: Bool) {
    (self.x, self.y) = (x, y)
    relatives = isRelative ? relatives + 1 : 0
    isAtStart = false
  }
}

// MARK: - Elements

extension PathPen {
  private mutating func move(to point: Point, at place: inout UnsafeMutablePointer<UInt8>) {
    let (x, y) = (SVGWriter.hundredths(point.x), SVGWriter.hundredths(point.y))
    // What follows a move without a letter is a line.
    (command, ending) = (0, .letter)
    let isRelative = hasBegun && !mustBeAbsolute(to: x, y)
    place.write(isRelative ? UInt8(ascii: "m") : UInt8(ascii: "M"))
    write(isRelative ? x - self.x : x, at: &place)
    write(isRelative ? y - self.y : y, at: &place)
    go(to: x, y, isRelative: isRelative)
    (startX, startY, isAtStart, hasBegun) = (x, y, true, true)
    command = isRelative ? UInt8(ascii: "l") : UInt8(ascii: "L")
  }

  @inline(__always)
  private mutating func line(to point: Point, at place: inout UnsafeMutablePointer<UInt8>) {
    let (x, y) = (SVGWriter.hundredths(point.x), SVGWriter.hundredths(point.y))
    let (dx, dy) = (x - self.x, y - self.y)
    // A piece that is a dot keeps its line of no length: a round cap shows it (L13).
    guard isAtStart || dx != 0 || dy != 0 else { return }
    let isRelative = !mustBeAbsolute(to: x, y)
    if !isRelative {
      write(command: UInt8(ascii: "L"), at: &place)
      write(x, at: &place)
      write(y, at: &place)
    } else if dy == 0 {
      write(command: UInt8(ascii: "h"), at: &place)
      write(dx, at: &place)
    } else if dx == 0 {
      write(command: UInt8(ascii: "v"), at: &place)
      write(dy, at: &place)
    } else {
      write(command: UInt8(ascii: "l"), at: &place)
      write(dx, at: &place)
      write(dy, at: &place)
    }
    go(to: x, y, isRelative: isRelative)
  }

  private mutating func curve(
    _ control1: Point, _ control2: Point, to end: Point, at place: inout UnsafeMutablePointer<UInt8>
  ) {
    let (x, y) = (SVGWriter.hundredths(end.x), SVGWriter.hundredths(end.y))
    let isRelative = !mustBeAbsolute(to: x, y)
    let (originX, originY) = isRelative ? (self.x, self.y) : (0, 0)
    write(command: isRelative ? UInt8(ascii: "c") : UInt8(ascii: "C"), at: &place)
    write(SVGWriter.hundredths(control1.x) - originX, at: &place)
    write(SVGWriter.hundredths(control1.y) - originY, at: &place)
    write(SVGWriter.hundredths(control2.x) - originX, at: &place)
    write(SVGWriter.hundredths(control2.y) - originY, at: &place)
    write(x - originX, at: &place)
    write(y - originY, at: &place)
    go(to: x, y, isRelative: isRelative)
  }

  private mutating func close(at place: inout UnsafeMutablePointer<UInt8>) {
    place.write(UInt8(ascii: "z"))
    go(to: startX, startY, isRelative: true)
    (isAtStart, command, ending) = (true, 0, .letter)
  }

  // MARK: - Letters and numbers

  @inline(__always)
  private mutating func write(command: UInt8, at place: inout UnsafeMutablePointer<UInt8>) {
    guard self.command != command else { return }
    place.write(command)
    (self.command, ending) = (command, .letter)
  }

  @inline(__always)
  private mutating func write(_ hundredths: Int, at place: inout UnsafeMutablePointer<UInt8>) {
    let isWhole = hundredths % 100 == 0
    // A minus, or the point of a number after one that has a point already, begins a number of its own.
    let beginsWithPoint = !isWhole && hundredths.magnitude < 100
    switch ending {
    case .whole where hundredths >= 0: place.write(UInt8(ascii: " "))
    case .fraction where hundredths >= 0 && !beginsWithPoint: place.write(UInt8(ascii: " "))
    case .letter, .whole, .fraction: break
    }
    place.write(hundredths: hundredths)
    ending = isWhole ? .whole : .fraction
  }
}
