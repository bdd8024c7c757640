import ChartModel

/// An interaction being carried out on a chart that is made of charts: each is handed to that of them which it is about.
struct CompositeSession {
  let chart: CompositeChart
  let canvas: Canvas
  var state: ChartState
  var events: [Event] = []
  var hit: Hit?
  private var lastLayout: CompositeLayout?

  /// - Parameter layout: The state's layout, if it is known.
  init(chart: CompositeChart, canvas: Canvas, state: ChartState, layout: CompositeLayout?) {
    (self.chart, self.canvas, self.state) = (chart, canvas, state)
    if let layout, layout.chart.identity === chart.identity, layout.canvas == canvas, layout.phase == nil {
      lastLayout = layout
    }
  }

  /// Where everything is at the moment.
  var layout: CompositeLayout {
    mutating get {
      if let lastLayout, lastLayout.view == state.view { return lastLayout }
      HeavyWork.begin(.layout)
      let layout = CompositeLayout(chart, view: state.view, canvas: canvas, reusing: lastLayout)
      lastLayout = layout
      return layout
    }
  }

  /// Where what is done is done: for keys, which ask what there is to walk to, also as it was before something was selected.
  private mutating func layout(for interaction: Interaction) -> CompositeLayout {
    switch interaction {
    case .key, .highlight:
      if let lastLayout, lastLayout.view.unselected == state.view.unselected { return lastLayout }
    default: break
    }
    return layout
  }
}

extension CompositeChart {
  func apply(
    _ interaction: Interaction, to state: ChartState, canvas: Canvas, knowing layout: (any ChartLayout)?
  ) -> Outcome {
    var session = CompositeSession(chart: self, canvas: canvas, state: state, layout: layout as? CompositeLayout)
    switch interaction {
    case .tap(let point): session.tap(at: point)
    case .pointer(let report): session.pointer(report)
    case .rotate: session.send(interaction, to: session.turnedPart)
    case .scroll, .brush: session.send(interaction, to: plottedIndex(state))
    case .zoom(let zoom): session.zoom(zoom)
    case .highlight(let path, let notify): session.highlight(path, notify: notify)
    case .toggle(let entry): session.sendToEntry(entry) { .toggle(series: $0) }
    case .isolate(let entry): session.sendToEntry(entry) { .isolate(series: $0) }
    case .key(let key): session.key(key)
    case .animate, .advance: for index in parts.indices { session.send(interaction, to: index) }
    }
    session.joinEndings()
    return Outcome(
      state: session.state, changed: session.state.view != state.view, hit: session.hit, events: session.events)
  }
}

// MARK: - Handing on

extension CompositeSession {
  /// Lets a part do what was done to it.
  mutating func send(_ interaction: Interaction, to index: Int?) {
    guard let index, chart.parts.indices.contains(index) else { return }
    let layout = layout(for: interaction)
    let part = layout.parts[index]
    let outcome = chart.parts[index].engine.apply(
      interaction, to: chart.child(index, of: state), canvas: part.layout.canvas, knowing: part.layout)
    chart.put(outcome.state, at: index, in: &state)
    if let hit = outcome.hit { self.hit = layout.outer(hit, in: index) }
    events += outcome.events.map { event in
      switch event {
      case .valueSelected(var mark):
        // Events name marks as selections do.
        mark.path = mark.path ?? outcome.state.view.selection ?? [mark.series, mark.index]
        return .inPart(index, .valueSelected(mark))
      case .nothingSelected, .animationFinished: return event
      default: return .inPart(index, event)
      }
    }
  }

  /// Of parts that end their draw-ins at once, or lose their selections, one tells.
  mutating func joinEndings() {
    var kept: [Event] = []
    for event in events {
      switch event {
      case .animationFinished where state.children.contains(where: { $0.animation != nil }): continue
      case .animationFinished, .nothingSelected: if kept.contains(event) { continue }
      default: break
      }
      kept.append(event)
    }
    events = kept
  }

