import ChartModel

/// The points of one series: where each stands, how large it is and in which colour.
struct ScatterMark: SeriesMark {
  let stage: PlotStage
  let series: PlotSeries
  let style: ScatterStyleSpec
  let axis: ValueAxisLayout
  let inView: Range<Int>
  private let sizes: ScatterSizes
  private let colors: ScatterColors
  /// How sure the values are.
  private let errors: ErrorMarks?

  init(_ series: PlotSeries, _ style: ScatterStyleSpec, on stage: PlotStage) {
    self.stage = stage
    self.series = series
    self.style = style
    axis = stage.axis(series.spec.axis)
    sizes = ScatterSizes(style)
    colors = ScatterColors(style, standard: stage.color(of: series), palette: stage.palette, on: stage.canvas.surface)
    // What stands beside the plot may reach into it.
    let scale = abs(stage.window.map.scale)
    let reach = scale > 0 ? style.reach / scale : 0
    inView = stage.points(
      of: series, within: stage.window.hasBefore || stage.window.hasAfter ? reach : stage.window.length * 1e-9)
    errors = ErrorMarks(
      series, on: stage, inView: inView,
      color: stage.color(of: series).standingOut(from: stage.canvas.surface.color, by: Palette.leastContrast))
  }

  var nearness: Nearness { .distance }

  /// Where a point is: as far as it has grown from the baseline.
  func place(of point: Int) -> Point? {
    let value = series.points.values[point]
    guard !value.isNaN, !series.points.positions[point].isNaN else { return nil }
    let place = Point(
      x: stage.window.map.pixel(of: series.points.positions[point]), y: axis.map.pixel(of: value))
    guard place.isFinite else { return nil }
    guard stage.isDrawingIn || stage.phase > 1, stage.animation.kind == .grow else { return place }
    return Point(x: place.x, y: axis.baseline + (place.y - axis.baseline) * stage.phase)
  }

  /// What is drawn and hit at a point; `nil` for one that has no place.
  func glyph(of point: Int) -> PointGlyph? {
    guard let place = place(of: point) else { return nil }
    return PointGlyph(style.shape, center: place, radius: sizes.radius(of: series.specIndex(of: point)))
  }

  func color(of point: Int) -> Color { colors.color(of: series.specIndex(of: point)) }

  /// Points in the order in which they are drawn: the larger ones below, so that none hides another one wholly.
  private func drawingOrder(_ points: Range<Int>) -> [Int] {
    guard sizes.areByValue else { return Array(points) }
    let radii = points.map { sizes.radius(of: series.specIndex(of: $0)) }
    return points.sorted { first, second in
      let (one, other) = (radii[first - points.lowerBound], radii[second - points.lowerBound])
      return one == other ? first < second : one > other
    }
  }
}

// MARK: - Drawing

extension ScatterMark {
  func drawings(entering: Bool) -> [LayerDrawing] {
    guard stage.hasBegun else { return [] }
    let isNamed = areNamed(inView.count)
    let nodes = drawingOrder(inView).compactMap { point -> Node? in
      guard isCounted(point), let glyph = glyph(of: point), glyph.radius > 0 else { return nil }
      return Node(glyph.shape, style: paint(of: point), meaning: isNamed ? meaning(of: point) : nil)
    }
    guard !nodes.isEmpty else { return [] }
    let bars = errors?.whiskers(inView, place) ?? []
    let band = stage.isDrawingIn ? [] : errors?.band(.linear, series.points) ?? []
    let below = bars + (band.isEmpty ? [] : [Node(.cropped(stage.plot, band))])
    return [
      LayerDrawing(
        layer: .scatter,
        body: entersLast(below, entering) + [
          Node(.cropped(crop(reach: reach), self.entering(nodes, reach: reach, entering: entering)), meaning: meaning)
        ])
    ]
  }

  /// A disc that lets others through, in a line that does not: so each can be seen where many lie on one another, and pale
  /// ones stand out from what they lie on.
  private func paint(of point: Int) -> Style {
    var fill = color(of: point)
    let border = style.border ?? fill.standingOut(from: stage.background, by: Palette.leastContrast)
    fill.alpha = UInt8(clamping: Int((Double(fill.alpha) * style.opacity).rounded()))
    return Style(fill: fill, stroke: style.borderWidth > 0 ? border : nil, strokeWidth: style.borderWidth)
  }

