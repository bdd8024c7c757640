import ChartModel

extension CompositeLayout {
  func scene(animated: Bool) -> Scene {
    let scenes = parts.map { $0.layout.scene(animated: animated) }
    var nodes = [arranged.title?.node(on: canvas.surface)].compactMap(\.self)
    for (index, scene) in scenes.enumerated() {
      let part = parts[index]
      var own = scene.nodes
      if let animation = scene.animation { own = CompositeLayout.entering(own, by: animation.movement) }
      if scene.background != canvas.background, scene.background.alpha > 0 {
        own.insert(Node(.rect(part.layout.canvas.bounds, cornerRadius: 0), style: Style(fill: scene.background)), at: 0)
      }
      nodes.append(
        Node(
          .group(own.map { $0.moved(by: part.way, prefix: [index]) }),
          meaning: Meaning(role: .object, kind: chart.arrangement.partName, label: name(of: index) ?? scene.title)))
    }
    if !arranged.texts.isEmpty { nodes.append(Node(.group(arranged.texts.map { Node(.text($0)) }))) }
    if let legend = arranged.legend {
      let brushed = view.brush?.colors.flatMap { colors in colorBar?.shares(of: colors) }
      nodes.append(legend.node(on: canvas.surface, colors: brushed))
    }
    var scene = Scene(
      id: canvas.id, size: canvas.size, title: chart.common.title ?? chart.title,
      description: chart.common.description ?? words(separator: " "), background: canvas.background,
      typeface: canvas.typeface, nodes: nodes)
    if let first = scenes.lazy.compactMap(\.animation).first {
      let own = chart.common.animation
      scene.animation = SceneAnimation(
        movement: .entrances, duration: own.kind == .none ? first.duration : own.duration,
        easing: own.kind == .none ? first.easing : own.easing)
    }
    return scene
  }

  /// A picture plays only entrances of nodes beside one another: what opens like a fan, or is uncovered clockwise, grows out of its
  /// centre there.
  private static func entering(_ nodes: [Node], by movement: SceneAnimation.Movement) -> [Node] {
    let center: Point
    switch movement {
    case .entrances: return nodes
    case .wipe(let middle, _, _, _): center = middle
    case .sweep(let fans, _, _, _):
      guard let first = fans.first else { return nodes }
      center = first.center
    }
    let marks = nodes.firstIndex { $0.meaning?.role == .object } ?? nodes.count
    return nodes.enumerated().map { index, node in
      var node = node
      if index == marks {
        node.entrance = .swell(from: center)
      } else if index > marks, node.meaning == nil {
        node.entrance = .last
      }
      return node
    }
  }

  /// What a part is called; `nil` where only its kind says it.
  func name(of index: Int) -> String? {
    (chart.parts[index].spec.common.title ?? chart.arrangement.name(of: index)).map(\.shortened)
  }
}
