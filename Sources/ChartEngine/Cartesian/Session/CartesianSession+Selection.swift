import ChartModel

// MARK: - Selecting

extension CartesianSession {
  /// Picks what is under a point, or the nearest entry (V6); the selected one again, or a place outside the plot, clears.
  mutating func tap(at point: Point) {
    let layout = self.layout
    let hit = layout.hit(at: point)
    self.hit = hit
    switch hit.kind {
    case .legend: if let entry = hit.series { toggle(entry) }
    case .axisLabel, .none, .slice, .crumb: select(nil, in: layout)
    case .bar, .point, .plot:
      guard chart.spec.highlight.isEnabled else { return }
      let path = layout.path(pickedBy: hit)
      // With pop-ups a whole position is picked: any of its entries again is the same one.
      let isSame = path == state.view.selection || (chart.spec.popups.isEnabled && isSamePosition(path))
      select(isSame ? nil : path, in: layout)
    }
  }

  private func isSamePosition(_ path: [Int]?) -> Bool {
    guard let selected = chart.coordinate(ofSelection: state.view.selection) else { return false }
    return chart.coordinate(ofSelection: path) == selected
  }
}
