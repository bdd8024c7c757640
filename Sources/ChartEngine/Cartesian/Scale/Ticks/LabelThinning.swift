/// Which labels of an axis are shown: every one, every second, every third …, so that none overlap (A4).
///
/// Only what lies along the axis counts. For a vertical axis, widths are the heights of lines and `lineHeight` is a width.
struct LabelThinning: Hashable, Sendable {
  /// Which part of a label stands at its place.
  enum Anchor: Hashable, Sendable { case start, middle, end }

  /// A label that is shown.
  struct Label: Hashable, Sendable {
    /// Which of those that were given.
    let index: Int
    /// Where its anchor is, in px: its place, or as little beside it as keeps the label inside.
    let position: Double
  }

  /// How much labels are turned, in degrees.
  var rotation = 0.0
  var anchor = Anchor.middle
  /// The height of the labels, in px.
  var lineHeight = 0.0
  /// The least distance between two labels, in px.
  var gap = 4.0
  /// Labels that would leave these bounds, in px, are moved inside. Turned ones are not moved, since they would no longer
  /// point at their ticks.
  var bounds: ClosedRange<Double>?
  /// How many labels there may be.
  var maxLabels: Int?

  /// The labels to show: the first one and every n-th after it, for the least n that leaves none overlapping. Beyond 15,
  /// n is one of ever coarser numbers, so that all trials together look at each label a few times.
  /// - Parameters:
  ///   - positions: Where labels stand, in px, in rising or falling order.
  ///   - width: The width of a label in px; asked for only where it matters, and sometimes again.
  /// - Complexity: O(*n*).
  func labels(at positions: [Double], width: (Int) -> Double) -> [Label] {
    guard !positions.isEmpty, maxLabels ?? 1 > 0, positions.allSatisfy(\.isFinite) else { return [] }
    let least = maxLabels.map { (positions.count - 1) / $0 + 1 } ?? 1
    var step = least
    while step < positions.count {
      if let labels = labels(at: positions, every: step, width: width) { return labels }
      step += max(1, step / 8)
    }
    return labels(at: positions, every: positions.count, width: width) ?? []
  }

  /// Every `step`-th label, or `nil` if two of them overlap.
  private func labels(at positions: [Double], every step: Int, width: (Int) -> Double) -> [Label]? {
    let way = (positions.last ?? 0) < (positions.first ?? 0) ? -1.0 : 1.0
    let turn = sineAndCosine(degrees: rotation)
    let isTurned = abs(turn.sine) > 1e-6
    var labels: [Label] = []
    var previous: (position: Double, width: Double)?
    for index in stride(from: 0, to: positions.count, by: step) {
      let width = max(0, width(index))
      var position = positions[index]
      if let bounds, !isTurned { position = moved(position, width: width, inside: bounds) }
      if let previous {
        let distance = (position - previous.position) * way
        let along = reach(previous.width, ahead: turn.cosine * way > 0) + reach(width, ahead: turn.cosine * way <= 0)
        // Boxes turned alike are clear of one another along their lines of text or across them.
        let isClear =
          distance * abs(turn.cosine) >= along + gap - 1e-9
          || (isTurned && distance * abs(turn.sine) >= lineHeight + gap - 1e-9)
        guard isClear else { return nil }
      }
      previous = (position, width)
      labels.append(Label(index: index, position: position))
    }
    return labels
  }

  /// How far a label reaches from its anchor along its text, or against it.
  private func reach(_ width: Double, ahead: Bool) -> Double {
    switch anchor {
    case .middle: width / 2
    case .start: ahead ? width : 0
    case .end: ahead ? 0 : width
    }
  }

  private func moved(_ position: Double, width: Double, inside bounds: ClosedRange<Double>) -> Double {
    let lower = bounds.lowerBound + reach(width, ahead: false)
    let upper = bounds.upperBound - reach(width, ahead: true)
    // A label that is wider than all there is stands in the middle.
    return lower <= upper ? min(max(position, lower), upper) : (lower + upper) / 2
  }
}
