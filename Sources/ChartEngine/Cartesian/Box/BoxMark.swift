import ChartModel

/// The boxes of one series, and the values beside them that are drawn as points (M6).
final class BoxMark: SeriesMark {
  let stage: PlotStage
  let series: PlotSeries
  let style: BoxStyleSpec
  let axis: ValueAxisLayout
  let inView: Range<Int>
  /// How far the sides of its column are from a position, in coordinates.
  private let sides: ClosedRange<Double>
  /// How far each point is beside its place, in px: those in view, the first one first.
  private let offsets: [Double]

  /// A box as it is drawn, in px: heights of the ends of its whiskers, its quartiles, its median and its mean.
  struct PlacedBox {
    let rect: Rect
    let (high, median, low, mean): (Double, Double, Double, Double)
    let summary: BoxSummary

    var x: Double { rect.midX }
    /// Half of the length of the line at a whisker's end.
    var cap: Double { rect.width / 4 }
    /// From the middle of the mean's diamond to its corners.
    var diamond: Double { min(max(rect.width / 8, 3), 6) }
  }

  init(_ series: PlotSeries, _ style: BoxStyleSpec, on stage: PlotStage) {
    (self.series, self.style, self.stage) = (series, style, stage)
    axis = stage.axis(series.spec.axis)
    let inView = stage.pointsOfSlots(of: series)
    (sides, self.inView) = (stage.sides(of: series), inView)
    offsets = BoxMark.offsets(
      series, style, inView, axis.map, width: (sides.upperBound - sides.lowerBound) * abs(stage.window.map.scale))
  }

  var nearness: Nearness { .distance }
  var offset: Double { (sides.lowerBound + sides.upperBound) / 2 }

  /// What is reckoned of an entry; `nil` for a point.
  func summary(of point: Int) -> BoxSummary? {
    let index = series.specIndex(of: point)
    return style.boxes.indices.contains(index) ? style.boxes[index] : nil
  }

  /// Where the median is, or a point.
  func place(of point: Int) -> Point? {
    let value = series.points.values[point]
    guard !value.isNaN, !series.points.positions[point].isNaN else { return nil }
    let center = stage.window.map.pixel(of: series.points.positions[point] + offset)
    let beside = inView.contains(point) ? offsets[point - inView.lowerBound] : 0
    let place = Point(x: center + beside, y: stage.grown(axis.map.pixel(of: value), from: axis.baseline))
    return place.isFinite ? place : nil
  }

  /// What is drawn and hit of an entry that is a box.
  func box(at point: Int) -> PlacedBox? {
    guard let summary = summary(of: point), let place = place(of: point), isCounted(point) else { return nil }
    func y(_ value: Double) -> Double {
      stage.nearPlot(axis.y(of: value).map { stage.grown($0, from: axis.baseline) } ?? place.y)
    }
    let column = (sides.upperBound - sides.lowerBound) * abs(stage.window.map.scale)
    let width = BoxMark.width(style, column: column)
    let (top, bottom) = (min(y(summary.upper), y(summary.lower)), max(y(summary.upper), y(summary.lower)))
    let left = style.points == .beside ? place.x - column * 0.4 : place.x - width / 2
    return PlacedBox(
      rect: Rect(x: left, y: top, width: width, height: bottom - top),
      high: min(y(summary.high), y(summary.low), top), median: min(max(y(summary.median), top), bottom),
      low: max(y(summary.low), y(summary.high), bottom), mean: y(summary.mean),
      summary: summary)
  }

  /// How wide the line around the mean is, in px.
  private static let meanLine = 1.5

  /// A wide column is not filled: a box is no area.
  private static func width(_ style: BoxStyleSpec, column: Double) -> Double {
    guard column.isFinite else { return 1 }
    return max(min(column * (style.points == .beside ? 0.35 : 0.75), 64), 1)
  }

  /// Points that lie on one another are moved to the side.
  private static func offsets(
    _ series: PlotSeries, _ style: BoxStyleSpec, _ points: Range<Int>, _ map: PixelMap, width: Double
  ) -> [Double] {
    var offsets = [Double](repeating: 0, count: points.count)
    func isBox(_ point: Int) -> Bool {
      let index = series.specIndex(of: point)
      return style.boxes.indices.contains(index) && style.boxes[index] != nil
    }
    var start = points.lowerBound
    while start < points.upperBound {
      // A box, and behind it its points.
      let first = isBox(start) ? start + 1 : start
      var end = first
      while end < points.upperBound, !isBox(end) { end += 1 }
      let isBeside = style.points == .beside
      let column = width.isFinite ? width : 0
      let spread = Spread.offsets(
        (first..<max(end, first)).map { map.pixel(of: series.points.values[$0]).madeFinite },
        distance: style.pointRadius * 2 + 1, reach: max(column * (isBeside ? 0.2 : 0.45) - style.pointRadius, 0))
      for (place, offset) in spread.enumerated() {
        offsets[first + place - points.lowerBound] = offset + (isBeside ? column * 0.2 : 0)
      }
      start = max(end, start + 1)
    }
    return offsets
  }
}

