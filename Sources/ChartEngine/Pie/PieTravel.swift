import ChartModel

/// A pie while one goes into a slice, or out of one: the slice opens to the whole circle as what is around it closes, and its
/// rings move inwards.
struct PieTravel: Sendable {
  let spec: PieSpec
  let startAngle: Double
  /// The whole that is opened or closed, with its frame and rings, and the part in it with its own.
  let outer: (tree: SliceTree, root: [Int], frame: PieFrame)
  let inner: (tree: SliceTree, root: [Int], frame: PieFrame)
  /// How far it is opened: 0 shows the whole, 1 the part.
  let share: Double

  /// What is seen, each slice before those around it.
  func marks(format: NumberFormat, selection: [Int]?) -> [SliceMark] {
    var marks: [SliceMark] = []
    let part = place(of: inner.root) ?? (from: 0, to: 1)
    let opened = (from: part.from * share, to: 1 + (part.to - 1) * share)
    add(outer.tree.parts, from: 0, to: 1, ring: 0, opened, format: format, selection: selection, to: &marks)
    return marks
  }

  private func mix(_ first: Double, _ second: Double) -> Double { first + (second - first) * share }

  /// Where a slice begins and ends, as shares of the whole.
  private func place(of path: [Int]) -> (from: Double, to: Double)? {
    var (parts, from, to) = (outer.tree.parts, 0.0, 1.0)
    for index in path.dropFirst(outer.root.count) {
      let boundaries = PieTravel.boundaries(of: parts)
      guard parts.slices.indices.contains(index) else { return nil }
      (from, to) = (from + (to - from) * boundaries[index], from + (to - from) * boundaries[index + 1])
      parts = parts.slices[index].parts
    }
    return to > from ? (from, to) : nil
  }

  private static func boundaries(of parts: SliceTree.Parts) -> [Double] {
    SliceAngles(weights: parts.weights, sweep: 1).boundaries
  }

  private func add(
    _ parts: SliceTree.Parts, from: Double, to: Double, ring: Int, _ opened: (from: Double, to: Double),
    format: NumberFormat, selection: [Int]?, to marks: inout [SliceMark]
  ) {
    let boundaries = PieTravel.boundaries(of: parts)
    for (index, slice) in parts.slices.enumerated() where slice.weight > 0 {
      let (begin, end) = (from + (to - from) * boundaries[index], from + (to - from) * boundaries[index + 1])
      if let sector = sector(from: begin, to: end, ring: ring, opened) {
        marks.append(SliceMark(slice, sector: sector, format: format, isSelected: slice.path == selection))
      }
      add(slice.parts, from: begin, to: end, ring: ring + 1, opened, format: format, selection: selection, to: &marks)
    }
  }

  private func sector(from: Double, to: Double, ring: Int, _ opened: (from: Double, to: Double)) -> Sector? {
    let width = opened.to - opened.from
    guard width > 0 else { return nil }
    let (begin, end) = (
      min(max((from - opened.from) / width, 0), 1), min(max((to - opened.from) / width, 0), 1)
    )
    let radius = mix(outer.frame.radius, inner.frame.radius)
    let hole = radius * spec.hole
    let thickness = (radius - hole) / max(1, mix(Double(outer.tree.depth), Double(inner.tree.depth)))
    let moved = Double(ring) - Double(inner.root.count - outer.root.count) * share
    let (near, far) = (hole + max(0, moved) * thickness, min(radius, hole + max(0, moved + 1) * thickness))
    guard end - begin > 1e-7, far - near > 0.01 else { return nil }
    let center = Point(
      x: mix(outer.frame.center.x, inner.frame.center.x), y: mix(outer.frame.center.y, inner.frame.center.y))
    return Sector(
      center: center, inner: near, outer: far, start: startAngle + begin * spec.sweep,
      sweep: (end - begin) * spec.sweep,
      gap: spec.gap, cornerRadius: spec.cornerRadius)
  }
}
