import ChartModel

extension CartesianSpec {
  /// The spec with the numbers that drawing divides by, or counts with, within the bounds that its schema sets. Decoded
  /// specs are so already; one that a program made may hold anything.
  var drawable: CartesianSpec {
    var spec = self
    spec.common.legend.fontSize.clamp(to: 4...100, else: 12)
    spec.common.animation.duration.clamp(to: .leastNormalMagnitude...600, else: 1)
    spec.common.animation.stagger.clamp(to: 0...1, else: 0)
    spec.bars.width.clamp(to: 0...1, else: 0.8)
    spec.bars.gap.clamp(to: 0...10, else: 0.1)
    spec.x.spacing.clamp(to: 1e-3...10_000)
    spec.x.spaceMin.clamp(to: 0...1_000)
    spec.x.spaceMax.clamp(to: 0...1_000)
    spec.viewport.visibleCount.clamp(to: 1e-3...1e9)
    spec.viewport.maxZoom.clamp(to: 1...1e6, else: 100)
    spec.viewport.threshold.clamp(to: 0...1_000, else: 8)
    spec.viewport.deceleration.clamp(to: 1e-6...1, else: 0.9)
    for path in [\CartesianSpec.x.style, \CartesianSpec.y.style, \CartesianSpec.right.style] {
      spec[keyPath: path].labels.fontSize.clamp(to: 4...100, else: 12)
      spec[keyPath: path].labels.rotation.clamp(to: -90...90, else: 0)
      spec[keyPath: path].labels.gap.clamp(to: 0...1_000)
      spec[keyPath: path].tickLength.clamp(to: 0...100, else: 0)
      spec[keyPath: path].band.clamp(to: 0...2_000)
    }
    for path in [\CartesianSpec.y, \CartesianSpec.right] {
      spec[keyPath: path].min.clamp(to: -.greatestFiniteMagnitude ... .greatestFiniteMagnitude)
      spec[keyPath: path].max.clamp(to: -.greatestFiniteMagnitude ... .greatestFiniteMagnitude)
      spec[keyPath: path].headroom.clamp(to: 0 ... .greatestFiniteMagnitude, else: 0)
    }
    if var padding = spec.padding {
      for side in [\PaddingSpec.left, \.top, \.right, \.bottom, \.minimum] {
        padding[keyPath: side].clamp(to: 0...10_000, else: 0)
      }
      spec.padding = padding
    }
    for path in [\CartesianSpec.x.style, \CartesianSpec.y.style, \CartesianSpec.right.style] {
      spec[keyPath: path].line = spec[keyPath: path].line?.drawable
      spec[keyPath: path].grid = spec[keyPath: path].grid?.drawable
      spec[keyPath: path].labels.selected.fontSize.clamp(to: 4...100)
    }
    spec.y.step.clamp(to: .leastNormalMagnitude ... .greatestFiniteMagnitude)
    spec.right.step.clamp(to: .leastNormalMagnitude ... .greatestFiniteMagnitude)
    spec.limits = spec.limits.filter(\.value.isFinite).map { limit in
      var limit = limit
      limit.rule = limit.rule.drawable
      return limit
    }
    spec.highlight.distance.clamp(to: 0...1e6, else: 500)
    spec.marker.cornerRadius.clamp(to: 0...100, else: 5)
    spec.marker.runs = spec.marker.runs.map(\.drawable)
    spec.popups.width.clamp(to: 0...1_000, else: 92)
    spec.popups.line = spec.popups.line.drawable
    spec.series = spec.series.map(\.drawable)
    return spec
  }
}

extension RuleSpec {
  fileprivate var drawable: RuleSpec {
    var rule = self
    rule.width.clamp(to: 0...100, else: 1)
    return rule
  }
}
