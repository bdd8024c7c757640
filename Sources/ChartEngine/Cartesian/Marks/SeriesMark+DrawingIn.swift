import ChartModel

extension SeriesMark {
  /// Nodes that appear when all else is there.
  func entersLast(_ nodes: [Node], _ entering: Bool) -> [Node] {
    guard entering else { return nodes }
    return nodes.map { node in
      var node = node
      node.entrance = .last
      return node
    }
  }

  /// The nodes of a mark that leads from point to point, as they come in: uncovered from the left, point by point, or
  /// growing from the baseline.
  /// - Parameters:
  ///   - reach: How far from its points anything of the mark is drawn, in px.
  ///   - entering: Whether they come in by themselves.
  func entering(_ nodes: [Node], reach: Double, entering: Bool) -> [Node] {
    guard !nodes.isEmpty else { return [] }
    switch stage.animation.kind {
    case .wipe, .stroke: return stage.wiped(nodes, entering: entering)
    case .count:
      guard entering, inView.count > 1, let first = inView.first, let last = inView.last else { return nodes }
      let map = stage.window.map
      let (start, end) = (
        map.pixel(of: series.points.positions[first]), map.pixel(of: series.points.positions[last])
      )
      let step = (end - start) / Double(inView.count - 1)
      let rect = Rect(
        x: start - step + reach, y: 0, width: end - start + step, height: stage.canvas.size.height)
      return [Node(.group(nodes), entrance: .wipe(rect, steps: inView.count))]
    case .grow:
      guard entering else { return nodes }
      return [Node(.group(nodes), entrance: .grow(baseline: axis.baseline))]
    case .none, .sweep: return nodes
    }
  }
}
