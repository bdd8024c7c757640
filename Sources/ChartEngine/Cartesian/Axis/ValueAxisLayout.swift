import ChartModel

/// A value axis: what it shows, and where (A1, A2).
struct ValueAxisLayout: Sendable {
  /// Which series it measures.
  let side: SeriesSpec.AxisSide
  let spec: ValueAxisSpec
  let transform: AxisTransform
  /// All that it can show, and what it shows where it is zoomed, as coordinates.
  let full: Domain
  let domain: Domain
  /// With the labels as they are written.
  let ticks: [Tick]
  /// From coordinates to px.
  let map: PixelMap
  /// How wide its labels with their gap, and its title, are.
  let width: Double
  /// Where these are; known when all axes are.
  var box = Rect.zero
  /// Where the axis itself is, in px from the left.
  var line = 0.0
  /// How far labels are turned that are level in the picture, in degrees.
  let level: Double
  /// Whether left is right in the picture, or above is below in a horizontal chart.
  private let isMirrored: Bool
  /// The names along it, and how they are written; `nil` where it measures numbers.
  let names: ValueAxisNames?
  /// How many times as long as the plot it is before anybody zooms.
  let rowZoom: Double
  /// How many times as long as the plot it has to be for ticks as far apart as its author has them; 1 where they are names.
  let tickZoom: Double

  /// On which side of the plot it stands. In a horizontal chart, where the left is at the top, the first axis is at the bottom.
  let position: ValueAxisSpec.Side
  /// Whether coordinates grow downwards in this space.
  var isReversed: Bool { spec.isReversed }
  /// How much of it is out of view above and below what is seen, as coordinates.
  var unseen: (above: Double, below: Double) {
    let (lesser, greater) = (domain.lower - full.lower, full.upper - domain.upper)
    return isReversed ? (lesser, greater) : (greater, lesser)
  }
  /// Whether values go along the picture's width.
  var isTurned: Bool { level != 0 }
  var rotation: Double { (names?.writing.rotation ?? spec.style.labels.rotation) + level }
  var isVisible: Bool { spec.style.isVisible }
  /// Of its labels and its title.
  let font: Font

