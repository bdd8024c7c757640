/// Where a scale begins and ends on its axis, in px. Vertical axes run upwards, so `end` may be less than `start`.
struct PixelRange: Hashable, Sendable {
  let start: Double
  let end: Double

  /// What is no number becomes 0.
  init(_ start: Double, _ end: Double) {
    self.start = PixelRange.clamped(start)
    self.end = PixelRange.clamped(end)
  }

  /// Signed.
  var length: Double { end - start }

  /// How far from 0 anything is placed, in px: the SVG writer draws nothing beyond 10¹², sums included, and renderers
  /// count in single precision. Squares and products of it stay finite.
  static let farthest = 1e9

  private static func clamped(_ position: Double) -> Double {
    position.isFinite ? min(max(position, -farthest), farthest) : 0
  }
}
