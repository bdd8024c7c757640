/// A mark on an axis.
struct Tick: Hashable, Sendable {
  let value: Double
  /// Empty if it is only a mark.
  let label: String

  init(_ value: Double, _ label: String = "") {
    self.value = value
    self.label = label
  }

  /// Whether it has a label; minor ticks don't.
  var isMajor: Bool { !label.isEmpty }
}
