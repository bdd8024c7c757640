import ChartModel

/// One part of a treemap as it is drawn and hit.
struct TreemapTile: Sendable {
  let slice: SliceTree.Slice
  /// Its share of its parent's rectangle, before space is left between neighbours.
  let cell: Rect
  /// What is drawn.
  let rect: Rect
  /// Where its name is, if its parts are within it.
  let header: Rect?
  let isSelected: Bool

  var path: [Int] { slice.path }
  /// Whether there is something to go into.
  var hasParts: Bool { !slice.repeatsItself && slice.children.contains { $0.weight > 0 } }

  /// The tile as far as it has got on a way: what takes one rectangle to another takes it along.
  func moved(from old: Rect, to new: Rect) -> TreemapTile {
    TreemapTile(
      slice: slice, cell: cell.moved(from: old, to: new), rect: rect.moved(from: old, to: new),
      header: header?.moved(from: old, to: new), isSelected: isSelected)
  }
}

extension Rect {
  /// The rectangle after what takes one rectangle to another one; itself where the first has no area.
  func moved(from old: Rect, to new: Rect) -> Rect {
    guard old.width > 0, old.height > 0 else { return self }
    let (scaleX, scaleY) = (new.width / old.width, new.height / old.height)
    return Rect(
      x: new.x + (x - old.x) * scaleX, y: new.y + (y - old.y) * scaleY, width: width * scaleX, height: height * scaleY)
  }

  /// What lies between this rectangle and another one, after a share of the way.
  func mixed(with other: Rect, share: Double) -> Rect {
    func mix(_ first: Double, _ second: Double) -> Double { first + (second - first) * share }
    return Rect(
      x: mix(x, other.x), y: mix(y, other.y), width: mix(width, other.width), height: mix(height, other.height))
  }
}