  /// Clears the selection, wherever it is.
  private mutating func clearSelection(notify: Bool) {
    guard let index = state.view.selection?.first else { return }
    send(.highlight(path: nil, notify: notify), to: index)
  }
}

// MARK: - Pointers

extension CompositeSession {
  /// - Parameter time: In seconds, if it is known: without it there are no double taps.
  mutating func tap(at point: Point, time: Double? = nil) {
    let layout = self.layout
    guard point.isFinite else { return }
    if layout.arranged.legend?.entry(at: point) != nil {
      hit = layout.hit(at: point)
      guard let entry = hit?.series else { return }
      let first = state.firstTap(before: point, at: time)
      sendToEntry(entry) { .toggle(series: $0) }
      if let first, layout.hit(at: first).series == entry { sendToEntry(entry) { .isolate(series: $0) } }
      return
    }
    if let bar = layout.colorBar, let number = bar.number(at: point) {
      hit = layout.hit(at: point)
      let band = bar.band(around: number)
      return brush(colors: state.view.brush?.colors == band ? nil : band)
    }
    guard let index = layout.part(at: point) else {
      hit = layout.hit(at: point)
      return clearSelection(notify: true)
    }
    let before = state.view.selection
    send(.tap(layout.parts[index].inner(point)), to: index)
    touched(index, selecting: before)
  }

  /// Brushes the colours of all parts, which have their legend in common.
  private mutating func brush(colors: ClosedRange<Double>?) {
    send(.brush(state.view.brush.with(colors: colors)), to: chart.plottedIndex(state))
  }

  /// What has no mark clears the selection, as in a chart that stands alone, also that of another part.
  private mutating func touched(_ index: Int, selecting before: [Int]?) {
    state.focus = index
    let keeps: [Hit.Kind] = [.legend, .crumb, .handle, .overview]
    guard let before, before.first != index, state.view.selection == before,
      hit.map({ !keeps.contains($0.kind) }) ?? true
    else { return }
    clearSelection(notify: true)
  }

  /// A pointer that is down stays with the part where it went down; others are with the one that they are over.
  mutating func pointer(_ report: PointerReport) {
    if report.phase == .down { forget(report) }
    let layout = self.layout
    let grab = state.grabs.first { $0.pointer == report.pointer }
    var index = grab?.child
    if index == nil, report.position.isFinite { index = layout.part(at: report.position) }
    let bar = layout.colorBar
    if report.phase == .down, report.position.isFinite,
      layout.arranged.legend?.entry(at: report.position) != nil || bar?.number(at: report.position) != nil
    {
      // The whole has a legend: what is tapped there is no part's.
      index = nil
      let gesture = Gesture(
        pointer: report.pointer, origin: report.position, originAngle: nil, originStartAngle: 0)
      if state.gesture == nil { state.gesture = gesture }
    }
    if let gesture = state.gesture, gesture.pointer == report.pointer {
      hit = report.position.isFinite ? layout.hit(at: report.position) : nil
      let isFar = report.position.isFinite && (report.position - gesture.origin).length >= Gesture.tapReach
      if isFar, report.phase == .move, let bar, let start = bar.number(at: gesture.origin) {
        let end = bar.number(nearestTo: report.position)
        state.gesture?.isDrag = true
        if end != start { brush(colors: min(start, end)...max(start, end)) }
      }
      guard report.phase == .up || report.phase == .cancel else { return }
      state.gesture = nil
      if report.phase == .up, !isFar, !gesture.isDrag { tap(at: report.position, time: report.time) }
      return
    }
    guard let index, layout.parts.indices.contains(index) else {
      if report.position.isFinite { hit = layout.hit(at: report.position) }
      if report.phase == .up, grab == nil { clearSelection(notify: true) }
      return
    }
    if report.phase == .down, grab == nil {
      state.grabs.append(Grab(pointer: report.pointer, child: index))
      // More than two fingers do nothing: those that were lifted elsewhere are forgotten.
      if state.grabs.count > 10 { state.grabs.removeFirst() }
    }
    var inner = report
    inner.position = layout.parts[index].inner(report.position)
    let (before, child) = (state.view.selection, chart.child(index, of: state))
    send(.pointer(inner), to: index)
    switch report.phase {
    case .up, .cancel:
      state.grabs.removeAll { $0.pointer == report.pointer }
      if report.phase == .up, !(child.touch?.isDrag ?? child.gesture?.isDrag ?? true) {
        touched(index, selecting: before)
      }
    case .down: state.focus = index
    case .move: break
    }
  }
}

