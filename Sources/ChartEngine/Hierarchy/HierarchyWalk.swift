import ChartModel

/// A layout of marks within marks.
protocol HierarchyLayout: ChartLayout {
  /// The paths of what is drawn, siblings in the order in which keys walk along them.
  var paths: [[Int]] { get }
}

/// Where a key goes among siblings.
enum WalkStep { case first, last, next, previous }

// MARK: - Walking by keys

extension InteractionSession where Layout: HierarchyLayout {
  /// Selects another one of the siblings of what is selected.
  mutating func walk(to step: WalkStep, in layout: Layout) {
    let current = state.view.selection
    let siblings = siblings(of: current, in: layout)
    guard !siblings.isEmpty else { return }
    let position = current.flatMap { siblings.firstIndex(of: $0) }
    let target =
      switch step {
      case .first: 0
      case .last: siblings.count - 1
      case .next: position.map { ($0 + 1) % siblings.count } ?? 0
      case .previous: position.map { ($0 + siblings.count - 1) % siblings.count } ?? siblings.count - 1
      }
    select(siblings[target], in: layout)
  }

  /// Selects the first child of what is selected, or its parent; in a hierarchy of one level it walks.
  mutating func climb(outwards: Bool, in layout: Layout) {
    let paths = layout.paths
    let top = paths.lazy.map(\.count).min() ?? 0
    guard paths.contains(where: { $0.count > top }) else {
      return walk(to: outwards ? .next : .previous, in: layout)
    }
    guard let current = state.view.selection else { return walk(to: .first, in: layout) }
    if outwards {
      if let child = paths.first(where: { $0.count == current.count + 1 && $0.starts(with: current) }) {
        select(child, in: layout)
      }
    } else if current.count > top {
      select(Array(current.dropLast()), in: layout)
    }
  }

  /// Those beside a mark, itself among them; without one, or where that is not drawn, those of the first level.
  private func siblings(of path: [Int]?, in layout: Layout) -> [[Int]] {
    let paths = layout.paths
    if let path {
      let parent = path.dropLast()
      let siblings = paths.filter { $0.count == path.count && $0.starts(with: parent) }
      if !siblings.isEmpty { return siblings }
    }
    let top = paths.lazy.map(\.count).min() ?? 0
    return paths.filter { $0.count == top }
  }
}
