import ChartModel

/// The bars of a waterfall with what leads from one to the next: the geometry of bars, and words of its own.
final class WaterfallMark: SeriesMark {
  let style: WaterfallStyleSpec
  let bars: BarMark
  /// How changes are written: with a plus, too.
  private let changes: NumberFormat

  init(_ series: PlotSeries, _ style: WaterfallStyleSpec, on stage: PlotStage) {
    self.style = style
    bars = BarMark(series, style.bars(on: stage), on: stage)
    changes = stage.words.format(of: series).signed
  }

  var stage: PlotStage { bars.stage }
  var series: PlotSeries { bars.series }
  var axis: ValueAxisLayout { bars.axis }
  var inView: Range<Int> { bars.inView }
  var offset: Double { bars.offset }
  var drawnEdge: Double { bars.drawnEdge }
  var hitKind: Hit.Kind { bars.hitKind }
  var entryName: String { "bar" }
  var standsOnZero: Bool { true }

  func place(of point: Int) -> Point? { bars.place(of: point) }
  func rect(of point: Int) -> Rect? { bars.rect(of: point) }

  func hit(at place: Point, _ part: LayerPart, of layer: SeriesSpec.Layer) -> Int? {
    part == .body ? bars.hit(at: place, part, of: layer) : nil
  }

  func covers(_ rect: Rect, except point: Int?) -> Bool { bars.covers(rect, except: point) }
  func markerPlace(of point: Int) -> (distance: Double, isBelow: Bool) { bars.markerPlace(of: point) }

  private func step(of point: Int) -> WaterfallStep? {
    point >= 0 && point < series.points.count ? style.step(series.specIndex(of: point)) : nil
  }
}

// MARK: - Drawing

extension WaterfallMark {
  func drawings(entering: Bool) -> [LayerDrawing] {
    let lines = stage.isDrawingIn ? [] : entersLast(connectors, entering)
    var drawings = bars.drawings(entering: entering, as: self)
    if drawings.isEmpty, !lines.isEmpty { drawings = [LayerDrawing(layer: .bar)] }
    if !lines.isEmpty { drawings[0].inside = lines + drawings[0].inside }
    return drawings
  }

  /// Lines from the end of each bar to the next one, at the sum that both have in common.
  private var connectors: [Node] {
    guard let rule = style.connectors, rule.width > 0, !bars.isDense else { return [] }
    var path = Path()
    var last: Int?
    // Also from the last bar before those in view, and to the first one after them.
    var first = max(inView.lowerBound - 1, 0)
    while first > 0, step(of: first) == nil { first -= 1 }
    for point in first..<series.points.count {
      guard step(of: point) != nil, !series.points.positions[point].isNaN else { continue }
      if let last, let before = self.step(of: last), let y = axis.y(of: before.sum) {
        let (start, end) = (bars.horizontalExtent(of: last).right, bars.horizontalExtent(of: point).left)
        if start.isFinite, end.isFinite, start < end {
          let y = stage.nearPlot(y)
          path.move(to: Point(x: start, y: y))
          path.line(to: Point(x: end, y: y))
        }
      }
      last = point
      if point >= inView.upperBound { break }
    }
    guard !path.elements.isEmpty else { return [] }
    let color = rule.color ?? stage.canvas.surface.secondaryText
    return [
      Node(
        .path(path),
        style: Style(stroke: .color(color), strokeWidth: rule.width, strokeDash: rule.dash, lineJoin: .miter))
    ]
  }

  func highlight(of point: Int, at place: Point) -> [Node] { bars.highlight(of: point, at: place) }
}

// MARK: - Labels

extension WaterfallMark {
  var labelRequests: [LabelRequest] { bars.labelRequests(filling: filling) }

  /// Beyond the end of a bar or in it, as those of other bars are; beyond its other end where there is no room.
  func labelPlaces(of point: Int, size: Size) -> [LabelPlace] {
    let places = bars.labelPlaces(of: point, size: size)
    guard style.labels.position != .inside, let bar = bars.bar(at: point) else { return places }
    let reach = 4 + size.height / 2
    let y = bar.growsDown ? bar.rect.minY - reach : bar.rect.maxY + reach
    guard y - size.height / 2 >= stage.plot.minY, y + size.height / 2 <= stage.plot.maxY else { return places }
    return places + [
      LabelPlace(center: Point(x: bar.rect.midX, y: y), background: stage.background, isInside: false)
    ]
  }
}

// MARK: - Words

extension WaterfallMark {
  /// An entry in words: `Costs: −20, sum 110`, `2024: total 110`.
  func words(of point: Int) -> String {
    let label = stage.words.position.words(at: series.points.positions[point]) + series.nameInWords
    return label + changeInWords(of: point, isWhole: true)
  }

  var seriesWords: String {
    let points = 0..<series.points.count
    let there = points.filter { step(of: $0) != nil }
    guard !there.isEmpty, there.count <= 30 else {
      guard let last = there.last else { return stage.words.words(of: series) }
      return
        "\(series.spokenName): \(there.count.counted("step", "steps")), the last sum \(filling("sum", of: last) ?? "")"
    }
    let entries = there.map { point in
      stage.words.position.words(at: series.points.positions[point]) + " "
        + changeInWords(of: point, isWhole: false)
    }
    return "\(series.spokenName): \(entries.joined(separator: ", "))"
  }

  private func changeInWords(of point: Int, isWhole: Bool) -> String {
    guard let step = step(of: point) else { return "–" }
    let value = filling("value", of: point) ?? ""
    if step.isTotal { return "total \(value)" }
    return isWhole ? "\(value), sum \(stage.words.format(of: series).value(step.sum))" : value
  }

  func filling(_ placeholder: String, of point: Int) -> String? {
    let (name, format) = stage.words.format(of: series).named(by: placeholder)
    guard let step = step(of: point) else { return stage.words.filling(placeholder, of: point, series) }
    switch name {
    case "value":
      guard !step.isTotal else { return format.value(step.sum) }
      return (format === stage.words.format(of: series) ? changes : format.signed).value(series.value(at: point))
    case "sum": return format.value(step.sum)
    default: return stage.words.filling(placeholder, of: point, series)
    }
  }

  func standardMarker(of point: Int) -> [MarkerRunSpec]? {
    let series = stage.words.seriesCount > 1 && !series.spec.name.isEmpty ? "{label}, {series}" : "{label}"
    let isTotal = step(of: point)?.isTotal ?? true
    return [MarkerRunSpec(isTotal ? "\(series)\n{value}" : "\(series)\n{value}\nsum {sum}")]
  }
}
