import ChartModel

/// One mark of a chart that stands still, as it is told.
struct StillMark: Hashable, Sendable {
  /// The indices in the spec that lead to it.
  let path: [Int]
  /// What it is: the name of its spoke, its stage.
  let label: String
  /// What it belongs to; empty where there is but one.
  var group = ""
  let value: Double
  /// The share of what it is a part of, in [0, 1].
  var fraction: Double?
  /// The value, perhaps with its share, as it is printed.
  let valueText: String
  /// Where a marker points to, and in which direction it lies from there, in degrees clockwise from three o'clock.
  let anchor: Point
  var direction = 270.0
  let color: Color
  let isSelected: Bool

  /// The mark for those outside the engine.
  var reference: MarkReference {
    MarkReference(
      series: path.count > 1 ? path[0] : 0, index: path.last ?? 0, path: nil, label: label, value: value,
      fraction: fraction)
  }

  /// `2025, Speed: 4`
  var words: String {
    let names = [group, label].filter { !$0.isEmpty }.map(\.shortened)
    return names.isEmpty ? valueText : "\(names.joined(separator: ", ")): \(valueText)"
  }
}
