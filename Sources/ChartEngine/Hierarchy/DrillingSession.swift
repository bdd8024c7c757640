import ChartModel

/// An interaction with a hierarchy whose parts can be gone into.
protocol DrillingSession: InteractionSession where Layout: HierarchyLayout {
  /// Whether a tap goes into what has parts, rather than to select it.
  var isDrillable: Bool { get }
  /// Whether there is something in a part to be shown alone.
  func canBeRoot(_ path: [Int]) -> Bool
}

extension DrillingSession {
  /// Goes into what has parts, or out by the way back; selects all else.
  /// - Parameter time: In seconds, if it is known.
  mutating func tapOrDrill(at point: Point, time: Double?) {
    let hit = layout.hit(at: point)
    self.hit = hit
    if hit.kind == .crumb {
      go(to: hit.path, at: time)
    } else if hit.kind == .slice, let path = hit.path, canGoIn(path) {
      go(to: path, at: time)
    } else {
      tap(at: point, time: time)
      if hit.kind == .legend { leaveHidden() }
    }
  }

  private func canGoIn(_ path: [Int]) -> Bool { isDrillable && canBeRoot(path) }

  /// Selects a part by program, and goes to where it is seen.
  mutating func show(_ path: [Int]?, notify: Bool) {
    if let path, isDrillable, isSelectable(path), !layout.paths.contains(path) {
      go(to: path.count > 1 ? Array(path.dropLast()) : nil, at: nil)
    }
    highlight(path, notify: notify)
    if !notify { events = [] }
  }

  /// One is not left in what the legend has hidden.
  mutating func leaveHidden() {
    if let root = state.view.root, !canBeRoot(root) { go(to: nil, at: nil) }
  }

  /// Comes out of a part, which is selected then; clears the selection where there is no out.
  mutating func escape() {
    let root = state.view.root
    if goOut(at: nil) { select(root, in: layout) } else { select(nil, in: layout) }
  }

  /// Goes into what is selected, or lets it go if nothing is in it; selects the first part if none is.
  mutating func enter() {
    let layout = self.layout
    guard let selection = state.view.selection else { return walk(to: .first, in: layout) }
    if canGoIn(selection) { go(to: selection, at: nil) } else { select(nil, in: layout) }
  }
}
