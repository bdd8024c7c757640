import ChartModel

// MARK: - What is drawn, as it comes in

extension LineMark {
  func drawings(entering: Bool) -> [LayerDrawing] {
    guard stage.hasBegun else { return [] }
    let runs = runs
    let crop = crop(reach: reach)
    var drawings: [LayerDrawing] = []
    if area != nil {
      let areas = following(areas(runs), runs, entering)
      if !areas.isEmpty { drawings.append(LayerDrawing(layer: .area, body: [Node(.cropped(crop, areas))])) }
    }
    if let errors, !stage.isDrawingIn {
      let band = following(errors.band(curve, series.points), runs, entering)
      if !band.isEmpty {
        let node = Node(.cropped(stage.plot, band), meaning: style.isBandAlone ? meaning : nil)
        drawings.append(LayerDrawing(layer: .area, body: [node]))
      }
    }
    var drawing = LayerDrawing(layer: .line)
    let line = line(runs, entering)
    if !line.isEmpty {
      drawing.body = [Node(.cropped(crop, line), style: Style(opacity: style.opacity), meaning: meaning)]
    }
    drawing.body = entersLast(errors?.whiskers(inView, place) ?? [], entering) + drawing.body
    // Markers are above every line (L4).
    let dots = following(dots, runs, entering)
    if !dots.isEmpty { drawing.above = [Node(.cropped(crop, dots), style: Style(opacity: style.opacity))] }
    drawings.append(drawing)
    return drawings
  }

  private func line(_ runs: PointRuns, _ entering: Bool) -> [Node] {
    if let nodes = straightStroke(runs), !(isStroked && stage.isDrawingIn) {
      guard isStroked else { return self.entering(nodes, reach: reach, entering: entering) }
      return nodes.map { node in
        var node = node
        if entering { node.entrance = .stroke }
        return node
      }
    }
    let pieces = pieces(runs)
    guard isStroked else { return self.entering(strokes(pieces), reach: reach, entering: entering) }
    var nodes = strokes(stage.isDrawingIn ? drawn(pieces, phase: stage.phase) : pieces)
    if entering { for index in nodes.indices { nodes[index].entrance = .stroke } }
    return nodes
  }

  /// What comes in in step with the line: its area and dots.
  private func following(_ nodes: [Node], _ runs: PointRuns, _ entering: Bool) -> [Node] {
    guard !nodes.isEmpty, isStroked, stage.isDrawingIn || entering else {
      return self.entering(nodes, reach: reach, entering: entering)
    }
    let box = stage.uncovered(reach)
    guard box.width > 0 else { return [] }
    let subpaths = subpaths(runs)
    guard stage.isDrawingIn else {
      let steps = 32
      let shares = (0...steps).map { step in
        (strokeEdge(of: subpaths, phase: Double(step) / Double(steps)) - box.minX) / box.width
      }
      return [Node(.group(nodes), entrance: .follow(box, shares: shares))]
    }
    let width = strokeEdge(of: subpaths, phase: stage.phase) - box.minX
    return width > 0 ? [Node(.cropped(Rect(x: box.minX, y: 0, width: width, height: box.height), nodes))] : []
  }

  /// Whether the line comes in by its stroke. One with dashes doesn't: they can't be drawn and be there at the same time.
  var isStroked: Bool { stage.animation.kind == .stroke && style.dash.isEmpty }

  var drawnEdge: Double {
    guard stage.isDrawingIn else { return .infinity }
    guard stage.phase > 0 else { return -.infinity }
    switch stage.animation.kind {
    case .none, .sweep, .count, .grow: return .infinity
    case .wipe: return stage.wipeEdge
    case .stroke: return isStroked ? strokeEdge(of: subpaths(runs), phase: stage.phase) : stage.wipeEdge
    }
  }

  /// Up to where the stroke has come, in px from the left: the end of its longest piece, since all begin together.
  private func strokeEdge(of subpaths: [Subpath], phase: Double) -> Double {
    let box = stage.uncovered(reach)
    guard phase > 0 else { return box.minX }
    guard phase < 1 else { return box.maxX }
    let ends = drawn(subpaths, phase: phase).compactMap { piece in
      piece.segments.map(\.end.x).max().map { max($0, piece.start.x) }
    }
    return ends.max().map { min(max($0, box.minX), box.maxX) } ?? box.minX
  }
}
