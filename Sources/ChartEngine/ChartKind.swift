import ChartModel

/// What a kind of chart does: the engine's side of a spec. One folder each.
protocol ChartKind: Sendable {
  /// The state before anything was done.
  func initialState() -> ChartState
  /// Where everything is, for a state and a phase of the animation (after easing; `nil`: the state's own).
  func layout(_ view: ChartState.View, phase: Double?, canvas: Canvas) -> any ChartLayout
  /// Does what a user did.
  /// - Parameter layout: The state's layout on the canvas, if it is known, so that it need not be made again.
  func apply(
    _ interaction: Interaction, to state: ChartState, canvas: Canvas, knowing layout: (any ChartLayout)?
  ) -> Outcome
  /// Of a state that belonged to another spec, what makes sense for this one.
  /// - Parameter canvas: What the other one was drawn on.
  func state(_ state: ChartState, movedFrom old: any ChartKind, canvas: Canvas) -> ChartState
  /// The engine of a spec that differs from its own by points that were added at the end, and taken away at the beginning,
  /// of series; `nil` where it must be made anew.
  /// - Parameter dropped: For each series how many of its first entries are gone.
  func grown(to spec: ChartSpec, dropping dropped: [Int]) -> (any ChartKind)?
  /// Only pies have slices and angles.
  func sliceIndex(at angle: Double, ring: Int, view: ChartState.View, canvas: Canvas) -> Int?
  func slice(at angle: Double, ring: Int, view: ChartState.View, canvas: Canvas) -> MarkReference?
  func angle(at point: Point, view: ChartState.View, canvas: Canvas) -> Double?
  /// Only plots have positions.
  func path(near place: PlotPlace, view: ChartState.View) -> [Int]?
  var positions: PlotPositions? { get }
}

extension ChartKind {
  func grown(to spec: ChartSpec, dropping dropped: [Int]) -> (any ChartKind)? { nil }
  func sliceIndex(at angle: Double, ring: Int, view: ChartState.View, canvas: Canvas) -> Int? { nil }
  func slice(at angle: Double, ring: Int, view: ChartState.View, canvas: Canvas) -> MarkReference? { nil }
  func angle(at point: Point, view: ChartState.View, canvas: Canvas) -> Double? { nil }
  func path(near place: PlotPlace, view: ChartState.View) -> [Int]? { nil }
  var positions: PlotPositions? { nil }
}

extension ChartSpec {
  /// The registry: which engine draws which kind.
  /// - Complexity: O(*n*) in the spec's values, which plots bring into order once.
  func engine() -> any ChartKind {
    HeavyWork.begin(.engine)
    return switch self {
    case .pie(let spec): PieChart(spec: spec.drawable)
    case .cartesian(let spec): CartesianChart(spec.drawable)
    }
  }
}
