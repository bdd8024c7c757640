import ChartModel
import JSONModel

/// The names along a value axis: one row each, written as those along the positions are (W4).
struct ValueAxisNames: Sendable {
  let labels: SlotLabels
  let writing: SlotWriting
  private let font: Font
  /// How high a row is at most, in px; infinite where all of the axis is shared out.
  private let mostHeight: Double

  /// - Parameters:
  ///   - length: How long the axis is, in px.
  ///   - zoom: How many times longer it is drawn.
  ///   - canvas: Of the space that the axis lies in.
  ///   - level: How far labels are turned that are level in the picture, in degrees.
  ///   - ends: How far from the axis' ends the picture ends, in px.
  ///   - isTop: Whether it stands above the plot in the picture.
  init(
    _ labels: SlotLabels, _ spec: ValueAxisSpec, _ font: Font, length: Double, zoom: Double, canvas: Size,
    level: Double,
    ends: (before: Double, after: Double), isTop: Bool
  ) {
    self.labels = labels
    let style = spec.style.labels
    self.font = font
    mostHeight = min(spec.mostRowShare.map { max($0 * canvas.width, 1) } ?? .infinity, spec.spacing ?? .infinity)
    let count = max(labels.labels.count, 1)
    let slot = min(length / Double(count), mostHeight) * zoom
    // Beside the axis names may take so much of the picture.
    let gap = (style.gap ?? ValueAxisLayout.standardGap) + spec.style.tickLength
    let isTurned = level != 0
    let most = canvas.width * (isTurned && canvas.width >= 300 ? 1 / 3 : 0.4)
    let room = max(spec.style.band.map { $0 - gap } ?? most, font.size)
    var writing: SlotWriting
    if style.rotation != 0 {
      writing = SlotWriting(rotation: style.rotation, maximumWidth: room)
      let turn = abs(sineAndCosine(degrees: style.rotation + level).sine)
      let pitch = turn > 0.9 ? labels.widest(font: font, maximumWidth: room) + 6 : font.ascent + font.descent + 1
      writing.step = min(max(Int(saturating: (pitch / max(slot, 1e-9)).rounded(.up)), 1), count)
    } else if isTurned {
      writing = labels.writing(
        in: SlotWriting.Room(
          slot: slot, before: ends.before + slot / 2, after: ends.after + slot / 2, height: room, isTop: isTop,
          isReversed: spec.isReversed, scrolls: zoom > 1), font: font)
      if labels.areSequence, writing.rotation != 0 {
        // Some tell the others.
        writing = .level
        writing.maximumWidth = room
        let pitch = labels.widest(font: font, maximumWidth: room) + 14
        writing.step = min(max(Int(saturating: (pitch / max(slot, 1e-9)).rounded(.up)), 1), count)
      }
    } else {
      writing = labels.writing(besideAxis: room, slot: slot, font: font)
      writing.rotation = 0
    }
    if labels.areSequence, spec.style.maxLabels == nil, spec.period == nil {
      writing.step = min(labels.rounded(writing.step), count)
    }
    isRound = labels.areSequence && spec.style.maxLabels == nil && spec.period == nil
    if let most = spec.style.maxLabels {
      writing.step = max(writing.step, Int(saturating: (Double(count) / Double(max(most, 1))).rounded(.up)))
    }
    if let period = spec.period, period > 0, writing.step > 1 {
      // Each group has the same ones.
      writing.step = (writing.step...max(period, writing.step)).first { period % $0 == 0 } ?? writing.step
    }
    self.writing = writing
    isWritten = spec.style.maxLabels != 0
  }

  private let isWritten: Bool
  /// Whether those are written of numbers that are round.
  private let isRound: Bool

  /// What the axis shows, in coordinates: each row whole.
  /// - Parameter length: How long it is, in px.
  func domain(on transform: AxisTransform, length: Double) -> Domain {
    let count = Double(max(labels.labels.count, 1))
    // Rows that would be too high leave room above and below.
    let free = mostHeight.isFinite ? max(length / mostHeight - count, 0) / 2 : 0
    return transform.coordinates(of: Domain(-0.5 - free, count - 0.5 + free))
  }

  /// The rows of a stretch of the axis that get a name.
  func ticks(in domain: Domain, on transform: AxisTransform) -> [Tick] {
    guard isWritten else { return [] }
    let values = transform.values(of: domain)
    let count = Double(labels.labels.count)
    let first = Int(saturating: min(max((values.lower - 1e-6).rounded(.up), 0), count))
    let last = Int(saturating: min(max((values.upper + 1e-6).rounded(.down), -1), count - 1))
    guard first <= last else { return [] }
    let start =
      isRound ? labels.first(from: first, step: writing.step) : (first + writing.step - 1) / writing.step * writing.step
    return stride(from: start, through: last, by: writing.step).map { Tick(Double($0), labels.labels[$0].oneLine) }
  }

