import ChartModel

extension PieLayout {
  func scene(animated: Bool) -> Scene {
    let labels = isDrawingIn ? nil : self.labels
    var nodes: [Node] = []
    if let title { nodes.append(title.node(on: canvas.surface)) }
    if let crumbs { nodes.append(crumbs.node(on: canvas.surface)) }
    nodes.append(slicesNode)
    if let labels, !labels.leaders.isEmpty { nodes.append(node(of: labels.leaders)) }
    if let labels, !labels.inside.isEmpty { nodes.append(Node(.group(labels.inside.map { Node(.text($0.text)) }))) }
    nodes += centerLines.map(centerNode)
    if let legend { nodes.append(legend.node(on: canvas.surface)) }
    nodes += canvas.notice(spec.common.notice)
    var scene = Scene(
      id: canvas.id, size: canvas.size, title: spec.common.title ?? "Pie chart",
      description: spec.common.description ?? words(separator: " "),
      background: canvas.background, typeface: canvas.typeface, nodes: nodes)
    if animated { scene.animation = animation }
    return scene
  }

  /// Whether the picture is not finished. Labels come when it is: until then their slices move.
  private var isDrawingIn: Bool {
    spec.common.animation.kind != .none && phase < 1 || spec.isDrillable && view.travel != nil
  }

  private var slicesNode: Node {
    // Above their neighbours' outlines lie those that would be covered by them, and the selected slice.
    let levels = marks.indices.map { index -> Int? in
      let sector = marks[index].sector
      guard sector.sweep > 0, sector.outer > 0 else { return nil }
      return marks[index].isSelected ? 2 : sector.rimLength < 4 * spec.stroke.width ? 1 : 0
    }
    var nodes: [Node] = []
    nodes.reserveCapacity(marks.count)
    for level in 0...2 {
      for index in marks.indices where levels[index] == level { nodes.append(node(of: marks[index])) }
    }
    if nodes.isEmpty, phase > 0 || total <= 0 { nodes = emptyNodes }
    if phase < 1, spec.common.animation.kind == .wipe {
      let reach = radius * frame.scale + spec.stroke.width + 1
      let wedge = Sector(
        center: center, inner: 0, outer: reach, start: view.startAngle, sweep: max(spec.sweep * phase, 0))
      nodes = phase > 0 ? [Node(.clipped(wedge.path, nodes))] : []
    }
    return Node(.group(nodes), meaning: Meaning(role: .object, kind: "slices", label: "Slices"))
  }

  /// Of slices with a shorter rim in px the lines between them are thinner, in proportion.
  private static let slenderRim = 12.0

  private func node(of mark: SliceMark) -> Node {
    // It would be all that is left of a thin slice.
    let width = spec.stroke.width * min(mark.sector.rimLength / PieLayout.slenderRim / max(spec.stroke.width, 1), 1)
    let stroke = spec.stroke.color ?? canvas.surface.color
    return Node(
      .path(mark.sector.path),
      style: Style(fill: mark.color, stroke: width > 0 && marks.count > 1 ? stroke : nil, strokeWidth: width),
      meaning: Meaning(role: .symbol, kind: "slice", label: mark.words, path: mark.path, isSelected: mark.isSelected))
  }

  /// What stands in for a pie without data.
  private var emptyNodes: [Node] {
    guard radius > 0 else { return [] }
    let ring = Sector(center: center, inner: holeRadius, outer: radius, start: view.startAngle, sweep: spec.sweep)
    let text = Text.noData(
      at: Point(x: ring.isRing ? center.x : plot.midX, y: ring.isRing ? center.y : plot.midY), on: canvas)
    return [
      Node(.path(ring.path), style: Style(fill: canvas.surface.disabled.mixed(with: canvas.surface.color, share: 0.5))),
      Node(.text(text)),
    ]
  }

  private func node(of leaders: [LeaderLabel]) -> Node {
    let surface = canvas.surface
    var nodes: [Node] = []
    for leader in leaders {
      let rule = spec.labels.line
      nodes.append(
        Node(
          .polyline(leader.line.points),
          style: Style(
            stroke: .color(rule.color ?? surface.line), strokeWidth: rule.width, strokeDash: rule.dash,
            lineJoin: .round)))
    }
    for leader in leaders {
      nodes.append(
        Node(
          .circle(center: leader.line.dot, radius: 2),
          style: Style(fill: spec.labels.line.color ?? surface.secondaryText)))
      let position = leader.textPosition
      for (line, runs) in [leader.runs, leader.firstLine.map { [$0] } ?? []].enumerated() where !runs.isEmpty {
        nodes.append(
          Node(
            .text(
              Text(
                runs: runs, at: Point(x: position.x, y: position.y - Double(line) * leader.lineHeight),
                anchor: leader.anchor, size: canvas.typeface.size(spec.labels.fontSize)))))
      }
    }
    return Node(.group(nodes))
  }

  private func centerNode(_ line: CenterLine) -> Node {
    let color = line.isMain ? canvas.surface.text : canvas.surface.secondaryText
    return Node(
      .text(
        Text(
          runs: [Text.Run(line.text, color: color, isBold: line.font.isBold)], at: line.position, anchor: .middle,
          size: line.font.size)))
  }
}

// MARK: - Playing by itself

extension PieLayout {
  private var animation: SceneAnimation? {
    let spec = self.spec.common.animation
    let movement: SceneAnimation.Movement
    switch spec.kind {
    case .none, .stroke, .grow, .count: return nil
    case .sweep:
      let fans = marks.filter { $0.sector.sweep > 0 }.map { mark in
        SceneAnimation.Fan(
          center: center, inner: mark.sector.inner, outer: mark.sector.outer,
          offset: normalizedDegrees(mark.sector.start - view.startAngle), sweep: mark.sector.sweep, color: mark.color)
      }
      movement = .sweep(
        fans, startAngle: view.startAngle, stroke: self.spec.stroke.color ?? canvas.surface.color,
        strokeWidth: marks.count > 1 ? self.spec.stroke.width : 0)
    case .wipe:
      movement = .wipe(
        center: center, radius: radius * frame.scale + self.spec.stroke.width + 1,
        startAngle: view.startAngle, sweep: self.spec.sweep)
    }
    return SceneAnimation(movement: movement, duration: spec.duration, easing: spec.easing)
  }
}
