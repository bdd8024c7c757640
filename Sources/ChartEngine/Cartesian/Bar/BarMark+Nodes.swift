import ChartModel
import JSONModel

extension BarMark {
  func drawings(entering: Bool) -> [LayerDrawing] { drawings(entering: entering, as: self) }

  /// - Parameter mark: Whose bars these are, and so says what they mean.
  func drawings(entering: Bool, as mark: any SeriesMark) -> [LayerDrawing] {
    let tracks = columnTracks
    let bars = stage.hasBegun ? nodes(entering: entering, as: mark) : []
    guard !tracks.isEmpty || !bars.isEmpty else { return [] }
    let band = stage.isDrawingIn ? [] : entersLast(errors?.band(.linear, series.points) ?? [], entering)
    let series = bars.isEmpty ? [] : band + [Node(.group(self.entering(bars, entering)), meaning: mark.meaning)]
    return [
      LayerDrawing(
        layer: .bar, ground: tracks, inside: series, selection: outlines(entering: entering),
        above: entersLast(curve, entering) + entersLast(errors?.whiskers(inView, place) ?? [], entering))
    ]
  }

  /// The line around the selected bar, unless it stands out by a colour of its own: no colour could be told from those of all
  /// palettes.
  private func outlines(entering: Bool) -> [Node] {
    guard style.highlighted.color == nil, !stage.isDrawingIn, !isDense,
      let selected = stage.selectedIndex(in: series).flatMap(series.point(ofSpecIndex:)), inView.contains(selected),
      let bar = bar(at: selected), bar.rect.height > 0, bar.rect.width > 0
    else { return [] }
    let line = Node(outline(of: bar).shape, style: Style(stroke: .color(stage.canvas.surface.text), strokeWidth: 2))
    return [Node(.cropped(stage.plot, [line]), entrance: entering ? .last : nil)]
  }

  /// The density curve over the bars of bins.
  private var curve: [Node] {
    guard let bins, !bins.curve.isEmpty, bins.curveWidth > 0, !stage.isDrawingIn else { return [] }
    let map = stage.window.map
    let points = bins.curve.compactMap { point -> Point? in
      let place = Point(x: map.pixel(of: point.x), y: axis.y(of: point.y) ?? .nan)
      return place.isFinite ? place : nil
    }
    guard let first = points.first else { return [] }
    var path = Path()
    path.move(to: first)
    for (index, point) in points.enumerated() where index % 4 == 0 || index == points.count - 1 { path.line(to: point) }
    let surface = stage.canvas.surface
    // Over its own bars a line of their colour would not be seen.
    let line = bins.isOutlined ? color : color.mixed(with: surface.text, share: 0.45)
    let style = Style(
      stroke: .color(line.standingOut(from: surface.color, by: Palette.leastContrast)), strokeWidth: bins.curveWidth,
      lineCap: .round, lineJoin: .round)
    return [Node(.cropped(stage.plot, [Node(.path(path), style: style)]))]
  }

  /// The bars that are in view.
  private func nodes(entering: Bool, as mark: any SeriesMark) -> [Node] {
    let growth = entering && BarMark.isGrowing(stage.animation) ? BarGrowth(inView, on: stage) : nil
    guard !isDense else { return [denseNode(isGrowing: growth != nil)] }
    let isNamed = areNamed(inView.count)
    if !isNamed, growth == nil, style.colors.isEmpty, style.gradient.isEmpty { return mergedNodes() }
    var nodes: [Node] = []
    nodes.reserveCapacity(inView.count)
    for point in inView {
      guard let bar = bar(at: point), bar.rect.height > 0, bar.rect.width > 0 else { continue }
      nodes.append(
        Node(
          outline(of: bar).shape, style: fill(of: bar), meaning: isNamed ? mark.meaning(of: point) : nil,
          entrance: growth.map { .grow(baseline: axis.baseline, during: $0.part(of: point)) }))
    }
    return nodes
  }

  /// Many bars, none of which says anything for itself: those that look alike are one shape, of which a thousand take no longer
  /// to make and to write than two hundred elements.
  private func mergedNodes() -> [Node] {
    var (path, others) = (Path(), [Node]())
    path.reserve(5 * inView.count)
    for point in inView {
      guard let bar = bar(at: point), bar.rect.height > 0, bar.rect.width > 0 else { continue }
      switch outline(of: bar).shape {
      case .rect(let rect, cornerRadius: 0) where !bar.isSelected && !bar.isZero: path.append(rect)
      case .path(let outline) where !bar.isSelected && !bar.isZero: path.append(outline)
      case let shape: others.append(Node(shape, style: fill(of: bar)))
      }
    }
    guard !path.elements.isEmpty else { return others }
    return [Node(.path(path), style: ownFill)] + others
  }

