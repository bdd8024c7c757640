import ChartModel

/// Places the parts of a treemap: levels within levels, each parent before its parts.
struct TreemapTiles: Sendable {
  let spec: TreemapSpec
  let selection: [Int]?
  private(set) var tiles: [TreemapTile] = []
  /// How many parts were not drawn, since they would be smaller than can be seen.
  private(set) var dropped = 0
  /// How many parents are drawn as if they had no parts, which there is no room for.
  private(set) var closed = 0

  /// A parent with less room for its parts, in px, is drawn as if it had none.
  private static let leastRoom = 16.0
  /// Narrower tiles, in px, can't be seen.
  private static let leastSide = 0.1

  init(spec: TreemapSpec, selection: [Int]?, parts: SliceTree.Parts, font: Font, in area: Rect) {
    (self.spec, self.font) = (spec, font)
    self.selection = selection
    guard area.width > 0, area.height > 0 else { return }
    place(parts, in: area, level: 1)
  }

  private let font: Font
  private var headerHeight: Double { font.lineHeight + 4 }

  private mutating func place(_ parts: SliceTree.Parts, in area: Rect, level: Int) {
    // What parts are less than their parent is nobody's.
    let weights = parts.slices.map(\.weight) + [parts.rest]
    for (slice, cell) in zip(parts.slices, Squarified.rects(weights, in: area)) where slice.weight > 0 {
      // Of little room little is left between neighbours.
      let (x, y) = (min(spec.padding / 2, cell.width / 6), min(spec.padding / 2, cell.height / 6))
      let rect = cell.inset(left: x, top: y, right: x, bottom: y)
      guard rect.width >= TreemapTiles.leastSide, rect.height >= TreemapTiles.leastSide else {
        dropped += 1
        continue
      }
      let inner = room(in: rect)
      let isParent = level < spec.depth && slice.children.contains { $0.weight > 0 } && !isOne(slice)
      let isOpen = isParent && inner != nil
      if isParent, inner == nil { closed += 1 }
      tiles.append(
        TreemapTile(
          slice: slice, cell: cell, rect: rect,
          header: isOpen ? Rect(x: rect.x, y: rect.y, width: rect.width, height: headerHeight) : nil,
          isSelected: slice.path == selection))
      if isOpen, let inner { place(slice.parts, in: inner, level: level + 1) }
    }
  }

  /// Whether a part is drawn as one tile with the only one within it, which would be all of it once more: where both have one
  /// name, or where the other name is seen by going in.
  private func isOne(_ slice: SliceTree.Slice) -> Bool {
    slice.repeatsItself || spec.isDrillable && slice.onlyPart?.children.isEmpty == true
  }

  /// Where a tile's parts may be, below its name; `nil` where that is too little.
  private func room(in rect: Rect) -> Rect? {
    let edge = max(1, spec.padding / 2)
    let inner = rect.inset(left: edge, top: headerHeight, right: edge, bottom: edge)
    let least = TreemapTiles.leastRoom
    // A name of some letters needs as much, too.
    return inner.width >= max(least, 3 * font.size) && inner.height >= least ? inner : nil
  }
}
