import ChartModel
import JSONModel

extension PolarLayout {
  func scene(animated: Bool) -> Scene {
    let surface = canvas.surface
    let grid = SpokeGrid(
      center: frame.center, scale: frame.scale, angles: frame.angles, hasCorners: false, isSeenThrough: false,
      canvas: canvas)
    var nodes = [Node(.group(grid.rings()))]
    var series = drawIn.nodes(nodesOfSeries, animated: animated)
    if marks.isEmpty { series = [Node(.text(.noData(at: frame.center, on: canvas, isOverLines: true)))] }
    nodes.append(Node(.group(series), meaning: Meaning(role: .object, kind: "bars", label: "Series")))
    if !isDrawingIn {
      nodes.append(
        frame.texts(
          along: borders, grid, hasTicks: spec.axis.hasLabels, on: surface, ground: ground,
          entrance: animated ? .last : nil))
    }
    return scene(of: nodes, playing: animated ? drawIn.movement : nil)
  }

  /// Between which sectors the rings may say their values: the first ones, and others where those have many colours.
  private var borders: [Double] {
    let count = max(frame.angles.count, 1)
    let step = Int.step(among: count, atMost: 12)
    return ([0, 1] + stride(from: 0, to: count, by: step).dropFirst()).map { start + 360 * Double($0) / Double(count) }
  }

  /// What sectors make of the colour of a place. Thousands of places are asked for: of all sectors only those are looked at that are
  /// at the place's angle.
  private var ground: (Point) -> Color {
    let (surface, center, start) = (canvas.surface.color, frame.center, start)
    var spokes = [[(sector: Sector, color: Color)]](repeating: [], count: max(frame.angles.count, 1))
    for (mark, sector) in zip(marks, sectors) where sector.isDrawn {
      spokes[mark.path[1]].append((sector, mark.color.over(surface)))
    }
    let sweep = 360 / Double(spokes.count)
    return { place in
      let angle = normalizedDegrees((degrees(of: place - center) ?? start) - start)
      let spoke = min(Int(saturating: angle / sweep), spokes.count - 1)
      return spokes[spoke].first { $0.sector.reaches(place) }?.color ?? surface
    }
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
