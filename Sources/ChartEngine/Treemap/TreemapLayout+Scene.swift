import ChartModel

extension TreemapLayout {
  func scene(animated: Bool) -> Scene {
    let isEntering = animated && !isMoving && spec.common.animation.kind != .none
    var nodes: [Node] = []
    if let title { nodes.append(title.node(on: canvas.surface)) }
    if let crumbs { nodes.append(crumbs.node(on: canvas.surface)) }
    var marks = Node(
      .group(tiles.isEmpty && !isMoving ? emptyNodes : tileNodes),
      meaning: Meaning(role: .object, kind: "slices", label: "Parts"))
    if isMoving { marks = Node(.cropped(visible, [marks])) }
    if isEntering { marks.entrance = entrance }
    nodes.append(marks)
    if !isMoving {
      let texts = labels.labels.flatMap(\.texts).map { Node(.text($0)) }
      if !texts.isEmpty { nodes.append(Node(.group(texts), entrance: isEntering ? .last : nil)) }
    }
    if let legend { nodes.append(legend.node(on: canvas.surface)) }
    nodes += canvas.notice(spec.common.notice)
    var scene = Scene(
      id: canvas.id, size: canvas.size, title: spec.common.title ?? "Treemap",
      description: spec.common.description ?? words(separator: " "), background: canvas.background,
      typeface: canvas.typeface, nodes: nodes)
    if isEntering {
      scene.animation = SceneAnimation(
        movement: .entrances, duration: spec.common.animation.duration, easing: spec.common.animation.easing)
    }
    return scene
  }

  private var entrance: Entrance {
    spec.common.animation.kind == .wipe ? .wipe(plot) : .grow(baseline: plot.maxY)
  }

  private var tileNodes: [Node] {
    let surface = canvas.surface
    // Nobody listens to more than these.
    let isNamed = tiles.count <= 200
    var nodes = tiles.map { tile in
      let color = tile.slice.fill(on: surface)
      let radius = min(spec.cornerRadius, tile.rect.width / 2, tile.rect.height / 2)
      let meaning =
        isNamed
        ? Meaning(
          role: .symbol, kind: "slice", label: tile.slice.words(format), path: tile.path, isSelected: tile.isSelected)
        : nil
      guard tile.header != nil else {
        return Node(.rect(tile.rect, cornerRadius: radius), style: Style(fill: color), meaning: meaning)
      }
      // The line is within what is hit.
      return Node(
        .rect(tile.rect.inset(by: min(0.5, tile.rect.width / 4, tile.rect.height / 4)), cornerRadius: radius),
        style: Style(fill: tile.slice.backdrop(on: surface), stroke: color, strokeWidth: 1), meaning: meaning)
    }
    if let selected = tiles.last(where: \.isSelected) {
      // Above all that would cover it.
      let width = min(2, selected.rect.width / 2, selected.rect.height / 2)
      nodes.append(
        Node(
          .rect(selected.rect.inset(by: width / 2), cornerRadius: max(0, spec.cornerRadius - width / 2)),
          style: Style(stroke: .color(surface.text), strokeWidth: width)))
    }
    return nodes
  }

  /// What stands in for a treemap without data.
  private var emptyNodes: [Node] {
    guard plot.width > 0, plot.height > 0 else { return [] }
    let surface = canvas.surface
    let fill = surface.disabled.mixed(with: surface.color, share: 0.5)
    let font = canvas.typeface.font(usual: 13)
    var nodes = [
      Node(.rect(plot, cornerRadius: min(spec.cornerRadius, plot.width / 2, plot.height / 2)), style: Style(fill: fill))
    ]
    if font.width(of: "No data") <= plot.width, font.lineHeight <= plot.height {
      nodes.append(
        Node(
          .text(
            Text(
              runs: [Text.Run("No data", color: surface.secondaryText.legible(on: fill))],
              at: Point(x: plot.midX, y: plot.midY + font.capHeight / 2), anchor: .middle, size: font.size))))
    }
    return nodes
  }
}
