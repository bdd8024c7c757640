import ChartModel

extension Text {
  /// The room that it takes up, in px.
  /// - Complexity: O(*n*) in its characters.
  var box: Rect {
    let width = runs.reduce(0) { $0 + Font(size: $1.size ?? size, isBold: $1.isBold).width(of: $1.text) }
    let left =
      switch anchor {
      case .start: 0.0
      case .middle: -width / 2
      case .end: -width
      }
    let (top, bottom) = (-Font(size: size).ascent, Font(size: size).descent)
    let turn = sineAndCosine(degrees: rotation)
    let corners = [(left, top), (left + width, top), (left, bottom), (left + width, bottom)].map { x, y in
      Point(x: position.x + x * turn.cosine - y * turn.sine, y: position.y + x * turn.sine + y * turn.cosine)
    }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let (minX, minY) = (xs.min() ?? 0, ys.min() ?? 0)
    return Rect(x: minX, y: minY, width: (xs.max() ?? 0) - minX, height: (ys.max() ?? 0) - minY)
  }
}
