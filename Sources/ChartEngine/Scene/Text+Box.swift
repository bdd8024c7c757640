import ChartModel

extension Text {
  /// The room that it takes up, in px.
  /// - Parameter font: Of its letters, in any size.
  /// - Complexity: O(*n*) in its characters.
  func box(in font: Font) -> Rect {
    let width = runs.reduce(0) { width, run in
      let font = font.sized(run.size ?? size)
      return width + (run.isBold ? font.bold : font).width(of: run.text)
    }
    let left =
      switch anchor {
      case .start: 0.0
      case .middle: -width / 2
      case .end: -width
      }
    let (top, bottom) = (-font.sized(size).ascent, font.sized(size).descent)
    let turn = sineAndCosine(degrees: rotation)
    let corners = [(left, top), (left + width, top), (left, bottom), (left + width, bottom)].map { x, y in
      Point(x: position.x + x * turn.cosine - y * turn.sine, y: position.y + x * turn.sine + y * turn.cosine)
    }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let (minX, minY) = (xs.min() ?? 0, ys.min() ?? 0)
    return Rect(x: minX, y: minY, width: (xs.max() ?? 0) - minX, height: (ys.max() ?? 0) - minY)
  }
}
