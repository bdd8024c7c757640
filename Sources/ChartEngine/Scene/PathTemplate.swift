import ChartModel

/// An outline in a square from (0, 0) to (1, 1), which bars of any size have (B4).
struct PathTemplate: Hashable, Sendable {
  /// In the square, of lines and cubic curves alone: scaled by different factors, circles are none any more.
  private let outline: Path

  /// - Complexity: O(*n*) in the number of commands.
  init(_ data: PathData) {
    var outline = Path()
    outline.reserve(data.commands.count)
    var (start, place) = (Point.zero, Point.zero)
    for command in data.commands {
      outline.append(command, from: place)
      if case .move(let point) = command { start = point }
      place = command.end ?? start
    }
    self.outline = outline
  }

  /// The outline in a bar's rectangle.
  /// - Parameters:
  ///   - rect: Where the square's edges go, in px.
  ///   - isFlipped: Whether its lower edge goes to the top, as in bars that grow downwards.
  /// - Complexity: O(*n*) in the number of elements.
  func path(in rect: Rect, isFlipped: Bool = false) -> Path {
    func place(_ point: Point) -> Point {
      Point(
        x: rect.x + rect.width * point.x, y: rect.y + rect.height * (isFlipped ? 1 - point.y : point.y))
    }
    var path = Path()
    path.reserve(outline.elements.count)
    for element in outline.elements {
      switch element {
      case .move(let point): path.move(to: place(point))
      case .line(let end), .arc(_, _, let end): path.line(to: place(end))
      case .curve(let control1, let control2, let end):
        path.curve(control1: place(control1), control2: place(control2), to: place(end))
      case .close: path.close()
      }
    }
    return path
  }
}

extension PathData.Command {
  /// Where it ends; `nil` if that is where its piece began.
  fileprivate var end: Point? {
    switch self {
    case .move(let end), .line(let end), .cubic(_, _, let end), .quadratic(_, let end): end
    case .arc(let arc): arc.end
    case .close: nil
    }
  }
}

extension Path {
  fileprivate mutating func append(_ command: PathData.Command, from place: Point) {
    switch command {
    case .move(let point): move(to: point)
    case .line(let end): line(to: end)
    case .cubic(let control1, let control2, let end): curve(control1: control1, control2: control2, to: end)
    case .quadratic(let control, let end):
      // The same curve, raised by one degree.
      curve(control1: Path.third(from: control, to: place), control2: Path.third(from: control, to: end), to: end)
    case .arc(let arc):
      guard let ellipse = EllipticalArc(arc, from: place) else { return line(to: arc.end) }
      for piece in ellipse.curves { curve(control1: piece.control1, control2: piece.control2, to: piece.end) }
    case .close: close()
    }
  }

  private static func third(from start: Point, to end: Point) -> Point {
    Point(x: start.x + (end.x - start.x) / 3, y: start.y + (end.y - start.y) / 3)
  }
}
