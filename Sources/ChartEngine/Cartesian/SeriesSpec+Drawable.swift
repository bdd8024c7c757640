import ChartModel

extension SeriesSpec {
  /// The series with the numbers of its style within the bounds that its schema sets.
  var drawable: SeriesSpec {
    var series = self
    switch kind {
    case .line(let style): series.kind = .line(style.drawable)
    case .bar(let style): series.kind = .bar(style.drawable)
    }
    series.marker = marker?.map(\.drawable)
    series.markers = markers.map { $0.map(\.drawable) }
    return series
  }
}

extension LineStyleSpec {
  fileprivate var drawable: LineStyleSpec {
    var style = self
    style.width.clamp(to: 0...100, else: 2)
    style.opacity.clamp(to: 0...1, else: 1)
    style.smooth.clamp(to: 0...1, else: 0.6)
    style.gradient = gradient.map(\.drawable)
    style.thresholds = thresholds.filter { !$0.below.isNaN }
    style.dots.radius.clamp(to: 0...100)
    style.dots.borderWidth.clamp(to: 0...100, else: 1.5)
    style.area?.opacity.clamp(to: 0...1, else: 0.25)
    style.area?.gradient = area?.gradient.map(\.drawable) ?? []
    if let baseline = area?.baseline, !baseline.isFinite { style.area?.baseline = nil }
    style.endBubble?.size.clamp(to: 4...400, else: 30)
    style.endBubble?.fontSize.clamp(to: 4...100, else: 10)
    return style
  }
}

extension BarStyleSpec {
  fileprivate var drawable: BarStyleSpec {
    var style = self
    style.opacity.clamp(to: 0...1, else: 1)
    style.gradient = gradient.map(\.drawable)
    style.highlighted.opacity.clamp(to: 0...1, else: 1)
    style.zero?.height.clamp(to: 0...100, else: 2)
    style.labels.fontSize.clamp(to: 4...100, else: 11)
    return style
  }
}

extension GradientStopSpec {
  fileprivate var drawable: GradientStopSpec {
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
