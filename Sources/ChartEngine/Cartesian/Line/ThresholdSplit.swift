import ChartModel

/// Colours by height (L8): an ordered list of (y, colour) means "below y use colour", and above the last the last colour
/// stays.
///
/// A value exactly at a threshold is not below it: it has the colour of the next one. A line that only touches a threshold
/// is not split there.
struct ThresholdSplit: Hashable, Sendable {
  struct Threshold: Hashable, Sendable {
    var y: Double
    /// Which of the chart's colours, counted by the caller.
    var color: Int
  }

  /// A part of a line in one colour.
  struct Part: Hashable, Sendable {
    var path: Subpath
    var color: Int
  }

  /// In rising order of the values.
  let thresholds: [Threshold]
  /// The heights at which the colour changes, in px: all but the last.
  let levels: [Double]
  /// Whether greater values have greater px, as on an inverted axis.
  let isInverted: Bool

  /// - Parameters:
  ///   - thresholds: Put in order here; those that are no number are left out.
  ///   - y: From values to px.
  init(_ thresholds: [Threshold], y: PixelMap) {
    let valid = thresholds.enumerated().filter { !$0.element.y.isNaN }
    self.thresholds = valid.sorted { ($0.element.y, $0.offset) < ($1.element.y, $1.offset) }.map(\.element)
    levels = self.thresholds.dropLast().map { y.pixel(of: $0.y) }
    isInverted = y.scale > 0
  }

  /// The colour at a height in px; `nil` without any threshold.
  func color(at y: Double) -> Int? {
    thresholds.isEmpty ? nil : thresholds[min(band(at: y), thresholds.count - 1)].color
  }

  /// How many of the levels are not above a height.
  func band(at y: Double) -> Int {
    var (low, high) = (0, levels.count)
    while low < high {
      let middle = low + (high - low) / 2
      if isInverted ? levels[middle] <= y : levels[middle] >= y { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// A line in parts of one colour, which follow one another without a gap and together are the line. None without any
  /// threshold.
  /// - Complexity: O(*n* log *k* + *c*) in the numbers of segments, thresholds and crossings.
  func parts(of path: Subpath) -> [Part] {
    guard let color = color(at: path.start.y) else { return [] }
    var parts: [Part] = []
    var start = path.start
    for segment in path.segments {
      for piece in pieces(of: segment, from: start) {
        let color = thresholds[min(piece.band, thresholds.count - 1)].color
        if parts.last?.color != color { parts.append(Part(path: Subpath(start: start), color: color)) }
        parts[parts.count - 1].path.segments.append(piece.segment)
        start = piece.segment.end
      }
    }
    return parts.isEmpty ? [Part(path: path, color: color)] : parts
  }
}
