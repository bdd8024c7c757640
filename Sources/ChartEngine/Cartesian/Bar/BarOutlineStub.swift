import ChartModel

struct BarOutline {
  let rect: Rect
  init(_ rect: Rect, isNegative: Bool, shape: BarShapeSpec) { self.rect = rect }
  var shape: Node.Shape { .rect(rect, cornerRadius: 0) }
  func contains(_ point: Point) -> Bool { rect.contains(point) }
}
