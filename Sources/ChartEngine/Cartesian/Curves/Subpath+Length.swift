import ChartModel

extension Subpath {
  /// Its length in px.
  var length: Double {
    var start = start
    return segments.reduce(0) { length, segment in
      defer { start = segment.end }
      return length + segment.length(from: start)
    }
  }

  /// Its beginning, as long as told in px; all of it if it is no longer than that, `nil` if nothing is left.
  func prefix(length: Double) -> Subpath? {
    guard length > 0 else { return nil }
    var path = Subpath(start: start)
    var left = length
    for segment in segments {
      let own = segment.length(from: path.end)
      guard own > left else {
        path.segments.append(segment)
        left -= own
        continue
      }
      path.segments.append(segment.prefix(length: left, of: own, from: path.end))
      return path
    }
    return path
  }
}

extension Subpath.Segment {
  /// Its length in px.
  func length(from start: Point) -> Double {
    switch self {
    case .line(let end): (end - start).length
    case .curve(let control1, let control2, let end):
      CubicBezier(start: start, control1: control1, control2: control2, end: end).length(to: 1)
    }
  }

  fileprivate func prefix(length: Double, of whole: Double, from start: Point) -> Subpath.Segment {
    switch self {
    case .line(let end):
      let share = length / whole
      return .line(to: Point(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share))
    case .curve(let control1, let control2, let end):
      let curve = CubicBezier(start: start, control1: control1, control2: control2, end: end)
      let head = curve.split(at: curve.parameter(atLength: length)).head
      return .curve(control1: head.control1, control2: head.control2, to: head.end)
    }
  }
}

extension CubicBezier {
  /// The length up to a parameter in px, by Gauss-Legendre quadrature with eight nodes in four pieces: exact to a
  /// hundredth of a px for curves of charts.
  func length(to t: Double) -> Double {
    let pieces = 4
    return (0..<pieces).reduce(0) { sum, piece in
      let (low, high) = (t * Double(piece) / Double(pieces), t * Double(piece + 1) / Double(pieces))
      return CubicBezier.quadrature.reduce(sum) { sum, node in
        sum + speed(at: (low + high) / 2 + (high - low) / 2 * node.place) * node.weight * (high - low) / 2
      }
    }
  }

  /// The parameter up to which it has a length in px.
  func parameter(atLength length: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if self.length(to: middle) < length { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// How many px it goes for a unit of its parameter.
  private func speed(at t: Double) -> Double {
    func derivative(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) -> Double {
      3 * ((p1 - p0) * (1 - t) * (1 - t) + 2 * (p2 - p1) * t * (1 - t) + (p3 - p2) * t * t)
    }
    return Point(
      x: derivative(start.x, control1.x, control2.x, end.x), y: derivative(start.y, control1.y, control2.y, end.y)
    ).length
  }

  /// Abramowitz and Stegun, *Handbook of Mathematical Functions*, table 25.4, n = 8.
  private static let quadrature: [(place: Double, weight: Double)] = [
    (0.1834346424956498, 0.3626837833783620), (0.5255324099163290, 0.3137066458778873),
    (0.7966664774136267, 0.2223810344533745), (0.9602898564975363, 0.1012285362903763),
  ].flatMap { [($0.0, $0.1), (-$0.0, $0.1)] }
}
