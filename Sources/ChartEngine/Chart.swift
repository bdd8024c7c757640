public import ChartModel
public import JSONModel

/// A chart: its spec and what interactions made of it. All its functions are pure.
///
/// ```swift
/// var chart = Chart(id: "spending", spec: try ChartSpec(json: json))
/// let outcome = chart.apply(.tap(Point(x: 320, y: 100)))
/// let svg = SVGWriter.string(chart.layout().scene())
/// ```
public struct Chart: Sendable {
  public package(set) var id: String
  /// What ``update(spec:)`` changes, since another engine belongs to another spec.
  public private(set) var spec: ChartSpec
  public var state: ChartState
  /// Overrides of what the spec says.
  public var size: Size?
  public var theme: Theme?
  /// What of its data is selected in the charts that it is linked with; `nil` where nothing is.
  public private(set) var part: ChartPart?
  private var lazyEngine: Lazy<any ChartKind>
  /// Made of the spec and the part alone, and kept since data is brought into order in it.
  private var engine: any ChartKind { lazyEngine.value }

  /// A chart as its spec describes it, untouched.
  /// - Complexity: O(*n*) in the spec's values; copies share what is made of them.
  public init(id: String, spec: ChartSpec, size: Size? = nil, theme: Theme? = nil) {
    self.init(id: id, spec: spec, size: size, theme: theme, engine: Chart.engine(of: spec))
  }

  /// The same with an engine that others have, too.
  /// - Parameter engine: The spec's, as ``engine(of:)`` gives it: charts that are given the same share it.
  package init(
    id: String, spec: ChartSpec, size: Size? = nil, theme: Theme? = nil, engine: Lazy<any ChartKind>
  ) {
    self.init(id: id, spec: spec, size: size, theme: theme, state: engine.value.initialState(), engine: engine)
  }

  /// A chart whose engine is made when it is first needed.
  /// - Parameters:
  ///   - state: One that makes sense for the spec.
  ///   - engine: The spec's.
  package init(
    id: String, spec: ChartSpec, size: Size?, theme: Theme?, state: ChartState, engine: Lazy<any ChartKind>
  ) {
    (self.id, self.spec, self.size, self.theme, self.state) = (id, spec, size, theme, state)
    lazyEngine = engine
  }

  /// The engine of a spec, made when it is first needed.
  package static func engine(of spec: ChartSpec) -> Lazy<any ChartKind> { Lazy { spec.engine() } }

  /// Makes the engine, if there is none yet: to be called where nobody waits for it.
  /// - Complexity: O(*n*) in the spec's values.
  package func prepare() { _ = engine }

  /// The state of the chart before anything was done to it.
  public var initialState: ChartState { engine.initialState() }

  /// Whether its picture is to play the draw-in by itself: it was just made, and its author wants that.
  public var playsByItself: Bool {
    spec.common.animation.autoplay && spec.common.animation.kind != .none && state == initialState
  }

  /// The canvas, with further overrides for one picture.
  public func canvas(size: Size? = nil, theme: Theme? = nil) -> Canvas {
    Canvas(
      id: id, size: size ?? self.size ?? spec.common.size ?? .standard,
      theme: theme ?? self.theme ?? spec.common.theme ?? .light, background: spec.common.background,
      typeface: Typeface(spec.common.font))
  }

  /// Where everything is.
  /// - Parameter phase: A phase of the draw-in animation, in [0, 1] and after easing, instead of the state's. Since easing
  ///   may overshoot, it is taken as it is in [-1, 2], and brought there otherwise; NaN is the finished picture.
  public func layout(phase: Double? = nil, size: Size? = nil, theme: Theme? = nil) -> any ChartLayout {
    HeavyWork.begin(.layout)
    let phase = phase.map { $0.isNaN ? 1 : min(max($0, -1), 2) }
    return engine.layout(state.view, phase: phase, canvas: canvas(size: size, theme: theme))
  }

  /// Whether to find what is nearest to a place takes long, however little there is to draw.
  package var isCrowded: Bool { engine.isCrowded }

  /// What the warnings of its ``layout(phase:size:theme:)`` depend on, where that is known without one.
  package var warningBasis: WarningBasis? { engine.warningBasis(state.view, canvas: canvas()) }

