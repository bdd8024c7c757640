import ChartModel

extension CartesianLayout {
  func scene(animated: Bool) -> Scene {
    let isEntering = animated && spec.common.animation.kind != .none && !isDrawingIn
    var nodes: [Node] = []
    if let title = frame.title { nodes.append(title.node(theme: canvas.theme)) }
    nodes += backdrop
    nodes += axes
    nodes += limits(above: false)
    nodes += marksInLayers(entering: isEntering)
    nodes += zeroLine
    nodes += limits(above: true)
    nodes += bandLabels
    nodes += labels(entering: isEntering)
    nodes += highlights
    nodes += endBubbles(entering: isEntering)
    if let legend = frame.legend { nodes.append(legend.node(theme: canvas.theme)) }
    var scene = Scene(
      id: canvas.id, size: canvas.size, title: spec.common.title ?? spec.kind.words,
      description: spec.common.description ?? words(separator: " "),
      background: spec.common.background ?? canvas.theme.background, nodes: nodes)
    if isEntering {
      let animation = spec.common.animation
      scene.animation = SceneAnimation(
        movement: .entrances, duration: animation.duration, easing: animation.easing)
    }
    return scene
  }

  /// All marks, layer upon layer.
  private func marksInLayers(entering: Bool) -> [Node] {
    let drawings = marks.flatMap { $0.drawings(entering: entering) }
    return layers.flatMap { layer -> [Node] in
      let drawings = drawings.filter { $0.layer == layer }
      let ground = drawings.flatMap(\.ground)
      let tracks = ground.isEmpty ? [] : [Node(.group(ground))]
      guard stage.hasBegun else { return tracks }
      let inside = tracks + drawings.flatMap(\.inside)
      return (inside.isEmpty ? [] : [Node(.cropped(plot, inside))]) + drawings.flatMap(\.body)
        + drawings.flatMap(\.above)
    }
  }

  /// What lies below what, the lowest first.
  var layers: [SeriesSpec.Layer] {
    var layers: [SeriesSpec.Layer] = []
    for layer in spec.drawOrder + SeriesSpec.Layer.allCases where !layers.contains(layer) { layers.append(layer) }
    return layers
  }

  /// The values at the marks; those that overlap earlier ones are left out.
  var markLabels: [MarkLabel] { isDrawingIn ? [] : marks.flatMap(\.labels).withoutOverlaps }

  private func labels(entering: Bool) -> [Node] {
    let nodes = markLabels.map(\.node)
    return nodes.isEmpty ? [] : [Node(.group(nodes), entrance: entering ? .last : nil)]
  }

  /// The bubbles with the last values, once the lines are drawn in (L11).
  private func endBubbles(entering: Bool) -> [Node] {
    guard !isDrawingIn else { return [] }
    return marks.compactMap { mark in
      guard let (bubble, frame) = mark.endBubble else { return nil }
      return Node(
        .group(
          [Node(.rect(frame, cornerRadius: min(5, frame.height / 2)), style: Style(fill: bubble.background))]
            + bubble.texts(in: frame)), entrance: entering ? .last : nil)
    }
  }
}
