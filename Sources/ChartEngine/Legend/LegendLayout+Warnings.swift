import ChartModel

extension LegendLayout {
  /// What an author should know: that there is none, or not all of it.
  /// - Parameters:
  ///   - isSmall: Whether the picture is too small for it: there it is missed only by those who asked for it.
  ///   - isUseful: Whether it says what is not said elsewhere.
  ///   - isEmpty: Whether there is nothing that it could say.
  static func warnings(
    _ legend: LegendLayout?, _ spec: LegendSpec, inSmall isSmall: Bool, isUseful: Bool = false, isEmpty: Bool
  ) -> [String] {
    guard let legend else {
      let isMissed = spec.isDemanded || spec.position == .auto && isUseful && !isSmall
      guard !isEmpty else { return [] }
      if isMissed { return ["the legend was left out: there is no room for it"] }
      // Who gives it a title means to have one.
      return spec.title != nil && spec.position == .auto && !isUseful
        ? ["legend.title: there is no legend, since nothing needs one here; `position: bottom` shows it"] : []
    }
    var warnings: [String] = []
    if let missing = legend.missing {
      let count = missing.count + legend.entries.count
      warnings.append("legend: \(RoomWarning.leftOut(missing.count, of: count, "name"))")
    }
    if legend.shortened.names > 0 {
      warnings.append("legend: \(RoomWarning.shortened(legend.shortened.names, "name"))")
    }
    if legend.shortened.title { warnings.append("legend: the title was shortened: there is no room for all of it") }
    return warnings
  }
}
