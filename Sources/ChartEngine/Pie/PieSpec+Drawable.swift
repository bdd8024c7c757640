import ChartModel

extension PieSpec {
  /// The spec with every number within the bounds that its schema sets. Decoded specs are so already; one that a program
  /// made may hold anything.
  var drawable: PieSpec {
    var spec = self
    func clamp(_ value: inout Double, _ bounds: ClosedRange<Double>, else standard: Double) {
      value = value.isFinite ? min(max(value, bounds.lowerBound), bounds.upperBound) : standard
    }
    clamp(&spec.startAngle, -.greatestFiniteMagnitude ... .greatestFiniteMagnitude, else: 270)
    clamp(&spec.hole, 0...(1.0.nextDown), else: 0)
    clamp(&spec.sweep, .leastNormalMagnitude...360, else: 360)
    clamp(&spec.gap, 0...100, else: 0)
    clamp(&spec.cornerRadius, 0...1000, else: 0)
    clamp(&spec.stroke.width, 0...100, else: 1)
    clamp(&spec.selection.scale, 1...2, else: 1.2)
    clamp(&spec.rotation.threshold, 0...1000, else: 8)
    clamp(&spec.rotation.deceleration, .leastNonzeroMagnitude...1, else: 0.9)
    clamp(&spec.labels.margin, 0...1000, else: 25)
    clamp(&spec.labels.fontSize, 4...100, else: 12)
    clamp(&spec.common.legend.fontSize, 4...100, else: 12)
    clamp(&spec.common.animation.duration, .leastNormalMagnitude...600, else: 1)
    if ![.none, .sweep, .wipe].contains(spec.common.animation.kind) { spec.common.animation.kind = .none }
    switch spec.radius {
    case .pixels(var length)?:
      clamp(&length, 0...20_000, else: 0)
      spec.radius = .pixels(length)
    case .share(var share)?:
      clamp(&share, 0...10, else: 1)
      spec.radius = .share(share)
    case nil: break
    }
    return spec
  }
}
