public import ChartModel

extension Path {
  /// Whether a point lies inside by the nonzero rule, by which SVG fills a path unless told otherwise. Open pieces count as
  /// closed.
  ///
  /// Straight edges belong to what is right of or below them, as in ``Rect``; curved ones are followed to a millionth of a
  /// px. As when it is drawn, a path that doesn't begin with a move is none, an arc whose radius is too small for its ends
  /// is half a circle, and a coordinate that is no number, or out of all pictures, is 0.
  /// - Complexity: O(*n*) in the number of elements.
  public func contains(_ point: Point) -> Bool {
    guard point.isFinite, case .move? = elements.first else { return false }
    var winding = Winding(around: point)
    for element in elements { winding.follow(element) }
    return winding.total != 0
  }
}

extension Winding {
  fileprivate mutating func follow(_ element: Path.Element) {
    switch element {
    case .move(let point): move(to: Winding.drawn(point))
    case .line(let end): line(to: Winding.drawn(end))
    case .arc(let radius, let clockwise, let end):
      arc(radius: abs(Winding.drawn(radius)), clockwise: clockwise, to: Winding.drawn(end))
    case .curve(let control1, let control2, let end):
      curve(Winding.drawn(control1), Winding.drawn(control2), to: Winding.drawn(end))
    case .close: close()
    }
  }

  private static func drawn(_ point: Point) -> Point { Point(x: drawn(point.x), y: drawn(point.y)) }

  /// The bound is the SVG writer's. Below it nothing overflows.
  private static func drawn(_ coordinate: Double) -> Double {
    coordinate.isFinite && abs(coordinate) < 1e12 ? coordinate : 0
  }
}
