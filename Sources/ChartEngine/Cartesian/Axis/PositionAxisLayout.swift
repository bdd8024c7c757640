import ChartModel
import JSONModel

/// The x axis: its labels, and where they are (A1, A4, A6).
struct PositionAxisLayout: Sendable {
  let spec: PositionAxisSpec
  /// Of its labels and its title.
  let font: Font
  let window: ViewWindow
  let labels: [AxisLabel]
  /// Where ticks and grid lines are, in px from the left.
  let ticks: [Double]
  /// Where labels and title are.
  let box: Rect
  /// Where the axis itself is, in px from the top.
  let line: Double
  /// Whether positions go down in the picture.
  let isTurned: Bool
  /// How many of the names in view were shortened, and how many left out, since there is no room for them.
  let lostNames: (shortened: Int, left: Int)

  /// All that decides how the labels look.
  struct Context: Sendable {
    let axis: PlotAxis
    let spec: PositionAxisSpec
    /// How far labels are turned that are level in the picture, in degrees.
    let level: Double
    let slotLabels: SlotLabels
    /// What all positions are multiples of; see ``PlotData/grain``.
    let grain: Double
    /// Whether there are any positions at all, or ends that the author gave.
    let hasPositions: Bool
    let format: FormatSpec
    let surface: Surface
    let typeface: Typeface
    /// Where no label may reach beyond.
    let bounds: Rect
    /// Whether there are other charts beside it, with labels of their own.
    let isPart: Bool
    /// How far names are turned at least, in degrees; see ``Canvas/leastTurn``.
    let leastTurn: Double
    /// From the plot to where nothing may be written, in px, where the plot's place is not up to it.
    let fixedRoom: Double?
    /// The coordinate of the selected entry.
    let selected: Double?
    /// The font size of the value axes' labels, of which the lowest or highest is near the first of these.
    let valueFontSize: Double
    /// How names are written; only ``writesNames`` makes use of all of it, ``turnsNames`` of how long they may be.
    var writing: SlotWriting

    var font: Font { typeface.font(spec.style.labels.fontSize) }
    var selectedFont: Font {
      spec.style.labels.selected.fontSize.map { font.sized($0) } ?? font
    }
    /// Between the axis and its labels, in px: clear of the nearest label of a value axis, which reaches beyond the plot.
    var gap: Double {
      if let gap = spec.style.labels.gap { return gap }
      guard !isTurned else { return 8 }
      // Those are centred on their ticks by the height of capitals.
      let valueFont = font.sized(valueFontSize)
      let half = valueFont.capHeight / 2
      let reach =
        spec.position == .top
        ? valueFont.ascent - half + font.sized(largestSize).descent : valueFont.descent + half
      return max(8, reach + 0.5)
    }
    /// How far from the bounds labels stay that would reach beyond them, in px.
    var margin: Double { max(AxisLabel.margin(in: bounds), isPart ? 4 : 0) }
    var largestSize: Double { max(font.size, selectedFont.size) }
    /// Whether positions go down in the picture, so that labels stand beside the axis.
    var isTurned: Bool { level != 0 }
    var rotation: Double { writesNames ? writing.rotation : spec.style.labels.rotation + level }
    /// Whether there are names, all of which are to be read, in a way that the author doesn't choose.
    var writesNames: Bool {
      let style = spec.style
      return axis.isCategory && style.isVisible && style.labels.isVisible && style.labels.rotation == 0
        && style.maxLabels == nil && spec.ticks == nil && !slotLabels.areSequence
    }
    /// How far from the axis names may reach, in px.
    var nameHeight: Double {
      let room =
        spec.style.band.map { $0 - gap - spec.style.tickLength }
        ?? bounds.height * (isTurned || bounds.height < 300 ? 0.4 : 1 / 3)
      let taken = gap + spec.style.tickLength + (spec.style.title.map { AxisTitle.height($0, font) + 4 } ?? 0)
      return max(min(room, fixedRoom.map { $0 - taken } ?? .infinity), font.size)
    }
    /// How wide a label may be, in px: turned ones may take a third of the chart's height; level ones their slot, so
    /// that all are there, or in narrow slots a quarter of the chart's width, so that some are.
    func maximumWidth(slot: Double = 0) -> Double {
      if writesNames { return writing.maximumWidth }
      let sine = abs(sineAndCosine(degrees: rotation).sine)
      guard sine <= 0.01 else { return turnsNames ? min(mostTurned, writing.maximumWidth) : mostTurned }
      let own = slot.isFinite ? slot - 8 : 0
      let width = own >= SlotLabels.readableWidth ? own : max(bounds.width / 4, SlotLabels.leastWidth)
      return min(width, SlotLabels.maximumWidth, max(bounds.width - 4, 0))
    }
  }