  /// What is written at a tick, in one line or two.
  func lines(at tick: Tick) -> NameLines {
    let index = Int(exactly: tick.value) ?? -1
    return NameLines(labels.labels.indices.contains(index) ? labels.labels[index] : tick.label, writing, font: font)
  }

  /// How much room names take beside the axis with their gap and the axis' title, in px.
  func width(_ spec: ValueAxisSpec, level: Double) -> Double {
    guard spec.style.isVisible else { return 0 }
    if let band = spec.style.band { return band }
    var width = spec.style.tickLength
    let widest = labels.widest(font: font, maximumWidth: writing.maximumWidth)
    if spec.style.labels.isVisible, isWritten, widest > 0 {
      let turn = sineAndCosine(degrees: writing.rotation + level)
      let height = font.ascent + font.descent + (writing.isWrapped ? AxisLabel.lineSpacing * font.size : 0)
      width += spec.style.labels.gap ?? ValueAxisLayout.standardGap
      width += abs(turn.cosine) * widest + abs(turn.sine) * height
    }
    if let title = spec.style.title { width += AxisTitle.height(title, font) + 2 }
    return width
  }
}

extension ValueAxisLayout {
  /// How many of the names in view are shortened, and how many left out, since there is no room for them.
  var lostNames: (shortened: Int, left: Int) {
    guard let names, !names.labels.areSequence, isVisible, spec.style.labels.isVisible, spec.style.maxLabels == nil,
      spec.period == nil
    else { return (0, 0) }
    let count = names.labels.labels.count { !$0.isEmpty }
    let shortened = ticks.count { names.lines(at: $0).isShortened }
    let (values, all) = (transform.values(of: domain), Double(names.labels.labels.count))
    let inView = max(min(values.upper, all) - max(values.lower, -0.5), 0)
    let seen = min(count, Int(saturating: inView.rounded()))
    return (shortened, names.writing.step > 1 ? max(seen - ticks.count(where: \.isMajor), 0) : 0)
  }

  /// The names of rows, each in the middle of its own.
  func nameLabels(_ names: ValueAxisNames, plot: Rect, in space: AxesSpace) -> [AxisLabel] {
    let (bounds, surface, style, font) = (space.canvas.bounds, space.canvas.surface, spec.style.labels, font)
    let isLeft = position == .left
    let gap = (style.gap ?? ValueAxisLayout.standardGap) + spec.style.tickLength
    let turn = sineAndCosine(degrees: rotation)
    // Along the axis a text is centred; across it, that end is at the axis that is nearer.
    let isAcross = abs(turn.cosine) < 0.01
    var labels: [AxisLabel] = []
    for tick in ticks where tick.isMajor {
      guard let y = y(of: tick.value), y >= plot.minY - 0.5, y <= plot.maxY + 0.5 else { continue }
      let lines = names.lines(at: tick)
      let label = AxisLabel(
        value: tick.value, text: lines.first, secondLine: lines.second, whole: tick.label, tick: y, position: .zero,
        anchor: .middle, font: font, color: style.color ?? surface.secondaryText, rotation: rotation, isSelected: false)
      let edge = style.alignment == .center ? box.midX : isLeft ? line - gap : line + gap
      let half = font.capHeight / 2
      var place = Point(x: edge, y: y)
      var anchor = Text.Anchor.middle
      if isAcross {
        // Of lines below one another the first one's top is at the axis, or the last one's foot.
        let isDown = turn.sine < 0
        let lines = font.capHeight + label.extraHeight
        let start = isLeft ? edge - lines : edge
        place.x =
          style.alignment == .center
          ? edge + font.capHeight / 2 - lines / 2 : isDown ? start + font.capHeight : start + lines
      } else {
        if style.alignment == .axis { anchor = isLeft == (turn.cosine > 0) ? .end : .start }
        // The middle of all lines is beside the tick.
        let across = half - label.extraHeight / 2
        place = Point(x: place.x - turn.sine * across, y: place.y + turn.cosine * across)
      }
      let placed = label.moved(to: place, anchor: anchor)
      let inside = placed.isWritten(inside: bounds) ? placed : placed.movedInside(bounds)
      let isFree =
        labels.last.map { !$0.box.inset(by: 0.5).intersects(inside.box) || isClear(inside, $0, turn) } ?? true
      if isFree || abs(turn.sine) > 0.01, inside.isWritten(inside: bounds) { labels.append(inside) }
    }
    return labels
  }
}