// MARK: - Drawing

extension BoxMark {
  func drawings(entering: Bool) -> [LayerDrawing] {
    guard stage.hasBegun else { return [] }
    let (isNamed, line, paint) = (areNamed(inView.count), line, paint)
    var (boxes, points): ([Node], [Node]) = ([], [])
    for point in inView where isCounted(point) {
      if let box = box(at: point) {
        boxes.append(node(box, isNamed ? meaning(of: point) : nil, line: line))
      } else if summary(of: point) == nil, let place = place(of: point) {
        points.append(
          Node(
            .circle(center: place, radius: style.pointRadius), style: paint,
            meaning: isNamed ? meaning(of: point) : nil))
      }
    }
    // Through a box that all points are drawn in these are to be seen.
    var marks = style.points == .all ? points : boxes
    marks += style.points == .all ? boxes : points
    guard !marks.isEmpty else { return [] }
    marks = self.entering(marks, reach: style.pointRadius, entering: entering)
    return [LayerDrawing(layer: .bar, body: [Node(.cropped(crop, marks), meaning: meaning)])]
  }

  /// Where it may be drawn: what stands at an edge of the plot is whole, unless there is more beyond.
  private var crop: Rect {
    let (reach, plot, domain) = (style.pointRadius + 1, stage.plot, axis.domain)
    let own = crop(reach: reach)
    let ends = style.boxes.compactMap(\.self).flatMap { [$0.low, $0.high].map(axis.transform.coordinate) }
    var (above, below) = (own.minY, own.maxY)
    if ends.contains(where: { $0 < domain.lower }) {
      if axis.isReversed { above = plot.minY } else { below = plot.maxY }
    }
    if ends.contains(where: { $0 > domain.upper }) {
      if axis.isReversed { below = plot.maxY } else { above = plot.minY }
    }
    return Rect(x: own.minX, y: above, width: own.width, height: below - above)
  }

  /// What lines are drawn in: such that they can be told from points of the same colour.
  private var line: Color {
    let line = color.standingOut(from: stage.background, by: Palette.leastContrast)
    return style.points == .all ? line.mixed(with: stage.canvas.surface.text, share: 0.6) : line
  }

  private var paint: Style {
    let line = color.standingOut(from: stage.background, by: Palette.leastContrast)
    var fill = color
    fill.alpha = UInt8(clamping: Int(Double(color.alpha) * 0.5))
    return Style(fill: fill, stroke: line, strokeWidth: style.points == .all ? 0.5 : 1)
  }

  private func node(_ box: PlacedBox, _ meaning: Meaning?, line: Color) -> Node {
    var whiskers = Path()
    for (start, end) in [(box.rect.minY, box.high), (box.rect.maxY, box.low)] where start != end {
      whiskers.move(to: Point(x: box.x, y: start))
      whiskers.line(to: Point(x: box.x, y: end))
      whiskers.move(to: Point(x: box.x - box.cap, y: end))
      whiskers.line(to: Point(x: box.x + box.cap, y: end))
    }
    var median = Path()
    median.move(to: Point(x: box.rect.minX, y: box.median))
    median.line(to: Point(x: box.rect.maxX, y: box.median))
    let stroke = Style(stroke: .color(line), strokeWidth: style.lineWidth, lineJoin: .miter)
    var parts = [
      Node(
        .rect(box.rect, cornerRadius: 0),
        style: Style(
          fill: style.points == .all ? nil : color.mixed(with: stage.background, share: 0.65), stroke: line,
          strokeWidth: style.lineWidth)),
      Node(
        .path(median),
        style: Style(stroke: .color(line), strokeWidth: max(style.lineWidth * 2, 1.5), lineJoin: .miter)),
    ]
    if !whiskers.elements.isEmpty { parts.insert(Node(.path(whiskers), style: stroke), at: 0) }
    if style.showsMean {
      var diamond = Path()
      let reach = box.diamond
      diamond.move(to: Point(x: box.x, y: box.mean - reach))
      diamond.line(to: Point(x: box.x + reach, y: box.mean))
      diamond.line(to: Point(x: box.x, y: box.mean + reach))
      diamond.line(to: Point(x: box.x - reach, y: box.mean))
      diamond.close()
      parts.append(
        Node(.path(diamond), style: Style(fill: stage.background, stroke: line, strokeWidth: BoxMark.meanLine)))
    }
    return Node(.group(parts), meaning: meaning)
  }