  /// How high the band of labels and title is, in px.
  /// - Parameter window: About what will be seen, which decides how wide turned labels of numbers are.
  static func height(_ context: Context, about window: ViewWindow, width: Double) -> Double {
    let style = context.spec.style
    guard style.isVisible else { return 0 }
    if let band = style.band { return band }
    var height = style.tickLength
    if style.labels.isVisible {
      let size = context.largestSize
      let turn = sineAndCosine(degrees: context.rotation)
      var widest = 0.0
      if context.rotation != 0 {
        widest =
          context.axis.isCategory
          ? context.slotLabels.widest(font: context.font, maximumWidth: context.maximumWidth())
          : widestLabel(context, at: window, width: width)
      }
      height += context.gap + abs(turn.sine) * widest + abs(turn.cosine) * size
      if context.writesNames, context.writing.isWrapped, !context.isTurned { height += AxisLabel.lineSpacing * size }
    }
    if let title = style.title { height += AxisTitle.height(title, context.font) + 4 }
    return height
  }

  /// About how wide the labels of numbers or moments get, in px: the widest where the content begins or ends, so that the
  /// plot stays as it is while it is scrolled (A9).
  private static func widestLabel(_ context: Context, at window: ViewWindow, width: Double) -> Double {
    let ticks = PositionTicks(context)
    return [window.span.lower, window.lastStart].reduce(0) { widest, start in
      let end = ViewWindow(
        window.span, start: start, length: window.length, left: window.map.start, width: width)
      return ticks.ticks(in: end, width: width, font: context.font)
        .reduce(widest) { max($0, context.font.width(of: $1.label)) }
    }
  }

  init(_ context: Context, window: ViewWindow, plot: Rect, box: Rect) {
    (spec, font) = (context.spec, context.font)
    self.window = window
    self.box = box
    isTurned = context.isTurned
    line = context.spec.position == .top ? plot.minY : plot.maxY
    let transform = context.axis.transform
    var places: [TickText] = []
    var marks: [Double] = []
    if context.axis.isCategory {
      places = PositionAxisLayout.slots(context, window, plot)
      marks = places.map(\.tick)
    } else if context.hasPositions {
      let ticks = PositionTicks(context).ticks(in: window, width: plot.width, font: context.font)
      for tick in ticks {
        let x = window.map.pixel(of: transform.coordinate(of: tick.value))
        guard x >= plot.minX - 0.5, x <= plot.maxX + 0.5, window.span.measures(transform.coordinate(of: tick.value))
        else { continue }
        if tick.isMajor { marks.append(x) }
        if tick.isMajor { places.append(TickText(value: tick.value, text: tick.label, tick: x)) }
      }
    }
    ticks = marks
    // Turned names reach far: where they leave no room for the plot they would lie on the legend.
    guard spec.style.isVisible, spec.style.labels.isVisible, plot.height >= 1 || context.rotation == 0 else {
      (labels, lostNames) = ([], (0, 0))
      return
    }
    labels = PositionAxisLayout.place(places, context, line: line, box: box)
    lostNames = PositionAxisLayout.lostNames(places, labels, context, window)
  }

  /// Where the names are that an author asks for; of equal ones the first.
  /// - Complexity: O(*n* + *k*) in the numbers of names and of those that are asked for.
  private static func places(of wanted: [PositionSpec], among names: [String]) -> [String: Int] {
    var missing: Set<String> = []
    for case .text(let text) in wanted { missing.insert(text) }
    var places: [String: Int] = [:]
    for (index, name) in names.enumerated() {
      guard !missing.isEmpty else { break }
      if missing.remove(name) != nil { places[name] = index }
    }
    return places
  }

