import ChartModel

/// One bar where it stands.
struct PlacedBar: Sendable {
  let series: Int
  /// Its place in the series' own order, and in the spec.
  let point: Int
  let index: Int
  let value: Double
  let rect: Rect
  /// Whether it grows downwards.
  let growsDown: Bool
  let isSelected: Bool
  /// Whether its value is 0, so that it is only as high as can be seen.
  let isZero: Bool

  /// The height of its end, away from the baseline, in px.
  var endY: Double { growsDown ? rect.maxY : rect.minY }
}
