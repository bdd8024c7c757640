import ChartModel

/// A circle, or a part of one, with names around it: as large as there is room for both, and which names are shown.
struct RimFrame: Sendable {
  /// A name where it stands.
  struct Label: Hashable, Sendable {
    /// Which of those that were given.
    let index: Int
    /// One or two.
    let lines: [String]
    let box: Rect
    /// Where the middle of the first line lies on its baseline.
    let position: Point

    var text: String { lines.joined(separator: " ") }
  }

  let center: Point
  /// In px.
  let radius: Double
  /// Outside the circle; none overlap.
  let labels: [Label]
  /// How many names there is no room for, and how many are cut.
  let dropped: Int
  let shortened: Int

  /// From one baseline to the next as a multiple of the size.
  private static let spacing = 1.15
  /// How many times as high as letters a plot is in which names may have two lines.
  private static let easyHeight = 14.0

  /// What stays free between names and what is nearest to them, in px: less where all is small.
  private static func gap(in plot: Rect) -> Double { min(max(plot.height / 30, 3), 7) }

  /// - Parameters:
  ///   - names: What stands around the circle; empty ones don't.
  ///   - angles: Where, in degrees clockwise from three o'clock, in this order.
  ///   - overhang: How far marks reach beyond the circle, in px.
  ///   - unit: The box of the circle's part, if its radius were 1.
  ///   - plot: Where all of it must be.
  ///   - ideal: Where the middle of the circle's box is if there is room.
  init(
    names: [String], angles: [Double], overhang: Double = 0, font: Font,
    unit: Rect = Rect(x: -1, y: -1, width: 2, height: 2),
    in plot: Rect, ideal: Point
  ) {
    // Beside the circle there is room for so much, also if it is as large as it can be.
    let most = max(min((plot.width - 2 * overhang) / unit.width, (plot.height - 2 * overhang) / unit.height), 0)
    let isHigh = plot.height >= RimFrame.easyHeight * font.size
    let free = RimFrame.gap(in: plot)
    let gap = isHigh || overhang == 0 ? free + overhang : max(free, overhang + 2)
    let least = max(plot.width * 0.2, (plot.width - unit.width * most * 0.9) / 2 - gap)
    let turns = angles.map(sineAndCosine(degrees:))
    let apart = angles.count > 1 ? abs(angles[1] - angles[0]) : 360
    let rooms = turns.map { turn -> Double in
      let reach = most * 0.9
      guard abs(turn.cosine) < 0.3 else {
        return max(least, plot.width / 2 - reach * abs(turn.cosine) - gap)
      }
      // Above and below it reaches to its neighbours, or over them where they are lower.
      let next = sineAndCosine(degrees: min(apart, 90))
      let isClear = reach * (1 - next.cosine) > font.lineHeight
      return max(least, min(plot.width * 0.6, isClear ? .infinity : 2 * reach * next.sine - 8))
    }
    let lines = zip(names, rooms).map { $0.oneLine(limit: font.longest(in: $1)) }
    // Where there is height to spare, long names have two lines; beside the circle, where their neighbours are far enough
    // above and below, they take none of it.
    let pitch = most * min(apart, 90) * .pi / 180
    let texts = zip(lines, zip(rooms, turns)).map { line, place in
      let cosine = abs(place.1.cosine)
      let isWide = cosine >= 0.3 && pitch * cosine >= 2 * RimFrame.spacing * font.size
      return font.lines(of: line, within: place.0, atMost: isHigh || isWide ? 2 : 1).lines
    }
    let sizes = texts.map { lines in
      Size(width: lines.map(font.width).max() ?? 0, height: Double(lines.count) * RimFrame.spacing * font.size)
    }

    /// The box of all of it about the centre, with a radius.
    func extent(_ radius: Double, _ shown: [Int]) -> (min: Point, max: Point) {
      var (low, high) = (
        Point(x: unit.minX * radius - overhang, y: unit.minY * radius - overhang),
        Point(x: unit.maxX * radius + overhang, y: unit.maxY * radius + overhang)
      )
      for index in shown {
        let box = RimFrame.box(sizes[index], at: turns[index], radius: radius + gap)
        (low.x, low.y) = (min(low.x, box.minX), min(low.y, box.minY))
        (high.x, high.y) = (max(high.x, box.maxX), max(high.y, box.maxY))
      }
      return (low, high)
    }
    func fits(_ radius: Double, _ shown: [Int]) -> Bool {
      let (low, high) = extent(radius, shown)
      return high.x - low.x <= plot.width && high.y - low.y <= plot.height
    }

    let written = texts.indices.filter { !texts[$0].isEmpty && $0 < turns.count }
    var shown = written
    var radius = most
    if !fits(radius, shown) {
      var low = 0.0
      // To a thousandth of a px.
      for _ in 0..<24 where radius - low > 1e-3 {
        let middle = (low + radius) / 2
        if fits(middle, shown) { low = middle } else { radius = middle }
      }
      radius = low
      // Names are worth much, but not the chart.
      if radius < most * 0.35 { (radius, shown) = (most, []) }
    }
    let (low, high) = extent(radius, shown)
    func clamped(_ value: Double, _ least: Double, _ greatest: Double) -> Double {
      least <= greatest ? min(max(value, least), greatest) : (least + greatest) / 2
    }
    let center = Point(
      x: clamped(ideal.x - unit.midX * radius, plot.minX - low.x, plot.maxX - high.x),
      y: clamped(ideal.y - unit.midY * radius, plot.minY - low.y, plot.maxY - high.y))
    (self.center, self.radius) = (center, radius)

    let boxes = sizes.indices.map { index -> Rect in
      guard index < turns.count else { return .zero }
      let box = RimFrame.box(sizes[index], at: turns[index], radius: radius + gap)
      return Rect(x: center.x + box.x, y: center.y + box.y, width: box.width, height: box.height)
    }
    shown = RimFrame.apart(shown, boxes)
    labels = shown.map { index in
      let box = boxes[index]
      return Label(
        index: index, lines: texts[index], box: box,
        position: Point(
          x: box.midX,
          y: box.midY + font.capHeight / 2 - Double(texts[index].count - 1) * RimFrame.spacing * font.size / 2))
    }
    dropped = lines.count { !$0.isEmpty } - shown.count
    shortened = shown.count { texts[$0].joined(separator: " ") != lines[$0] }
  }

