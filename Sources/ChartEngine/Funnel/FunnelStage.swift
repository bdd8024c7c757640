import ChartModel

/// A stage of a funnel as it is drawn and hit: above as wide as its value, below as the next one's.
struct FunnelStage: Hashable, Sendable {
  /// Of the axis that all stages have in their middle.
  let x: Double
  let top: Double
  let bottom: Double
  /// In px.
  let upperWidth: Double
  let lowerWidth: Double

  var midY: Double { (top + bottom) / 2 }

  var path: Path {
    var path = Path()
    path.move(to: Point(x: x - upperWidth / 2, y: top))
    path.line(to: Point(x: x + upperWidth / 2, y: top))
    path.line(to: Point(x: x + lowerWidth / 2, y: bottom))
    path.line(to: Point(x: x - lowerWidth / 2, y: bottom))
    path.close()
    return path
  }

  /// How wide it is at a height.
  func width(at y: Double) -> Double {
    guard bottom > top else { return 0 }
    let share = min(max((y - top) / (bottom - top), 0), 1)
    return upperWidth + (lowerWidth - upperWidth) * share
  }

  /// How wide a text in its middle may be, so that its corners are inside.
  func room(forHeight height: Double) -> Double { min(width(at: midY - height / 2), width(at: midY + height / 2)) - 6 }

  func contains(_ point: Point) -> Bool { path.contains(point) }
}
