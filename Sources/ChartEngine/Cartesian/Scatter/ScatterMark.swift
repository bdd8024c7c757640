import ChartModel
import JSONModel

/// The points of one series: where each stands, how large it is and in which colour.
final class ScatterMark: SeriesMark {
  let stage: PlotStage
  let series: PlotSeries
  let style: ScatterStyleSpec
  let axis: ValueAxisLayout
  let inView: Range<Int>
  // Of the axes, which are large: what is asked for each point.
  private let (x, y): (PixelMap, PixelMap)
  private let sizes: ScatterSizes
  private let colors: EntryColors
  /// How sure the values are.
  private let errors: ErrorMarks?
  /// How far points in view are beside their places, in px, the first one first; empty where they stand right there.
  private let offsets: [Double]

  init(_ series: PlotSeries, _ style: ScatterStyleSpec, on stage: PlotStage) {
    let style = style.fitted(to: stage.canvas.scaleOfMarks)
    self.stage = stage
    self.series = series
    self.style = style
    axis = stage.axis(series.spec.axis)
    (x, y) = (stage.window.map, axis.map)
    sizes = ScatterSizes(style)
    colors = EntryColors(
      style.colorBy, standard: stage.color(of: series), palette: stage.palette, on: stage.canvas.surface,
      shown: stage.shownColors)
    // What stands beside the plot may reach into it.
    let scale = abs(stage.window.map.scale)
    let reach = scale > 0 ? style.reach / scale : 0
    inView = stage.points(
      of: series, within: stage.window.hasBefore || stage.window.hasAfter ? reach : stage.window.length * 1e-9)
    offsets = ScatterMark.offsets(series, style, inView, axis.map, sizes, on: stage)
    errors = ErrorMarks(
      series, on: stage, inView: inView,
      color: stage.color(of: series).standingOut(from: stage.canvas.surface.color, by: Palette.leastContrast))
  }

  var nearness: Nearness { .distance }
  var tintsOthers: Bool { errors?.isBand == true }

  /// Where a point is: as far as it has grown from the baseline.
  func place(of point: Int) -> Point? {
    let (position, value) = (series.points.positions[point], series.points.values[point])
    guard !value.isNaN, !position.isNaN, series.isTaken(point) else { return nil }
    let place = Point(x: x.pixel(of: position) + beside(point), y: y.pixel(of: value))
    guard place.isFinite else { return nil }
    return Point(x: place.x, y: stage.grown(place.y, from: axis.baseline))
  }

  /// How far a point is beside its place, in px.
  private func beside(_ point: Int) -> Double {
    guard !offsets.isEmpty, inView.contains(point) else { return 0 }
    return offsets[point - inView.lowerBound]
  }

  /// Where points in one slot stand so that each can be seen.
  private static func offsets(
    _ series: PlotSeries, _ style: ScatterStyleSpec, _ points: Range<Int>, _ map: PixelMap, _ sizes: ScatterSizes,
    on stage: PlotStage
  ) -> [Double] {
    let positions = series.points.positions
    // Of bubbles, and at names in both directions, places say more than that each can be seen.
    let isAsked = style.isSpread ?? (stage.data.axis.isCategory && !sizes.areByValue && series.valueNames.isEmpty)
    guard isAsked, points.count > 1 else { return [] }
    let slot = abs(stage.window.map.scale) * stage.slot
    guard slot.isFinite else { return [] }
    var offsets: [Double] = []
    offsets.reserveCapacity(points.count)
    var start = points.lowerBound
    while start < points.upperBound {
      let end = max(min(positions.upperBound(of: positions[start]), points.upperBound), start + 1)
      let radius = (start..<end).reduce(0.0) { max($0, sizes.radius(of: series.specIndex(of: $1))) }
      offsets += Spread.offsets(
        (start..<end).map { map.pixel(of: series.points.values[$0]).madeFinite },
        distance: radius * 2 + style.borderWidth, reach: max(slot * 0.45 - radius, 0))
      start = end
    }
    return offsets
  }

  /// How far a point may be beside its place, in px.
  private var spread: Double { offsets.isEmpty ? 0 : abs(stage.window.map.scale) * stage.slot / 2 }

  /// What is drawn and hit at a point; `nil` for one that has no place.
  func glyph(of point: Int) -> PointGlyph? {
    guard let place = place(of: point) else { return nil }
    return PointGlyph(style.shape, center: place, radius: sizes.radius(of: series.specIndex(of: point)))
  }

