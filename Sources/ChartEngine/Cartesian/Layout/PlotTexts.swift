import ChartModel

/// All that is written in a plot, each where it can be read: first what explains limits and bands, then the values of entries,
/// then the bubbles at the ends of lines. None lies on another one, and none on marks that it doesn't belong to unless it has
/// a plate of its own.
struct PlotTexts: Sendable {
  /// What is written at limits and in bands, by their places in the spec.
  private(set) var limits: [Int: PlacedText] = [:]
  private(set) var bands: [Int: PlacedText] = [:]
  /// What is written at places.
  private(set) var annotations: [PlacedAnnotation] = []
  /// The values of entries.
  private(set) var values = LabelPlacer()
  /// The bubbles at the ends of lines.
  private(set) var bubbles: [EndBubble] = []
  /// What was left out or shortened, and why.
  private(set) var warnings: [String] = []

  /// Of what is written at limits and in bands, in px where the chart's font has its usual size.
  private static let fontSize = 11.0
  private let rules: PlotRules
  private let marks: [any SeriesMark]
  private let space: AxesSpace
  private var canvas: Canvas { space.canvas }
  private let others: [Rect]
  private var plot: Rect { rules.frame.plot }

  /// - Parameters:
  ///   - marks: The series that are seen.
  ///   - others: Where anything is written around the plot.
  init(_ rules: PlotRules, marks: [any SeriesMark], in space: AxesSpace, beside others: [Rect]) {
    (self.rules, self.marks, self.space, self.others) = (rules, marks, space, others)
    placeLimits()
    placeBands()
    let (annotations, lost) = AnnotationPlacer(rules: rules, marks: marks, space: space, taken: taken)
      .place(rules.chart.spec.annotations)
    self.annotations = annotations
    warnings += lost
    values = LabelPlacer(marks, avoiding: taken + others, in: space)
    if values.dropped > 0 {
      warnings.append(RoomWarning.leftOut(values.dropped, of: values.dropped + values.labels.count, "value"))
    }
    let (bubbles, missing) = EndBubblePlacer(
      marks: marks, space: space, taken: taken + others + values.labels.map { $0.box.inset(by: -2) }
    ).place()
    self.bubbles = bubbles
    warnings += missing.map { "series[\($0)].endBubble: left out: there is no room for it" }
  }

  /// Whether the line of a limit, or that of 0, which lie above the marks, passes through a box.
  func isCrossed(_ box: Rect) -> Bool {
    if let zero = marks.first(where: \.standsOnZero)?.axis.baseline, zero + 0.5 > box.minY, zero - 0.5 < box.maxY {
      return true
    }
    return rules.isCrossed(box, by: \.isAbove)
  }

  private var taken: [Rect] { limits.values.map(\.room) + bands.values.map(\.room) + annotations.map(\.room) }
}

extension [any SeriesMark] {
  /// Whether a mark has something there.
  func cover(_ box: Rect) -> Bool { contains { $0.covers(box, except: nil) } }
}

extension Rect {
  /// The room that a text in the box takes up with its plate, if it has one.
  func withPlate(_ hasPlate: Bool) -> Rect { hasPlate ? inset(by: -4) : self }
}

/// A text that explains something in the plot.
struct PlacedText: Sendable {
  let font: Font
  let lines: [String]
  /// From the last baseline to the top of the first capitals, in the space of the axes.
  let box: Rect
  let color: Color
  /// Of its rim, or of its plate: what lies behind it but for marks.
  let ground: Color
  /// Whether marks are behind it, so that it needs a plate.
  let hasPlate: Bool

  /// The box with its plate.
  var room: Rect { box.withPlate(hasPlate) }

  /// In the picture.
  func nodes(in space: AxesSpace) -> [Node] {
    let box = space.picture(box)
    let texts = lines.enumerated().map { index, line in
      Text(
        runs: [Text.Run(line, color: color)],
        at: Point(x: box.minX, y: box.maxY - Double(lines.count - 1 - index) * font.lineHeight), anchor: .start,
        size: font.size, halo: hasPlate ? nil : ground)
    }
    let plate = Node(.rect(space.picture(room), cornerRadius: 3), style: Style(fill: ground))
    return (hasPlate ? [plate] : []) + texts.map { Node(.text($0)) }
  }
}

