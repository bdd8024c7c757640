import ChartModel

// MARK: - Selecting

extension CartesianSession {
  /// Picks what is under a point, or the nearest entry (V6); the selected one again, or a place outside the plot, clears.
  /// - Parameter first: Where the first tap was, if it is the second of a double tap.
  mutating func tap(at point: Point, after first: Point? = nil) {
    let layout = self.layout
    self.hit = layout.hit(at: point)
    let place = space.axes(point)
    if let drag = overviewDrag(at: place) {
      if drag.part == .new { overview(drag, to: place) }
      return
    }
    if let bar = layout.colorBar, let number = bar.number(at: point) { return tapColor(number, of: bar) }
    // Who takes hold of an edge without dragging it means what is below.
    let hit = layout.hit(below: point)
    switch hit.kind {
    case .legend:
      guard let entry = hit.series else { return }
      tapLegend(entry, isSecond: first.map { layout.hit(at: $0).series == entry } ?? false)
    case .axisLabel, .none, .slice, .crumb, .handle, .overview: select(nil, in: layout)
    case .plot where state.view.brush?.isOfPlaces == true && layout.brushArea?.part(at: place) == nil:
      set(Brush(x: nil, y: nil, colors: state.view.brush?.colors))
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
