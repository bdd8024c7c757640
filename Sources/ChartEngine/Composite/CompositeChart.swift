import ChartModel
import JSONModel

/// A chart that is made of charts, each with a place and an engine of its own.
///
/// Its state holds theirs. There is one selection in all, the index of a part and then what is selected in it; of parts that show
/// the same things side by side, what is hidden and which part of the axes is seen is common to all, too.
struct CompositeChart: ContainingKind {
  /// One of the charts.
  struct Part: Sendable {
    let spec: ChartSpec
    let engine: any ChartKind
    /// What it is called where something is said of it: `charts[2]`.
    let name: String

    init(_ spec: ChartSpec, named name: String) {
      self.init(spec, spec.engine(), named: name)
    }

    init(_ spec: ChartSpec, _ engine: any ChartKind, named name: String) {
      (self.spec, self.engine, self.name) = (spec, engine, name)
    }
  }

  /// Tells apart what was made of different specs, without comparing these.
  final class Identity: Sendable {}

  let identity = Identity()
  let common: CommonSpec
  /// What it is, in words: `Layout`.
  let title: String
  let parts: [Part]
  let arrangement: any PartArrangement

  // MARK: - States

  func initialState() -> ChartState {
    var state = ChartState()
    state.wholeChildren = parts.map { $0.engine.initialState() }
    if arrangement.isShared {
      state.view.brush = state.view.children.first?.brush
      for index in state.view.children.indices { state.view.children[index].brush = nil }
    }
    return state
  }

  /// The state of a part.
  /// - Parameter index: Of a part that there is.
  func child(_ index: Int, of state: ChartState) -> ChartState {
    guard state.children.indices.contains(index) else {
      var child = parts[index].engine.initialState()
      child.view = childView(index, of: state.view)
      return child
    }
    var child = state.children[index]
    child.view = childView(index, of: state.view)
    return child
  }

  /// What can be seen of the state of a part.
  func childView(_ index: Int, of view: ChartState.View) -> ChartState.View {
    var child =
      view.children.indices.contains(index) ? view.children[index] : parts[index].engine.initialState().view
    child.selection = view.selection?.first == index ? view.selection.map { Array($0.dropFirst()) } : nil
    if arrangement.isShared {
      (child.hidden, child.viewport, child.brush) = (view.hidden, view.viewport, view.brush)
    }
    return child
  }

  /// Puts the state of a part in its place.
  func put(_ child: ChartState, at index: Int, in state: inout ChartState) {
    if state.children.count != parts.count || state.view.children.count != parts.count {
      state.wholeChildren = parts.indices.map { self.child($0, of: state) }
    }
    var (rest, view) = (child, child.view)
    if let selection = view.selection {
      state.view.selection = [index] + selection
    } else if state.view.selection?.first == index {
      state.view.selection = nil
    }
    view.selection = nil
    if arrangement.isShared {
      (state.view.hidden, state.view.viewport, state.view.brush) = (view.hidden, view.viewport, view.brush)
      (view.hidden, view.viewport, view.brush) = ([], nil, nil)
    }
    rest.view = ChartState.View()
    (state.children[index], state.view.children[index]) = (rest, view)
  }

  func state(_ state: ChartState, movedFrom old: any ChartKind, canvas: Canvas) -> ChartState {
    var new = initialState()
    guard let old = old as? CompositeChart else { return new }
    let boxes = old.arrangement.boxes(of: old.parts.count, on: canvas)
    for index in parts.indices where old.parts.indices.contains(index) {
      let place = canvas.part(index, boxes[index])
      let moved = parts[index].engine.state(
        old.child(index, of: state), movedFrom: old.parts[index].engine, canvas: place)
      put(moved, at: index, in: &new)
    }
    new.focus = state.focus.flatMap { parts.indices.contains($0) ? $0 : nil }
    return new
  }

  /// Of parts that share what is hidden and brushed it is that of all; a mark is one of its part.
  func selection(_ view: ChartState.View, ofMarks: Bool) -> MarkSelection? {
    guard arrangement.isShared, !parts.isEmpty else { return nil }
    let index = view.selection?.first ?? 0
    guard parts.indices.contains(index),
      var selection = parts[index].engine.selection(childView(index, of: view), ofMarks: ofMarks)
    else { return nil }
    if view.brush == nil, view.selection != nil {
      for mark in (selection.marks ?? []).indices { selection.marks?[mark].part = index }
    }
    return selection
  }

  // MARK: - Laying out

  func layout(_ view: ChartState.View, phase: Double?, canvas: Canvas) -> any ChartLayout {
    CompositeLayout(self, view: view, phase: phase, canvas: canvas)
  }

  var engines: [any ChartKind] { parts.map(\.engine) }

  var isCrowded: Bool { parts.contains { $0.engine.isCrowded } }

  // MARK: - Naming

  /// The part that is meant where none is named.
  func focus(_ state: ChartState) -> Int {
    let index = state.focus ?? state.view.selection?.first ?? 0
    return parts.indices.contains(index) ? index : 0
  }

  func plottedPart(_ state: ChartState) -> (any PlottedKind)? {
    plottedIndex(state).flatMap { parts[$0].engine as? any PlottedKind }
  }

  /// The part that is meant by those who move along axes without naming one.
  func plottedIndex(_ state: ChartState) -> Int? {
    ([focus(state)] + parts.indices).first { parts.indices.contains($0) && parts[$0].engine is any PlottedKind }
  }

  func mark(of request: MarkRequest, view: ChartState.View) throws(InvalidValue) -> MarkChoice {
    guard request.x != nil || request.y != nil else {
      return try path(of: request.address).map(MarkChoice.mark) ?? .none
    }
    guard let path = request.address.path, path.count == 1, parts.indices.contains(path[0]) else {
      throw InvalidValue(
        "is required with `x` and `y`: which part is meant, such as [0]\(parts.isEmpty ? "; there are none" : "")",
        at: .key("path"))
    }
    var rest = request
    rest.address.path = nil
    switch try parts[path[0]].engine.mark(of: rest, view: childView(path[0], of: view)) {
    case .mark(let inner): return .mark(path + inner)
    case .none: return .none
    case .nothingThere: return .nothingThere
    }
  }

  private func path(of address: MarkAddress) throws(InvalidValue) -> [Int]? {
    try PartAddress.path(of: address, in: parts.map(\.spec), called: arrangement.partName)
  }

  /// How many entries of legends the parts before one have.
  func legendOffset(_ index: Int) -> Int {
    arrangement.isShared ? 0 : parts.prefix(index).reduce(0) { $0 + $1.spec.content.legendLabels.count }
  }
}

extension Canvas {
  /// The canvas of a part of the picture.
  func part(_ index: Int, _ box: Rect, background: Color? = nil) -> Canvas {
    var part = Canvas(
      id: "\(id)-\(index)", size: Size(width: box.width, height: box.height), theme: theme,
      background: background ?? self.background, typeface: typeface)
    part.isPart = true
    return part
  }
}
