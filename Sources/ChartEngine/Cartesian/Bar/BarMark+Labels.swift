import ChartModel

extension BarMark {
  /// The values of the bars in view (B6).
  var labelRequests: [LabelRequest] { labelRequests(filling: filling) }

  /// The same with what placeholders stand for.
  func labelRequests(filling: (_ placeholder: String, _ point: Int) -> String?) -> [LabelRequest] {
    guard !stage.isDrawingIn, style.labels.position != .none, !isDense else { return [] }
    let (spec, plot, width) = (style.labels, stage.plot, stage.space.picture.size.width)
    let (template, font) = (Template(spec.text), stage.canvas.typeface.font(spec.fontSize))
    // There may be very many bars.
    let limit = font.longest(in: width)
    let isResizable = if case .usual = spec.fontSize { true } else { false }
    return inView.compactMap { point in
      // What is half out of view has its value when it is scrolled in.
      guard let bar = labelled(at: point), plot.minX <= bar.rect.midX, bar.rect.midX <= plot.maxX else { return nil }
      let text = font.truncated(template.text(limit: limit) { filling($0, point) }.oneLine, to: width)
      return text.isEmpty
        ? nil : LabelRequest(point: point, text: text, font: font, color: spec.color, isResizable: isResizable)
    }
  }

  /// Beyond the bar's end, or in the bar at its end.
  func labelPlaces(of point: Int, size: Size) -> [LabelPlace] {
    guard let bar = labelled(at: point) else { return [] }
    guard style.labels.position == .inside else {
      return [beyond(bar, size), self.inside(bar, size)].compactMap(\.self)
    }
    // Beyond a stack its last number would be taken for the sum.
    let isStacked = stage.groups.columns.contains { $0.count > 1 && $0.contains(series.index) }
    return [self.inside(bar, size), isStacked ? nil : beyond(bar, size)].compactMap(\.self)
  }

  /// How far a label is from the end of its bar, in px.
  private static let labelGap = 4.0

  private func beyond(_ bar: PlacedBar, _ size: Size) -> LabelPlace? {
    // Beyond a bar that another one stands on, there is that one.
    guard !isCovered(bar) else { return nil }
    let reach = BarMark.labelGap + size.height / 2
    var (top, bottom) = (bar.rect.minY, bar.rect.maxY)
    if let ends = errors?.whisker(of: bar.point, at: place(of: bar.point))?.range {
      (top, bottom) = (min(top, ends.top), max(bottom, ends.bottom))
    }
    let center = Point(x: bar.rect.midX, y: bar.growsDown ? bottom + reach : top - reach)
    // Where an axis ends before a bar does, so do the values; and the labels of the x axis are not far.
    let (plot, canvas) = (stage.plot, stage.canvas)
    let beside = canvas.typeface.size(style.labels.fontSize) * 1.5
    let highest = stage.labelledSide == .top ? plot.minY - BarMark.labelGap : max(plot.minY - beside, 0)
    let lowest =
      stage.labelledSide == .bottom ? plot.maxY + BarMark.labelGap : min(plot.maxY + beside, canvas.size.height)
    guard center.y - size.height / 2 >= highest, center.y + size.height / 2 <= lowest else { return nil }
    return LabelPlace(center: center, background: stage.background, isInside: false)
  }

  private func inside(_ bar: PlacedBar, _ size: Size) -> LabelPlace? {
    guard bar.rect.height >= size.height + 6, bar.rect.width >= size.width + 1 else { return nil }
    let reach = BarMark.labelGap + size.height / 2
    // What says how sure the value is goes through the bar's end.
    let ends = errors?.whisker(of: bar.point, at: place(of: bar.point))?.range
    let y =
      bar.growsDown
      ? min(bar.rect.maxY, ends?.top ?? bar.rect.maxY) - reach
      : max(bar.rect.minY, ends?.bottom ?? bar.rect.minY) + reach
    let box = Rect(
      x: bar.rect.midX - size.width / 2, y: y - size.height / 2, width: size.width, height: size.height)
    // A bar may be round there, or pointed.
    let (outline, corners) = (
      outline(of: bar), [(box.minX, box.minY), (box.maxX, box.minY), (box.minX, box.maxY), (box.maxX, box.maxY)]
    )
    guard box.minY >= stage.plot.minY - 0.01, box.maxY <= stage.plot.maxY + 0.01,
      corners.allSatisfy({ outline.contains(Point(x: $0.0, y: $0.1)) })
    else { return nil }
    let fill = fill(of: bar)
    let color: Color =
      switch fill.fill {
      case .color(let color): color
      // Colours go downwards, and so may a bar at whose end this is.
      case .gradient(let gradient): (bar.growsDown ? gradient.stops.last : gradient.stops.first)?.color ?? self.color
      case nil: stage.background
      }
    return LabelPlace(
      center: Point(x: bar.rect.midX, y: y), background: color.over(stage.background, opacity: fill.opacity),
      isInside: true)
  }
}

// MARK: - Room

extension BarStyleSpec {
  /// Room for the values that are written beyond the bars, as level as they can all be written, else read from below.
  func room(
    for series: PlotSeries, in columns: BarColumns, _ words: EntryWords
  ) -> (above: Double, below: Double) {
    guard labels.position == .above, let extrema = series.points.values.extrema(in: 0..<series.points.count) else {
      return (0, 0)
    }
    let font = words.typeface.font(labels.fontSize)
    var needed = font.size * 1.1 + 4
    // Of very many bars none has room for its value.
    if series.points.count <= 1_000, columns.fit(font.capHeight) {
      let template = Template(labels.text)
      let widest = (0..<series.points.count).reduce(0.0) { widest, point in
        guard !series.points.values[point].isNaN else { return widest }
        let text = template.text(limit: 200) { words.filling($0, of: point, series) }.oneLine
        return max(widest, font.width(of: text))
      }
      if columns.areHorizontal || !columns.fit(widest) { needed = widest + 8 }
    }
    // Of bars between moments that is their later end.
    if series.isOfMoments { return (above: needed, below: 0) }
    return (above: extrema.max >= 0 ? needed : 0, below: extrema.min < 0 ? needed : 0)
  }
}
