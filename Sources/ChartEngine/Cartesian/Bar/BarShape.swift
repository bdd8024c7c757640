import ChartModel

/// The shape of bars, made ready once for all bars that have it (B4).
enum BarShape: Hashable, Sendable {
  case rectangle
  /// Rounded at the end away from the baseline; of a little without a radius, which is in px.
  case rounded(radius: Double?)
  /// Rounded at both ends.
  case capsule(radius: Double?)
  case template(PathTemplate)

  /// A path that is not given leaves the rectangle; specs that were read don't lack it.
  init(_ spec: BarShapeSpec) {
    switch spec.kind {
    case .rectangle: self = .rectangle
    case .rounded: self = .rounded(radius: spec.radius)
    case .capsule: self = .capsule(radius: spec.radius)
    case .path: self = spec.path.map { .template(PathTemplate($0)) } ?? .rectangle
    }
  }
}
