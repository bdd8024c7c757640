public import ChartModel
import JSONModel

extension RadarSpec: DrawableSpec {
  public func engine() -> any ChartKind {
    var spec = RadarSpec.schema.restricted(self)
    if !RadarSpec.animations.contains(spec.common.animation.kind) { spec.common.animation.kind = .none }
    return RadarChart(spec: spec)
  }
}

/// Radars: the engine's side of ``RadarSpec``.
struct RadarChart: StillKind {
  let spec: RadarSpec

  func stillLayout(_ view: ChartState.View, phase: Double, canvas: Canvas) -> RadarLayout {
    RadarLayout(spec: spec, view: view, phase: phase, canvas: canvas)
  }

  func selection(_ view: ChartState.View, ofMarks: Bool) -> MarkSelection? { spec.selection(view) }
}
