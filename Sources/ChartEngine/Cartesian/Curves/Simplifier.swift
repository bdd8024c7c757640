import ChartModel

/// Leaves out points that a line passes by closely: the picture without them differs by less than a tolerance.
///
/// From the last point that was kept, the directions in which a line passes by all points since form a cone. The first
/// point outside of it, and one that turns back, keeps the one before. One pass, and no memory but the cone (with a cone
/// instead of a strip: K. Reumann, A. P. M. Witkam, "Optimizing curve segmentation in computer graphics", 1974).
struct Simplifier: Sendable {
  /// In px; with 0 every point is kept.
  let tolerance: Double
  private(set) var output = PointRuns()
  /// The last point that was kept, from which the cone goes.
  private var anchor = Point.zero
  /// The last point that came in, while it isn't kept.
  private var candidate: Point?
  /// The cone: the direction of its axis, and the tangents of the angles it reaches to on both sides of it.
  private var axis = Point.zero
  private var low = 0.0
  private var high = 0.0
  /// How far along the axis the candidate is; 0 while all since the anchor are so near to it that there is no cone.
  private var reach = 0.0

  init(tolerance: Double) { self.tolerance = tolerance }

  mutating func reserve(_ count: Int) { output.reserve(count) }

  /// Whether the next point continues a run.
  var isOpen: Bool { output.isOpen }

  mutating func append(_ point: Point) {
    guard output.isOpen, tolerance > 0 else { return keep(point) }
    let way = point - anchor
    guard reach > 0 else { return startCone(way, point) }
    let along = way.x * axis.x + way.y * axis.y
    let across = way.y * axis.x - way.x * axis.y
    if along >= reach, across >= low * along, across <= high * along {
      candidate = point
      narrow(along, across)
    } else if let candidate {
      keep(candidate)
      startCone(point - candidate, point)
    }
  }

  mutating func endRun() {
    if let candidate { keep(candidate) }
    output.endRun()
  }

  private mutating func keep(_ point: Point) {
    output.append(point)
    anchor = point
    candidate = nil
    reach = 0
  }

  private mutating func startCone(_ way: Point, _ point: Point) {
    candidate = point
    let square = way.x * way.x + way.y * way.y
    guard square > tolerance * tolerance else { return }
    let length = square.squareRoot()
    axis = Point(x: way.x / length, y: way.y / length)
    (low, high) = (-.infinity, .infinity)
    narrow(length, 0)
  }

  /// Takes out the directions in which a line would pass a point by more than the tolerance.
  private mutating func narrow(_ along: Double, _ across: Double) {
    low = max(low, (across - tolerance) / along)
    high = min(high, (across + tolerance) / along)
    reach = along
  }
}
