import ChartModel

/// The prices of each time: from the first to the last, and from the lowest to the highest (M7).
final class CandlestickMark: SeriesMark {
  let stage: PlotStage
  let series: PlotSeries
  let style: CandlestickStyleSpec
  let axis: ValueAxisLayout
  let inView: Range<Int>
  /// How far a body's sides are from its position, in coordinates.
  private let sides: ClosedRange<Double>

  /// One time as it is drawn, in px.
  struct Candle {
    /// From the first to the last price, as wide as it is drawn.
    let body: Rect
    /// The heights of the first, the last, the highest and the lowest price.
    let (open, close, high, low): (Double, Double, Double, Double)
    let isRising: Bool

    var x: Double { body.midX }
  }

  init(_ series: PlotSeries, _ style: CandlestickStyleSpec, on stage: PlotStage) {
    (self.series, self.style, self.stage) = (series, style, stage)
    axis = stage.axis(series.spec.axis)
    (sides, inView) = (stage.sides(of: series), stage.pointsOfSlots(of: series))
  }

  var offset: Double { (sides.lowerBound + sides.upperBound) / 2 }

  /// Where the last price is.
  func place(of point: Int) -> Point? {
    let value = series.points.values[point]
    guard !value.isNaN else { return nil }
    let place = Point(
      x: stage.window.map.pixel(of: series.points.positions[point] + offset),
      y: stage.grown(axis.map.pixel(of: value), from: axis.baseline))
    return place.isFinite ? place : nil
  }

  /// What is drawn and hit; `nil` for a time without a last price. One without a first price has no body.
  func candle(at point: Int) -> Candle? {
    guard let place = place(of: point), isCounted(point) else { return nil }
    let index = series.specIndex(of: point)
    func height(_ coordinate: Double?) -> Double? {
      guard let coordinate, !coordinate.isNaN else { return nil }
      return stage.nearPlot(stage.grown(axis.map.pixel(of: coordinate), from: axis.baseline))
    }
    let close = stage.nearPlot(place.y)
    let openPrice = style.open?.number(at: index).map(axis.transform.coordinate)
    let open = height(openPrice) ?? close
    let high = height(series.interval?.high[point]) ?? close
    let low = height(series.interval?.low[point]) ?? close
    let map = stage.window.map
    let position = series.points.positions[point]
    let (left, right) = (map.pixel(of: position + sides.lowerBound), map.pixel(of: position + sides.upperBound))
    guard left.isFinite, right.isFinite else { return nil }
    // A body of no height is a line, and one of no width a hair.
    let width = max(abs(right - left), 1)
    let height = max(abs(open - close), 1)
    let body = Rect(x: (left + right) / 2 - width / 2, y: (open + close) / 2 - height / 2, width: width, height: height)
    return Candle(
      body: body, open: open, close: close, high: min(high, low, open, close), low: max(high, low, open, close),
      // One without a first price has not fallen.
      isRising: !(series.points.values[point] < openPrice ?? -.infinity))
  }
}

// MARK: - Drawing

extension CandlestickMark {
  func drawings(entering: Bool) -> [LayerDrawing] {
    guard stage.hasBegun else { return [] }
    let nodes =
      areNamed(inView.count)
      ? inView.compactMap { point in candle(at: point).map { node($0, meaning(of: point)) } } : mergedNodes()
    guard !nodes.isEmpty else { return [] }
    return [
      LayerDrawing(
        layer: .bar, inside: [Node(.group(self.entering(nodes, reach: 0, entering: entering)), meaning: meaning)])
    ]
  }

  private func node(_ candle: Candle, _ meaning: Meaning?) -> Node {
    let color = color(isRising: candle.isRising)
    var lines = Path()
    addLines(of: candle, to: &lines)
    guard style.style == .candles else { return Node(.path(lines), style: lineStyle(color), meaning: meaning) }
    let body = Node(.rect(outline(of: candle), cornerRadius: 0), style: bodyStyle(color, isRising: candle.isRising))
    return Node(
      .group((lines.elements.isEmpty ? [] : [Node(.path(lines), style: lineStyle(color))]) + [body]), meaning: meaning)
  }

  /// Many times, none of which says anything for itself: the lines and the bodies of those that rise are one shape each, and
  /// those of the others.
  private func mergedNodes() -> [Node] {
    var (lines, bodies) = ([Path(), Path()], [Path(), Path()])
    // As many as can be told apart; of millions nobody knows how many rise.
    let count = min(inView.count, 4_096)
    for kind in lines.indices {
      lines[kind].reserve(6 * count)
      bodies[kind].reserve(style.style == .candles ? 5 * count : 0)
    }
    for point in inView {
      guard let candle = candle(at: point) else { continue }
      let kind = candle.isRising ? 0 : 1
      addLines(of: candle, to: &lines[kind])
      if style.style == .candles { bodies[kind].append(outline(of: candle)) }
    }
    return [true, false].flatMap { isRising -> [Node] in
      let (kind, color) = (isRising ? 0 : 1, color(isRising: isRising))
      let parts = [(lines[kind], lineStyle(color)), (bodies[kind], bodyStyle(color, isRising: isRising))]
      return parts.filter { !$0.0.elements.isEmpty }.map { Node(.path($0.0), style: $0.1) }
    }
  }

  private func color(isRising: Bool) -> Color {
    style.color(isRising: isRising, own: stage.color(of: series), on: stage.canvas.surface)
  }