  func highlight(of point: Int, at place: Point) -> [Node] {
    let text = stage.canvas.surface.text
    guard let box = box(at: point) else {
      return [
        Node(
          .circle(center: place, radius: style.pointRadius + 1), style: Style(fill: color, stroke: text, strokeWidth: 2)
        )
      ]
    }
    let frame = Rect(
      x: box.rect.minX - 4, y: box.high - 4, width: box.rect.width + 8, height: box.low - box.high + 8)
    return [
      Node(
        .cropped(
          stage.plot.inset(by: -4),
          [Node(.rect(frame, cornerRadius: 3), style: Style(stroke: .color(text), strokeWidth: 1.5))]))
    ]
  }
}

// MARK: - Hitting

extension BoxMark {
  var entryName: String { "box" }

  func hit(at place: Point, _ part: LayerPart, of layer: SeriesSpec.Layer) -> Int? {
    guard layer == .bar, part == .body, crop.contains(place), place.x < drawnEdge else {
      return nil
    }
    let near = points(from: place.x, to: place.x, reach: stage.slot / 2, slack: style.pointRadius)
    // Points lie over boxes, and the last one over the others.
    let hit = near.last { point in
      guard summary(of: point) == nil, isCounted(point), let center = self.place(of: point) else { return false }
      return Point(x: place.x - center.x, y: place.y - center.y).length <= style.pointRadius + 0.5
    }
    if let hit { return hit }
    let half = style.lineWidth / 2
    return near.last { point in
      guard let box = box(at: point) else { return false }
      if box.rect.inset(by: -half).contains(place) { return true }
      let isAtLine = abs(place.x - box.x) <= half && place.y >= box.high && place.y <= box.low
      let isAtCap =
        abs(place.x - box.x) <= box.cap && [box.high, box.low].contains { abs($0 - place.y) <= half }
      // A line around it is as much wider at its corners.
      let isAtMean =
        style.showsMean
        && abs(place.x - box.x) + abs(place.y - box.mean) <= box.diamond + BoxMark.meanLine / 2.0.squareRoot()
      return isAtLine || isAtCap || isAtMean
    }
  }

  func rect(of point: Int) -> Rect? {
    box(at: point).map { Rect(x: $0.rect.minX, y: $0.high, width: $0.rect.width, height: $0.low - $0.high) }
  }

  func covers(_ rect: Rect, except point: Int?) -> Bool {
    guard stage.plot.intersects(rect) else { return false }
    let near = points(from: rect.minX, to: rect.maxX, reach: stage.slot / 2, slack: style.pointRadius)
    // So many that they leave nothing free.
    guard near.count <= 2_000 else { return true }
    return near.contains { other in
      guard other != point else { return false }
      if let box = self.rect(of: other) { return box.intersects(rect) }
      return place(of: other).map { rect.distance(to: $0) < style.pointRadius + 0.5 } ?? false
    }
  }

  func markerPlace(of point: Int) -> (distance: Double, isBelow: Bool) {
    guard let box = box(at: point) else { return (style.pointRadius + 2, false) }
    return (max(box.median - box.high, 0) + 4, false)
  }
}

// MARK: - Words

extension BoxMark {
  /// A box in words: `Adelie: median 3,700, quartiles 3,350 to 4,000, whiskers 2,850 to 4,775, of 151 values`.
  func words(of point: Int) -> String {
    guard let box = summary(of: point) else { return stage.words.sentence(of: point, series) }
    let label = stage.words.position.words(at: series.points.positions[point])
    func text(_ value: Double) -> String { stage.words.value(value, of: series) }
    return label + series.nameInWords + "median \(text(box.median)), quartiles \(text(box.lower)) to "
      + "\(text(box.upper)), whiskers \(text(box.low)) to \(text(box.high)), of \(box.count.counted("value", "values"))"
  }

  func filling(_ placeholder: String, of point: Int) -> String? {
    let (name, format) = stage.words.format(of: series).named(by: placeholder)
    guard let box = summary(of: point) else { return stage.words.filling(placeholder, of: point, series) }
    func text(_ value: Double) -> String { stage.words.value(value, of: series, format) }
    switch name {
    case "median": return text(box.median)
    case "lower": return text(box.lower)
    case "upper": return text(box.upper)
    case "low": return text(box.low)
    case "high": return text(box.high)
    case "mean": return text(box.mean)
    case "count": return NumberFormat(FormatSpec()).value(Double(box.count))
    default: return stage.words.filling(placeholder, of: point, series)
    }
  }

  func sharedText(of point: Int) -> String {
    let value = filling("value", of: point) ?? ""
    guard summary(of: point) != nil else { return value }
    return "median \(value), quartiles \(filling("lower", of: point) ?? "") – \(filling("upper", of: point) ?? "")"
  }

  func standardMarker(of point: Int) -> [MarkerRunSpec]? {
    guard summary(of: point) != nil else { return nil }
    let series = stage.words.seriesCount > 1 && !style.hasOwnSlots ? "{label}, {series}" : "{label}"
    return [MarkerRunSpec("\(series)\nmedian {median}\nquartiles {lower} – {upper}\nwhiskers {low} – {high}")]
  }
}
