import ChartModel
import JSONModel

/// How large a pie is and where its centre lies.
struct PieFrame: Sendable {
  let center: Point
  /// The outer radius of the outermost ring, not enlarged, in px.
  let radius: Double
  /// Where labels beside the pie may be.
  let plot: Rect
  /// The x of the labels' outer ends on both sides, in px.
  let labelEnds: (left: Double, right: Double)
  /// Whether there is room for labels beside the pie at all; of rings, for half of those of the outermost slices.
  let hasLeaders: Bool
  /// How far beyond its rim a leader line turns to run level, in px: less where there is little room.
  let leaderReach: Double
  /// Whether a legend tells the names of all slices, as it does those of the innermost ring.
  let isNamed: Bool
  /// Whether labels beside the pie say a number alone, where a legend tells all names: all of them do, if one has no room for
  /// more, or if names would make the pie small.
  let saysNumbersAlone: Bool
  /// How much a selected slice grows: as the author wants it, as far as there is room.
  let scale: Double
  /// The radius that the author wants, where there is not so much room, in px.
  let unreachedRadius: Double?

  /// The longest level part of a leader line, unless the author says where labels end, in px.
  private static let longestLevel = 40.0
  /// How far labels end from the chart's sides at least, in px: less in a narrow chart, which has no room to spare.
  private static func standardMargin(_ width: Double) -> Double { min(max((width - 240) / 8, 10), 25) }

  /// How much larger a pie has to be without names in its labels for them to be left to the legend.
  private static let worthwhileGain = 1.25

  /// - Parameter isNamed: Whether a legend tells the names of all slices.
  init(
    spec: PieSpec, view: ChartState.View, plot: Rect, canvas: Canvas, pie: SliceTree, isNamed: Bool,
    format: NumberFormat
  ) {
    self.plot = plot
    self.isNamed = isNamed
    let font = canvas.typeface.font(spec.labels.fontSize)
    let isCrowded = pie.depth > 1 && pie.leafCount > 4 * Int(saturating: plot.height / (font.lineHeight + 2))
    let hasLeaders =
      spec.labels.position == .leader && pie.total > 0 && plot.width >= 12 * font.size && plot.height >= 7 * font.size
      && !isCrowded
    self.hasLeaders = hasLeaders
    // Labels end so far from the chart's sides; beside a legend, from its edge.
    let left = plot.minX > 12.5 ? plot.minX : 0
    let right = plot.maxX < canvas.size.width - 12.5 ? plot.maxX : canvas.size.width
    let margin = min(spec.labels.margin ?? PieFrame.standardMargin(canvas.size.width), (right - left) / 4)
    let ends = (left: left + margin, right: right - margin)

    // The box of the unit circle's part that the pie takes up. What is turned by dragging needs the whole circle.
    let box =
      spec.sweep < 360 && spec.rotation.isEnabled != true
      ? Rect.ofUnitWedge(start: view.startAngle, sweep: spec.sweep) : Rect(x: -1, y: -1, width: 2, height: 2)
    let largest = min(plot.width / box.width, plot.height / box.height)
    let reach = max(6, min(15, plot.height / 16))
    leaderReach = reach
    // A label stands on its line.
    let rows = hasLeaders ? Overhang(before: reach + font.lineHeight, after: reach + 2) : Overhang()
    let most = plot.width * 0.3
    let whole =
      hasLeaders
      ? PieFrame.widestLabel(spec: spec, pie: pie, font: font, format: format, atMost: isNamed ? plot.width : most) : 0
    let numbers =
      hasLeaders && isNamed && pie.depth <= 1
      ? PieFrame.widestLabel(
        spec: spec, pie: pie, font: font, format: format, atMost: most, isNumberAlone: true) : whole
    // In a small chart a slice grows less rather than that all are small.
    let scale =
      spec.radius == nil && min(plot.width, plot.height) < 200 ? min(spec.selection.scale, 1.1) : spec.selection.scale
    let given = spec.radius?.pixels(of: largest)
    unreachedRadius = given.flatMap { $0 > largest + 0.5 ? $0 : nil }
    /// The radius beside labels of a width.
    func radius(beside widest: Double) -> Double {
      if let given { return max(0, min(given, largest, 20_000)) }
      let vertical = min(plot.height / (box.height * scale), (plot.height - rows.before - rows.after) / box.height)
      var horizontal = plot.width / (box.width * scale)
      if hasLeaders {
        // A px more than the text needs, so that rounding cuts none.
        let room = (ends.right - ends.left) / box.width - widest - 5
        horizontal = min(horizontal, max(min(room / scale, room - reach), plot.width * 0.15))
      }
      return max(0, min(vertical, horizontal, 20_000))
    }
    let radii = (whole: radius(beside: min(whole, most)), numbers: radius(beside: numbers))
    saysNumbersAlone =
      numbers < whole
      && (radii.numbers > radii.whole * PieFrame.worthwhileGain
        || PieFrame.textReach(radius: radii.whole, reach: reach, scale: scale) + whole > (ends.right - ends.left)
          / box.width)
    let widest = saysNumbersAlone ? numbers : min(whole, most)
    let radius = saysNumbersAlone ? radii.numbers : radii.whole
    self.radius = radius
    let grown = radius > 0 ? max(1, min(scale, largest / radius)) : 1
    self.scale = grown

    // In the middle between the ends of its labels, or of the chart if there is room for the pie, else of the plot.
    let center = Point(
      x: PieFrame.position(
        of: (box.minX, box.maxX), radius: radius, scale: grown, margin: Overhang(),
        ideal: hasLeaders ? (ends.left + ends.right) / 2 : canvas.size.width / 2, within: (plot.minX, plot.maxX)),
      y: PieFrame.position(
        of: (box.minY, box.maxY), radius: radius, scale: grown, margin: rows, ideal: canvas.size.height / 2,
        within: (plot.minY, plot.maxY)))
    self.center = center
    guard spec.labels.margin == nil else {
      labelEnds = ends
      return
    }
    let limit = PieFrame.textReach(radius: radius, reach: reach, scale: grown) + widest + PieFrame.longestLevel
    labelEnds = (max(ends.left, center.x - limit), min(ends.right, center.x + limit))
  }

