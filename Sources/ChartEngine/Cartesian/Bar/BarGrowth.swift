import ChartModel

/// When the bars of a series grow: all at once, or one after the other (B7).
struct BarGrowth: Sendable {
  private let phase: Double
  private let stagger: Double
  private let points: Range<Int>

  /// - Parameter points: The points in view.
  init(_ points: Range<Int>, on stage: PlotStage) {
    phase = stage.phase
    stagger = min(max(stage.animation.stagger, 0), 1)
    self.points = points
  }

  /// The part of the whole time in which a bar grows.
  func part(of point: Int) -> ClosedRange<Double> {
    guard stagger > 0, points.count > 1 else { return 0...1 }
    let place = min(max(Double(point - points.lowerBound) / Double(points.count - 1), 0), 1)
    // The last one needs some time, too.
    let delay = stagger * 0.9
    return delay * place...(1 - delay * (1 - place))
  }

  /// How far a bar has grown; beyond 1 where the easing overshoots.
  func phase(of point: Int) -> Double {
    let part = part(of: point)
    guard part != 0...1 else { return max(phase, 0) }
    return min(max((phase - part.lowerBound) / (part.upperBound - part.lowerBound), 0), 1)
  }
}