  func color(of point: Int) -> Color { colors.color(of: series.specIndex(of: point)) }

  /// Goes through the points that have come in, in the order in which they are drawn: the larger ones below, so that none
  /// hides another one wholly.
  private func forEachDrawn(_ body: (_ point: Int) -> Void) {
    let counted = stage.counted(inView)?.clamped(to: inView) ?? inView
    guard sizes.areByValue else { return counted.forEach(body) }
    let radii = inView.map { sizes.radius(of: series.specIndex(of: $0)) }
    let order = inView.sorted { first, second in
      let (one, other) = (radii[first - inView.lowerBound], radii[second - inView.lowerBound])
      return one == other ? first < second : one > other
    }
    for point in order where counted.contains(point) { body(point) }
  }
}

// MARK: - Drawing

extension ScatterMark {
  func drawings(entering: Bool) -> [LayerDrawing] {
    guard stage.hasBegun else { return [] }
    let isNamed = areNamed(inView.count)
    let nodes =
      density.map { [$0] } ?? (isNamed || style.shape != .circle ? glyphs(areNamed: isNamed) : discs)
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

  private func glyphs(areNamed: Bool) -> [Node] {
    var (nodes, paints) = ([Node](), [Tone: Style]())
    nodes.reserveCapacity(inView.count)
    forEachDrawn { point in
      guard let glyph = glyph(of: point), glyph.radius > 0 else { return }
      let tone = tone(of: point)
      let paint = paints[tone] ?? paint(tone)
      paints[tone] = paint
      nodes.append(Node(glyph.shape, style: paint, meaning: areNamed ? meaning(of: point) : nil))
    }
    return nodes
  }

  /// Very many circles, none of which says what it is.
  private var discs: [Node] {
    var dots = Dots(capacity: inView.count)
    var paints: [Tone: Int32] = [:]
    var (known, number): (Tone?, Int32) = (nil, 0)
    forEachDrawn { point in
      let radius = sizes.radius(of: series.specIndex(of: point))
      guard radius > 0, let center = place(of: point) else { return }
      // Where no value decides, the first one's is that of all.
      let tone = colors.areByValue ? tone(of: point) : known ?? tone(of: point)
      if tone != known {
        number = paints[tone] ?? dots.add(paint(tone))
        (paints[tone], known) = (number, tone)
      }
      dots.append(center, radius: radius, style: number)
    }
    return dots.dots.isEmpty ? [] : [Node(.dots(dots))]
  }

  /// Whether points are drawn as how many there are in each place.
  private var isDense: Bool { PointDensity.shows(inView.count, of: series) }

  /// More points than can be drawn one by one; `nil` for fewer.
  private var density: Node? {
    guard isDense else { return nil }
    let isColored = style.colorBy?.values.isEmpty == false
    let color = stage.color(of: series).standingOut(from: stage.background, by: Palette.leastContrast)
    // The last one is that of points that have none of their own.
    let levels = isColored ? colors.levels + [color] : []
    let density: PointDensity? =
      if isColored || stage.isDrawingIn || stage.phase > 1 {
        added(levels: isColored ? levels.count : 0)
      } else if let taken = series.taken {
        PointDensity(taken, x, y) ?? added(levels: 0)
      } else if let cache = series.density {
        cache.density(DensityCache.Key(area: crop(reach: 0), x: x, y: y)) { added(levels: 0) }
      } else {
        added(levels: 0)
      }
    return density?.node(levels, color, on: stage.canvas.surface)
  }

  /// Point by point.
  /// - Parameter levels: How many colours there are; 0 where points have none of their own.
  private func added(levels: Int) -> PointDensity? {
    guard var density = PointDensity(of: crop(reach: 0), isColored: levels > 0) else { return nil }
    colors.withLevels { level in
      for point in stage.counted(inView)?.clamped(to: inView) ?? inView {
        guard let place = place(of: point) else { continue }
        density.add(place, level: levels > 0 ? level(series.specIndex(of: point)) ?? UInt8(clamping: levels - 1) : nil)
      }
    }
    return density
  }

  var warnings: [String] {
    guard isDense else { return [] }
    let format = stage.words.format
    return [
      "series[\(series.index)]: of \(format.value(Double(inView.count))) points it is drawn how many there are in each place; "
        + "up to \(format.value(Double(PointDensity.mostPoints))) are drawn one by one"
    ]
  }

  /// What decides how a point is painted.
  private struct Tone: Hashable {
    var color: Color
    /// Whether its colour is among those that are brushed.
    var isShown: Bool
  }

  private func tone(of point: Int) -> Tone {
    let index = series.specIndex(of: point)
    return Tone(color: colors.color(of: index), isShown: colors.isShown(index))
  }

  /// A disc that lets others through, in a line that does not: so each can be seen where many lie on one another, and pale
  /// ones stand out from what they lie on, unless they are to pale.
  private func paint(_ tone: Tone) -> Style {
    var fill = tone.color
    let border =
      !tone.isShown ? fill : style.border ?? fill.standingOut(from: stage.background, by: Palette.leastContrast)
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
}

// MARK: - Hitting

extension ScatterMark {
  func hit(at place: Point, _ part: LayerPart, of layer: SeriesSpec.Layer) -> Int? {
    guard layer == .scatter, part == .body, place.x < drawnEdge else { return nil }
    // Errors may reach farther beyond the plot than points do.
    return uppermost(at: place) ?? errors?.hit(at: place, self.place)
  }

  /// The uppermost point whose outline a place lies in.
  private func uppermost(at place: Point) -> Int? {
    guard crop(reach: reach).contains(place), x.isInvertible else { return nil }
    let wide = reach + spread
    let ends = [x.value(at: place.x - wide), x.value(at: place.x + wide)].sorted()
    let positions = series.points.positions
    let near = (positions.lowerBound(of: ends[0])..<positions.upperBound(of: ends[1])).clamped(to: inView)
    let hit = near.filter { point in
      isCounted(point) && glyph(of: point).map { $0.contains(place, border: borderReach) } ?? false
    }
    // Of points on one another the last one drawn is seen: the smallest.
    return hit.max { first, second in
      let (one, other) = (
        sizes.radius(of: series.specIndex(of: first)), sizes.radius(of: series.specIndex(of: second))
      )
      return one == other ? first < second : one > other
    }
  }

  func covers(_ rect: Rect, except point: Int?) -> Bool {
    guard x.isInvertible, crop(reach: reach).intersects(rect) else { return false }
    let positions = series.points.positions
    let wide = reach + spread
    let first = positions.lowerBound(of: x.value(at: rect.minX - wide))
    let near = first..<max(positions.upperBound(of: x.value(at: rect.maxX + wide)), first)
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
    let titles = [("size", style.size.map { _ in sizeTitle }), ("color", style.colorBy.map { _ in colorTitle })]
    return titles.reduce(stage.words.sentence(of: point, series)) { words, channel in
      guard let title = channel.1, let text = filling(channel.0, of: point), !text.isEmpty else { return words }
      return "\(words), \(title.shortened) \(text.shortened)"
    }
  }

  var seriesWords: String {
    guard let taken = series.taken else { return stage.words.words(of: series) }
    let count = Int(saturating: taken.rows.counts.reduce(0, +))
    return "\(series.spokenName): \(count) of \(series.points.count) values"
  }

  /// Both places, and what size and colour stand for.
  func standardMarker(of point: Int) -> [MarkerRunSpec]? {
    let isNamed = stage.words.seriesCount > 1 && !series.spec.name.isEmpty
    var text = isNamed ? "{series}\n{x}, {value}" : "{x}, {value}"
    if series.interval != nil { text += " ({low} – {high})" }
    if filling("size", of: point)?.isEmpty == false { text += "\n\(ScatterMark.literal(sizeTitle)) {size}" }
    if filling("color", of: point)?.isEmpty == false {
      text +=
        colors.name(of: series.specIndex(of: point)) == nil
        ? "\n\(ScatterMark.literal(colorTitle)) {color}" : "\n{color}"
    }
    return [MarkerRunSpec(text)]
  }

  private var sizeTitle: String { style.size?.title ?? style.size?.column ?? "size" }
  private var colorTitle: String { style.colorBy?.title ?? style.colorBy?.column ?? "color" }

  /// A text that a template writes as it is.
  private static func literal(_ text: String) -> String { text.shortened.filter { $0 != "{" && $0 != "}" } }

  func filling(_ placeholder: String, of point: Int) -> String? {
    let index = series.specIndex(of: point)
    let (name, format) = stage.words.format.named(by: placeholder)
    switch name {
    case "size":
      return sizes.value(of: index).map(format.value) ?? ""
    case "color":
      return colors.name(of: index) ?? colors.value(of: index).map(format.value) ?? ""
    default: return stage.words.filling(placeholder, of: point, series)
    }
  }
}
