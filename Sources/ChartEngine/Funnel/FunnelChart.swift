public import ChartModel
import JSONModel

extension FunnelSpec: DrawableSpec {
  public func engine() -> any ChartKind {
    var spec = FunnelSpec.schema.restricted(self)
    if !FunnelSpec.animations.contains(spec.common.animation.kind) { spec.common.animation.kind = .none }
    spec.stages = Array(spec.stages.prefix(StageSpec.maximumCount))
    return FunnelChart(spec: spec)
  }
}

/// Funnels: the engine's side of ``FunnelSpec``.
struct FunnelChart: StillKind {
  let spec: FunnelSpec

  func stillLayout(_ view: ChartState.View, phase: Double, canvas: Canvas) -> FunnelLayout {
    FunnelLayout(spec: spec, view: view, phase: phase, canvas: canvas)
  }
}
