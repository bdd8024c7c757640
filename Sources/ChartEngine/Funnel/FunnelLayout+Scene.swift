import ChartModel
import JSONModel

extension FunnelLayout {
  func scene(animated: Bool) -> Scene {
    let plays = animated && spec.common.animation.kind == .grow
    let isEmpty = stages.allSatisfy { $0.upperWidth <= 0 }
    let order = stages.indices.filter { !marks[$0].isSelected } + stages.indices.filter { marks[$0].isSelected }
    var shapes = order.filter { stages[$0].upperWidth > 0 || stages[$0].lowerWidth > 0 }.map(node)
    if plays, let x = stages.first?.x {
      shapes = [Node(.group(shapes), entrance: .grow(baseline: x, .right))]
    }
    if isEmpty, phase > 0 || spec.common.animation.kind == .none, labels.texts.isEmpty {
      shapes = [Node(.text(.noData(at: surroundings.plot.center, on: canvas)))]
    }
    var nodes = [Node(.group(shapes), meaning: Meaning(role: .object, kind: "stages", label: "Stages"))]
    if !isDrawingIn { nodes.append(Node(.group(labels.texts.map { Node(.text($0)) }), entrance: plays ? .last : nil)) }
    return scene(of: nodes, playing: plays ? .entrances : nil)
  }

  private func node(at place: Int) -> Node {
    let (stage, mark) = (stages[place], marks[place])
    return Node(
      .path(stage.path),
      style: Style(fill: mark.color, stroke: mark.isSelected ? canvas.surface.text : nil, strokeWidth: 2),
      meaning: Meaning(role: .symbol, kind: "stage", label: mark.words, path: mark.path, isSelected: mark.isSelected))
  }

  func report() -> JSON {
    report([]) { index in
      let stage = stages[index]
      return [
        ("top", JSON(stage.top)), ("bottom", JSON(stage.bottom)), ("upperWidth", JSON(stage.upperWidth)),
        ("lowerWidth", JSON(stage.lowerWidth)),
      ]
    }
  }
}
