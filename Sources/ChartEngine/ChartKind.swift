public import ChartModel
public import JSONModel

/// What a kind of chart does: the engine's side of a spec. One folder each.
///
/// All of it is pure: a layout is a function of spec, state and canvas; an interaction one of spec, state and what was done.
public protocol ChartKind: Sendable {
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
  /// The mark that a request means.
  /// - Throws: ``InvalidValue`` at the member that names no mark.
  func mark(of request: MarkRequest, view: ChartState.View) throws(InvalidValue) -> MarkChoice
  /// What of its data is selected in it; `nil` where nothing is, or the kind's marks say nothing of it.
  /// - Parameter ofMarks: Whether its values are no rows' own, but say something of many of them, such as their sum.
  func selection(_ view: ChartState.View, ofMarks: Bool) -> MarkSelection?
  /// The engine of a spec that differs from its own by points that were added at the end, and taken away at the beginning,
  /// of series; `nil` where it must be made anew.
  /// - Parameter dropped: For each series how many of its first entries are gone.
  func grown(to spec: ChartSpec, dropping dropped: [Int]) -> (any ChartKind)?
  /// Whether ``grown(to:dropping:)`` will make an engine out of this one, and at the cost of the new points alone.
  /// - Parameters:
  ///   - count: How many points more each series may get.
  ///   - position: Where the first of them is, of which none is before it; `nil` if they have no positions.
  /// - Complexity: O(1) for each series.
  func growsInPlace(by count: Int, from position: Double?) -> Bool
  /// Whether to find what is nearest to a place takes long, however little there is to draw.
  /// - Complexity: Far less than that: it is asked for each request.
  var isCrowded: Bool { get }
  /// What the warnings of a layout depend on, if it has a ``ChartLayout/warningBasis`` at all; `nil` where only the layout
  /// tells.
  /// - Complexity: O(log *n*) in the number of points.
  func warningBasis(_ view: ChartState.View, canvas: Canvas) -> WarningBasis?
}

extension ChartKind {
  public func initialState() -> ChartState { ChartState() }
  public func selection(_ view: ChartState.View, ofMarks: Bool) -> MarkSelection? { nil }
  public func grown(to spec: ChartSpec, dropping dropped: [Int]) -> (any ChartKind)? { nil }
  public func growsInPlace(by count: Int, from position: Double?) -> Bool { false }
  public var isCrowded: Bool { false }
  public func warningBasis(_ view: ChartState.View, canvas: Canvas) -> WarningBasis? { nil }
}

/// A kind that lies about a centre, such as a pie: it has angles, and can be turned.
public protocol RadialKind: ChartKind {
  /// The path of the slice that an angle belongs to, in a ring counted from 0 at the centre; `nil` if none does.
  /// - Parameter angle: Degrees clockwise from three o'clock.
  func slice(at angle: Double, ring: Int, view: ChartState.View, canvas: Canvas) -> [Int]?
  /// The angle of a point about the centre, in degrees in [0, 360); `nil` at the centre.
  func angle(at point: Point, view: ChartState.View, canvas: Canvas) -> Double?
}

/// A kind with axes: it has positions, and can be scrolled and enlarged.
public protocol PlottedKind: ChartKind {
  /// What positions are in the plot.
  var positions: PlotPositions { get }
  /// The entry nearest to a position, as selections name it; `nil` if there is none.
  func path(near place: PlotPlace, view: ChartState.View) -> [Int]?
  /// The part of the plot between positions, between values, and between numbers that colours stand for: from one to the other, as
  /// requests give them.
  /// - Returns: `nil` without any.
  /// - Throws: ``InvalidValue`` at the member, and in that at the one of both, that is none.
  func brush(x: [PositionSpec]?, y: [PositionSpec]?, colors: [Double]?) throws(InvalidValue) -> Brush?
}

/// How a request names a mark: by its address, or by what the axes say at its place.
public struct MarkRequest: Hashable, Sendable {
  public var address: MarkAddress
  public var x: PositionSpec?
  public var y: PositionSpec?

  public init(_ address: MarkAddress, x: PositionSpec? = nil, y: PositionSpec? = nil) {
    self.address = address
    self.x = x
    self.y = y
  }
}

/// What a request for a mark came to.
public enum MarkChoice: Hashable, Sendable {
  /// The mark at a path of indices.
  case mark([Int])
  /// It asked for no mark.
  case none
  /// There is nothing to be seen at such a place.
  case nothingThere
}

/// A kind that is made of charts.
public protocol ContainingKind: ChartKind {
  /// What draws each of its charts.
  var engines: [any ChartKind] { get }
  /// What can be seen of the state of one of them.
  /// - Parameter index: Of a chart that there is.
  func childView(_ index: Int, of view: ChartState.View) -> ChartState.View
  /// The same where some rows of its charts are selected elsewhere.
  /// - Parameter shown: What is selected of each chart; `nil` for those that are whole.
  func showing(_ shown: [ChartPart?]) -> any ChartKind
  /// The one with axes that programs mean which name none; `nil` if none has axes.
  func plottedPart(_ state: ChartState) -> (any PlottedKind)?
}

// MARK: - From specs to engines

/// A spec that the engine can draw. Each kind's spec conforms in the kind's own folder.
public protocol DrawableSpec: KindSpec {
  /// What draws it.
  /// - Complexity: O(*n*) in the spec's values, which plots bring into order once.
  func engine() -> any ChartKind
}

extension ChartSpec {
  /// What draws the spec.
  /// - Complexity: O(*n*) in the spec's values.
  func engine() -> any ChartKind {
    HeavyWork.begin(.engine)
    return (content as? any DrawableSpec)?.engine() ?? BlankChart(spec: self)
  }
}
