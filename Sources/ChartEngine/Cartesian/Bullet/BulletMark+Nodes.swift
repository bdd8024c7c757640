import ChartModel

extension BulletMark {
  func drawings(entering: Bool) -> [LayerDrawing] {
    let rows = inView.compactMap { point in row(at: point).map { (point, $0) } }
    guard !rows.isEmpty else { return [] }
    let bars = stage.hasBegun ? self.bars(rows, entering: entering) : []
    let scales = scaleNodes(rows.map(\.0))
    return [
      LayerDrawing(
        layer: .bar, ground: bands(rows.map(\.1)),
        inside: bars.isEmpty ? [] : [Node(.group(self.uncovered(bars, entering)), meaning: meaning)], body: scales)
    ]
  }

  /// The bands of all entries: those of one range are one shape.
  private func bands(_ rows: [Row]) -> [Node] {
    let count = style.rangeCount
    guard count > 0 else { return [] }
    var paths = [Path](repeating: Path(), count: count)
    for row in rows {
      for band in row.bands where band.rect.height > 0 {
        // Tints from which the measure stands out differ little from one another: a gap tells where one ends.
        let gap = row.bands.count > 1 && band.rect.height >= 4 ? BulletMark.gap / 2 : 0
        paths[band.range].append(band.rect.inset(top: gap, bottom: gap))
      }
    }
    return paths.enumerated().compactMap { range, path in
      guard !path.elements.isEmpty else { return nil }
      return Node(.path(path), style: Style(fill: color(ofRange: range)))
    }
  }

  /// Between two ranges, in px.
  private static let gap = 1.0

  func color(ofRange range: Int) -> Color {
    style.color(ofRange: range, among: style.rangeCount, color, on: stage.canvas.surface)
  }

  /// Measures and targets.
  private func bars(_ rows: [(point: Int, row: Row)], entering: Bool) -> [Node] {
    let isNamed = areNamed(inView.count)
    let isGrowing = entering && BarMark.isGrowing(stage.animation)
    let targetStyle = Style(fill: stage.canvas.surface.text)
    var nodes: [Node] = []
    var targets = Path()
    for (point, row) in rows {
      var parts: [Node] = []
      if let bar = row.bar, bar.height > 0, bar.width > 0 {
        let isSelected = stage.selectedIndex(in: series) == series.specIndex(of: point)
        let fill = isSelected ? style.highlighted.color ?? color : color
        parts.append(
          Node(
            outline(of: bar, point, growsDown: row.growsDown).shape,
            style: Style(fill: fill, opacity: isSelected ? style.highlighted.opacity : 1),
            entrance: isGrowing ? .grow(baseline: row.baseline) : nil))
      }
      if let target = row.target, target.width > 0 {
        if isNamed {
          parts.append(Node(.rect(target, cornerRadius: 0), style: targetStyle))
        } else {
          targets.append(target)
        }
      }
      if isNamed {
        guard !parts.isEmpty else { continue }
        let hasMeasure = !series.points.values[point].isNaN
        nodes.append(Node(.group(parts), meaning: hasMeasure ? meaning(of: point) : nil))
      } else {
        nodes += parts
      }
    }
    if !targets.elements.isEmpty { nodes.append(Node(.path(targets), style: targetStyle)) }
    return nodes
  }

  /// The bars as they come in, unless each grows by itself.
  private func uncovered(_ nodes: [Node], _ isEntering: Bool) -> [Node] {
    BarMark.isGrowing(stage.animation) ? nodes : entering(nodes, reach: 0, entering: isEntering)
  }

  func highlight(of point: Int, at place: Point) -> [Node] {
    guard style.highlighted.color == nil, let row = row(at: point), let bar = row.bar else { return [] }
    let frame = bar.inset(by: -1)
    return [
      Node(
        .cropped(
          stage.plot.inset(by: -2),
          [Node(.rect(frame, cornerRadius: 1), style: Style(stroke: .color(stage.canvas.surface.text), strokeWidth: 2))]
        ))
    ]
  }
}

// MARK: - Labels

extension BulletMark {
  var labelRequests: [LabelRequest] {
    guard !stage.isDrawingIn, style.labels.position != .none, inView.count <= 1_000 else { return [] }
    let (plot, width) = (stage.plot, stage.space.picture.size.width)
    let (template, font) = (Template(style.labels.text), stage.canvas.typeface.font(style.labels.fontSize))
    return inView.compactMap { point in
      guard let place = place(of: point), plot.minX <= place.x, place.x <= plot.maxX else { return nil }
      let text = font.truncated(self.text(template, limit: font.longest(in: width), of: point), to: width)
      return text.isEmpty ? nil : LabelRequest(point: point, text: text, font: font, color: style.labels.color)
    }
  }

