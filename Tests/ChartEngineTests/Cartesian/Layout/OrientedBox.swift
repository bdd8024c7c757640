@testable import ChartEngine
import ChartModel

/// The room of a label as it is turned, told by its corners: an oracle that knows nothing of how labels are placed.
struct OrientedBox {
  let corners: [Point]
  /// What it lies in, upright.
  private let outline: Rect

  init(_ label: AxisLabel) {
    let width = label.font.width(of: label.text)
    let left = label.anchor == .start ? 0 : label.anchor == .middle ? -width / 2 : -width
    // What letters take up: above the baseline to the top of the highest, below it to the lowest.
    let (top, bottom) = (-0.74 * label.font.size, 0.21 * label.font.size)
    let turn = sineAndCosine(degrees: label.rotation)
    corners = [(left, top), (left + width, top), (left + width, bottom), (left, bottom)].map { x, y in
      Point(
        x: label.position.x + x * turn.cosine - y * turn.sine, y: label.position.y + x * turn.sine + y * turn.cosine)
    }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let (minX, minY) = (xs.min() ?? 0, ys.min() ?? 0)
    outline = Rect(x: minX, y: minY, width: (xs.max() ?? 0) - minX, height: (ys.max() ?? 0) - minY)
  }

  /// Whether two overlap, by the separating axis theorem.
  func overlaps(_ other: OrientedBox) -> Bool {
    // Most are far from one another, and without optimisation what follows takes long.
    if outline.maxX < other.outline.minX || other.outline.maxX < outline.minX { return false }
    if outline.maxY < other.outline.minY || other.outline.maxY < outline.minY { return false }
    for box in [self, other] {
      for index in 0..<2 {
        let side = box.corners[index + 1] - box.corners[index]
        func ends(_ points: [Point]) -> (Double, Double) {
          let places = points.map { $0.x * side.x + $0.y * side.y }
          return (places.min() ?? 0, places.max() ?? 0)
        }
        let (mine, its) = (ends(corners), ends(other.corners))
        if mine.1 <= its.0 + 1e-6 || its.1 <= mine.0 + 1e-6 { return false }
      }
    }
    return true
  }

  func isInside(_ bounds: Rect) -> Bool {
    corners.allSatisfy {
      $0.x >= bounds.minX - 0.05 && $0.x <= bounds.maxX + 0.05 && $0.y >= bounds.minY - 0.05
        && $0.y <= bounds.maxY + 0.05
    }
  }
}