// MARK: - Limits

extension PlotTexts {
  /// What is written at the limits: above the line or below it, at its right end or as near to that as nothing is in the way,
  /// in a horizontal chart at its upper end, neither marks nor other labels and lines, which it would seem to belong to. The first ones stay.
  private mutating func placeLimits() {
    let lines = rules.chart.spec.limits.compactMap { rules.line(of: $0) }
    let font = canvas.typeface.font(usual: PlotTexts.fontSize)
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
      let others = limits.values.map { $0.box.inset(left: -4, top: -2, right: -4, bottom: -2) }
      let free = places(beside: line, size).lazy.filter { box in
        !others.contains(where: box.intersects) && !lines.contains { $0.crosses(box) }
      }
      let clear = free.first { [marks] box in !marks.cover(box.inset(by: -2)) }
      guard !texts.contains(""), let box = clear ?? free.first else {
        warnings.append("limits[\(index)].label: left out: there is no room beside the others")
        continue
      }
      if texts != whole { warnings.append("limits[\(index)].label: shortened: there is no room for all of it") }
      let ground = rules.ground(of: box, on: canvas.surface)
      let color = (limit.rule.color ?? canvas.surface.secondaryText).legible(on: ground)
      limits[index] = PlacedText(
        font: font, lines: texts, box: box, color: color, ground: ground, hasPlate: clear == nil)
    }
  }

  /// Where a text beside a line may stand within the plot, the best place first.
  private func places(beside line: PlotRules.Line, _ size: Size) -> [Rect] {
    let font = canvas.typeface.font(usual: PlotTexts.fontSize)
    // Where the right of the picture is, or the upper end of a horizontal chart.
    let startsAtLeft = space.isTurned != space.isMirrored
    switch line {
    case .level(let y):
      var lefts = Array(stride(from: plot.maxX - 4 - size.width, through: plot.minX + 4, by: -16))
      if startsAtLeft { lefts = Array(stride(from: plot.minX + 4, through: plot.maxX - 4 - size.width, by: 16)) }
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
      return stride(from: plot.minY + 4, through: plot.maxY - 4 - size.height, by: 16).flatMap { top in
        columns.map { Rect(x: $0, y: top, width: size.width, height: size.height) }
      }
    }
  }
}

// MARK: - Bands

extension PlotTexts {
  /// What is written in bands: in the first corner that is free, from the upper left one on, a line or two farther in where the
  /// labels of two bands would read as one.
  private mutating func placeBands() {
    let font = canvas.typeface.font(usual: PlotTexts.fontSize)
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
      if text != label { warnings.append("bands[\(index)].label: shortened: there is no room for all of it") }
      let width = font.width(of: text)
      let (top, bottom) = (room.minY, max(room.maxY - font.capHeight, room.minY))
      var corners = [(room.minX, top), (room.maxX - width, top), (room.minX, bottom), (room.maxX - width, bottom)]
      for row in 1...2 {
        let (below, above) = (top + Double(row) * font.lineHeight, bottom - Double(row) * font.lineHeight)
        if below <= bottom { corners += [(room.minX, below), (room.maxX - width, below)] }
        if above >= top { corners += [(room.minX, above), (room.maxX - width, above)] }
      }
      let boxes = corners.map { space.axes(Rect(x: $0.0, y: $0.1, width: width, height: font.capHeight)) }
      /// Those that are so far from other labels in the picture, along their lines and across them.
      func apart(_ along: Double, _ across: Double) -> [Rect] {
        let others = taken.map(space.picture(_:)).map {
          $0.inset(left: -along, top: -across, right: -along, bottom: -across)
        }
        return boxes.filter { box in !others.contains { $0.intersects(space.picture(box)) } }
      }
      let free = apart(5, 5)
      let clear = (apart(14, 5) + free).first { !marks.cover($0.inset(by: -2)) }
      guard let place = clear ?? free.first else {
        warnings.append("bands[\(index)].label: left out: there is no room beside the others")
        continue
      }
      let ground = rules.ground(of: place, on: canvas.surface)
      bands[index] = PlacedText(
        font: font, lines: [text], box: place,
        color: canvas.surface.secondaryText.legible(on: ground), ground: ground,
        hasPlate: clear == nil)
    }
  }
}
