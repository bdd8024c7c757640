import ChartModel

/// A connected piece of an outline, of lines and cubic Bézier curves: what lies between two `M` of an SVG path.
struct Subpath: Hashable, Sendable {
  enum Segment: Hashable, Sendable {
    case line(to: Point)
    case curve(control1: Point, control2: Point, to: Point)

    var end: Point {
      switch self {
      case .line(let end), .curve(_, _, let end): end
      }
    }
  }

  var start: Point
  var segments: [Segment]
  /// Whether the last point is joined to the first, as an area's outline is.
  var isClosed = false

  init(start: Point, segments: [Segment] = [], isClosed: Bool = false) {
    self.start = start
    self.segments = segments
    self.isClosed = isClosed
  }

  var end: Point { segments.last?.end ?? start }

  /// Whether all of it is one place. A stroke with round caps shows it as a dot; for any other it takes a circle (L13).
  var isDot: Bool {
    segments.allSatisfy { segment in
      switch segment {
      case .line(let end): end == start
      case .curve(let control1, let control2, let end): control1 == start && control2 == start && end == start
      }
    }
  }

  mutating func line(to point: Point) { segments.append(.line(to: point)) }

  mutating func curve(_ control1: Point, _ control2: Point, to point: Point) {
    segments.append(.curve(control1: control1, control2: control2, to: point))
  }

  /// The same way back.
  var reversed: Subpath {
    var result = Subpath(start: end, isClosed: isClosed)
    result.segments.reserveCapacity(segments.count)
    for index in segments.indices.reversed() {
      let target = index > 0 ? segments[index - 1].end : start
      switch segments[index] {
      case .line: result.line(to: target)
      case .curve(let control1, let control2, _): result.curve(control2, control1, to: target)
      }
    }
    return result
  }
}
