import ChartModel

extension [GradientStopSpec] {
  /// The stops with their places: those without one lie evenly between their neighbours.
  var stops: [LinearGradient.Stop] {
    var offsets = map(\.offset)
    guard let last = indices.last else { return [] }
    offsets[0] = offsets[0] ?? 0
    offsets[last] = offsets[last] ?? (count > 1 ? 1 : 0)
    var known = 0
    for index in indices.dropFirst() {
      guard let offset = offsets[index], let start = offsets[known] else { continue }
      for between in known + 1..<Swift.max(index, known + 1) {
        offsets[between] = start + (offset - start) * Double(between - known) / Double(index - known)
      }
      known = index
    }
    // Never falling, as SVG has it.
    var highest = 0.0
    return zip(offsets, self).map { offset, stop in
      highest = Swift.max(highest, offset ?? highest)
      return LinearGradient.Stop(highest, stop.color)
    }
  }
}

extension [LinearGradient.Stop] {
  /// The colour at a share of the way.
  func color(at offset: Double) -> Color {
    guard let first, let last else { return .black }
    guard offset > first.offset else { return first.color }
    for (before, after) in zip(self, dropFirst()) where offset < after.offset {
      return before.color.mixed(with: after.color, share: (offset - before.offset) / (after.offset - before.offset))
    }
    return last.color
  }
}
