import ChartModel

/// Finds the places of what is written at limits and in bands: none over another text, none over a mark.
struct RuleLabelPlacer {
  let rules: PlotRules
  let marks: [any SeriesMark]
  let space: AxesSpace
  /// Where anything is written around the plot.
  let others: [Rect]

  /// In px where the chart's font has its usual size.
  private static let fontSize = 11.0
  /// How far apart the places along a line are that are tried first, and in how many places more is looked then, in px.
  private static let (step, mostSteps) = (16.0, 80.0)

  private var plot: Rect { rules.frame.plot }
  private var canvas: Canvas { space.canvas }
  private var font: Font { canvas.typeface.font(usual: RuleLabelPlacer.fontSize) }

  /// Whether neither letters there nor their rims hide anything of a mark.
  private func isClear(_ box: Rect, _ font: Font) -> Bool {
    let rim = Text.haloWidth
    // Below the baseline there are the tails of letters.
    let room = space.picture(box).inset(left: -rim, top: -rim, right: -rim, bottom: -max(rim, font.descent))
    return !marks.cover(space.axes(room))
  }
}

// MARK: - Limits

extension RuleLabelPlacer {
  /// What is written at the limits, by their places in the spec: above the line or below it, at its right end or as near to that
  /// as nothing is in the way, in a horizontal chart at its upper end, neither marks nor other labels and lines, which it would seem
  /// to belong to; else beyond its end, where there is room beside the plot. The first ones stay.
  /// - Returns: Those that have a place, and what there is to be told of the others.
  func limits() -> (placed: [Int: PlacedText], warnings: [String]) {
    var (placed, warnings): ([Int: PlacedText], [String]) = ([:], [])
    let (font, lines) = (font, rules.chart.spec.limits.compactMap { rules.line(of: $0) })
    for (index, limit) in rules.chart.spec.limits.enumerated() {
      guard let line = rules.line(of: limit), let label = limit.label else { continue }
      let whole = label.lines
      guard !whole.isEmpty else { continue }
      let room = max((space.isTurned ? plot.height : plot.width) - 8, 0)
      let texts = whole.map { font.truncated($0, to: room) }
      let size = space.axes(
        Size(
          width: texts.map(font.width).max() ?? 0,
          height: font.capHeight + Double(texts.count - 1) * font.lineHeight))
      let taken = placed.values.map { $0.box.inset(left: -4, top: -2, right: -4, bottom: -2) }
      func isFree(_ box: Rect) -> Bool {
        !taken.contains(where: box.intersects) && !lines.contains { $0.crosses(box) }
      }
      var isHidden = false
      func firstClear(_ boxes: [Rect]) -> Rect? {
        boxes.first { box in
          guard isFree(box) else { return false }
          isHidden = true
          return isClear(box, font)
        }
      }
      guard !texts.contains(""),
        let box = firstClear(places(beside: line, size, step: RuleLabelPlacer.step))
          ?? firstClear(places(beside: line, size, step: fineStep)) ?? beyondEnd(of: line, size, besides: taken)
      else {
        let reason = isHidden ? "it would hide what is drawn there" : "there is no room beside the others"
        warnings.append("limits[\(index)].label: left out: \(reason)")
        continue
      }
      if texts != whole { warnings.append("limits[\(index)].label: shortened: there is no room for all of it") }
      let ground = rules.ground(of: box, on: canvas.surface)
      let color = (limit.rule.color ?? canvas.surface.secondaryText).legible(on: ground)
      placed[index] = PlacedText(font: font, lines: texts, box: box, color: color, ground: ground)
    }
    return (placed, warnings)
  }

  private var fineStep: Double { max(4, max(plot.width, plot.height) / RuleLabelPlacer.mostSteps) }

  /// Where a text beside a line may stand within the plot, the best place first.
  private func places(beside line: PlotRules.Line, _ size: Size, step: Double) -> [Rect] {
    // Where the right of the picture is, or the upper end of a horizontal chart.
    let startsAtLeft = space.isTurned != space.isMirrored
    switch line {
    case .level(let y):
      let (first, last) = (plot.minX + 4, plot.maxX - 4 - size.width)
      // Both ends are among them: it is there that curves leave most room.
      let lefts =
        startsAtLeft
        ? Array(stride(from: first, to: last, by: step)) + [last]
        : Array(stride(from: last, to: first, by: -step)) + [first]
      let rows = [y - 4 - size.height, y + 4].filter { top in
        let above = top - font.lineHeight + 4 + font.capHeight
        return top < y ? above >= plot.minY : top + size.height <= plot.maxY
      }
      return lefts.flatMap { left in
        rows.map { Rect(x: left, y: $0, width: size.width, height: size.height) }
      }
    case .upright(let x):
      // From its upper end down, to the right of it before the left. In a horizontal chart it lies level, and that is from
      // its right end on, above it before below.
      let sides = startsAtLeft ? [x - 4 - size.width, x + 4] : [x + 4, x - 4 - size.width]
      let columns = sides.filter { $0 >= plot.minX && $0 + size.width <= plot.maxX }
      return stride(from: plot.minY + 4, through: plot.maxY - 4 - size.height, by: step).flatMap { top in
        columns.map { Rect(x: $0, y: top, width: size.width, height: size.height) }
      }
    }
  }

