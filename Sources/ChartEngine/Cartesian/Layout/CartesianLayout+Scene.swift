import ChartModel

extension CartesianLayout {
  func scene(animated: Bool) -> Scene {
    let isEntering = animated && spec.common.animation.kind != .none && !isDrawingIn
    var nodes: [Node] = []
    if let title = frame.title { nodes.append(title.node(on: canvas.surface)) }
    nodes += space.picture(backdrop)
    nodes += noData
    nodes += space.picture(axes + limits(above: false) + marksInLayers(entering: isEntering))
    nodes += space.picture(zeroLine + limits(above: true) + scrollbars)
    nodes += overviewNodes
    nodes += ruleLabels
    nodes += annotations
    nodes += space.picture(labels(entering: isEntering))
    nodes += brushNodes
    nodes += highlights
    nodes += endBubbles(entering: isEntering)
    if let legend = frame.legend { nodes.append(legend.node(on: canvas.surface, colors: brushedColors)) }
    if plot.width > 0, plot.height > 0 {
      nodes += canvas.notice(spec.common.notice, in: space.picture(plot))
    }
    var scene = Scene(
      id: canvas.id, size: canvas.size, title: spec.common.title ?? spec.kind.words,
      description: spec.common.description ?? words(separator: " "),
      background: canvas.background, typeface: canvas.typeface, nodes: nodes)
    if isEntering {
      let animation = spec.common.animation
      scene.animation = SceneAnimation(
        movement: .entrances, duration: animation.duration, easing: animation.easing)
    }
    return scene
  }

  /// All marks, layer upon layer; where some rows stand out, pale below those of these.
  func marksInLayers(entering: Bool) -> [Node] {
    var drawings = marks.flatMap { $0.drawings(entering: entering) }
    guard chart.part != nil else { return inLayers(drawings) }
    let lines = drawings.flatMap(\.selection)
    for index in drawings.indices { drawings[index].selection = [] }
    let above = inLayers(partMarks.flatMap { $0.drawings(entering: entering) }).map(\.withoutMeaning)
    return [Node(.cropped(space.canvas.bounds, inLayers(drawings)), style: Style(opacity: CartesianLayout.paleness))]
      + (above.isEmpty ? [] : [Node(.group(above))]) + lines
  }

  /// How much is left of the colours of what does not stand out.
  static let paleness = 0.3

  private func inLayers(_ drawings: [LayerDrawing]) -> [Node] {
    layers.flatMap { layer -> [Node] in
      let drawings = drawings.filter { $0.layer == layer }
      let ground = drawings.flatMap(\.ground)
      let tracks = ground.isEmpty ? [] : [Node(.group(ground))]
      guard stage.hasBegun else { return tracks }
      let inside = tracks + drawings.flatMap(\.inside)
      return (inside.isEmpty ? [] : [Node(.cropped(plot, inside))]) + drawings.flatMap(\.body)
        + drawings.flatMap { $0.selection + $0.above }
    }
  }

  /// What lies below what, the lowest first.
  var layers: [SeriesSpec.Layer] {
    var layers: [SeriesSpec.Layer] = []
    for layer in spec.drawOrder + SeriesSpec.Layer.allCases where !layers.contains(layer) { layers.append(layer) }
    return layers
  }

  /// The values at the marks.
  private func labels(entering: Bool) -> [Node] {
    guard !isDrawingIn else { return [] }
    let (texts, isTinted) = (texts, marks.contains(where: \.tintsOthers))
    let nodes = texts.values.labels.flatMap { label in
      label.nodes(isCrossed: label.isInside && (isTinted || texts.isCrossed(label.box)))
    }
    return nodes.isEmpty ? [] : [Node(.group(nodes), entrance: entering ? .last : nil)]
  }

  /// The bubbles with the last values, once the lines are drawn in (L11).
  private func endBubbles(entering: Bool) -> [Node] {
    guard !isDrawingIn else { return [] }
    return texts.bubbles.map { end in
      let (frame, tip) = (space.picture(end.frame), space.picture(end.tip))
      let outline = end.outline(frame, pointingTo: tip)
      let color = end.bubble.background
      let edge = frame.nearest(to: tip)
      let leader =
        end.needsLeader
        ? [Node(.path(.line(from: end.markEnd(towards: edge, from: tip), to: edge)), style: .leader(color))] : []
      return Node(
        .group(leader + [Node(.path(outline), style: Style(fill: color))] + end.bubble.texts(in: frame)),
        entrance: entering ? .last : nil)
    }
  }
}

extension Path {
  fileprivate static func line(from start: Point, to end: Point) -> Path {
    var path = Path()
    path.move(to: start)
    path.line(to: end)
    return path
  }
}

extension Style {
  /// Of the thin line between a line's end and its bubble.
  fileprivate static func leader(_ color: Color) -> Style { Style(stroke: .color(color), strokeWidth: 1) }
}
