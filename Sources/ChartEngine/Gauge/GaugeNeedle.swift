import ChartModel

/// The needle of a gauge with the hub that it turns about, as it is drawn and hit.
struct GaugeNeedle: Hashable, Sendable {
  let center: Point
  /// Degrees clockwise from three o'clock.
  let angle: Double
  /// In px.
  let length: Double
  let hubRadius: Double

  /// From both sides of the centre to a tip.
  var path: Path {
    let half = hubRadius * 0.55
    var path = Path()
    path.move(to: center.moved(half, toward: angle - 90))
    path.line(to: center.moved(length, toward: angle))
    path.line(to: center.moved(half, toward: angle + 90))
    path.close()
    return path
  }

  /// - Parameter tolerance: How far beside it, in px: its tip is thin.
  func contains(_ point: Point, tolerance: Double) -> Bool {
    guard (point - center).length > hubRadius else { return true }
    let (sine, cosine) = sineAndCosine(degrees: angle)
    let vector = point - center
    let along = vector.x * cosine + vector.y * sine
    let across = abs(vector.y * cosine - vector.x * sine)
    guard along >= 0, along <= length + 0.5, length > 0 else { return false }
    return across <= max(hubRadius * 0.55 * (1 - along / length), tolerance)
  }
}
