import ChartModel

// Names that the author turned end at their ticks and reach far to one side: the plot leaves them room there, and where that
// isn't enough all are shortened alike (W4).

extension PositionAxisLayout {
  /// From where to where the plot may reach along the axis, in px.
  struct Limits: Hashable, Sendable {
    var start = -Double.infinity
    var end = Double.infinity
  }

  /// At most so much of the picture's length is given to names that reach beyond the plot, at each end.
  private static let mostBeside = 0.25

  /// Where a plot has to end so that turned names are whole, as far as the picture is long enough.
  static func limits(_ context: Context, in window: ViewWindow, _ plot: Rect, _ limits: Limits) -> Limits {
    guard context.turnsNames, plot.width > 0 else { return limits }
    let cosine = abs(sineAndCosine(degrees: context.rotation).cosine)
    var limits = limits
    for (label, width) in outermost(context, in: window, plot) {
      let missing = (width - label.room(in: context.roomOfTurned(height: .infinity))) * cosine
      guard missing > 0.1 else { continue }
      let share = (label.tick - plot.minX) / plot.width
      // The tick moves away from the end by a part of what the plot loses there.
      if context.turnedReachesOn {
        let least = context.bounds.maxX - mostBeside * context.bounds.width
        limits.end = min(limits.end, max(plot.maxX - missing / max(share, 0.3), min(least, plot.maxX)))
      } else {
        let most = context.bounds.minX + mostBeside * context.bounds.width
        limits.start = max(limits.start, min(plot.minX + missing / max(1 - share, 0.3), max(most, plot.minX)))
      }
    }
    return limits
  }

  /// How names are written that the author turned: as long as there is room for at each of them.
  static func turnedWriting(_ context: Context, in window: ViewWindow, _ plot: Rect) -> SlotWriting {
    let names = outermost(context, in: window, plot)
    let room = names.reduce(Double.infinity) { room, name in
      // What is whole everywhere but for a px limits nothing.
      let own = name.label.room(in: context.roomOfTurned(height: context.bounds.height))
      return own < name.width - 1 ? min(room, own) : room
    }
    let most = context.mostTurned
    let writing = SlotWriting(rotation: context.rotation, maximumWidth: min(room, most))
    let isLong = room < most || names.contains { $0.width > most }
    return isLong ? context.slotLabels.keepingApart(writing, names.first?.label.font ?? context.font) : writing
  }

  /// The names that are shown, empty and in their places, with how long they are, in px. Where they scroll, instead of these the
  /// longest one, where it may come to rest: the plot is to stay as it is.
  private static func outermost(
    _ context: Context, in window: ViewWindow, _ plot: Rect
  ) -> [(label: AxisLabel, width: Double)] {
    let font = context.selectedFont.size > context.font.size ? context.selectedFont : context.font
    let line = context.spec.position == .top ? plot.minY : plot.maxY
    func label(at tick: Double) -> AxisLabel {
      let label = AxisLabel(
        value: 0, text: "", tick: tick, position: .zero, anchor: .middle, font: font, color: .black,
        rotation: context.rotation, isSelected: false)
      return placedTurned(label, context, line: line)
    }
    guard window.scrolls else {
      return slots(context, window, plot).map { place in
        let width = Int(exactly: place.value).map(context.slotLabels.width(of:)) ?? 0
        return (label(at: place.tick), width * font.size)
      }
    }
    let slot = abs(window.map.scale)
    let width = context.slotLabels.widest(font: font, maximumWidth: .infinity)
    let ticks = [plot.minX + window.span.spaceMin * slot, plot.maxX - window.span.spaceMax * slot]
    return ticks.map { (label(at: $0), width) }
  }

  /// A label of which that end of the text that is at the tick is centred on it.
  static func placedTurned(_ label: AxisLabel, _ context: Context, line: Double) -> AxisLabel {
    let isTop = context.spec.position == .top
    let gap = context.gap + context.spec.style.tickLength
    let turn = sineAndCosine(degrees: context.rotation)
    let cap = label.font.capHeight
    // The middle of all its lines is at the tick.
    let across = cap / 2 - label.extraHeight / 2
    let place = Point(
      x: label.tick - turn.sine * across, y: isTop ? line - gap : line + gap + cap * turn.cosine)
    return label.moved(to: place, anchor: context.turnedAnchor)
  }

  /// The same, cut where it would leave the chart.
  static func turned(_ label: AxisLabel, _ context: Context, line: Double) -> AxisLabel {
    let placed = placedTurned(label, context, line: line)
    // Part of a number would be another number.
    guard context.axis.isCategory, !placed.isWritten(inside: context.bounds) else { return placed }
    return placed.cut(toFit: context.bounds)
  }
}

extension PositionAxisLayout.Context {
  /// Whether there are names that the author turned, so that they reach to one side.
  var turnsNames: Bool {
    let labels = spec.style.labels
    guard axis.isCategory, spec.style.isVisible, labels.isVisible, labels.rotation != 0 else { return false }
    return (slotLabels.moments == nil || spec.ticks != nil) && abs(sineAndCosine(degrees: rotation).cosine) > 0.01
  }

  /// How long turned labels may be, in px: a third of the chart's height.
  var mostTurned: Double {
    min(bounds.height / 3 / max(abs(sineAndCosine(degrees: rotation).sine), 0.01), 400)
  }

  fileprivate var turnedAnchor: Text.Anchor { (rotation < 0) == (spec.position == .top) ? .start : .end }

  /// Whether turned labels reach on from their ticks along the axis, rather than back.
  fileprivate var turnedReachesOn: Bool {
    (sineAndCosine(degrees: rotation).cosine > 0) == (turnedAnchor == .start)
  }

  /// Where turned names are to be: as far from the picture's edges as level ones.
  fileprivate func roomOfTurned(height: Double) -> Rect {
    let (width, center) = (max(bounds.width - 2 * margin, 0), bounds.midY)
    guard height.isFinite else { return Rect(x: bounds.minX + margin, y: -1e9, width: width, height: 2e9) }
    return Rect(x: bounds.minX + margin, y: center - height / 2, width: width, height: height)
  }
}
