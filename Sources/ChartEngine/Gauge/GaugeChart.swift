public import ChartModel
import JSONModel

extension GaugeSpec: DrawableSpec {
  public func engine() -> any ChartKind {
    var spec = GaugeSpec.schema.restricted(self)
    if !GaugeSpec.animations.contains(spec.common.animation.kind) { spec.common.animation.kind = .none }
    if let value = spec.value, !value.isFinite { spec.value = nil }
    return GaugeChart(spec: spec)
  }
}

/// Gauges: the engine's side of ``GaugeSpec``.
struct GaugeChart: StillKind {
  let spec: GaugeSpec

  func stillLayout(_ view: ChartState.View, phase: Double, canvas: Canvas) -> GaugeLayout {
    GaugeLayout(spec: spec, view: view, phase: phase, canvas: canvas)
  }
}
