public import ChartModel

/// How a node comes in while a picture plays by itself. Nodes of one picture may come in differently, as bars and lines
/// in one plot do (V8).
public enum Entrance: Hashable, Sendable {
  /// Along which side of the picture something moves on.
  public enum Way: Hashable, Sendable {
    case right, down, left, up
  }

  /// A path's stroke is drawn from its beginning to its end (L10 a). The pieces of a path begin together; a dashed one
  /// keeps its dashes.
  case stroke
  /// It is uncovered from the left of a rectangle to the right (L10 b), or from the top down, or the other way; in so many equal steps, if told
  /// (L10 c). The rectangle only counts while it moves, so that nothing of the finished picture is cut off.
  case wipe(Rect, steps: Int? = nil, Way = .right)
  /// It is uncovered in the same way in step with something else: at equal distances of the phase the edge is at these shares
  /// of the width, or height, the first at the beginning and the last at the end.
  case follow(Rect, shares: [Double], Way = .right)
  /// It grows up and down from a height, or to both sides of a place on the way right, within a part of the time, which is from
  /// 0 to 1 (B7): `down` or `right`. Groups grow as a whole.
  case grow(baseline: Double, during: ClosedRange<Double> = 0...1, Way = .down)
  /// It grows from a point in all directions, groups as a whole.
  case swell(from: Point)
  /// It turns about a point, so many degrees clockwise, to where it is in the end.
  case turn(about: Point, by: Double)
  /// It appears when all else is there (L11).
  case last
}
