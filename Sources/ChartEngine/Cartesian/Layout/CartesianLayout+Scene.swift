import ChartModel

extension CartesianLayout {
  func scene(animated: Bool) -> Scene {
    var layout = self
    layout.entrances = animated && spec.common.animation.kind != .none && !isDrawingIn
    var nodes: [Node] = []
    if let title = frame.title { nodes.append(title.node(theme: canvas.theme)) }
    nodes += layout.backdrop
    nodes += layout.axes
    nodes += layout.limits(above: false)
    for layer in layers { nodes += layout.nodes(of: layer) }
    nodes += layout.zeroLine
    nodes += layout.limits(above: true)
    nodes += layout.bandLabels
    nodes += layout.labelsOfBars
    nodes += layout.highlights
    nodes += layout.endBubbles
    if let legend = frame.legend { nodes.append(legend.node(theme: canvas.theme)) }
    var scene = Scene(
      id: canvas.id, size: canvas.size, title: spec.common.title ?? kindName,
      description: spec.common.description ?? words(separator: " "),
      background: spec.common.background ?? canvas.theme.background, nodes: nodes)
    if layout.entrances {
      let animation = spec.common.animation
      scene.animation = SceneAnimation(
        movement: .entrances, duration: animation.duration, easing: animation.easing)
    }
    return scene
  }

  // MARK: - Series

  private func nodes(of layer: SeriesSpec.Layer) -> [Node] {
    // Before a draw-in starts, nothing is seen: neither bars nor lines that lie on the baseline (L10).
    if isDrawingIn, phase <= 0 { return layer == .bar ? tracks : [] }
    switch layer {
    case .bar:
      let groups =
        tracks
        + visibleSeries.filter(\.isBar).compactMap { series -> Node? in
          let bars = BarSeries(series, self)?.nodes ?? []
          guard !bars.isEmpty else { return nil }
          return Node(
            .group(entering(bars, slots: series)),
            meaning: Meaning(role: .object, kind: "series", label: words(of: series)))
        }
      return groups.isEmpty ? [] : [Node(.cropped(plot, groups))]
    case .area:
      return visibleSeries.filter { !$0.isBar && $0.spec.line.area != nil }.compactMap { series in
        let mark = LineMark(series, self)
        let areas = following(mark.areas(self), mark)
        return areas.isEmpty ? nil : Node(.cropped(crop(for: mark), areas))
      }
    case .line:
      let marks = visibleSeries.filter { !$0.isBar }.map { LineMark($0, self) }
      return marks.compactMap(line) + marks.compactMap(dotGroup)
    }
  }

  private func line(_ mark: LineMark) -> Node? {
    let pieces = mark.pieces
    var nodes: [Node]
    if isStroked(mark.series) {
      nodes = mark.strokes(isDrawingIn ? mark.drawn(pieces, phase: phase) : pieces, self)
      if entrances { for index in nodes.indices { nodes[index].entrance = .stroke } }
    } else {
      nodes = entering(mark.strokes(pieces, self), points: mark.series)
    }
    guard !nodes.isEmpty else { return nil }
    return Node(
      .cropped(crop(for: mark), nodes), style: Style(opacity: mark.style.opacity),
      meaning: Meaning(role: .object, kind: "series", label: words(of: mark.series)))
  }

  /// Markers, which are above every line (L4).
  private func dotGroup(_ mark: LineMark) -> Node? {
    let dots = following(dots(of: mark), mark)
    guard !dots.isEmpty else { return nil }
    return Node(.cropped(crop(for: mark), dots), style: Style(opacity: mark.style.opacity))
  }

  /// Where a line may be drawn: the plot, and as much beside it as the line's width and markers need, where there is
  /// nothing more to be seen.
  func crop(for mark: LineMark) -> Rect {
    let reach = mark.reach
    let left = frame.window.hasBefore ? 0 : reach
    let right = frame.window.hasAfter ? 0 : reach
    let (domain, values) = (mark.axis.domain, mark.series.points.values)
    let extrema = values.extrema(in: 0..<values.count)
    let below = (extrema?.min ?? domain.lower) < domain.lower ? 0 : reach
    let above = (extrema?.max ?? domain.upper) > domain.upper ? 0 : reach
    return Rect(
      x: plot.minX - left, y: plot.minY - above, width: plot.width + left + right, height: plot.height + above + below)
  }

