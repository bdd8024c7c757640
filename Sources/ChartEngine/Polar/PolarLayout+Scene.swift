import ChartModel
import JSONModel

extension PolarLayout {
  func scene(animated: Bool) -> Scene {
    let surface = canvas.surface
    let grid = SpokeGrid(
      center: frame.center, scale: frame.scale, angles: frame.angles, hasCorners: false, canvas: canvas)
    var nodes = [Node(.group(grid.rings()))]
    var series = drawIn.nodes(nodesOfSeries, animated: animated)
    if marks.isEmpty { series = [Node(.text(.noData(at: frame.center, on: canvas, isOverLines: true)))] }
    nodes.append(Node(.group(series), meaning: Meaning(role: .object, kind: "bars", label: "Series")))
    if !isDrawingIn {
      nodes.append(
        frame.texts(
          along: [start, start + 360 / Double(max(frame.angles.count, 1))], grid, hasTicks: spec.axis.hasLabels,
          on: surface, entrance: animated ? .last : nil))
    }
    return scene(of: nodes, playing: animated ? drawIn.movement : nil)
  }

  /// A group for each series; the mark that is selected comes last, so that its line is seen all around.
  private var nodesOfSeries: [Node] {
    var groups: [Node] = []
    for (series, spec) in spec.series.enumerated() where !frame.hidden[series] {
      let bars = zip(marks, sectors).filter { $0.0.path[0] == series && !$0.0.isSelected && $0.1.isDrawn }
      groups.append(
        Node(
          .group(bars.map { node($0.0, $0.1) }),
          meaning: Meaning(
            role: .object, kind: "series", label: spec.name.orNumber(ofSeries: series).shortened)))
    }
    return groups + zip(marks, sectors).filter { $0.0.isSelected && $0.1.isDrawn }.map { node($0.0, $0.1) }
  }

  private func node(_ mark: StillMark, _ sector: Sector) -> Node {
    Node(
      .path(sector.path),
      style: Style(fill: mark.color, stroke: mark.isSelected ? canvas.surface.text : nil, strokeWidth: 2),
      meaning: Meaning(role: .symbol, kind: "bar", label: mark.words, path: mark.path, isSelected: mark.isSelected))
  }

  func report() -> JSON {
    report(frame.report) { index in
      let sector = sectors[index]
      return [
        ("start", JSON(normalizedDegrees(sector.start))), ("sweep", JSON(sector.sweep)),
        ("inner", JSON(sector.inner)), ("outer", JSON(sector.outer)),
      ]
    }
  }
}
