import ChartModel

/// A label at the chart's side, with the line that leads to its slice.
struct LeaderLabel: Hashable, Sendable {
  let path: [Int]
  /// On the rim, where the line begins.
  let dot: Point
  /// Where it turns to run level.
  let elbow: Point
  /// Its outer end.
  let end: Point
  let runs: [Text.Run]
  let textPosition: Point
  let anchor: Text.Anchor
  /// What the text takes up.
  let box: Rect
}