  /// The names of the slots in view that are shown, and where slots are.
  static func slots(_ context: Context, _ window: ViewWindow, _ plot: Rect) -> [TickText] {
    let names = context.slotLabels
    let maximumWidth = context.maximumWidth(slot: abs(window.map.scale))
    let (first, last) = slotsInView(names, window)
    guard first <= last, plot.width > 0 else { return [] }
    if let moments = names.moments, context.spec.ticks == nil {
      let ticks = PositionTicks(context).ticks(of: moments, among: first...last, in: window, plot.width, context.font)
      return ticks.map { TickText(value: $0.value, text: $0.label, tick: window.map.pixel(of: $0.value)) }
    }
    var shown: [Int]
    if let explicit = context.spec.ticks {
      let places = PositionAxisLayout.places(of: explicit, among: context.axis.labels)
      shown = explicit.compactMap { position in
        switch position {
        case .number(let number): Int(exactly: number)
        case .text(let text): places[text]
        }
      }.filter { (first...last).contains($0) }
    } else {
      var step = context.writing.step
      var start = (first + step - 1) / step * step
      if !context.writesNames {
        step = names.step(
          font: context.font, rotation: context.rotation, slot: abs(window.map.scale), visibleCount: window.length,
          maxLabels: context.spec.style.maxLabels, maximumWidth: maximumWidth)
        start = (first + step - 1) / step * step
        if context.spec.style.maxLabels == nil {
          step = names.rounded(step)
          start = names.first(from: first, step: step)
        }
      }
      shown = context.spec.style.maxLabels == 0 ? [] : Array(stride(from: start, through: last, by: step))
    }
    if let selected = context.selected, let index = Int(exactly: selected), (first...last).contains(index),
      !shown.contains(index), context.spec.style.maxLabels != 0
    {
      shown = (shown + [index]).sorted()
    }
    return shown.map { index in
      let font = context.selected == Double(index) ? context.selectedFont : context.font
      let tick = window.map.pixel(of: Double(index))
      guard context.writesNames || context.turnsNames else {
        let text = names.text(index, font: font, maximumWidth: maximumWidth)
        return TickText(
          value: Double(index), text: text, isShortened: text != names.labels[index].oneLine, tick: tick)
      }
      let lines = NameLines(names.labels[index], context.writing, font: context.writing.isWrapped ? context.font : font)
      return TickText(
        value: Double(index), text: lines.first, secondLine: lines.second,
        whole: context.writing.isWrapped ? names.labels[index].oneLine : nil, isShortened: lines.isShortened,
        tick: tick)
    }
  }

  /// The first and the last slot in view; the last is before the first without any.
  private static func slotsInView(_ names: SlotLabels, _ window: ViewWindow) -> (first: Int, last: Int) {
    let count = Double(names.labels.count)
    return (
      Int(saturating: min(max((window.start - 1e-6).rounded(.up), 0), count)),
      Int(saturating: min(max((window.end + 1e-6).rounded(.down), -1), count - 1))
    )
  }

  /// - Parameter labels: Of the places, those that there is room for.
  private static func lostNames(
    _ places: [TickText], _ labels: [AxisLabel], _ context: Context, _ window: ViewWindow
  ) -> (shortened: Int, left: Int) {
    let (first, last) = slotsInView(context.slotLabels, window)
    guard context.axis.isCategory, first <= last, !labels.isEmpty else { return (0, 0) }
    let shortened = places.count(where: \.isShortened)
    // Of other names the author says how many there are, or some tell the others.
    guard context.writesNames else { return (shortened, 0) }
    // Where all scrolls, those at the edges are about to come in or to go.
    let written = window.scrolls ? places.count : labels.count + places.count(where: \.text.isEmpty)
    return (shortened, max(last - first + 1 - written, 0))
  }

  /// How the names of slots are written in a plot so wide.
  static func writing(_ context: Context, in window: ViewWindow, _ plot: Rect) -> SlotWriting {
    guard context.writesNames else {
      return context.turnsNames ? turnedWriting(context, in: window, plot) : context.writing
    }
    let names = context.slotLabels
    let (first, last) = slotsInView(names, window)
    guard first <= last else { return context.writing }
    let scrolls = window.scrolls
    let slot = abs(window.map.scale)
    let font = context.selectedFont.size > context.font.size ? context.selectedFont : context.font
    guard !context.isTurned else { return names.writing(besideAxis: context.nameHeight, slot: slot, font: font) }
    // Scrolled, a name may be right at the edge.
    let before = scrolls ? plot.minX : window.map.pixel(of: Double(first))
    let after = scrolls ? plot.maxX : window.map.pixel(of: Double(last))
    let room = SlotWriting.Room(
      slot: slot, before: before - context.bounds.minX, after: context.bounds.maxX - after,
      height: context.nameHeight, isTop: context.spec.position == .top, scrolls: scrolls,
      leastTurn: context.leastTurn)
    return names.writing(in: room, font: font)
  }

