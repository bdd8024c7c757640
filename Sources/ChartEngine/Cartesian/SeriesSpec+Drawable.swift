import ChartModel

extension SeriesSpec {
  /// The series with the numbers of its style within the bounds that its schema sets.
  var drawable: SeriesSpec {
    var series = self
    series.kind = kind.markStyle.drawable.kind
    series.marker = marker?.map(\.drawable)
    series.markers = markers.map { $0.map(\.drawable) }
    return series
  }
}

extension GradientStopSpec {
  var drawable: GradientStopSpec {
    var stop = self
    stop.offset.clamp(to: 0...1)
    return stop
  }
}

extension MarkerRunSpec {
  var drawable: MarkerRunSpec {
    var run = self
    run.size.clamp(to: 4...100)
    return run
  }
}

extension Double {
  /// Brings the number within bounds; what is infinite or none becomes the standard.
  mutating func clamp(to bounds: ClosedRange<Double>, else standard: Double) {
    self = isFinite ? Swift.min(Swift.max(self, bounds.lowerBound), bounds.upperBound) : standard
  }
}

extension Double? {
  /// Brings the number within bounds; what is infinite or none is as if not given.
  mutating func clamp(to bounds: ClosedRange<Double>) {
    self = flatMap { $0.isFinite ? Swift.min(Swift.max($0, bounds.lowerBound), bounds.upperBound) : nil }
  }
}