extension CompositeSession {
  /// A pointer that goes down again went up where nobody saw it, such as outside of the window.
  private mutating func forget(_ report: PointerReport) {
    if state.gesture?.pointer == report.pointer { state.gesture = nil }
    guard let grab = state.grabs.first(where: { $0.pointer == report.pointer }) else { return }
    var lost = report
    lost.phase = .cancel
    send(.pointer(lost), to: grab.child)
    state.grabs.removeAll { $0.pointer == report.pointer }
    hit = nil
  }
}

// MARK: - Programs

extension CompositeSession {
  mutating func highlight(_ path: [Int]?, notify: Bool) {
    guard let path else { return clearSelection(notify: notify) }
    guard let index = path.first, path.count > 1, chart.parts.indices.contains(index) else { return }
    send(.highlight(path: Array(path.dropFirst()), notify: notify), to: index)
    if state.view.selection?.first == index { state.focus = index }
  }

  /// Hides an entry of the legends of all parts, counted through.
  mutating func sendToEntry(_ entry: Int, _ interaction: (_ series: Int) -> Interaction) {
    if chart.arrangement.isShared { return send(interaction(entry), to: chart.parts.isEmpty ? nil : focus) }
    for index in chart.parts.indices {
      let (first, count) = (chart.legendOffset(index), chart.parts[index].spec.content.legendLabels.count)
      if (first..<first + count).contains(entry) { return send(interaction(entry - first), to: index) }
    }
  }

  private var focus: Int { chart.focus(state) }

  /// The part that turns: that which was touched last, or the first of them that lies about a centre.
  var turnedPart: Int? {
    ([focus] + chart.parts.indices).first {
      chart.parts.indices.contains($0) && chart.parts[$0].engine is any RadialKind
    }
  }

  /// Enlarges the part where a place is given that is in one, else that which was touched last.
  mutating func zoom(_ zoom: Zoom) {
    let layout = self.layout
    guard case .by(let scale, let x, let y) = zoom, x != nil || y != nil else {
      return send(.zoom(zoom), to: chart.plottedIndex(state))
    }
    let standard = chart.plottedIndex(state).map { layout.parts[$0].box.center } ?? layout.canvas.bounds.center
    let place = Point(x: x ?? standard.x, y: y ?? standard.y)
    guard let index = layout.part(at: place) else { return }
    let inner = layout.parts[index].inner(place)
    send(.zoom(.by(scale, x: x.map { _ in inner.x }, y: y.map { _ in inner.y })), to: index)
  }
}

// MARK: - Keys

extension CompositeSession {
  /// Page up and page down go from part to part, all others to the part where one is.
  mutating func key(_ key: Key) {
    guard !chart.parts.isEmpty else { return }
    switch key {
    case .pageDown: go(by: 1)
    case .pageUp: go(by: -1)
    case .escape:
      let before = state
      send(.key(key), to: focus)
      if state == before { clearSelection(notify: true) }
    default: send(.key(key), to: focus)
    }
    if let index = state.view.selection?.first { state.focus = index }
  }

  /// Selects the first mark of the next part that has any.
  private mutating func go(by step: Int) {
    let count = chart.parts.count
    let layout = self.layout
    // Before anything is selected the next one is the first.
    let start = state.view.selection == nil && state.focus == nil ? (step > 0 ? -1 : 0) : focus
    for distance in 1...count {
      let index = ((start + step * distance) % count + count) % count
      guard layout.parts[index].layout.markPaths(atMost: 1).count > 0 else { continue }
      let before = state.view.selection
      send(.key(.home), to: index)
      state.focus = index
      if state.view.selection != before || before?.first == index { return }
    }
  }
}
