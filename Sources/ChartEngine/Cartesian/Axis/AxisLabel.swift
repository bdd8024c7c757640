import ChartModel

/// A label at an axis, placed.
struct AxisLabel: Hashable, Sendable {
  /// What it stands at, as the axis counts: a value, the number of a slot, a moment in milliseconds.
  let value: Double
  let text: String
  /// Where its tick is along the axis, in px.
  let tick: Double
  /// Where its anchor lies on the baseline.
  let position: Point
  let anchor: Text.Anchor
  let font: Font
  let color: Color
  let rotation: Double
  let isSelected: Bool

  /// The room that it takes up, in px.
  var box: Rect {
    let width = font.width(of: text)
    let left =
      switch anchor {
      case .start: 0.0
      case .middle: -width / 2
      case .end: -width
      }
    let (top, bottom) = (-font.capHeight - font.size * 0.08, font.size * 0.24)
    guard rotation != 0 else {
      return Rect(x: position.x + left, y: position.y + top, width: width, height: bottom - top)
    }
    let turn = sineAndCosine(degrees: rotation)
    let corners = [(left, top), (left + width, top), (left, bottom), (left + width, bottom)].map { x, y in
      Point(x: position.x + x * turn.cosine - y * turn.sine, y: position.y + x * turn.sine + y * turn.cosine)
    }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let (minX, minY) = (xs.min() ?? 0, ys.min() ?? 0)
    return Rect(x: minX, y: minY, width: (xs.max() ?? 0) - minX, height: (ys.max() ?? 0) - minY)
  }

  var node: Node {
    Node(
      .text(
        Text(
          runs: [Text.Run(text, color: color)], at: position, anchor: anchor, size: font.size, rotation: rotation)))
  }
}
