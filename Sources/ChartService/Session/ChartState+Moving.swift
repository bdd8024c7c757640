import ChartEngine

extension ChartState {
  /// Whether something goes on by itself: a spin, scrolling, an animation.
  var isMoving: Bool { spin != nil || glide != nil || animation != nil }
}
