public import ChartModel
import JSONModel

extension PolarSpec: DrawableSpec {
  public func engine() -> any ChartKind {
    var spec = PolarSpec.schema.restricted(self)
    if !PolarSpec.animations.contains(spec.common.animation.kind) { spec.common.animation.kind = .none }
    // What a program sets: bars begin at 0, and end somewhere.
    spec.axis.min = nil
    if let max = spec.axis.max, !(max > 0) { spec.axis.max = nil }
    return PolarChart(spec: spec)
  }
}

/// Polar bars: the engine's side of ``PolarSpec``.
struct PolarChart: StillKind {
  let spec: PolarSpec

  func stillLayout(_ view: ChartState.View, phase: Double, canvas: Canvas) -> PolarLayout {
    PolarLayout(spec: spec, view: view, phase: phase, canvas: canvas)
  }

  func selection(_ view: ChartState.View, ofMarks: Bool) -> MarkSelection? { spec.selection(view) }
}