  /// - Parameters:
  ///   - room: What is to stay free above the greatest value, and below a negative least one, in px.
  ///   - entries: Those that are not to be cut at the ends of the axis, by their coordinates, from the least upwards.
  ///   - free: How far these may reach over the plot's edges, in px: over the lower and the upper one.
  ///   - top: The plot's edges in px.
  ///   - canvas: Of the space that it lies in.
  ///   - level: How far labels are turned that are level in the picture, in degrees.
  ///   - isMirrored: Whether left is right in the picture, or above is below in a horizontal chart.
  ///   - named: The names along it; `nil` where it measures numbers.
  ///   - rowZoom: How many times as long as the plot it is before anybody zooms.
  ///   - firstStart: Where it begins to be seen before anybody scrolls, as a share of it from its lower edge.
  ///   - zone: Where days begin, of an axis of moments.
  init(
    _ side: SeriesSpec.AxisSide, _ spec: ValueAxisSpec, _ range: ValueRange, room: (above: Double, below: Double),
    entries: (Domain) -> [EdgeEntries], free: Overhang, top: Double, bottom: Double, chartWidth: Double,
    canvas: Size, typeface: Typeface, level: Double, isMirrored: Bool, named: SlotLabels?, rowZoom: Double,
    firstStart: Double, viewport: Viewport?,
    format: FormatSpec, zone: TimeZoneRules
  ) {
    self.side = side
    self.spec = spec
    (self.level, self.isMirrored) = (level, isMirrored)
    let isLeft = (spec.position ?? (side == .left ? .left : .right)) == .left
    let position: ValueAxisSpec.Side = isLeft == ((level != 0) == isMirrored) ? .left : .right
    self.position = position
    transform = spec.transform(isTurned: level != 0)
    // What is more than a number can do with less of it.
    let share = spec.style.labels.format == nil ? chartWidth / 2 : chartWidth / 3
    let maximumWidth = min(
      ValueAxisLayout.maximumLabelWidth, max(share, min(ValueAxisLayout.usualLabelWidth, chartWidth * 0.6)))
    self.maximumWidth = maximumWidth
    let height = max(bottom - top, 1)
    let moments =
      spec.scale == .time ? MomentTicks(zone, format: spec.style.labels.format, locale: format.locale) : nil
    let template = moments == nil ? spec.style.labels.template.map { Template($0) } : nil
    let arePercent = spec.style.labels.arePercent
    let format = template?.format(from: format) ?? (arePercent ? format.ofPercent : format)
    let font = typeface.font(spec.style.labels.fontSize)
    self.font = font
    /// How much of the axis labels take: their height, or, where they stand side by side, about their width.
    func ticks(_ ticks: (LabelPitch) -> ValueAxisTicks) -> ValueAxisTicks {
      guard level != 0 else { return ticks(LabelPitch(lineHeight: font.lineHeight)) }
      let few = ticks(LabelPitch(width: 60))
      return ticks(LabelPitch(width: few.ticks.filter(\.isMajor).map { font.width(of: $0.label) }.max() ?? 0))
    }
    let transform = transform
    self.rowZoom = rowZoom
    let zoom = (viewport.map { $0.zoomY > 1 && $0.zoomY.isFinite ? $0.zoomY : 1 } ?? 1) * rowZoom
    let names = named.map {
      ValueAxisNames(
        $0, spec, font, length: height, zoom: zoom, canvas: canvas, level: level,
        ends: (before: canvas.height - bottom, after: top),
        isTop: level != 0 && position == .left)
    }
    self.names = names
    let wanted = range.withRoom(room, of: height, spec)
    let whole =
      names == nil
      ? ticks {
        ValueAxisTicks(wanted, showing: range, spec, length: height, pitch: $0, format: format, moments: moments)
      } : nil
    let round =
      names.map { $0.domain(on: transform, length: height) } ?? transform.coordinates(of: whole?.domain ?? Domain(0, 1))
    tickZoom = whole.map { ValueAxisLayout.tickZoom($0, spec, on: transform, length: height) } ?? 1
    let overhang = EdgeEntries.overhang(
      entries(round), beyond: round, of: height,
      free: spec.isReversed ? Overhang(before: free.after, after: free.before) : free)
    let full = overhang == Overhang() ? round : Domain(round.lower - overhang.before, round.upper + overhang.after)
    self.full = full
    func written(_ ticks: [Tick]) -> [Tick] {
      ticks.map { tick in
        guard tick.isMajor else { return tick }
        guard let template else {
          return arePercent ? Tick(tick.value, NumberFormat(format).withPercentSign(tick.label)) : tick
        }
        return Tick(tick.value, template.text { Template.name($0) == "value" ? tick.label : nil }.oneLine)
      }
    }
    func map(_ domain: Domain) -> PixelMap {
      spec.isReversed ? PixelMap(domain, from: top, to: bottom) : PixelMap(domain, from: bottom, to: top)
    }
    guard zoom > 1, zoom.isFinite else {
      domain = full
      self.map = map(domain)
      self.ticks = names.map { $0.ticks(in: full, on: transform) } ?? written(whole?.ticks ?? [])
      width =
        names.map { $0.width(spec, level: level) }
        ?? ValueAxisLayout.width(spec, font, self.ticks, level: level, maximumLabelWidth: maximumWidth)
      return
    }
    // What is seen begins so far from the lower edge of all there is, whatever grows which way.
    func part(_ startY: Double) -> (domain: Domain, ticks: [Tick]) {
      let length = full.upper / zoom - full.lower / zoom
      let below = min(max(startY, 0), 1 - 1 / zoom)
      let start = spec.isReversed ? 1 - 1 / zoom - below : below
      let lower = full.lower * (1 - start) + full.upper * start
      let domain = Domain(lower, lower + length)
      if let names { return (domain, names.ticks(in: domain, on: transform)) }
      // Nobody has zoomed: what is seen is a part of what would be without any height of its own.
      if spec.spacing != nil, zoom == rowZoom, let whole {
        let slack = domain.span * 1e-9
        return (
          domain,
          written(
            whole.ticks.filter { tick in
              let place = transform.coordinate(of: tick.value)
              return place >= domain.lower - slack && place <= domain.upper + slack
            })
        )
      }
      let made = ticks {
        ValueAxisTicks(
          showing: transform.values(of: domain), spec, length: height, pitch: $0, format: format, moments: moments)
      }
      return (domain, written(made.ticks))
    }
    (domain, self.ticks) = part(viewport?.startY ?? firstStart)
    self.map = map(domain)
    // The widest labels are at the ends: the plot keeps its width while it is scrolled up and down.
    width =
      names.map { $0.width(spec, level: level) }
      ?? [part(0).ticks, self.ticks, part(1).ticks].map {
        ValueAxisLayout.width(spec, font, $0, level: level, maximumLabelWidth: maximumWidth)
      }.reduce(0, max)
  }

