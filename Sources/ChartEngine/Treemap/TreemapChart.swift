public import ChartModel
import JSONModel

extension TreemapSpec: DrawableSpec {
  public func engine() -> any ChartKind {
    var spec = restricted()
    if ![.none, .wipe, .grow].contains(spec.common.animation.kind) { spec.common.animation.kind = .none }
    return TreemapChart(spec: spec)
  }
}

/// Treemaps: the engine's side of ``TreemapSpec``.
struct TreemapChart: ChartKind {
  let spec: TreemapSpec

  func layout(_ view: ChartState.View, phase: Double?, canvas: Canvas) -> any ChartLayout {
    treemapLayout(view, phase: phase, canvas: canvas)
  }

  func treemapLayout(_ view: ChartState.View, phase: Double? = nil, canvas: Canvas) -> TreemapLayout {
    let phase = phase.flatMap { $0.isFinite ? $0 : 1 } ?? self.phase(of: view)
    return TreemapLayout(spec: spec, view: view, phase: phase, canvas: canvas)
  }

  func selection(_ view: ChartState.View, ofMarks: Bool) -> MarkSelection? { spec.slices.selection(view) }

  /// The phase of the draw-in that a state has, after easing.
  func phase(of view: ChartState.View) -> Double {
    let phase = spec.common.animation.easing.curve(view.progress)
    return phase.isFinite ? phase : 1
  }

  func state(_ state: ChartState, movedFrom old: any ChartKind, canvas: Canvas) -> ChartState {
    var new = ChartState()
    new.view.progress = state.view.progress.isFinite ? min(max(state.view.progress, 0), 1) : 1
    new.view.hidden = Set(state.view.hidden).filter(spec.slices.indices.contains).sorted()
    new.animation = state.animation
    if new.animation?.startTime?.isFinite == false { new.animation?.startTime = nil }
    if let root = state.view.root, canBeRoot(root, hidden: new.view.hidden) { new.view.root = root }
    if let selection = state.view.selection, isSelectable(selection, hidden: new.view.hidden) {
      new.view.selection = selection
    }
    return new
  }

  /// Whether a path leads to a part that is there, not hidden, and has an area.
  func isSelectable(_ path: [Int], hidden: [Int]) -> Bool { spec.slices.hasWeight(at: path, hidden: hidden) }

  /// Whether there is something in a part to be shown alone.
  func canBeRoot(_ path: [Int], hidden: [Int]) -> Bool {
    spec.slices.canBeRoot(path, hidden: hidden) && !spec.slices.repeatsItself(at: path)
  }

  func mark(of request: MarkRequest, view: ChartState.View) throws(InvalidValue) -> MarkChoice {
    for (value, key) in [(request.x != nil, "x"), (request.y != nil, "y")] where value {
      throw InvalidValue("a treemap has no \(key) axis; name the part with `path` or `index`", at: .key(key))
    }
    return try spec.path(of: request.address).map(MarkChoice.mark) ?? .none
  }
}
