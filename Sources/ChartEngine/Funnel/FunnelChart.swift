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

  func selection(_ view: ChartState.View, ofMarks: Bool) -> MarkSelection? {
    let hidden = Set(view.hidden.compactMap { spec.stages.indices.contains($0) ? spec.stages[$0].label : nil })
    guard let index = view.selection?.first, spec.stages.indices.contains(index) else {
      return MarkSelection(nil, hidden: hidden)
    }
    var mark = MarkSelection.Mark()
    mark.labels = [spec.stages[index].label]
    return MarkSelection([mark], hidden: hidden)
  }
}
