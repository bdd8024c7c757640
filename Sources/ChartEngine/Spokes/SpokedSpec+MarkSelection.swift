import ChartModel

extension SpokedSpec {
  /// What is selected: the value of a series on a spoke, and what the legend leaves.
  func selection(_ view: ChartState.View) -> MarkSelection? {
    let hidden = Set(view.hidden.compactMap { series.indices.contains($0) ? series[$0].name : nil })
    guard let path = view.selection, path.count == 2, series.indices.contains(path[0]) else {
      return MarkSelection(nil, hidden: hidden)
    }
    var mark = MarkSelection.Mark()
    (mark.x, mark.series) = (.names([label(ofSpoke: path[1])]), path[0])
    return MarkSelection([mark], hidden: hidden)
  }
}
