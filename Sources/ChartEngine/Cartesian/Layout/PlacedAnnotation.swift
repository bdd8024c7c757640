import ChartModel

/// A text at a place in the plot, placed where it covers as little as can be (M12).
struct PlacedAnnotation: Sendable {
  /// Its place in the spec.
  let index: Int
  let lines: [String]
  let font: Font
  let color: Color
  /// Of the rim of its letters, or of its plate: what lies behind it but for marks.
  let ground: Color
  /// Where the text is, and where it belongs, in the space of the axes.
  let box: Rect
  let target: Point
  /// Where the arrow ends that begins at the target.
  let end: Point?
  let leader: AnnotationSpec.Leader
  let hasDot: Bool
  /// Whether marks are behind it, so that it needs a plate.
  let hasPlate: Bool

  /// The box with its plate.
  var room: Rect { box.withPlate(hasPlate) }

  /// The lines that are drawn for it, as far as they could lie on something.
  var segments: [(start: Point, end: Point)] {
    let leads = leader != .none && !lines.isEmpty ? [(start: room.nearest(to: target), end: target)] : []
    return leads + (end.map { [(start: target, end: $0)] } ?? [])
  }

  /// Lines and rings, in the space of the axes.
  func lines(on surface: Surface) -> [Node] {
    var nodes: [Node] = []
    let style = Style(stroke: .color(color), strokeWidth: 1, lineCap: .round, lineJoin: .round)
    if leader != .none, !lines.isEmpty {
      let start = room.inset(by: -3).nearest(to: target)
      nodes += arrow(from: start, to: target, gap: hasDot ? 5 : 3, hasHead: leader == .arrow, style)
    }
    if let end { nodes += arrow(from: target, to: end, gap: 0, hasHead: true, style) }
    if hasDot {
      nodes.append(
        Node(.circle(center: target, radius: 4), style: Style(fill: nil, stroke: color, strokeWidth: 1.5)))
    }
    return nodes
  }

  /// A line that ends a little before a place, perhaps with a head; nothing where there is no room for more than a stub.
  private func arrow(from start: Point, to place: Point, gap: Double, hasHead: Bool, _ style: Style) -> [Node] {
    let way = Point(x: place.x - start.x, y: place.y - start.y)
    let length = way.length
    guard length.isFinite, length > gap + (hasHead ? 8 : 3) else { return [] }
    let unit = Point(x: way.x / length, y: way.y / length)
    let tip = Point(x: place.x - unit.x * gap, y: place.y - unit.y * gap)
    var path = Path()
    path.move(to: start)
    path.line(to: tip)
    guard hasHead else { return [Node(.path(path), style: style)] }
    let size = min(7, length / 2)
    var head = Path()
    for side in [-1.0, 1] {
      let corner = Point(
        x: tip.x - unit.x * size - side * unit.y * size * 0.45, y: tip.y - unit.y * size + side * unit.x * size * 0.45)
      if side < 0 { head.move(to: corner) } else { head.line(to: corner) }
      if side < 0 { head.line(to: tip) }
    }
    return [Node(.path(path), style: style), Node(.path(head), style: style)]
  }

  /// The text, in the picture.
  func text(in space: AxesSpace) -> [Node] {
    let box = space.picture(box)
    let plate = Node(.rect(space.picture(room), cornerRadius: 3), style: Style(fill: ground))
    return (hasPlate && !lines.isEmpty ? [plate] : [])
      + lines.enumerated().map { index, line in
        Node(
          .text(
            Text(
              runs: [Text.Run(line, color: color.legible(on: ground))],
              at: Point(x: box.midX, y: box.minY + font.capHeight + Double(index) * font.lineHeight), anchor: .middle,
              size: font.size, halo: hasPlate ? nil : ground)))
      }
  }
}

extension CartesianLayout {
  /// Texts at places, with their lines, above the series.
  var annotations: [Node] {
    guard !isDrawingIn else { return [] }
    return texts.annotations.map { annotation in
      let spec = spec.annotations[annotation.index]
      return Node(
        .group(space.picture(annotation.lines(on: canvas.surface)) + annotation.text(in: space)),
        meaning: Meaning(role: .symbol, kind: "annotation", label: spec.text.oneLine.shortened))
    }
  }
}
