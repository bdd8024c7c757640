import ChartModel

/// The outline of one bar (B4).
///
/// It is both drawn (``shape``) and hit (``contains(_:)``): there is no second geometry.
struct BarOutline: Hashable, Sendable {
  /// Where a bar grows to from its baseline.
  enum Direction: Hashable, Sendable {
    case up, down
  }

  /// In px. Without a width or without a height there is nothing to see or to hit.
  let rect: Rect
  let direction: Direction
  private let form: BarShape
  /// The radius of the corners that are round, in px.
  private let radius: Double

  init(_ shape: BarShape, in rect: Rect, direction: Direction) {
    self.rect = rect
    self.direction = direction
    form = shape
    radius =
      switch shape {
      case .rectangle, .template: 0
      case .rounded(let radius):
        BarOutline.radius(radius ?? BarOutline.standardRadius, atMost: min(rect.width / 2, rect.height))
      case .capsule(let radius): BarOutline.radius(radius, atMost: min(rect.width / 2, rect.height / 2))
      }
  }

  /// Of the corners of rounded bars, in px: more would make domes of wide ones.
  private static let standardRadius = 6.0

  private static func radius(_ wanted: Double?, atMost limit: Double) -> Double {
    let radius = min(wanted ?? limit, limit)
    // Of less nobody sees anything, and a thousand bars have two thousand corners.
    return radius >= 0.25 && radius.isFinite ? radius : 0
  }

  private var isEmpty: Bool { !(rect.width > 0 && rect.height > 0) }
  private var isRoundAtTop: Bool { if case .capsule = form { true } else { direction == .up } }
  private var isRoundAtBottom: Bool { if case .capsule = form { true } else { direction == .down } }
}

// MARK: - Hitting

extension BarOutline {
  /// Whether a point lies inside. Of the straight edges the left and the top one belong to it, as in ``Rect``.
  /// - Complexity: O(1); of a template O(*n*) in its elements.
  func contains(_ point: Point) -> Bool {
    if case .template(let template) = form {
      return !isEmpty && template.path(in: rect, isFlipped: direction == .down).contains(point)
    }
    guard rect.contains(point) else { return false }
    // How far it lies beyond the middle of a corner's circle, towards the corner.
    let across = max(rect.minX + radius - point.x, point.x - (rect.maxX - radius))
    let along = max(
      isRoundAtTop ? rect.minY + radius - point.y : 0, isRoundAtBottom ? point.y - (rect.maxY - radius) : 0)
    guard across > 0, along > 0 else { return true }
    return Point(x: across, y: along).length <= radius
  }
}

// MARK: - Drawing

extension BarOutline {
  /// What is drawn: a rectangle where it can be one, which is the shortest to write.
  var shape: Node.Shape {
    switch form {
    case .rectangle, .capsule: .rect(rect, cornerRadius: radius)
    case .rounded: radius > 0 ? .path(roundedPath) : .rect(rect, cornerRadius: 0)
    case .template(let template):
      isEmpty ? .rect(rect, cornerRadius: 0) : .path(template.path(in: rect, isFlipped: direction == .down))
    }
  }

  /// From the baseline up, over the round end, and back. Two quarters rather than half a turn: rounded to hundredths of a
  /// px, the ends of a half turn may lie nearer than its radius says, and it would be flatter.
  private var roundedPath: Path {
    let (base, end, inwards) =
      direction == .up ? (rect.maxY, rect.minY, radius) : (rect.minY, rect.maxY, -radius)
    let isClockwise = direction == .up
    var path = Path()
    path.move(to: Point(x: rect.minX, y: base))
    if radius < rect.height { path.line(to: Point(x: rect.minX, y: end + inwards)) }
    path.arc(radius: radius, clockwise: isClockwise, to: Point(x: rect.minX + radius, y: end))
    if radius < rect.width / 2 { path.line(to: Point(x: rect.maxX - radius, y: end)) }
    path.arc(radius: radius, clockwise: isClockwise, to: Point(x: rect.maxX, y: end + inwards))
    if radius < rect.height { path.line(to: Point(x: rect.maxX, y: base)) }
    path.close()
    return path
  }
}
