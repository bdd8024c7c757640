import ChartModel

/// Turns slices into marks: gives each ring its radii and the selected branch its larger ones.
struct PieRings: Sendable {
  let spec: PieSpec
  let frame: PieFrame
  /// How many rings there are, and how many around the centre are not seen.
  let depth: Int
  let level: Int
  let selection: [Int]?

  /// Adds a slice and all within it; returns where it is, or `nil` for a slice without an angle.
  /// - Parameters:
  ///   - start: Where it starts, in degrees.
  ///   - sweep: How far it goes, in degrees.
  func addMarks(
    for slice: SliceTree.Slice, start: Double, sweep: Double, format: NumberFormat, to marks: inout [SliceMark]
  ) -> Int? {
    guard slice.weight > 0 else { return nil }
    let position = marks.count
    marks.append(
      SliceMark(
        slice, sector: sector(for: slice, start: start, sweep: sweep), format: format,
        isSelected: slice.path == selection))
    guard !slice.children.isEmpty else { return position }
    let childAngles = SliceAngles(weights: slice.parts.weights, sweep: 1)
    guard !childAngles.isEmpty else { return position }
    marks[position].childAngles = childAngles
    marks[position].children = slice.children.enumerated().map { index, child in
      let (from, to) = (childAngles.boundaries[index], childAngles.boundaries[index + 1])
      return addMarks(for: child, start: start + from * sweep, sweep: (to - from) * sweep, format: format, to: &marks)
    }
    return position
  }

  private func sector(for slice: SliceTree.Slice, start: Double, sweep: Double) -> Sector {
    let ring = Double(slice.path.count - 1 - level)
    let hole = frame.radius * spec.hole
    let thickness = (frame.radius - hole) / Double(depth)
    // A selected slice grows outwards from where it begins; what lies around it moves out with it.
    let isSelected = slice.path == selection
    let isBeyond = selection.map { slice.path.count > $0.count && slice.path.starts(with: $0) } ?? false
    let scale = frame.scale
    return Sector(
      center: frame.center, inner: (hole + ring * thickness) * (isBeyond ? scale : 1),
      outer: (hole + (ring + 1) * thickness) * (isSelected || isBeyond ? scale : 1),
      start: start, sweep: sweep, gap: spec.gap, cornerRadius: spec.cornerRadius)
  }
}