  /// Does to the chart what a user did, and says what came of it.
  /// - Parameter layout: The chart's ``layout(phase:size:theme:)``, if it is known: hit tests take most of their time to lay
  ///   the chart out. One of another chart, or made with other parameters, changes nothing.
  public mutating func apply(_ interaction: Interaction, knowing layout: (any ChartLayout)? = nil) -> Outcome {
    let outcome = engine.apply(interaction, to: state, canvas: canvas(), knowing: layout)
    state = outcome.state
    return outcome
  }

  /// Takes another spec; of the state stays what still makes sense.
  /// - Complexity: O(*n*) in the spec's values.
  public mutating func update(spec: ChartSpec) { replace(spec, by: spec.engine()) }

  /// The same with an engine that others have, too.
  package mutating func update(spec: ChartSpec, engine: Lazy<any ChartKind>) { replace(spec, by: engine.value) }

  /// Says something of the picture.
  package mutating func note(_ notice: PictureNotice) {
    let (noted, notedPart) = (spec.noting(notice), part?.noting(notice))
    guard noted != spec || notedPart != part else { return }
    replace(noted, showing: notedPart)
  }

  /// Takes other rows of the lines of which only some are held, also of those that are selected elsewhere.
  /// - Parameter change: Puts them into a plot.
  package mutating func hold(_ change: (inout CartesianSpec) -> Void) {
    var spec = spec
    spec.changePlots(change)
    let part = part?.changingCharts { chart in
      var chart = chart
      chart.changePlots(change)
      return chart
    }
    replace(spec, showing: part)
  }

  /// Takes a spec of the same data as the one before.
  private mutating func replace(_ spec: ChartSpec, showing part: ChartPart?) {
    replace(spec, by: spec.engine(showing: part, whole: Chart.engine(of: spec)))
    self.part = part
  }

  /// Takes a spec that differs by points that were added at the end, and taken away at the beginning, of series.
  /// - Parameter dropped: For each series how many of its first entries are gone.
  /// - Complexity: O(*k*) in the number of new points, amortised, for lines in rising order on axes without names; else O(*n*).
  package mutating func grow(to spec: ChartSpec, dropping dropped: [Int]) {
    replace(spec, by: engine.grown(to: spec, dropping: dropped) ?? spec.engine())
  }

  /// Whether ``grow(to:dropping:)`` costs what the new points cost, however many there are already.
  /// - Parameters:
  ///   - count: How many points more each series may get.
  ///   - position: Where the first of them is, of which none is before it; `nil` if they have no positions.
  package func growsInPlace(by count: Int, from position: Double?) -> Bool {
    engine.growsInPlace(by: count, from: position)
  }

  /// Shows what is selected in the charts that it is linked with; of the state stays what still makes sense.
  /// - Parameters:
  ///   - whole: What draws all of it, as ``engine(of:)`` gives it.
  ///   - keepsState: Whether the state is of the chart as it is shown then.
  /// - Complexity: O(*n*) in the specs' values; in the marks where rows are counted already.
  package mutating func show(_ part: ChartPart?, of whole: Lazy<any ChartKind>, keepsState: Bool = false) {
    let new = spec.engine(showing: part, whole: whole)
    if keepsState { lazyEngine = Lazy(made: new) }
    replace(spec, by: new)
    self.part = part
  }

  /// Takes the state of the same chart as it was with other rows, of which stays what still makes sense.
  /// - Parameter wasShown: Whether the state is of the chart as it is shown now.
  package mutating func takeState(of other: Chart, wasShown: Bool) {
    state = engine.state(other.state, movedFrom: wasShown ? engine : other.engine, canvas: canvas())
  }

  /// In which of the marks of a chart its rows count; `nil` where these say anything else of rows.
  /// - Parameter index: Which of the charts that it is made of is meant; `nil` for the chart itself.
  package static func countedMarks(of engine: Lazy<any ChartKind>, chart index: Int?) -> CountedMarks? {
    ((index.map { Chart.engine(ofChart: $0, in: engine) } ?? engine.value) as? any CountingKind)?.countedMarks
  }

  /// What draws one of the charts that a chart is made of; `nil` without such a one.
  private static func engine(ofChart index: Int, in engine: Lazy<any ChartKind>) -> (any ChartKind)? {
    let engines = (engine.value as? any ContainingKind)?.engines ?? []
    return engines.indices.contains(index) ? engines[index] : nil
  }