  /// - Parameter whole: All of its ticks.
  private static func tickZoom(
    _ whole: ValueAxisTicks, _ spec: ValueAxisSpec, on transform: AxisTransform, length: Double
  ) -> Double {
    let places = whole.ticks.filter(\.isMajor).map { transform.coordinate(of: $0.value) }
    guard let spacing = spec.spacing, spacing > 0, let first = places.first, let last = places.last, last > first else {
      return 1
    }
    let steps = transform.coordinates(of: whole.domain).span / (last - first) * Double(places.count - 1)
    let zoom = spacing * steps / length
    return zoom.isFinite ? min(max(zoom, 1), 1e6) : 1
  }

  /// What the band takes up: labels with their gap, and the title beside them.
  private static func width(
    _ spec: ValueAxisSpec, _ font: Font, _ ticks: [Tick], level: Double, maximumLabelWidth: Double
  ) -> Double {
    guard spec.style.isVisible else { return 0 }
    if let band = spec.style.band { return band }
    var width = spec.style.tickLength
    if spec.style.labels.isVisible {
      let widths = ticks.map { font.width(of: $0.label) }
      // Numbers that are too wide are left out, other texts cut.
      let widest =
        spec.style.labels.format == nil
        ? widths.filter { $0 <= maximumLabelWidth }.max() ?? 0 : min(widths.max() ?? 0, maximumLabelWidth)
      let turn = sineAndCosine(degrees: spec.style.labels.rotation + level)
      if widest > 0 {
        width += spec.style.labels.gap ?? standardGap
        width += abs(turn.cosine) * widest + abs(turn.sine) * (font.ascent + font.descent)
      }
    }
    if let title = spec.style.title {
      width += level == 0 ? AxisTitle.width(title, font) : AxisTitle.height(title, font) + 2
    }
    return width
  }

  /// Between the axis and its labels, in px.
  static let standardGap = 6.0
  /// Labels take no more, in px.
  private static let maximumLabelWidth = 200.0
  /// As wide as numbers usually are, in px: in narrow charts, too, they are not cut, since part of one is another number.
  private static let usualLabelWidth = 80.0
  /// How wide they may be in this chart, in px.
  private let maximumWidth: Double

  /// How far the last label reaches beyond its tick along the axis, in px.
  var overhang: Double {
    let major = ticks.filter(\.isMajor)
    guard isVisible, spec.style.labels.isVisible, let last = isReversed ? major.first : major.last, isTurned,
      names == nil
    else { return 0 }
    let beyond = (y(of: last.value) ?? 0) - map.pixel(of: isReversed ? domain.lower : domain.upper)
    return abs(sineAndCosine(degrees: rotation).sine) * min(font.width(of: last.label), maximumWidth) / 2 - beyond
  }

  /// Where a value is, in px; `nil` if it has no place.
  // Inlined, so that nobody copies the axis for it, of which each mark asks.
  @inline(__always)
  func y(of value: Double) -> Double? {
    let y = map.pixel(of: transform.coordinate(of: value))
    return y.isNaN ? nil : y
  }

  /// Whether 0 is within what is seen of it, rather than at its end, and means something: the middle of a stream, whose axis
  /// has no labels, does not.
  var goesBothWays: Bool {
    names == nil && spec.scale != .time && spec.style.labels.isVisible && transform == .linear && domain.lower < 0
      && domain.upper > 0
  }

  /// Where bars stand and areas end: at 0, or where the axis is nearest to it; among logarithms and moments at its lower end.
  var baseline: Double {
    guard transform == .linear, spec.scale != .time else { return map.pixel(of: full.lower) }
    return map.pixel(of: min(max(0, full.lower), full.upper))
  }
}

extension ValueAxisLayout {
  /// The labels, as far as they don't overlap.
  func labels(plot: Rect, in space: AxesSpace) -> [AxisLabel] {
    let (bounds, surface) = (space.canvas.bounds, space.canvas.surface)
    let style = spec.style.labels
    let font = self.font
    // In a plot lower than letters there is nothing that a label could be beside.
    guard isVisible, style.isVisible, plot.height >= font.capHeight else { return [] }
    if let names { return nameLabels(names, plot: plot, in: space) }
    let isLeft = position == .left
    let turn = sineAndCosine(degrees: rotation)
    // Upright labels are centred on their ticks.
    let isUpright = abs(turn.cosine) < 0.01
    // Beside another chart's numbers they would be read as one with these.
    let inner = isTurned && space.picture.isPart ? bounds.inset(left: 0, top: 3, right: 0, bottom: 3) : bounds
    var labels: [AxisLabel] = []
    // From below.
    for tick in isReversed ? ticks.reversed() : ticks where tick.isMajor {
      guard let y = y(of: tick.value), y >= plot.minY - 0.5, y <= plot.maxY + 0.5 else { continue }
      // Part of a number would be another number.
      guard style.format != nil || font.width(of: tick.label) <= maximumWidth else { continue }
      let gap = (style.gap ?? ValueAxisLayout.standardGap) + spec.style.tickLength
      var x: Double
      var anchor: Text.Anchor
      switch style.alignment {
      // The text goes away from the axis, whichever way it is turned.
      case .axis: (x, anchor) = (isLeft ? line - gap : line + gap, isLeft == (turn.cosine > 0) ? .end : .start)
      case .center: (x, anchor) = (box.midX, .middle)
      }
      if isUpright, anchor != .middle {
        x += (isLeft ? -1 : 1) * font.capHeight / 2
        anchor = .middle
      }
      // The middle of the letters' height is beside the tick.
      let half = font.capHeight / 2
      let label = AxisLabel(
        value: tick.value, text: font.truncated(tick.label, to: maximumWidth), tick: y,
        position: Point(x: x - turn.sine * half, y: y + turn.cosine * half), anchor: anchor, font: font,
        color: style.color ?? surface.secondaryText, rotation: rotation, isSelected: false
      ).movedInside(inner, atMost: isTurned ? font.width(of: tick.label) / 2 : nil)
      if label.isWritten(inside: bounds) { labels.append(label) }
    }
    return evenly(labels, turn)
  }