  /// The bars as they come in, unless each grows by itself.
  private func entering(_ nodes: [Node], _ entering: Bool) -> [Node] {
    switch stage.animation.kind {
    case .wipe: return stage.wiped(nodes, entering: entering)
    case .count:
      guard entering, let first = inView.first, let last = inView.last else { return nodes }
      let map = stage.window.map
      let left = map.pixel(of: series.points.positions[first] - stage.slot / 2)
      let right = map.pixel(of: series.points.positions[last] + stage.slot / 2)
      let rect = Rect(x: left, y: 0, width: right - left, height: stage.canvas.size.height)
      return [Node(.group(nodes), entrance: .wipe(rect, steps: inView.count))]
    case .none, .sweep, .stroke, .grow: return nodes
    }
  }

  /// What a bar is painted with: highlighted, of value 0, of its own colour, or as its series.
  func fill(of bar: PlacedBar) -> Style {
    let opacity = bar.isSelected ? style.highlighted.opacity : style.opacity
    if bar.isSelected, let color = style.highlighted.color { return Style(fill: color, opacity: opacity) }
    if bar.isZero {
      let surface = stage.canvas.surface
      let grey = surface.disabled.standingOut(from: surface.color, by: Palette.leastContrast)
      return Style(fill: style.zero?.color ?? grey, opacity: opacity)
    }
    if style.colors.indices.contains(bar.index) { return Style(fill: style.colors[bar.index], opacity: opacity) }
    guard style.gradient.isEmpty else {
      return Style(fill: .gradient(.downwards(style.gradient.stops)), opacity: opacity)
    }
    return bar.isSelected && opacity != style.opacity ? Style(fill: color, opacity: opacity) : ownFill
  }

  /// What the bars of the series are painted with that are nothing special.
  private var ownFill: Style {
    guard let bins, bins.isOutlined else { return Style(fill: color, opacity: style.opacity) }
    var fill = color
    fill.alpha = UInt8(clamping: Int((Double(color.alpha) * style.opacity).rounded()))
    return Style(
      fill: fill, stroke: color.standingOut(from: stage.background, by: Palette.leastContrast), strokeWidth: 1)
  }

  /// Bars of which several share a px: for each half px one that covers all that they cover.
  private func denseNode(isGrowing: Bool) -> Node {
    let map = stage.window.map
    let positions = series.points.positions
    let share = stage.isDrawingIn && stage.animation.kind != .wipe ? stage.phase : 1
    let baseline = axis.baseline
    func y(of value: Double) -> Double { baseline + ((axis.y(of: value) ?? baseline) - baseline) * share }
    var path = Path()
    path.reserve(5 * min(inView.count, Int(saturating: max(stage.plot.width, 0) * 2) + 1))
    var start = inView.lowerBound
    while start < inView.upperBound {
      let column = (map.pixel(of: positions[start]) * 2).rounded(.down)
      let end = max(start + 1, min(positions.lowerBound(of: map.value(at: (column + 1) / 2)), inView.upperBound))
      if let (low, high) = stage.stacks.extent(of: series.index, in: start..<end) {
        let (upper, lower) = (min(y(of: low), y(of: high)), max(y(of: low), y(of: high)))
        path.move(to: Point(x: column / 2, y: upper))
        path.line(to: Point(x: column / 2 + 0.5, y: upper))
        path.line(to: Point(x: column / 2 + 0.5, y: lower))
        path.line(to: Point(x: column / 2, y: lower))
        path.close()
      }
      start = end
    }
    return Node(
      // Without outlines what is seen through would be too pale.
      .path(path), style: Style(fill: color, opacity: bins?.isOutlined == true ? 1 : style.opacity),
      entrance: isGrowing ? .grow(baseline: baseline) : nil)
  }
}

// MARK: - Tracks

extension BarMark {
  /// The tracks of a column: one where bars stand on one another, drawn by the first series of the column.
  private var columnTracks: [Node] {
    guard let column = stage.groups.columns.first(where: { $0.contains(series.index) }), column.first == series.index
    else { return [] }
    for index in column {
      guard let series = stage.data.series(index), let style = series.spec.bar, let track = style.track else {
        continue
      }
      return BarMark(series, style, on: stage).tracks(track)
    }
    return []
  }

  /// The tracks as high as the plot behind the bars, also behind one of value 0 (B4).
  private func tracks(_ color: Color) -> [Node] {
    guard !isDense else { return [] }
    let plot = stage.plot
    return inView.compactMap { point in
      guard !series.points.values[point].isNaN else { return nil }
      let (left, right) = horizontalExtent(of: point)
      let rect = Rect(x: min(left, right), y: plot.minY, width: abs(right - left), height: plot.height)
      return Node(
        BarOutline(shape, in: rect, direction: axis.isReversed ? .down : .up).shape, style: Style(fill: color))
    }
  }
}
