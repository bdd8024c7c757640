import ChartModel

/// How what lies about a centre draws itself in: it grows from there, or is uncovered clockwise.
struct SpokeDrawIn: Sendable {
  let kind: AnimationSpec.Kind
  /// After easing; 1 is the finished picture.
  let phase: Double
  let center: Point
  /// How far from the centre anything reaches, in px.
  let reach: Double
  /// Where the wipe begins, in degrees.
  let start: Double

  /// Whether what is drawn at a point can be seen yet.
  func shows(_ point: Point) -> Bool {
    guard kind != .none, phase < 1 else { return true }
    guard kind == .wipe, let angle = degrees(of: point - center) else { return phase > 0 }
    return normalizedDegrees(angle - start) < 360 * phase
  }

  /// What of the marks can be seen yet.
  /// - Parameter animated: Whether they are to come in by themselves.
  func nodes(_ nodes: [Node], animated: Bool) -> [Node] {
    if animated, kind == .grow { return [Node(.group(nodes), entrance: .swell(from: center))] }
    guard kind == .wipe, phase < 1 else { return nodes }
    let wedge = Sector(center: center, inner: 0, outer: reach, start: start, sweep: min(max(360 * phase, 0), 360))
    return phase > 0 ? [Node(.clipped(wedge.path, nodes))] : []
  }

  /// How the picture plays by itself.
  var movement: SceneAnimation.Movement? {
    switch kind {
    case .grow: .entrances
    case .wipe: .wipe(center: center, radius: reach, startAngle: start, sweep: 360)
    case .none, .sweep, .stroke, .count: nil
    }
  }
}
