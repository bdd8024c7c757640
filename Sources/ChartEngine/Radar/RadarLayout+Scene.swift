import ChartModel
import JSONModel

extension RadarLayout {
  func scene(animated: Bool) -> Scene {
    let surface = canvas.surface
    let grid = SpokeGrid(
      center: frame.center, scale: frame.scale, angles: frame.angles, hasCorners: spec.rings == .polygon,
      canvas: canvas)
    var nodes = [Node(.group((spec.rings == .none ? [] : grid.rings()) + grid.spokes()))]
    var series: [Node] = []
    if fillOpacity > 0 {
      series += outlines.map { Node(.path($0.area), style: Style(fill: $0.color, opacity: fillOpacity)) }
    }
    series += outlines.map { outline in
      let style = Style(stroke: .color(outline.color), strokeWidth: lineWidth(of: outline), lineJoin: .round)
      return Node(.path(outline.line), style: style)
    }
    series += outlines.map(dots(of:)) + marks.filter(\.isSelected).map(dot(of:))
    series = drawIn.nodes(series, animated: animated)
    if marks.isEmpty { series = [Node(.text(.noData(at: frame.center, on: canvas, isOverLines: true)))] }
    nodes.append(Node(.group(series), meaning: Meaning(role: .object, kind: "radar", label: "Series")))
    if !isDrawingIn {
      nodes.append(
        frame.texts(
          along: [spec.startAngle], grid, hasTicks: spec.axis.hasLabels, on: surface, entrance: animated ? .last : nil))
    }
    return scene(of: nodes, playing: animated ? drawIn.movement : nil)
  }

  private func dots(of outline: RadarOutline) -> Node {
    let name = spec.series[outline.series].name
    let dots = marks.filter { $0.path[0] == outline.series && !$0.isSelected }.map(dot(of:))
    return Node(
      .group(dots),
      meaning: Meaning(
        role: .object, kind: "series", label: name.orNumber(ofSeries: outline.series).shortened))
  }

  private func dot(of mark: StillMark) -> Node {
    let edge = mark.isSelected ? canvas.surface.text : dotRadius >= 2.5 ? canvas.surface.color : nil
    return Node(
      .circle(center: mark.anchor, radius: radius(of: mark)),
      style: Style(fill: mark.color, stroke: edge, strokeWidth: mark.isSelected ? 1.5 : 1),
      meaning: Meaning(role: .symbol, kind: "point", label: mark.words, path: mark.path, isSelected: mark.isSelected))
  }

  func report() -> JSON { report(frame.report) { _ in [] } }
}
