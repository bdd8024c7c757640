import ChartModel

/// The part of the x axis that a plot shows.
struct ViewWindow: Hashable, Sendable {
  let span: PositionSpan
  /// The coordinate at the left edge, and how much is seen.
  let start: Double
  let length: Double
  /// From coordinates to px.
  let map: PixelMap

  var end: Double { start + length }

  /// - Parameters:
  ///   - start: Where it is to begin; brought to where there is something to see.
  ///   - left: The plot's left edge in px.
  init(_ span: PositionSpan, start: Double, length: Double, left: Double, width: Double) {
    self.span = span
    let length = length > 0 && length.isFinite ? length : 1
    self.length = length
    let start = ViewWindow.clamped(start, span, length: length)
    self.start = start
    map = PixelMap(origin: start, start: left, scale: (max(width, 0) / length).madeFinite)
  }

  /// Where a window that is to begin at a coordinate begins so that no more than the content is seen.
  static func clamped(_ start: Double, _ span: PositionSpan, length: Double) -> Double {
    let last = max(span.lower, span.upper - length)
    return start.isNaN ? span.lower : min(max(start, span.lower), last)
  }

  /// The last coordinate that it can begin at.
  var lastStart: Double { max(span.lower, span.upper - length) }

  /// Whether there is more to see before and after it; less than a thousandth of it is rounding.
  var hasBefore: Bool { start - span.lower > length * 1e-9 }
  var hasAfter: Bool { span.upper - end > length * 1e-9 }
  /// Whether it can be scrolled at all.
  var scrolls: Bool { lastStart - span.lower > length * 1e-9 }

  /// Whether a coordinate is in view.
  func contains(_ coordinate: Double) -> Bool {
    coordinate >= start - length * 1e-9 && coordinate <= end + length * 1e-9
  }

  /// The window that has a coordinate in its middle, as far as there is content on both sides.
  func startCentering(_ coordinate: Double) -> Double {
    ViewWindow.clamped(coordinate - length / 2, span, length: length)
  }
}
