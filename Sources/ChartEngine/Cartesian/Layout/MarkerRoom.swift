import ChartModel

/// Where the bubbles of markers may be.
struct MarkerRoom: Sendable {
  let bounds: Rect
  /// What stays to be read.
  var kept: [Rect] = []

  /// Which way a bubble may be moved from where it is wanted.
  enum Sliding { case aside, upright }

  /// A bubble where it is wanted, or moved along one axis so that it is within the bounds and covers nothing that is kept; `nil`
  /// where there is no such place near enough.
  func place(_ wanted: Rect, sliding: Sliding) -> Rect? {
    var frame = wanted.moved(inside: bounds)
    switch sliding {
    case .aside: frame.y = wanted.y
    case .upright: frame.x = wanted.x
    }
    for step in 0...1 {
      guard bounds.inset(by: -1e-9).contains(frame) else { return nil }
      guard let covered = kept.first(where: { $0.intersects(frame) }) else { return frame }
      // Up and down it still lies beside its mark; aside it would no longer point to it.
      guard step == 0, sliding == .upright else { return nil }
      frame.y = covered.midY < frame.midY ? covered.maxY : covered.minY - frame.height
    }
    return nil
  }
}
