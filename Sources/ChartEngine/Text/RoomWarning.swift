import ChartModel

/// What is said of texts for which a chart is too small.
enum RoomWarning {
  /// `1 label was left out: there is no room for it`, `2 of 5 labels were left out: there is no room for them`.
  /// - Parameters:
  ///   - total: How many there would be, where that is said, too.
  ///   - noun: What one is called; more have an *s*.
  static func leftOut(_ count: Int, of total: Int? = nil, _ noun: String) -> String {
    let isOne = count == 1
    let things = total.map { "\(count) of \($0.counted(noun, noun + "s"))" } ?? count.counted(noun, noun + "s")
    return "\(things) \(isOne ? "was" : "were") left out: there is no room for \(isOne ? "it" : "them")"
  }

  /// `1 name was shortened: there is no room for all of it`.
  static func shortened(_ count: Int, _ noun: String) -> String {
    let isOne = count == 1
    return
      "\(count.counted(noun + " was", noun + "s were")) shortened: there is no room for all of \(isOne ? "it" : "them")"
  }
}