  /// The box of a text about the centre: it touches the circle of a radius from outside. Beside the circle it begins there,
  /// above and below it is centred, and between it goes over from one to the other.
  private static func box(_ size: Size, at turn: (sine: Double, cosine: Double), radius: Double) -> Rect {
    let aside = min(max(turn.cosine / 0.3, -1), 1)
    let middle = Point(
      x: radius * turn.cosine + aside * size.width / 2, y: radius * turn.sine + turn.sine * size.height / 2)
    return Rect(
      x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height)
  }

  /// Every one, every second, every third … of some, so that none overlap.
  private static func apart(_ indices: [Int], _ boxes: [Rect]) -> [Int] {
    var step = 1
    while step < indices.count {
      let kept = stride(from: 0, to: indices.count, by: step).map { indices[$0] }
      let isClear = kept.indices.allSatisfy { place in
        let box = boxes[kept[place]].inset(left: -3, right: -3)
        return !kept[(place + 1)...].contains { boxes[$0].intersects(box) }
      }
      if isClear { return kept }
      step += max(1, step / 4)
    }
    return Array(indices.prefix(1))
  }

  /// What an author should know of the names.
  /// - Parameter noun: What one is called: `name`.
  func warnings(_ noun: String) -> [String] {
    var warnings: [String] = []
    if dropped > 0 { warnings.append(RoomWarning.leftOut(dropped, of: dropped + labels.count, noun)) }
    if shortened > 0 { warnings.append(RoomWarning.shortened(shortened, noun)) }
    return warnings
  }

  func nodes(_ font: Font, color: Color) -> [Node] {
    labels.flatMap { label in
      label.lines.enumerated().map { line, text in
        let y = label.position.y + Double(line) * RimFrame.spacing * font.size
        return Node(
          .text(
            Text(
              runs: [Text.Run(text, color: color)], at: Point(x: label.position.x, y: y), anchor: .middle,
              size: font.size)))
      }
    }
  }
}
