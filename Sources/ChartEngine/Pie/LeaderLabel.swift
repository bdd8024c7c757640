import ChartModel

/// A label at the chart's side, with the line that leads to its slice.
struct LeaderLabel: Hashable, Sendable {
  let path: [Int]
  /// The way of its line.
  var line: Line
  /// What stands above the runs, of a name that has two lines.
  let firstLine: Text.Run?
  let runs: [Text.Run]
  /// Whether that is less than it is to say.
  let isShortened: Bool
  let textPosition: Point
  /// From one baseline to the next, in px.
  let lineHeight: Double
  let anchor: Text.Anchor
  /// What the text takes up.
  let box: Rect
}

extension LeaderLabel {
  /// A line from the rim of a slice to its label.
  struct Line: Hashable, Sendable {
    /// On the rim, where it begins.
    let dot: Point
    /// Where it turns first, if it has to pass the disc by.
    var bend: Point?
    /// Where it turns to run level.
    var elbow: Point
    /// Its outer end.
    let end: Point

    var points: [Point] { [dot, bend, elbow, end].compactMap(\.self) }

    /// From its uppermost to its lowest point.
    var heights: (top: Double, bottom: Double) {
      let (least, most) = (min(dot.y, elbow.y, end.y), max(dot.y, elbow.y, end.y))
      return (min(least, bend?.y ?? least), max(most, bend?.y ?? most))
    }

    /// Whether it passes through a box.
    func crosses(_ box: Rect) -> Bool { points.crosses(box) }
  }
}

/// The points of a line, in order.
extension [Point] {
  /// Whether the line passes through a box.
  func crosses(_ box: Rect) -> Bool { zip(self, dropFirst()).contains { box.isCrossed(from: $0, to: $1) } }

  /// Whether it crosses another line; touching it is not crossing.
  func crosses(_ other: [Point]) -> Bool {
    zip(self, dropFirst()).contains { a, b in
      zip(other, other.dropFirst()).contains { c, d in
        // On different sides of the other one's way, both of them.
        func side(_ start: Point, _ end: Point, _ place: Point) -> Double {
          (end.x - start.x) * (place.y - start.y) - (end.y - start.y) * (place.x - start.x)
        }
        return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
      }
    }
  }
}
