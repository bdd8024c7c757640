import ChartModel

extension CartesianSpec {
  /// The spec with the numbers that drawing divides by, or counts with, within the bounds that its schema sets. Decoded
  /// specs are so already; one that a program made may hold anything.
  var drawable: CartesianSpec {
    var spec = self
    func clamp(_ value: inout Double, _ bounds: ClosedRange<Double>, else standard: Double) {
      value = value.isFinite ? min(max(value, bounds.lowerBound), bounds.upperBound) : standard
    }
    func clamp(_ value: inout Double?, _ bounds: ClosedRange<Double>) {
      value = value.flatMap { $0.isFinite ? min(max($0, bounds.lowerBound), bounds.upperBound) : nil }
    }
    clamp(&spec.common.legend.fontSize, 4...100, else: 12)
    clamp(&spec.common.animation.duration, .leastNormalMagnitude...600, else: 1)
    clamp(&spec.common.animation.stagger, 0...1, else: 0)
    clamp(&spec.bars.width, 0...1, else: 0.8)
    clamp(&spec.bars.gap, 0...10, else: 0.1)
    clamp(&spec.x.spacing, 1e-3...10_000)
    clamp(&spec.x.spaceMin, 0...1_000)
    clamp(&spec.x.spaceMax, 0...1_000)
    clamp(&spec.viewport.visibleCount, 1e-3...1e9)
    clamp(&spec.viewport.maxZoom, 1...1e6, else: 100)
    clamp(&spec.viewport.threshold, 0...1_000, else: 8)
    clamp(&spec.viewport.deceleration, 1e-6...1, else: 0.9)
    for path in [\CartesianSpec.x.style, \CartesianSpec.y.style, \CartesianSpec.right.style] {
      clamp(&spec[keyPath: path].labels.fontSize, 4...100, else: 12)
      clamp(&spec[keyPath: path].labels.rotation, -90...90, else: 0)
      clamp(&spec[keyPath: path].labels.gap, 0...1_000)
      clamp(&spec[keyPath: path].tickLength, 0...100, else: 0)
      clamp(&spec[keyPath: path].band, 0...2_000)
    }
    for path in [\CartesianSpec.y, \CartesianSpec.right] {
      clamp(&spec[keyPath: path].min, -.greatestFiniteMagnitude ... .greatestFiniteMagnitude)
      clamp(&spec[keyPath: path].max, -.greatestFiniteMagnitude ... .greatestFiniteMagnitude)
      clamp(&spec[keyPath: path].headroom, 0 ... .greatestFiniteMagnitude, else: 0)
    }
    if var padding = spec.padding {
      for side in [\PaddingSpec.left, \.top, \.right, \.bottom, \.minimum] {
        clamp(&padding[keyPath: side], 0...10_000, else: 0)
      }
      spec.padding = padding
    }
    return spec
  }
}
