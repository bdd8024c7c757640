import ChartModel

/// Pies: the engine's side of ``PieSpec``.
struct PieChart: ChartKind {
  let spec: PieSpec

  func initialState() -> ChartState {
    var state = ChartState()
    state.view.startAngle = normalizedDegrees(spec.startAngle)
    return state
  }

  func layout(_ view: ChartState.View, phase: Double?, canvas: Canvas) -> any ChartLayout {
    pieLayout(view, phase: phase, canvas: canvas)
  }

  func pieLayout(_ view: ChartState.View, phase: Double? = nil, canvas: Canvas) -> PieLayout {
    let phase = phase.flatMap { $0.isFinite ? $0 : 1 } ?? self.phase(of: view)
    return PieLayout(spec: spec, view: view, phase: phase, canvas: canvas)
  }

  /// The phase of the draw-in that a state has, after easing.
  func phase(of view: ChartState.View) -> Double {
    let phase = spec.common.animation.easing.curve(view.progress)
    return phase.isFinite ? phase : 1
  }

  func state(_ state: ChartState, movedFrom old: any ChartKind, canvas: Canvas) -> ChartState {
    var state = state
    state.view.startAngle = normalizedDegrees(state.view.startAngle)
    // A start angle that the author changed is taken over; one that was only turned stays.
    if let old = old as? PieChart, old.spec.startAngle != spec.startAngle {
      state.view.startAngle = normalizedDegrees(spec.startAngle)
    }
    state.view.progress = state.view.progress.isFinite ? min(max(state.view.progress, 0), 1) : 1
    state.view.hidden = Set(state.view.hidden).filter(spec.slices.indices.contains).sorted()
    if let selection = state.view.selection, !isSelectable(selection, hidden: state.view.hidden) {
      state.view.selection = nil
    }
    if state.spin?.isPossible == false { state.spin = nil }
    if state.gesture?.origin.isFinite == false { state.gesture = nil }
    if state.animation?.startTime?.isFinite == false { state.animation?.startTime = nil }
    return state
  }

  /// Whether a path leads to a slice that can be seen: it is there, not hidden, and has an angle.
  func isSelectable(_ path: [Int], hidden: [Int]) -> Bool {
    guard let first = path.first, !hidden.contains(first) else { return false }
    var slices = spec.slices
    for index in path {
      guard slices.indices.contains(index), slices[index].weight > 0 else { return false }
      slices = slices[index].children
    }
    return true
  }

  func sliceIndex(at angle: Double, ring: Int, view: ChartState.View, canvas: Canvas) -> Int? {
    guard angle.isFinite, ring >= 0 else { return nil }
    let layout = pieLayout(view, canvas: canvas)
    guard ring > 0 else { return layout.rootIndex(at: angle) }
    return slice(at: angle, ring: ring, in: layout)?.index
  }

  func slice(at angle: Double, ring: Int, view: ChartState.View, canvas: Canvas) -> MarkReference? {
    guard angle.isFinite else { return nil }
    let layout = pieLayout(view, canvas: canvas)
    return slice(at: angle, ring: ring, in: layout).flatMap { layout.mark(at: $0.path) }
  }

  private func slice(at angle: Double, ring: Int, in layout: PieLayout) -> SliceMark? {
    let branch = layout.branch(at: angle)
    return branch.indices.contains(ring) ? branch[ring] : nil
  }

  func angle(at point: Point, view: ChartState.View, canvas: Canvas) -> Double? {
    degrees(of: point - pieLayout(view, canvas: canvas).center)
  }
}