  /// What of its data is selected in it; `nil` where nothing is.
  /// - Parameters:
  ///   - ofMarks: Whether its values are no rows' own, but say something of many of them, such as their sum.
  ///   - index: Which of the charts that it is made of is meant, which are linked for themselves; `nil` for the chart itself.
  /// - Complexity: O(*n*) in the number of marks where values are brushed that are no rows' own, else O(1).
  package func selection(ofMarks: Bool, inChart index: Int?) -> MarkSelection? {
    guard let index else { return engine.selection(state.view, ofMarks: ofMarks) }
    guard let whole = engine as? any ContainingKind, whole.engines.indices.contains(index) else { return nil }
    return whole.engines[index].selection(whole.childView(index, of: state.view), ofMarks: ofMarks)
  }

  private mutating func replace(_ spec: ChartSpec, by new: any ChartKind) {
    let (old, canvas) = (engine, canvas())
    self.spec = spec
    part = nil
    lazyEngine = Lazy(made: new)
    state = new.state(state, movedFrom: old, canvas: canvas)
  }

  /// Takes a state from outside; what makes no sense for the spec is dropped.
  public mutating func restore(_ state: ChartState) {
    self.state = engine.state(state, movedFrom: engine, canvas: canvas())
  }

  /// The index among its siblings of the slice that an angle belongs to; `nil` if none does, or the kind has none.
  /// - Parameters:
  ///   - angle: Degrees clockwise from three o'clock.
  ///   - ring: The ring, counted from 0 at the centre.
  public func sliceIndex(at angle: Double, ring: Int = 0) -> Int? {
    radial?.slice(at: angle, ring: ring, view: state.view, canvas: canvas())?.last
  }

  /// The slice of a ring that an angle belongs to; `nil` if there is none, or the kind has none.
  /// - Parameters: As of ``sliceIndex(at:ring:)``.
  public func slice(at angle: Double, ring: Int = 0) -> MarkReference? {
    let canvas = canvas()
    return radial?.slice(at: angle, ring: ring, view: state.view, canvas: canvas).flatMap {
      engine.layout(state.view, phase: nil, canvas: canvas).mark(at: $0)
    }
  }

  /// The angle of a point about the chart's centre, in degrees in [0, 360); `nil` at the centre, or for kinds without
  /// angles.
  public func angle(at point: Point) -> Double? { radial?.angle(at: point, view: state.view, canvas: canvas()) }

  /// The entry of a plot that is nearest to a position, as the state's selection names it; `nil` if there is none, or the
  /// kind has no positions.
  public func path(near place: PlotPlace) -> [Int]? { plotted?.path(near: place, view: state.view) }

  /// What positions are in the plot; `nil` for kinds that have none.
  public var positions: PlotPositions? {
    (plotted ?? (engine as? any ContainingKind)?.plottedPart(state))?.positions
  }

  /// What positions are in one of the charts that it is made of, or in itself.
  package func positions(inChart index: Int?) -> PlotPositions? {
    guard let index else { return positions }
    return (Chart.engine(ofChart: index, in: lazyEngine) as? any PlottedKind)?.positions
  }

  /// The part of a plot between positions, between values, and between numbers that colours stand for, each from one to the other;
  /// `nil` without any.
  /// - Throws: ``InvalidValue`` at `x`, `y` or `colors` for what is no such place, or if the kind has no axes.
  public func brush(
    x: [PositionSpec]?, y: [PositionSpec]?, colors: [Double]? = nil
  ) throws(InvalidValue) -> Brush? {
    guard let plot = plotted ?? (engine as? any ContainingKind)?.plottedPart(state) else {
      throw InvalidValue(
        "a \(spec.kind) has no axes to brush along", at: .key(x != nil ? "x" : y != nil ? "y" : "colors"))
    }
    return try plot.brush(x: x, y: y, colors: colors)
  }

  /// Whether it lies about a centre, so that it can be turned.
  public var isRadial: Bool { radial != nil }

  /// The mark that a request means.
  /// - Throws: ``InvalidValue`` at the member that names no mark.
  public func mark(of request: MarkRequest) throws(InvalidValue) -> MarkChoice {
    try engine.mark(of: request, view: state.view)
  }

  private var radial: (any RadialKind)? { engine as? any RadialKind }
  private var plotted: (any PlottedKind)? { engine as? any PlottedKind }
}

extension Chart: Hashable {
  // The engine is made of the spec and the part, and says nothing more.

  public static func == (left: Chart, right: Chart) -> Bool {
    left.id == right.id && left.state == right.state && left.size == right.size && left.theme == right.theme
      && left.spec == right.spec && left.part == right.part
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(state)
    hasher.combine(spec)
  }
}