  /// How far from its place anything of a point is drawn, in px.
  private var reach: Double { style.reach + 1 }

  private var borderReach: Double { style.borderReach }

  func highlight(of point: Int, at place: Point) -> [Node] {
    guard let glyph = glyph(of: point) else { return [] }
    let ring = PointGlyph(style.shape, center: place, radius: max(glyph.radius, 2.5))
    return [
      Node(ring.shape, style: Style(fill: nil, stroke: stage.background, strokeWidth: 5)),
      Node(ring.shape, style: Style(fill: color(of: point), stroke: stage.canvas.surface.text, strokeWidth: 2)),
    ]
  }

  /// Points come in from the left to the right; a stroke has nothing to draw of them.
  var drawnEdge: Double {
    guard stage.isDrawingIn else { return .infinity }
    guard stage.phase > 0 else { return -.infinity }
    switch stage.animation.kind {
    case .wipe, .stroke: return stage.wipeEdge
    case .none, .sweep, .count, .grow: return .infinity
    }
  }
}

// MARK: - Hitting

extension ScatterMark {
  /// The uppermost point whose outline a place lies in.
  func hit(at place: Point, _ part: LayerPart, of layer: SeriesSpec.Layer) -> Int? {
    guard layer == .scatter, part == .body, crop(reach: reach).contains(place), place.x < drawnEdge else { return nil }
    let map = stage.window.map
    guard map.isInvertible else { return nil }
    let ends = [map.value(at: place.x - reach), map.value(at: place.x + reach)].sorted()
    let positions = series.points.positions
    let near = (positions.lowerBound(of: ends[0])..<positions.upperBound(of: ends[1])).clamped(to: inView)
    let hit = near.filter { point in
      isCounted(point) && glyph(of: point).map { $0.contains(place, border: borderReach) } ?? false
    }
    // Of points on one another the last one drawn is seen: the smallest.
    let uppermost = hit.max { first, second in
      let (one, other) = (
        sizes.radius(of: series.specIndex(of: first)), sizes.radius(of: series.specIndex(of: second))
      )
      return one == other ? first < second : one > other
    }
    return uppermost ?? errors?.hit(at: place, self.place)
  }

  func covers(_ rect: Rect, except point: Int?) -> Bool {
    let map = stage.window.map
    guard map.isInvertible, crop(reach: reach).intersects(rect) else { return false }
    let positions = series.points.positions
    let first = positions.lowerBound(of: map.value(at: rect.minX - reach))
    let near = first..<max(positions.upperBound(of: map.value(at: rect.maxX + reach)), first)
    guard near.count <= 2_000 else { return true }
    if errors?.covers(rect, place) == true { return true }
    return near.clamped(to: inView).contains { other in
      guard other != point, let glyph = glyph(of: other) else { return false }
      return rect.distance(to: glyph.center) < glyph.radius * PointGlyph.reach(style.shape) + borderReach
    }
  }

  func markerPlace(of point: Int) -> (distance: Double, isBelow: Bool) {
    (sizes.radius(of: series.specIndex(of: point)) + borderReach + 2, false)
  }
}

// MARK: - Words

extension ScatterMark {
  /// A point in words: `12, Cities: 80, population 3.4M, continent Asia`.
  func words(of point: Int) -> String {
    let titles = [
      ("size", style.size.map { $0.title ?? $0.column ?? "size" }),
      ("color", style.colorBy.map { $0.title ?? $0.column ?? "color" }),
    ]
    return titles.reduce(stage.words.sentence(of: point, series)) { words, channel in
      guard let title = channel.1, let text = filling(channel.0, of: point), !text.isEmpty else { return words }
      return "\(words), \(title.shortened) \(text.shortened)"
    }
  }

  func filling(_ placeholder: String, of point: Int) -> String? {
    let index = series.specIndex(of: point)
    let (name, format) = stage.words.format.named(by: placeholder)
    switch name {
    case "size":
      return sizes.value(of: index).map(format.value) ?? ""
    case "color":
      return colors.name(of: index) ?? colors.value(of: index).map(stage.words.format.value) ?? ""
    default: return stage.words.filling(placeholder, of: point, series)
    }
  }
}
