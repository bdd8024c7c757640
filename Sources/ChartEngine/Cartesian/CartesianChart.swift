public import ChartModel
import JSONModel

extension CartesianSpec: DrawableSpec {
  public func engine() -> any ChartKind { CartesianChart(drawable) }
}

/// Lines and bars: the engine's side of ``CartesianSpec``, with the spec's data brought into order once.
struct CartesianChart: PlottedKind {
  /// Tells apart what was made of different data, without comparing these.
  final class Identity: Sendable {}

  let identity = Identity()
  let spec: CartesianSpec
  let data: PlotData
  let span: PositionSpan
  let slotLabels: SlotLabels
  let words: EntryWords
  /// How bars stand while no series is hidden.
  private let allStacks: BarStacks
  private let allGroups: BarGroups

  init(_ spec: CartesianSpec) { self.init(spec, PlotData(spec)) }

  private init(_ spec: CartesianSpec, _ data: PlotData) {
    self.spec = spec
    self.data = data
    let format = NumberFormat(spec.common.format)
    span = CartesianChart.span(spec, data)
    slotLabels = SlotLabels(data.axis.labels)
    words = EntryWords(position: PositionText(data.axis, spec.x, format: format), format: format)
    allGroups = CartesianChart.groups(spec, data, hidden: [])
    allStacks = CartesianChart.stacks(data, allGroups)
  }

  private static func span(_ spec: CartesianSpec, _ data: PlotData) -> PositionSpan {
    let hasSlots = data.series.contains(where: \.standsInSlots)
    let placement = spec.x.placement ?? (data.axis.isCategory || hasSlots ? .slots : .edges)
    let margin = data.series.map { $0.spec.kind.markStyle.positionMargin }.max() ?? 0
    let length = data.extent.map { $0.upperBound / data.slot - $0.lowerBound / data.slot } ?? 0
    let space = placement == .slots ? 0.5 : (margin * length).madeFinite
    let given = (spec.x.min.flatMap { data.coordinate(of: $0) }, spec.x.max.flatMap { data.coordinate(of: $0) })
    let extent = data.extent
    // With an end of the author's a plot of numbers begins right there.
    func room(_ own: Double?, _ end: Double?) -> Double { own ?? (end != nil && !data.axis.isCategory ? 0 : space) }
    return PositionSpan(
      first: given.0 ?? extent?.lowerBound ?? given.1, last: given.1 ?? extent?.upperBound ?? given.0, slot: data.slot,
      spaces: (room(spec.x.spaceMin, given.0), room(spec.x.spaceMax, given.1)))
  }

  // MARK: - Bars

  /// How the bars of the series that are seen share a slot, and on what each stands.
  /// - Complexity: O(1) while no series is hidden, else O(*n*).
  func bars(hidden: [Bool]) -> (groups: BarGroups, stacks: BarStacks) {
    guard hidden.contains(true) else { return (allGroups, allStacks) }
    let groups = CartesianChart.groups(spec, data, hidden: hidden)
    return (groups, CartesianChart.stacks(data, groups))
  }

  private static func groups(_ spec: CartesianSpec, _ data: PlotData, hidden: [Bool]) -> BarGroups {
    let series = data.series.filter { $0.standsInSlots && !(hidden.indices.contains($0.index) && hidden[$0.index]) }
    // Bars with positions of their own may have nobody to stand on.
    return BarGroups(
      series.map { ($0.index, $0.spec.positions == nil ? $0.spec.kind.style.stack : nil) }, layout: spec.bars)
  }

  private static func stacks(_ data: PlotData, _ groups: BarGroups) -> BarStacks {
    BarStacks(columns: groups.columns) { index in
      guard let series = data.series(index) else { return [] }
      return (0..<series.points.count).map { series.value(at: $0) }[...]
    }
  }

  // MARK: - The chart as a kind

  func initialState() -> ChartState { ChartState() }

  func grown(to spec: ChartSpec, dropping dropped: [Int]) -> (any ChartKind)? {
    guard let spec = spec.content as? CartesianSpec else { return nil }
    let drawable = spec.drawable
    return data.grown(to: drawable, dropping: dropped).map { CartesianChart(drawable, $0) }
  }

  func layout(_ view: ChartState.View, phase: Double?, canvas: Canvas) -> any ChartLayout {
    plotLayout(view, phase: phase, canvas: canvas)
  }

  func plotLayout(
    _ view: ChartState.View, phase: Double? = nil, canvas: Canvas, reusing other: CartesianLayout? = nil
  ) -> CartesianLayout {
    let phase = phase.flatMap { $0.isFinite ? $0 : 1 } ?? self.phase(of: view)
    return CartesianLayout(self, view: view, phase: phase, canvas: canvas, reusing: other)
  }

  /// The phase of the draw-in that a state has, after easing.
  func phase(of view: ChartState.View) -> Double {
    let phase = spec.common.animation.easing.curve(view.progress)
    return phase.isFinite ? phase : 1
  }

  /// Whether a path names an entry that can be seen and picked: series and index in the spec.
  func isSelectable(_ path: [Int], hidden: [Int]) -> Bool {
    guard path.count == 2, !hidden.contains(path[0]), let series = data.series(path[0]), series.spec.isHighlightable,
      let point = series.point(ofSpecIndex: path[1])
    else { return false }
    return !series.points.values[point].isNaN
  }

  var positions: PlotPositions { PlotPositions(data) }

  func mark(of request: MarkRequest, view: ChartState.View) throws(InvalidValue) -> MarkChoice {
    guard let x = request.x else {
      if request.y != nil { throw InvalidValue("is required where `y` is given", at: .key("x")) }
      return try spec.path(of: request.address).map(MarkChoice.mark) ?? .none
    }
    guard request.address.index == .missing, request.address.path == nil else {
      throw InvalidValue("give either `x` or `index`", at: .key("x"))
    }
    if let series = request.address.series { try spec.check(series: series) }
    try positions.check(x, at: .key("x"))
    return path(near: PlotPlace(x: x, y: request.y, series: request.address.series), view: view)
      .map(MarkChoice.mark) ?? .nothingThere
  }

  func path(near place: PlotPlace, view: ChartState.View) -> [Int]? {
    guard let coordinate = data.coordinate(of: place.x) else { return nil }
    var nearest: (path: [Int], x: Double, y: Double)?
    for series in data.series where place.series == nil || place.series == series.index {
      guard !view.hidden.contains(series.index), series.spec.isHighlightable else { continue }
      let positions = series.points.positions
      for index in series.points.pointsBeside(coordinate, in: 0..<series.points.count) {
        let value = series.value(at: index)
        guard !value.isNaN else { continue }
        let distance = (x: abs(positions[index] - coordinate), y: place.y.map { abs(value - $0) } ?? 0)
        if distance < nearest.map({ ($0.x, $0.y) }) ?? (.infinity, .infinity) {
          nearest = ([series.index, series.specIndex(of: index)], distance.x, distance.y)
        }
      }
    }
    return nearest?.path
  }
}

extension Viewport {
  /// Whether all its numbers are such as interactions give it.
  var isPossible: Bool {
    zoomX.isFinite && zoomX >= 1 && zoomY.isFinite && zoomY >= 1 && startX.isFinite && startY.isFinite
  }
}