  /// Beyond all of an entry, or in its bar at the end.
  func labelPlaces(of point: Int, size: Size) -> [LabelPlace] {
    guard let row = row(at: point), let bar = row.bar else { return [] }
    var places: [LabelPlace] = []
    let reach = 4 + size.height / 2
    let y = axis.isReversed ? row.frame.maxY + reach : row.frame.minY - reach
    let (highest, lowest) = (
      max(stage.plot.minY - 16, 0), min(stage.plot.maxY + 16, stage.space.canvas.size.height)
    )
    if y - size.height / 2 >= highest, y + size.height / 2 <= lowest {
      places.append(LabelPlace(center: Point(x: bar.midX, y: y), background: stage.background, isInside: false))
    }
    if bar.height >= size.height + 6, bar.width >= size.width + 1 {
      // At the bar's end, or before the target where that would go through it.
      let ends = [row.growsDown ? bar.maxY : bar.minY] + (row.target.map { [row.growsDown ? $0.minY : $0.maxY] } ?? [])
      let free = ends.map { row.growsDown ? $0 - reach : $0 + reach }.first { y in
        let box = Rect(x: bar.minX, y: y - size.height / 2, width: bar.width, height: size.height).inset(by: -2)
        return box.minY >= bar.minY && box.maxY <= bar.maxY && row.target?.intersects(box) != true
      }
      if let y = free {
        places.append(
          LabelPlace(center: Point(x: bar.midX, y: y), background: color.over(stage.background), isInside: true))
      }
    }
    return style.labels.position == .inside ? places.reversed() : places
  }
}

// MARK: - Scales of their own

extension BulletMark {
  /// Of the numbers of entries' own scales.
  static func scaleFont(_ stage: PlotStage) -> Font { stage.canvas.typeface.font(usual: 9.5) }

  /// How much room numbers take beside an entry; `nil` where there is none for them.
  static func scaleRoom(_ style: BulletStyleSpec, width: Double, _ stage: PlotStage) -> Double? {
    guard style.scales == .own, stage.groups.columns.count == 1, stage.plot.height >= 40 else { return nil }
    let slot = width / max(stage.groups.width, 1e-9)
    let font = scaleFont(stage)
    var room = font.capHeight + 8
    if !stage.space.isTurned {
      let format = NumberFormat(stage.words.format.spec)
      let ends = style.domains.prefix(200).compactMap(\.self).flatMap { [$0.lowerBound, $0.upperBound] }
      room = (ends.map { font.width(of: format.value($0)) }.max() ?? 0) + 10
    }
    return slot / 2 - room >= 5 ? room : nil
  }

  /// The numbers of an entry's own scale.
  func scaleLabels(of point: Int) -> [Text] {
    let entry = series.specIndex(of: point)
    guard scaleRoom != nil, style.domains.indices.contains(entry), let domain = style.domains[entry],
      let (_, right) = column(of: point), right <= stage.plot.maxX + 0.5, right >= stage.plot.minX,
      let start = y(of: domain.lowerBound, entry), let end = y(of: domain.upperBound, entry)
    else { return [] }
    let (font, isTurned) = (BulletMark.scaleFont(stage), stage.space.isTurned)
    let shown = Domain(domain.lowerBound, domain.upperBound)
    func ticks(_ pitch: LabelPitch) -> [Tick] {
      ValueAxisTicks(
        showing: shown, ValueAxisSpec(), length: abs(start - end), pitch: pitch,
        format: stage.words.format(of: series).spec
      ).ticks.filter(\.isMajor)
    }
    let made =
      isTurned
      ? ticks(LabelPitch(width: ticks(LabelPitch(width: 40)).map { font.width(of: $0.label) }.max() ?? 0))
      : ticks(LabelPitch(lineHeight: font.lineHeight))
    let bounds = stage.canvas.bounds.inset(by: 2)
    return made.compactMap { tick in
      guard let y = y(of: tick.value, entry), y >= stage.plot.minY - 0.5, y <= stage.plot.maxY + 0.5 else { return nil }
      let half = isTurned ? font.width(of: tick.label) / 2 : font.capHeight / 2
      let middle = min(max(y, bounds.minY + half), bounds.maxY - half)
      return Text(
        runs: [Text.Run(tick.label, color: stage.canvas.surface.secondaryText)],
        at: isTurned
          ? Point(x: right + 5 + font.capHeight, y: middle) : Point(x: right + 6, y: middle + font.capHeight / 2),
        anchor: isTurned ? .middle : .start, size: font.size, rotation: stage.space.level)
    }
  }

  private func scaleNodes(_ points: [Int]) -> [Node] {
    guard scaleRoom != nil, points.count <= 200 else { return [] }
    let nodes = points.flatMap { scaleLabels(of: $0) }.map { Node(.text($0)) }
    return nodes.isEmpty ? [] : [Node(.group(nodes))]
  }
}
