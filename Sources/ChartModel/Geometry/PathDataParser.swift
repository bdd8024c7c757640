import JSONModel

/// Reads the commands of path data and adds up what is relative.
struct PathDataParser {
  private(set) var commands: [PathData.Command] = []
  private var scanner: PathDataScanner
  /// Where the last command ended, and where its piece began.
  private var place = Point.zero
  private var start = Point.zero
  /// The last control point of the command before, if that was a curve of the kind: what smooth ones mirror.
  private var lastCubicControl: Point?
  private var lastQuadraticControl: Point?

  init(_ bytes: [UInt8]) { scanner = PathDataScanner(bytes) }

  mutating func parse() throws(PathDataError) {
    scanner.skipSpaces()
    guard let first = scanner.next, first | 0x20 == UInt8(ascii: "m") else {
      throw scanner.fault("expected a move, M or m")
    }
    var expectation = "expected a command"
    while let letter = scanner.next {
      // In ASCII this bit tells a small letter from its capital.
      let isRelative = letter & 0x20 != 0
      guard let kind = Kind(rawValue: letter | 0x20) else { throw scanner.fault(expectation) }
      scanner.advance()
      if kind == .close {
        try append(.close, to: start)
        expectation = "expected a command"
      } else {
        try arguments(of: kind, isRelative: isRelative)
        expectation = "expected a number or a command"
      }
      scanner.skipSpaces()
    }
  }

  /// The commands by their letters.
  private enum Kind: UInt8 {
    case move = 0x6D
    case line = 0x6C
    case horizontal = 0x68
    case vertical = 0x76
    case cubic = 0x63
    case smoothCubic = 0x73
    case quadratic = 0x71
    case smoothQuadratic = 0x74
    case arc = 0x61
    case close = 0x7A
  }

  /// Reads a command's numbers, as often as they come.
  private mutating func arguments(of kind: Kind, isRelative: Bool) throws(PathDataError) {
    var kind = kind
    scanner.skipSpaces()
    repeat {
      let origin = isRelative ? place : Point.zero
      switch kind {
      case .move:
        let end = try point(from: origin)
        try append(.move(end), to: end)
        start = end
        // Further places after a move are lines.
        kind = .line
      case .line, .horizontal, .vertical: try line(kind, from: origin)
      case .cubic, .smoothCubic: try cubic(isSmooth: kind == .smoothCubic, from: origin)
      case .quadratic, .smoothQuadratic: try quadratic(isSmooth: kind == .smoothQuadratic, from: origin)
      case .arc: try arc(from: origin)
      case .close: return
      }
    } while scanner.continuesWithNumber()
  }

  private mutating func append(_ command: PathData.Command, to end: Point) throws(PathDataError) {
    guard commands.count < PathData.commandLimit else {
      throw PathDataError(.limit, at: scanner.position, "expected at most \(PathData.commandLimit) commands")
    }
    commands.append(command)
    place = end
    (lastCubicControl, lastQuadraticControl) = (nil, nil)
  }
}

// MARK: - One command

extension PathDataParser {
  private mutating func line(_ kind: Kind, from origin: Point) throws(PathDataError) {
    let offset = scanner.position
    let end =
      switch kind {
      case .horizontal: try checked(Point(x: origin.x + scanner.number(), y: place.y), at: offset)
      case .vertical: try checked(Point(x: place.x, y: origin.y + scanner.number()), at: offset)
      default: try point(from: origin)
      }
    try append(.line(end), to: end)
  }

  private mutating func cubic(isSmooth: Bool, from origin: Point) throws(PathDataError) {
    let control1 = try isSmooth ? mirrored(lastCubicControl) : pointAndSeparator(from: origin)
    let control2 = try pointAndSeparator(from: origin)
    let end = try point(from: origin)
    try append(.cubic(control1: control1, control2: control2, end: end), to: end)
    lastCubicControl = control2
  }

  private mutating func quadratic(isSmooth: Bool, from origin: Point) throws(PathDataError) {
    let control = try isSmooth ? mirrored(lastQuadraticControl) : pointAndSeparator(from: origin)
    let end = try point(from: origin)
    try append(.quadratic(control: control, end: end), to: end)
    lastQuadraticControl = control
  }

  private mutating func arc(from origin: Point) throws(PathDataError) {
    // SVG 2, 9.5.1: negative radii count as if they weren't.
    let width = try abs(numberAndSeparator())
    let height = try abs(numberAndSeparator())
    let rotation = try numberAndSeparator()
    let isLarge = try scanner.flag()
    scanner.skipSeparator()
    let isClockwise = try scanner.flag()
    scanner.skipSeparator()
    let end = try point(from: origin)
    let radii = Size(width: width, height: height)
    try append(
      .arc(PathData.Arc(radii: radii, rotation: rotation, isLarge: isLarge, isClockwise: isClockwise, end: end)),
      to: end)
  }

  private mutating func numberAndSeparator() throws(PathDataError) -> Double {
    let number = try scanner.number()
    scanner.skipSeparator()
    return number
  }

  private mutating func pointAndSeparator(from origin: Point) throws(PathDataError) -> Point {
    let point = try point(from: origin)
    scanner.skipSeparator()
    return point
  }

  private mutating func point(from origin: Point) throws(PathDataError) -> Point {
    let offset = scanner.position
    let x = try numberAndSeparator()
    return try checked(Point(x: origin.x + x, y: origin.y + scanner.number()), at: offset)
  }

  /// The control point on the other side of the place; the place itself if the command before was no such curve.
  private func mirrored(_ control: Point?) throws(PathDataError) -> Point {
    guard let control else { return place }
    return try checked(place + (place - control), at: scanner.position)
  }

  private func checked(_ point: Point, at offset: Int) throws(PathDataError) -> Point {
    guard max(abs(point.x), abs(point.y)) <= PathData.reach else {
      throw PathDataError(
        .limit, at: offset, "expected a place at most \(JSON(PathData.reach).text) from the origin")
    }
    return point
  }
}
