/// How wide the columns of a group of bars are, and how far apart, in px: what decides how the values are written.
struct BarColumns: Sendable {
  let width: Double
  /// From the middle of one to the middle of the next.
  let pitch: Double
  /// Whether they lie, and so texts along them.
  let areHorizontal: Bool

  /// Whether texts of a width find room at all columns, whatever their heights: beside the neighbours' texts, and beside the
  /// neighbours themselves.
  func fit(_ width: Double) -> Bool { width + 4 <= min(pitch, 2 * pitch - self.width) }
}