  // MARK: - Drawing in

  /// The nodes of bars as they come in.
  private func entering(_ nodes: [Node], slots series: PlotSeries) -> [Node] {
    switch spec.common.animation.kind {
    case .wipe: return wiped(nodes, wipeBox)
    case .count:
      guard entrances else { return nodes }
      let inView = points(inView: series)
      let map = frame.window.map
      guard let first = inView.first, let last = inView.last else { return nodes }
      let left = map.pixel(of: series.points.positions[first] - chart.span.slot / 2)
      let right = map.pixel(of: series.points.positions[last] + chart.span.slot / 2)
      let rect = Rect(x: left, y: 0, width: right - left, height: canvas.size.height)
      return [Node(.group(nodes), entrance: .wipe(rect, steps: inView.count))]
    case .none, .sweep, .stroke, .grow: return nodes
    }
  }

  /// The nodes of a line as they come in.
  private func entering(_ nodes: [Node], points series: PlotSeries) -> [Node] {
    guard !nodes.isEmpty else { return [] }
    switch spec.common.animation.kind {
    case .wipe, .stroke: return wiped(nodes, wipeBox)
    case .count:
      guard entrances else { return nodes }
      let inView = points(inView: series)
      guard inView.count > 1, let first = inView.first, let last = inView.last else { return nodes }
      let map = frame.window.map
      let (start, end) = (
        map.pixel(of: series.points.positions[first]), map.pixel(of: series.points.positions[last])
      )
      let reach = LineMark(styleOf: series, self).reach
      let step = (end - start) / Double(inView.count - 1)
      let rect = Rect(x: start - step + reach, y: 0, width: end - start + step, height: canvas.size.height)
      return [Node(.group(nodes), entrance: .wipe(rect, steps: inView.count))]
    case .grow:
      guard entrances else { return nodes }
      return [Node(.group(nodes), entrance: .grow(baseline: frame.axis(series.spec.axis).baseline))]
    case .none, .sweep: return nodes
    }
  }

  private func wiped(_ nodes: [Node], _ rect: Rect) -> [Node] {
    if entrances { return [Node(.group(nodes), entrance: .wipe(rect))] }
    guard isDrawingIn else { return nodes }
    let seen = Rect(x: rect.minX, y: rect.minY, width: rect.width * max(phase, 0), height: rect.height)
    return seen.width > 0 ? [Node(.cropped(seen, nodes))] : []
  }

  /// What comes in in step with a line: its area and dots.
  private func following(_ nodes: [Node], _ mark: LineMark) -> [Node] {
    guard !nodes.isEmpty, isStroked(mark.series), isDrawingIn || entrances else {
      return entering(nodes, points: mark.series)
    }
    let steps = 32
    let box = followBox(mark)
    guard box.width > 0 else { return [] }
    guard isDrawingIn else {
      let shares = (0...steps).map { step in
        (strokeEdge(of: mark, phase: Double(step) / Double(steps)) - box.minX) / box.width
      }
      return [Node(.group(nodes), entrance: .follow(box, shares: shares))]
    }
    let width = strokeEdge(of: mark, phase: phase) - box.minX
    return width > 0 ? [Node(.cropped(Rect(x: box.minX, y: 0, width: width, height: box.height), nodes))] : []
  }

  // MARK: - Texts in the plot

  private var labelsOfBars: [Node] {
    let nodes = barLabels.map(\.node)
    guard !nodes.isEmpty else { return [] }
    return [Node(.group(nodes), entrance: entrances ? .last : nil)]
  }

  /// What the chart is, in a word or two.
  var kindName: String {
    switch spec.kind {
    case .line: "Line chart"
    case .bar: "Bar chart"
    case .combined: "Combined chart"
    }
  }
}