  private func lineStyle(_ color: Color) -> Style {
    Style(stroke: .color(color), strokeWidth: style.lineWidth, lineJoin: .miter)
  }

  /// Hollow and filled are told apart without any colours.
  private func bodyStyle(_ color: Color, isRising: Bool) -> Style {
    var body = Style(
      fill: isRising ? stage.background : color, stroke: style.lineWidth > 0 ? color : nil,
      strokeWidth: style.lineWidth)
    body.lineJoin = .miter
    return body
  }

  /// A body with its line inside.
  private func outline(of candle: Candle) -> Rect {
    candle.body.inset(by: min(style.lineWidth / 2, candle.body.width / 4, candle.body.height / 4))
  }

  /// What is drawn of a time besides its body.
  private func addLines(of candle: Candle, to path: inout Path) {
    switch style.style {
    case .candles:
      if candle.body.minY > candle.high {
        path.move(to: Point(x: candle.x, y: candle.high))
        path.line(to: Point(x: candle.x, y: candle.body.minY))
      }
      if candle.low > candle.body.maxY {
        path.move(to: Point(x: candle.x, y: candle.body.maxY))
        path.line(to: Point(x: candle.x, y: candle.low))
      }
    case .bars:
      path.move(to: Point(x: candle.x, y: candle.high))
      path.line(to: Point(x: candle.x, y: candle.low))
      path.move(to: Point(x: candle.body.minX, y: candle.open))
      path.line(to: Point(x: candle.x, y: candle.open))
      path.move(to: Point(x: candle.x, y: candle.close))
      path.line(to: Point(x: candle.body.maxX, y: candle.close))
    }
  }

  func highlight(of point: Int, at place: Point) -> [Node] {
    guard let candle = candle(at: point) else { return [] }
    let box = Rect(
      x: candle.body.minX - 3, y: candle.high - 3, width: candle.body.width + 6, height: candle.low - candle.high + 6)
    return [
      Node(
        .cropped(
          stage.plot.inset(by: -3),
          [Node(.rect(box, cornerRadius: 3), style: Style(stroke: .color(stage.canvas.surface.text), strokeWidth: 1.5))]
        ))
    ]
  }
}

// MARK: - Hitting

extension CandlestickMark {
  var entryName: String { "candle" }

  func hit(at place: Point, _ part: LayerPart, of layer: SeriesSpec.Layer) -> Int? {
    guard layer == .bar, part == .body, stage.plot.contains(place), place.x < drawnEdge else { return nil }
    let half = style.lineWidth / 2
    return points(from: place.x, to: place.x, reach: stage.slot / 2).last { point in
      guard let candle = candle(at: point) else { return false }
      let isOnLine = abs(place.x - candle.x) <= half && place.y >= candle.high && place.y <= candle.low
      switch style.style {
      case .candles: return isOnLine || candle.body.contains(place)
      case .bars:
        let isAtOpen = abs(place.y - candle.open) <= half && (candle.body.minX...candle.x).contains(place.x)
        let isAtClose = abs(place.y - candle.close) <= half && (candle.x...candle.body.maxX).contains(place.x)
        return isOnLine || isAtOpen || isAtClose
      }
    }
  }

  func rect(of point: Int) -> Rect? {
    candle(at: point).map { Rect(x: $0.body.minX, y: $0.high, width: $0.body.width, height: $0.low - $0.high) }
  }

  func covers(_ rect: Rect, except point: Int?) -> Bool {
    guard stage.plot.intersects(rect) else { return false }
    let near = points(from: rect.minX, to: rect.maxX, reach: stage.slot / 2)
    // So many that they leave nothing free.
    guard near.count <= 2_000 else { return true }
    return near.contains { other in other != point && self.rect(of: other).map { $0.intersects(rect) } ?? false }
  }

  func markerPlace(of point: Int) -> (distance: Double, isBelow: Bool) {
    guard let candle = candle(at: point) else { return (4, false) }
    return (max(candle.close - candle.high, 0) + 6, false)
  }
}

// MARK: - Words

extension CandlestickMark {
  /// A time in words: `2024-01-05, Shares: 12.5, from 12, between 11.8 and 13`.
  func words(of point: Int) -> String {
    let prices = [("from ", "open"), ("highest ", "high"), ("lowest ", "low")].compactMap { name, placeholder in
      filling(placeholder, of: point).flatMap { $0.isEmpty ? nil : name + $0 }
    }
    let value = stage.words.value(of: point, series)
    let label = stage.words.position.words(at: series.points.positions[point])
    return ([label + series.nameInWords + value] + prices).joined(separator: ", ")
  }

  func filling(_ placeholder: String, of point: Int) -> String? {
    let index = series.specIndex(of: point)
    let (name, format) = stage.words.format(of: series).named(by: placeholder)
    func text(_ column: NumberChannelSpec?) -> String { column?.number(at: index).map(format.value) ?? "" }
    switch name {
    case "open": return text(style.open)
    case "high": return text(style.high)
    case "low": return text(style.low)
    case "close": return stage.words.value(of: point, series, format)
    default: return stage.words.filling(placeholder, of: point, series)
    }
  }

  func sharedText(of point: Int) -> String {
    let (open, value) = (filling("open", of: point) ?? "", filling("value", of: point) ?? "")
    return open.isEmpty ? value : "\(open) → \(value)"
  }

  func standardMarker(of point: Int) -> [MarkerRunSpec]? {
    [MarkerRunSpec("{label}\n{open} → {value}\n{low} … {high}")]
  }
}