  /// Labels beside the axis; of those that would overlap the selected one stays.
  private static func place(
    _ places: [TickText], _ context: Context, line: Double, box: Rect
  ) -> [AxisLabel] {
    let style = context.spec.style
    var labels: [AxisLabel] = []
    labels.reserveCapacity(places.count)
    for place in places {
      let isSelected = context.selected == context.axis.transform.coordinate(of: place.value)
      let font = isSelected ? context.selectedFont : context.font
      let color = isSelected ? style.labels.selected.color ?? context.surface.text : style.labels.color
      let label = AxisLabel(
        value: place.value, text: place.text, secondLine: place.secondLine, whole: place.whole, tick: place.tick,
        position: .zero,
        anchor: .middle, font: font,
        color: color ?? context.surface.secondaryText, rotation: context.rotation, isSelected: isSelected)
      let placed =
        context.rotation == 0
        ? level(label, context, line: line, box: box) : turned(label, context, line: line)
      // Of a name of which no letter is left nothing is written.
      let isWritten = placed.isWritten(inside: context.bounds) && !(place.isShortened && place.text == "…")
      if isWritten { labels.append(placed) }
    }
    guard labels.count > 1 else { return labels }
    // Dates and numbers are read as one where they are nearer than a space or two.
    let gap = context.axis.isCategory || context.rotation != 0 ? 2.0 : 8
    var kept: [AxisLabel] = []
    kept.reserveCapacity(labels.count)
    for label in labels {
      // At the chart's edges labels were moved, and a selected one may be larger than there is room for.
      if label.isSelected { while let last = kept.last, last.isTooNear(label, gap: gap) { kept.removeLast() } }
      if kept.last?.isTooNear(label, gap: gap) != true {
        kept.append(label)
      } else if context.axis.isCategory, context.rotation == 0 {
        // Rather than a name be lost, those at the edges come nearer to these. Turned ones end at their ticks wherever these
        // are, and were cut at the edges.
        let room = max(context.margin - 2, 0)
        let isLast = label.position.x < label.tick
        let moved = label.moved(
          to: Point(x: label.position.x + (isLast ? room : 0), y: label.position.y), anchor: label.anchor)
        if kept.count == 1, let first = kept.first, first.position.x > first.tick {
          kept[0] = first.moved(to: Point(x: first.position.x - room, y: first.position.y), anchor: first.anchor)
        }
        if kept.last?.isTooNear(moved, gap: gap) != true { kept.append(moved) }
      }
    }
    return kept
  }

  /// A label centred on its tick, or as near to that as keeps it inside.
  private static func level(_ label: AxisLabel, _ context: Context, line: Double, box: Rect) -> AxisLabel {
    let style = context.spec.style
    let gap = context.gap + style.tickLength
    let y =
      switch style.labels.alignment {
      // All stand on one baseline, whatever their size.
      case .axis:
        context.spec.position == .top
          ? line - gap - label.extraHeight
          : line + gap + context.font.sized(context.largestSize).capHeight + label.font.size * 0.06
      case .center: box.midY + label.font.capHeight / 2
      }
    let half = label.width / 2 + context.margin
    let (low, high) = (context.bounds.minX + half, context.bounds.maxX - half)
    return label.moved(
      to: Point(x: low <= high ? min(max(label.tick, low), high) : context.bounds.midX, y: y), anchor: .middle)
  }
}

/// What is written at a tick, before it has a place.
struct TickText {
  /// As of ``AxisLabel/value``.
  var value: Double
  var text: String
  var secondLine: String?
  /// Both lines as they were before they were parted.
  var whole: String?
  var isShortened = false
  /// Where the tick is, in px from the left.
  var tick: Double
}