  /// The place beyond a line's end, beside the plot, if nothing is there.
  private func beyondEnd(of line: PlotRules.Line, _ size: Size, besides taken: [Rect]) -> Rect? {
    let box: Rect
    switch line {
    case .level(let y):
      let left = space.isTurned != space.isMirrored ? plot.minX - 6 - size.width : plot.maxX + 6
      box = Rect(x: left, y: y - size.height / 2, width: size.width, height: size.height)
    case .upright(let x):
      box = Rect(x: x - size.width / 2, y: plot.minY - 6 - size.height, width: size.width, height: size.height)
    }
    let room = box.inset(by: -4)
    guard canvas.bounds.contains(room), !(others + taken).contains(where: room.intersects), isClear(box, font) else {
      return nil
    }
    return box
  }
}

// MARK: - Bands

extension RuleLabelPlacer {
  /// What is written in bands, by their places in the spec: in the first corner that is free, from the upper left one on, a line or
  /// two farther in where the labels of two bands would read as one; else wherever in the band nothing is drawn.
  /// - Parameter limits: Where what is written at limits is.
  /// - Returns: Those that have a place, and what there is to be told of the others.
  func bands(beside limits: [Rect]) -> (placed: [Int: PlacedText], warnings: [String]) {
    var (placed, warnings): ([Int: PlacedText], [String]) = ([:], [])
    let font = font
    for (index, band) in rules.chart.spec.bands.enumerated() {
      guard let label = band.label?.oneLine, !label.isEmpty, let rect = rules.rect(of: band) else { continue }
      let seen = space.picture(
        Rect(
          x: max(rect.minX, plot.minX), y: max(rect.minY, plot.minY),
          width: min(rect.maxX, plot.maxX) - max(rect.minX, plot.minX),
          height: min(rect.maxY, plot.maxY) - max(rect.minY, plot.minY)))
      let room = Rect(x: seen.minX + 4, y: seen.minY + 4, width: seen.width - 8, height: seen.height - 8)
      // What is scrolled out of view has its label when it comes in.
      guard room.width > -8, room.height > -8 else { continue }
      let text = font.truncated(label, to: max(room.width, 0))
      guard !text.isEmpty, room.height >= font.capHeight - 4 else {
        warnings.append("bands[\(index)].label: left out: there is no room for it")
        continue
      }
      let width = font.width(of: text)
      func boxes(_ places: [(x: Double, y: Double)]) -> [Rect] {
        places.map { space.axes(Rect(x: $0.x, y: $0.y, width: width, height: font.capHeight)) }
      }
      let corners = boxes(corners(of: room, width))
      /// Those that are so far from other labels in the picture, along their lines and across them.
      func apart(_ along: Double, _ boxes: [Rect]) -> [Rect] {
        let others = (limits + placed.values.map(\.box)).map(space.picture(_:)).map {
          $0.inset(left: -along, top: -5, right: -along, bottom: -5)
        }
        return boxes.filter { box in !others.contains { $0.intersects(space.picture(box)) } }
      }
      let free = apart(5, corners)
      guard
        let place = (apart(14, corners) + free).first(where: { isClear($0, font) })
          ?? apart(14, boxes(inner(of: room, width))).first(where: { isClear($0, font) })
      else {
        let reason = free.isEmpty ? "there is no room beside the others" : "it would hide what is drawn there"
        warnings.append("bands[\(index)].label: left out: \(reason)")
        continue
      }
      if text != label { warnings.append("bands[\(index)].label: shortened: there is no room for all of it") }
      let ground = rules.ground(of: place, on: canvas.surface)
      placed[index] = PlacedText(
        font: font, lines: [text], box: place, color: canvas.surface.secondaryText.legible(on: ground), ground: ground)
    }
    return (placed, warnings)
  }

  /// Where a line so wide begins in the corners of a room in the picture, and a line or two farther in.
  private func corners(of room: Rect, _ width: Double) -> [(x: Double, y: Double)] {
    let (top, bottom) = (room.minY, max(room.maxY - font.capHeight, room.minY))
    let right = room.maxX - width
    var corners = [(room.minX, top), (right, top), (room.minX, bottom), (right, bottom)]
    for row in 1...2 {
      let (below, above) = (top + Double(row) * font.lineHeight, bottom - Double(row) * font.lineHeight)
      if below <= bottom { corners += [(room.minX, below), (right, below)] }
      if above >= top { corners += [(room.minX, above), (right, above)] }
    }
    return corners.map { (x: $0.0, y: $0.1) }
  }

  /// Where it begins anywhere in that room, row by row.
  private func inner(of room: Rect, _ width: Double) -> [(x: Double, y: Double)] {
    let (down, across) = (
      max(font.lineHeight / 2, room.height / 16), max(RuleLabelPlacer.step / 2, (room.width - width) / 16)
    )
    return stride(from: room.minY, through: room.maxY - font.capHeight, by: down).flatMap { y in
      stride(from: room.minX, through: room.maxX - width, by: across).map { (x: $0, y: y) }
    }
  }
}
