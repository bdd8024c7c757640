import ChartModel

/// What stands around plots: the names of panels, rows and columns, and what axes are called.
extension FacetArrangement.Sizes {
  /// Between two names beside one another, in px.
  private static let nameGap = 8.0

  /// From where to where the name of a panel may reach: over its labels, and half of the gap.
  private func span(ofName index: Int) -> ClosedRange<Double> {
    let (column, rect) = (index % columns, plotRect(index))
    let beside = max(gap.across - FacetArrangement.Sizes.nameGap, 0) / 2
    let start = rect.minX - left[column] - (column == 0 ? 0 : beside)
    let end = rect.maxX + right[column] + (column == columns - 1 ? 0 : beside)
    return start...max(start, end)
  }

  /// The panels that have a name above them, with that, and how long it may be, in px.
  private var namesAbove: [(index: Int, name: String, length: Double)] {
    facets.names.prefix(count).enumerated().compactMap { index, name in
      guard let text = name.column, index < columns || facets.facet.by != nil else { return nil }
      let span = span(ofName: index)
      return (index, text, span.upperBound - span.lowerBound)
    }
  }

  /// The same of rows.
  private var namesBeside: [(index: Int, name: String, length: Double)] {
    facets.names.prefix(count).enumerated().compactMap { index, name in
      guard let text = name.row, index % columns == columns - 1 else { return nil }
      return (index, text, plot.height + gap.down - FacetArrangement.Sizes.nameGap)
    }
  }

  /// Names in a line each, or in two where there are such; of those that are shortened what tells them apart is kept.
  private func lines(of names: [(index: Int, name: String, length: Double)], atMost most: Int) -> [NameLines] {
    var writing = SlotWriting(isWrapped: most > 1, maximumWidth: names.map(\.length).min() ?? 0)
    let labels = SlotLabels(names.map(\.name), typeface: typeface)
    writing.kept = labels.keepingApart(writing, stripFont).kept
    return names.map { name in
      var own = writing
      own.maximumWidth = name.length
      return NameLines(name.name, own, font: stripFont)
    }
  }

  /// Finds out how many lines names need, and makes plots as large as these leave room for.
  mutating func fitNames() {
    let line = stripFont.lineHeight
    let one = (above: min(strip.above, line + 4), beside: min(strip.beside, line + 4))
    func height(_ lines: [NameLines], _ one: Double) -> Double {
      one > 0 && lines.contains { $0.second != nil } ? one + line : one
    }
    setStrip(one)
    guard one.above > 0 || one.beside > 0 else { return }
    // How long names may be depends on how many lines others take.
    let above = height(lines(of: namesAbove, atMost: 2), one.above)
    setStrip((above, one.beside))
    let beside = height(lines(of: namesBeside, atMost: 2), one.beside)
    setStrip((above, beside))
    if beside > one.beside { setStrip((height(lines(of: namesAbove, atMost: 2), one.above), beside)) }
    // Rather than that something is left out, names are shortened.
    if !isRoomy { setStrip(one) }
  }

  /// - Returns: What is written, and how many of the names are shortened.
  func texts(on canvas: Canvas) -> (texts: [Text], shortened: Int) {
    var texts: [Text] = []
    var shortened = 0
    let font = stripFont
    func add(_ text: String, _ font: Font, at point: Point, rotation: Double = 0, color: Color) {
      guard !text.isEmpty else { return }
      texts.append(
        Text(
          runs: [Text.Run(text, color: color, isBold: font.isBold)], at: point, anchor: .middle, size: font.size,
          rotation: rotation))
    }
    let surface = canvas.surface
    if strip.above > 0 {
      let names = namesAbove
      let lines = lines(of: names, atMost: strip.above > font.lineHeight + 4 ? 2 : 1)
      for (name, lines) in zip(names, lines) {
        let (span, rect) = (span(ofName: name.index), plotRect(name.index))
        if lines.isShortened { shortened += 1 }
        // In the middle of its plot, or as near to that as it has room.
        let half = lines.width(font) / 2
        let x = min(max(rect.midX, span.lowerBound + half), max(span.upperBound - half, span.lowerBound + half))
        let foot = Point(x: x, y: rect.minY - top[name.index / columns] - 6)
        let head = lines.second == nil ? foot : Point(x: x, y: foot.y - font.lineHeight)
        add(lines.first, font, at: head, color: surface.text)
        if let second = lines.second { add(second, font, at: foot, color: surface.text) }
      }
    }
    if strip.beside > 0 {
      let names = namesBeside
      let lines = lines(of: names, atMost: strip.beside > font.lineHeight + 4 ? 2 : 1)
      for (name, lines) in zip(names, lines) {
        if lines.isShortened { shortened += 1 }
        // Read from above, the first line is the one farther to the right.
        let first = Point(x: room.maxX + strip.beside - font.capHeight - 1, y: plotRect(name.index).midY)
        add(lines.first, font, at: first, rotation: 90, color: surface.text)
        if let second = lines.second {
          add(second, font, at: Point(x: first.x - font.lineHeight, y: first.y), rotation: 90, color: surface.text)
        }
      }
    }
    func addTitle(_ text: String, _ font: Font, within length: Double, at point: Point, rotation: Double = 0) {
      add(font.truncated(text.oneLine, to: length), font, at: point, rotation: rotation, color: surface.secondaryText)
    }
    for title in titles {
      let font = title.font
      let all = (0..<count).map(plotRect)
      let (midX, midY) = (
        ((all.map(\.minX).min() ?? 0) + (all.map(\.maxX).max() ?? 0)) / 2,
        ((all.map(\.minY).min() ?? 0) + (all.map(\.maxY).max() ?? 0)) / 2
      )
      switch title.edge {
      case .bottom:
        addTitle(title.text, font, within: title.rect.width, at: Point(x: midX, y: title.rect.maxY - 2))
      case .top:
        addTitle(
          title.text, font, within: title.rect.width, at: Point(x: midX, y: title.rect.minY + font.capHeight + 1))
      case .left where AxisTitle.isLevel(title.text, font), .right where AxisTitle.isLevel(title.text, font):
        addTitle(
          title.text, font, within: title.rect.width, at: Point(x: title.rect.midX, y: midY + font.capHeight / 2))
      case .left:
        addTitle(
          title.text, font, within: title.rect.height, at: Point(x: title.rect.minX + font.capHeight + 1, y: midY),
          rotation: -90)
      case .right:
        addTitle(title.text, font, within: title.rect.height, at: Point(x: title.rect.maxX - 2, y: midY), rotation: -90)
      }
    }
    return (texts, shortened)
  }
}
