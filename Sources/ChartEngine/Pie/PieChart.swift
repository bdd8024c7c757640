public import ChartModel
import JSONModel

extension PieSpec: DrawableSpec {
  public func engine() -> any ChartKind {
    var spec = restricted()
    if ![.none, .sweep, .wipe].contains(spec.common.animation.kind) { spec.common.animation.kind = .none }
    return PieChart(spec: spec)
  }
}

/// Pies: the engine's side of ``PieSpec``.
struct PieChart: RadialKind {
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

  func selection(_ view: ChartState.View, ofMarks: Bool) -> MarkSelection? { spec.slices.selection(view) }

  /// The phase of the draw-in that a state has, after easing.
  func phase(of view: ChartState.View) -> Double {
    let phase = spec.common.animation.easing.curve(view.progress)
    return phase.isFinite ? phase : 1
  }

  func state(_ state: ChartState, movedFrom old: any ChartKind, canvas: Canvas) -> ChartState {
    var state = state
    state.forgetChildren()
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
    (state.view.travel, state.travel, state.view.brush) = (nil, nil, nil)
    if let root = state.view.root, !canBeRoot(root, hidden: state.view.hidden) { state.view.root = nil }
    if state.spin?.isPossible == false { state.spin = nil }
    if state.gesture?.origin.isFinite == false { state.gesture = nil }
    if state.animation?.startTime?.isFinite == false { state.animation?.startTime = nil }
    return state
  }

  /// Whether a path leads to a slice that can be seen: it is there, not hidden, and has an angle.
  func isSelectable(_ path: [Int], hidden: [Int]) -> Bool { spec.slices.hasWeight(at: path, hidden: hidden) }

  /// Whether there is something in a slice to be shown alone, and slices are gone into.
  func canBeRoot(_ path: [Int], hidden: [Int]) -> Bool {
    spec.isDrillable && spec.slices.canBeRoot(path, hidden: hidden)
  }

  func mark(of request: MarkRequest, view: ChartState.View) throws(InvalidValue) -> MarkChoice {
    var address = request.address
    if request.y != nil {
      throw InvalidValue("a pie has no y axis; name the slice with `index` or `path`", at: .key("y"))
    }
    if let x = request.x {
      guard address == MarkAddress() else {
        throw InvalidValue("give either `x` or `index`, `series` and `path`", at: .key("x"))
      }
      // Of a pie, x counts the slices.
      let json = PositionSpec.schema.encode(x)
      guard let index = json.integerValue, index >= 0 else {
        throw InvalidValue("expected a whole number of at least 0, got \(json.text.excerpt)", at: .key("x"))
      }
      address.index = .at(index)
    }
    return try spec.path(of: address).map(MarkChoice.mark) ?? .none
  }

  func slice(at angle: Double, ring: Int, view: ChartState.View, canvas: Canvas) -> [Int]? {
    guard angle.isFinite, ring >= 0 else { return nil }
    let layout = pieLayout(view, canvas: canvas)
    guard ring > 0 else { return layout.branch(at: angle).first?.path }
    let branch = layout.branch(at: angle)
    return branch.indices.contains(ring) ? branch[ring].path : nil
  }

  func angle(at point: Point, view: ChartState.View, canvas: Canvas) -> Double? {
    degrees(of: point - pieLayout(view, canvas: canvas).center)
  }
}
