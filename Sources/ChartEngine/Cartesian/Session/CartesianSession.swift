import ChartModel

/// An interaction being carried out on a plot: the state as it becomes, and the events so far.
struct CartesianSession: InteractionSession {
  let chart: CartesianChart
  let canvas: Canvas
  /// Where gestures are understood.
  let space: AxesSpace
  var state: ChartState
  var events: [Event] = []
  var hit: Hit?

  var animation: AnimationSpec { chart.spec.common.animation }
  var entryCount: Int { chart.spec.series.count }

  var lastLayout: CartesianLayout?

  /// - Parameter layout: The state's layout, if it is known.
  init(chart: CartesianChart, canvas: Canvas, state: ChartState, layout: CartesianLayout?) {
    self.chart = chart
    self.canvas = canvas
    space = AxesSpace(canvas, chart.spec)
    self.state = state
    // What was laid out for other data, another size or phase would be wrong.
    if let layout, layout.chart.identity === chart.identity, layout.canvas == canvas,
      layout.phase == chart.phase(of: layout.view)
    {
      lastLayout = layout
    }
  }

  func makeLayout() -> CartesianLayout { chart.plotLayout(state.view, canvas: canvas, reusing: lastLayout) }

  func isSelectable(_ path: [Int]) -> Bool { chart.isSelectable(path, hidden: state.view.hidden) }

  /// Brings what goes on in line with what a program did meanwhile.
  mutating func finish(from before: ChartState) {
    // Fingers that are down go on from what is seen now.
    if let touch = state.touch, before.touch != nil, state.view.viewport != before.view.viewport {
      state.touch = restarted(touch)
    }
    // Who waits for scrolling to end is told, whatever ended it.
    if before.glide != nil, state.glide == nil, state.touch == nil, !events.contains(where: \.isRest) {
      events.append(.scrolled(restingMark))
    }
  }
}

extension Event {
  fileprivate var isRest: Bool { if case .scrolled = self { true } else { false } }
}

extension CartesianChart {
  func apply(
    _ interaction: Interaction, to state: ChartState, canvas: Canvas, knowing layout: (any ChartLayout)?
  ) -> Outcome {
    var session = CartesianSession(chart: self, canvas: canvas, state: state, layout: layout as? CartesianLayout)
    switch interaction {
    case .tap(let point):
      session.state.glide = nil
      session.tap(at: point)
    case .pointer(let report):
      session.pointer(report)
      return session.outcome(from: state)
    case .rotate: break
    case .scroll(let scroll, let snap): session.scroll(scroll, snap: snap)
    case .zoom(let zoom): session.zoom(session.space.axes(zoom))
    case .highlight(let path, let notify): session.highlight(path, notify: notify)
    case .brush(let brush): session.brush(brush)
    case .toggle(let series): session.toggle(series)
    case .isolate(let series): session.isolate(series)
    case .key(let key): session.press(key)
    case .animate(let command): session.animate(command)
    case .advance(let time): session.advance(to: time)
    }
    session.finish(from: state)
    return session.outcome(from: state)
  }
}

extension AxesSpace {
  /// A zoom about a place in the space of the axes.
  fileprivate func axes(_ zoom: Zoom) -> Zoom {
    guard case .by(let scale, let x, let y) = zoom else { return zoom }
    let place = axes(Point(x: x ?? 0, y: y ?? 0))
    let (along, across) = isTurned ? (y, x) : (x, y)
    return .by(scale, x: along.map { _ in place.x }, y: across.map { _ in place.y })
  }

  /// What a key is that leads in the same direction there.
  func axes(_ key: Key) -> Key {
    let key = isTurned ? key.turnedBack : key
    return isMirrored ? key.mirrored : key
  }
}

extension Key {
  /// What it is in a space that is turned by a quarter into the picture.
  fileprivate var turnedBack: Key {
    switch self {
    case .down: .right
    case .up: .left
    case .right: .down
    case .left: .up
    // Values grow to the right.
    case .brushDown: .brushRight
    case .brushUp: .brushLeft
    case .brushRight: .brushUp
    case .brushLeft: .brushDown
    case .escape, .enter, .home, .end, .plus, .minus, .pageUp, .pageDown: self
    }
  }

  /// What it is where left is right.
  fileprivate var mirrored: Key {
    switch self {
    case .left: .right
    case .right: .left
    case .brushLeft: .brushRight
    case .brushRight: .brushLeft
    case .up, .down, .brushUp, .brushDown, .escape, .enter, .home, .end, .plus, .minus, .pageUp, .pageDown: self
    }
  }
}