  /// How far from the centre the text of labels stays, in px: outside enlarged slices and slanted lines.
  var textReach: Double { PieFrame.textReach(radius: radius, reach: leaderReach, scale: scale) }

  private static func textReach(radius: Double, reach: Double, scale: Double) -> Double {
    max(radius + reach, radius * scale) + 4
  }

  /// The centre's coordinate along one axis: such that the pie's box lies as near to `ideal` as it can with enlarged
  /// slices in the plot, and with a margin around the box if there is room for that, too.
  private static func position(
    of box: (min: Double, max: Double), radius: Double, scale: Double, margin: Overhang, ideal: Double,
    within plot: (min: Double, max: Double)
  ) -> Double {
    let first = plot.min - box.min * radius * scale
    let last = plot.max - box.max * radius * scale
    guard first <= last else { return (first + last) / 2 }
    let firstWithMargin = max(first, plot.min - box.min * radius + margin.before)
    let lastWithMargin = min(last, plot.max - box.max * radius - margin.after)
    guard firstWithMargin <= lastWithMargin else {
      return min(max((firstWithMargin + lastWithMargin) / 2, first), last)
    }
    return min(max(ideal - radius * (box.min + box.max) / 2, firstWithMargin), lastWithMargin)
  }

  /// The width of the widest label, in px, as far as it matters.
  /// - Parameter isNumberAlone: Whether those of the innermost ring say their number without a name.
  private static func widestLabel(
    spec: PieSpec, pie: SliceTree, font: Font, format: NumberFormat, atMost most: Double, isNumberAlone: Bool = false
  ) -> Double {
    let template = Template(spec.labels.text)
    let limit = font.longest(in: most)
    var widest = 0.0
    func visit(_ slice: SliceTree.Slice) {
      guard slice.weight > 0, widest < most else { return }
      guard slice.children.isEmpty else {
        slice.children.forEach(visit)
        return
      }
      var text = template.filled(limit: limit) { placeholder in
        let (name, format) = format.named(by: placeholder)
        switch name {
        case "label":
          let label = slice.spec.label
          return label.utf8.count <= 200 ? label : String(label.prefix(200))
        case "value": return format.value(slice.weight)
        case "percent": return format.share(units: slice.percentUnits, of: slice.weight)
        default: return nil
        }
      }
      if isNumberAlone, slice.path.count == 1, let number = text.numberAlone { text = [number] }
      widest = max(widest, text.reduce(0) { $0 + font.width(of: $1.text) })
    }
    pie.slices.forEach(visit)
    return min(widest, most)
  }
}
