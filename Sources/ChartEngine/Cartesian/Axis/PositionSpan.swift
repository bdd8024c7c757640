import ChartModel

/// All that can be scrolled to along the x axis: from where to where it reaches and how wide a slot is, in coordinates
/// (the numbers of slots, numbers, milliseconds, or logarithms).
struct PositionSpan: Hashable, Sendable {
  private(set) var lower: Double
  private(set) var upper: Double
  /// How much of it at each end is there only so that entries are not cut, in coordinates: nothing is measured there.
  private(set) var overhang = Overhang()
  /// The distance of neighbours: 1 for names, the least one of bars, the mean one of points.
  let slot: Double
  /// The free room before the first and after the last position, in slots.
  let spaceMin: Double
  let spaceMax: Double

  var length: Double { upper - lower }

  /// What is less than this has no px, nor have parts of it.
  private static let leastLength = 1e-290
  /// Of what is more, differences may be infinite.
  private static let greatestLength = Double.greatestFiniteMagnitude / 4
  /// Fewer slots than this are never seen, nor is a slot ever less px wide.
  private static let leastSeen = 1e-3

  /// - Parameters:
  ///   - first: The first position; `nil` without any.
  init(first: Double?, last: Double?, slot: Double, spaces: (min: Double, max: Double)) {
    (spaceMin, spaceMax) = spaces
    let limit = PositionSpan.greatestLength
    let slot = slot > PositionSpan.leastLength && slot.isFinite ? min(slot, limit) : 1
    self.slot = slot
    guard let first, let last, first.isFinite, last.isFinite else {
      (lower, upper) = (0, 1)
      return
    }
    let (low, high) = (
      max(min(first, last) - slot * spaces.min, -limit), min(max(first, last) + slot * spaces.max, limit)
    )
    guard high - low > PositionSpan.leastLength else {
      // One point alone, on both edges at once, stands in the middle.
      let half = max(slot / 2, abs(first) * 1e-9)
      (lower, upper) = ((first - half).madeFinite, (first + half).madeFinite)
      return
    }
    (lower, upper) = (low, high)
  }

  /// The span with room at its ends for what reaches beyond it.
  /// - Parameters:
  ///   - width: That of the plot, in px.
  ///   - free: How far an entry may reach over the plot's edges, in px.
  func widened(
    for entries: [EdgeEntries], _ axis: PositionAxisSpec, _ viewport: ViewportSpec, width: Double, free: Overhang
  ) -> PositionSpan {
    let seen = visibleLength(axis, viewport, width: width)
    let added = EdgeEntries.overhang(
      entries, beyond: Domain(lower, upper), of: width, seen: seen < length ? seen : nil, free: free)
    guard added != Overhang(), (lower - added.before).isFinite, (upper + added.after).isFinite else { return self }
    var span = self
    (span.lower, span.upper, span.overhang) = (lower - added.before, upper + added.after, added)
    return span
  }

  /// Whether anything is measured at a coordinate.
  func measures(_ coordinate: Double) -> Bool {
    (overhang.before == 0 || coordinate >= lower + overhang.before - length * 1e-9)
      && (overhang.after == 0 || coordinate <= upper - overhang.after + length * 1e-9)
  }

  /// How much of it is seen in a plot of a width before anybody zooms, in coordinates.
  func visibleLength(_ axis: PositionAxisSpec, _ viewport: ViewportSpec, width: Double) -> Double {
    if let spacing = axis.spacing, spacing > 0 {
      return min(max(width, 1) / max(spacing, PositionSpan.leastSeen) * slot, PositionSpan.greatestLength)
    }
    guard let count = viewport.visibleCount, count > 0 else { return length }
    return min(length, max(slot * (max(count, PositionSpan.leastSeen) - 1 + spaceMin + spaceMax), slot * 1e-3))
  }
}