  /// The labels as far as they don't overlap: every one, or every second, or every third, with that of 0. The last one, which may
  /// have been moved from its tick to be inside of the picture, may be missing. Where the author says where ticks are, each that
  /// there is room for.
  private func evenly(_ all: [AxisLabel], _ turn: (sine: Double, cosine: Double)) -> [AxisLabel] {
    guard all.count > 1 else { return all }
    if spec.tickPlaces != nil {
      return all.reduce(into: []) { kept, label in
        if kept.last.map({ isClear(label, $0, turn) }) ?? true { kept.append(label) }
      }
    }
    let zero = all.firstIndex { $0.value == 0 } ?? 0
    for step in 1..<all.count {
      var labels = stride(from: zero % step, to: all.count, by: step).map { all[$0] }
      if let last = labels.last, labels.count > 2, !isClear(last, labels[labels.count - 2], turn) {
        labels.remove(at: labels.count - (last.value == 0 ? 2 : 1))
      }
      if zip(labels, labels.dropFirst()).allSatisfy({ isClear($1, $0, turn) }) { return labels }
    }
    return [all[zero]]
  }

  /// Whether a label can be read beside the one below it.
  func isClear(_ label: AxisLabel, _ below: AxisLabel, _ turn: (sine: Double, cosine: Double)) -> Bool {
    label.box.maxY + font.size * (isTurned ? 0.5 : 0.08) <= below.box.minY
      // Turned alike, their lines of text may still be clear of one another.
      || (below.position.y - label.position.y) * abs(turn.cosine)
        >= font.ascent + font.descent + font.size * 0.08
  }

  /// Half-way between two ticks: a unit beside the number at one of them would be read with it.
  private func betweenTicks(near y: Double, in plot: Rect) -> Double {
    let places = ticks.filter(\.isMajor).compactMap { self.y(of: $0.value) }
      .filter { $0 >= plot.minY - 0.5 && $0 <= plot.maxY + 0.5 }.sorted()
    return zip(places, places.dropFirst()).map { ($0 + $1) / 2 }.min { abs($0 - y) < abs($1 - y) } ?? y
  }

  /// The lines of the title beside the labels, read from below; level if it is short.
  func title(plot: Rect, on surface: Surface) -> [Text] {
    guard isVisible, let title = spec.style.title else { return [] }
    let font = font
    let lines = AxisTitle.lines(title, font, within: plot.height)
    let isLeft = position == .left
    // In a band of the author's there may be no room for more than a line's height.
    if !isTurned, spec.style.band == nil, AxisTitle.isLevel(title, font) {
      return lines.map { line in
        Text(
          runs: [Text.Run(line, color: surface.secondaryText)],
          at: Point(x: isLeft ? box.minX : box.maxX, y: betweenTicks(near: plot.midY, in: plot) + font.capHeight / 2),
          anchor: isLeft ? .start : .end, size: font.size)
      }
    }
    return lines.enumerated().map { index, line in
      // Where they are turned back, the first one is the last one here.
      let (before, after) = isMirrored ? (lines.count - 1 - index, index) : (index, lines.count - 1 - index)
      let x =
        isLeft
        ? box.minX + font.capHeight + 1 + Double(before) * font.lineHeight
        : box.maxX - 2 - Double(after) * font.lineHeight
      return Text(
        runs: [Text.Run(line, color: surface.secondaryText)],
        at: Point(x: x, y: plot.midY), anchor: .middle, size: font.size, rotation: -90)
    }
  }
}
