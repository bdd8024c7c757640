import ChartModel
import JSONModel

extension GaugeLayout {
  func scene(animated: Bool) -> Scene {
    let surface = canvas.surface
    let plays = animated && spec.common.animation.kind == .sweep
    var back: [Node] = []
    if spec.pointer == .arc || bands.isEmpty {
      back.append(Node(.path(track.path), style: Style(fill: GaugeLayout.trackColor(on: surface))))
    }
    let parts = zip(bands, marks.suffix(bands.count)).filter { $0.0.sweep > 0 }.map(node)
    let bands =
      parts.isEmpty ? [] : [Node(.group(parts), meaning: Meaning(role: .object, kind: "bands", label: "Bands"))]
    // The numbers are there from the beginning, as is the arc.
    var nodes = [Node(.group(back + rim.nodes(font, color: surface.secondaryText)))]
    // What plays by itself as an arc is the first object of a scene, and the needle lies above the bands.
    if needle != nil {
      nodes += bands + [ticks, pointer(turning: plays)]
    } else {
      nodes += [pointer(turning: false)] + bands + [ticks]
    }
    if !isDrawingIn {
      nodes.append(
        Node(.group(text.lines.map { Node(.text($0)) }), entrance: plays && needle != nil ? .last : nil))
    }
    return scene(of: nodes, playing: plays ? movement : nil)
  }

  private func node(of band: Sector, _ mark: StillMark) -> Node {
    Node(
      .path(band.path),
      style: Style(
        fill: mark.color, stroke: mark.isSelected ? canvas.surface.text : canvas.surface.color,
        strokeWidth: mark.isSelected ? 2 : 1),
      meaning: Meaning(role: .symbol, kind: "band", label: mark.words, path: mark.path, isSelected: mark.isSelected))
  }

  /// Short lines inside of the arc.
  private var ticks: Node {
    let outer = min(bands.first?.inner ?? track.inner, track.inner) - 2
    let length = min(6, rim.radius * 0.06)
    guard spec.pointer == .needle, outer > length else { return Node(.group([])) }
    return Node(
      .group(
        scale.ticks.map { tick in
          let angle = scale.angle(of: tick.value)
          return Node(
            .polyline([rim.center.moved(outer, toward: angle), rim.center.moved(outer - length, toward: angle)]),
            style: Style(stroke: .color(canvas.surface.line), strokeWidth: 1))
        }))
  }

  private func pointer(turning: Bool) -> Node {
    guard let mark = marks.first, mark.path == [0] else { return Node(.group([])) }
    let stroke = mark.isSelected ? canvas.surface.text : nil
    var shapes: [Node] = []
    if let needle {
      shapes.append(Node(.path(needle.path), style: Style(fill: mark.color, stroke: mark.color, strokeWidth: 1)))
      shapes.append(
        Node(
          .circle(center: needle.center, radius: needle.hubRadius),
          style: Style(fill: mark.color, stroke: canvas.surface.color, strokeWidth: mark.isSelected ? 3 : 1.5)))
    }
    if let arc, arc.sweep > 0 {
      shapes.append(Node(.path(arc.path), style: Style(fill: mark.color, stroke: stroke, strokeWidth: 2)))
    }
    let value = Node(
      .group(shapes),
      meaning: Meaning(
        role: .symbol, kind: "value", label: mark.words, path: mark.path, isSelected: mark.isSelected),
      entrance: turning ? .turn(about: rim.center, by: scale.sweep * scale.share(of: mark.value)) : nil)
    return Node(.group([value]), meaning: Meaning(role: .object, kind: "values", label: "Value"))
  }

  private var movement: SceneAnimation.Movement? {
    guard let arc, let mark = marks.first else { return needle == nil ? nil : .entrances }
    let fan = SceneAnimation.Fan(
      center: rim.center, inner: arc.inner, outer: arc.outer, offset: 0, sweep: arc.sweep, color: mark.color)
    return .sweep([fan], startAngle: scale.start, stroke: canvas.surface.color, strokeWidth: 0)
  }

  func report() -> JSON {
    report([
      ("center", Point.schema.encode(rim.center)), ("radius", JSON(rim.radius)),
      ("startAngle", JSON(normalizedDegrees(scale.start))), ("sweep", JSON(scale.sweep)),
      ("text", .array(text.lines.map { .string($0.runs.map(\.text).joined()) })),
      (
        "ticks",
        .array(
          scale.ticks.map {
            [
              "value": JSON($0.value), "label": .string($0.label),
              "angle": JSON(normalizedDegrees(scale.angle(of: $0.value))),
            ]
          })
      ),
    ]) { index in
      let mark = marks[index]
      guard mark.path[0] > 0 else {
        return [("angle", JSON(normalizedDegrees(needle?.angle ?? arc.map { $0.start + $0.sweep } ?? 0)))]
      }
      let band = bands[mark.path[0] - 1]
      return [("start", JSON(normalizedDegrees(band.start))), ("sweep", JSON(band.sweep))]
    }
  }
}
