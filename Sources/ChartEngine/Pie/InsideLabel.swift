import ChartModel

/// A label in its slice.
struct InsideLabel: Hashable, Sendable {
  let path: [Int]
  let text: Text
  let box: Rect
}
