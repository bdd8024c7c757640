import ChartModel
import JSONModel

/// A kind whose picture stands still: its marks are picked, entries of its legend hidden and shown, and it draws itself in.
/// Nothing turns, scrolls or zooms.
protocol StillKind: ChartKind {
  associatedtype Layout: StillLayout

  var spec: Layout.Spec { get }
  /// Where everything is.
  /// - Parameter phase: Of the draw-in, after easing; finite.
  func stillLayout(_ view: ChartState.View, phase: Double, canvas: Canvas) -> Layout
}

extension StillKind {
  func layout(_ view: ChartState.View, phase: Double?, canvas: Canvas) -> any ChartLayout {
    stillLayout(view, phase: phase.map { $0.isFinite ? $0 : 1 } ?? self.phase(of: view), canvas: canvas)
  }

  /// The phase of the draw-in that a state has, after easing.
  func phase(of view: ChartState.View) -> Double {
    let phase = spec.common.animation.easing.curve(view.progress)
    return phase.isFinite ? phase : 1
  }

  func apply(
    _ interaction: Interaction, to state: ChartState, canvas: Canvas, knowing layout: (any ChartLayout)?
  ) -> Outcome {
    var session = StillSession(chart: self, canvas: canvas, state: state, layout: layout as? Layout)
    switch interaction {
    case .tap(let point): session.tap(at: point)
    case .pointer(let report): session.pointer(report)
    case .highlight(let path, let notify): session.highlight(path, notify: notify)
    case .toggle(let series): session.toggle(series)
    case .isolate(let series): session.isolate(series)
    case .key(let key): session.press(key.plain)
    case .animate(let command): session.animate(command)
    case .advance(let time): if time.isFinite { session.advanceAnimation(to: time) }
    case .rotate, .scroll, .zoom, .brush: break
    }
    return session.outcome(from: state)
  }

  func state(_ state: ChartState, movedFrom old: any ChartKind, canvas: Canvas) -> ChartState {
    var new = ChartState()
    let count = spec.legendLabels.count
    new.view.hidden = Set(state.view.hidden).filter { (0..<count).contains($0) }.sorted()
    new.view.progress = state.view.progress.isFinite ? min(max(state.view.progress, 0), 1) : 1
    if let selection = state.view.selection, stillLayout(new.view, phase: 1, canvas: canvas).still(at: selection) != nil
    {
      new.view.selection = selection
    }
    new.animation = state.animation
    if new.animation?.startTime?.isFinite == false { new.animation?.startTime = nil }
    new.gesture = state.gesture?.origin.isFinite == true ? state.gesture : nil
    return new
  }

  func mark(of request: MarkRequest, view: ChartState.View) throws(InvalidValue) -> MarkChoice {
    for (key, isGiven) in [("x", request.x != nil), ("y", request.y != nil)] where isGiven {
      throw InvalidValue("a \(spec.kindName) has no \(key) axis: give `index`", at: .key(key))
    }
    return try spec.path(of: request.address).map(MarkChoice.mark) ?? .none
  }
}

/// An interaction being carried out on a chart that stands still.
struct StillSession<Kind: StillKind>: InteractionSession {
  let chart: Kind
  let canvas: Canvas
  var state: ChartState
  var events: [Event] = []
  var hit: Hit?
  var lastLayout: Kind.Layout?

  var animation: AnimationSpec { chart.spec.common.animation }
  var entryCount: Int { chart.spec.legendLabels.count }

  /// - Parameter layout: The state's layout, if it is known.
  init(chart: Kind, canvas: Canvas, state: ChartState, layout: Kind.Layout?) {
    (self.chart, self.canvas, self.state) = (chart, canvas, state)
    // What was laid out for another chart, size or phase would be wrong; comparing is cheaper than laying out.
    if let layout, layout.canvas == canvas, layout.phase == chart.phase(of: layout.view), layout.spec == chart.spec {
      lastLayout = layout
    }
  }

  func makeLayout() -> Kind.Layout {
    chart.stillLayout(state.view, phase: chart.phase(of: state.view), canvas: canvas)
  }

  func isSelectable(_ path: [Int]) -> Bool { (layoutBesidesSelection ?? makeLayout()).still(at: path) != nil }

  // MARK: - Pointers

  mutating func pointer(_ report: PointerReport) {
    if let place = followTap(report) { tap(at: place, time: report.time) }
    if hit == nil, report.position.isFinite { hit = layout.hit(at: report.position) }
  }

  // MARK: - Keys

  /// Right and left walk along a series, down and up between series; without several all four walk. Home and End go to the
  /// first and last mark of a series, Enter picks the first mark or none, Escape none.
  mutating func press(_ key: Key) {
    let layout = walkedLayout
    let paths = layout.marks.map(\.path)
    guard let first = paths.first else { return }
    guard let current = state.view.selection, paths.contains(current) else {
      switch key {
      case .right, .down, .home, .enter: select(paths.first, in: layout)
      case .left, .up: select(paths.last, in: layout)
      case .end: select(paths.last { $0.dropLast() == first.dropLast() }, in: layout)
      case .escape, .plus, .minus, .pageUp, .pageDown, .brushLeft, .brushRight, .brushUp, .brushDown: break
      }
      return
    }
    let row = paths.filter { $0.dropLast() == current.dropLast() }
    let hasRows = row.count < paths.count && first.count > 1
    switch key {
    case .right: select(row.circular(1, from: current), in: layout)
    case .left: select(row.circular(-1, from: current), in: layout)
    case .down: select(hasRows ? paths.below(current) : row.circular(1, from: current), in: layout)
    case .up: select(hasRows ? paths.above(current) : row.circular(-1, from: current), in: layout)
    case .home: select(row.first, in: layout)
    case .end: select(row.last, in: layout)
    case .enter, .escape: select(nil, in: layout)
    case .plus, .minus, .pageUp, .pageDown, .brushLeft, .brushRight, .brushUp, .brushDown: break
    }
  }
}

extension [[Int]] {
  /// The path so many places after another, the first one after the last.
  fileprivate func circular(_ step: Int, from path: [Int]) -> [Int]? {
    firstIndex(of: path).map { self[($0 + step + count) % count] }
  }

  /// In the next series that has marks, or the first after the last: the mark of the same index, or the nearest one.
  fileprivate func below(_ path: [Int]) -> [Int]? {
    let row = first { $0[0] > path[0] } ?? first
    return row.flatMap { nearest(to: path[1], in: $0[0]) }
  }

  /// The same in the series before.
  fileprivate func above(_ path: [Int]) -> [Int]? {
    let row = last { $0[0] < path[0] } ?? last
    return row.flatMap { nearest(to: path[1], in: $0[0]) }
  }

  private func nearest(to index: Int, in series: Int) -> [Int]? {
    filter { $0[0] == series }.min { abs($0[1] - index) < abs($1[1] - index) }
  }
}
