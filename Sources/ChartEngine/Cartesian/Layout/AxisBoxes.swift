import ChartModel

/// What remains for the plot beside its axes, and the value axes in their places.
struct AxisBoxes: Sendable {
  let plot: Rect
  private(set) var left: ValueAxisLayout
  private(set) var right: ValueAxisLayout
  /// Where the labels and the title of the x axis are.
  let positionBox: Rect

  /// Between the labels of an axis and the axis that stands outside of it, in px.
  private static let axisGap = 8.0

  /// - Parameters:
  ///   - ranges: What the value axes must show; `nil` for one that measures nothing.
  ///   - room: What is to stay free above the greatest values, and below the least, in px.
  ///   - area: The room for the plot and its axes.
  ///   - band: The height of the x axis' labels and title, in px.
  ///   - limits: Where the plot has to end so that there is room for names beside it.
  init(
    _ chart: CartesianChart, _ view: ChartState.View, in space: AxesSpace, hidden: [Bool],
    ranges: (left: ValueRange?, right: ValueRange?), room: (above: Double, below: Double), area: Rect, band: Double,
    limits: PositionAxisLayout.Limits
  ) {
    let (spec, canvas) = (chart.spec, space.canvas)
    let minimum = spec.padding?.minimum ?? 0
    // First the height, which value axes need for their ticks, whose labels take off the width.
    let isTop = spec.x.position == .top
    let fixed = space.picture.plot.map(space.axes)
    var top = fixed?.minY ?? max(area.minY + (isTop ? band : 0), canvas.bounds.minY + minimum)
    let bottom = fixed?.maxY ?? max(top, min(area.maxY - (isTop ? 0 : band), canvas.bounds.maxY - minimum))
    func valueAxis(
      _ side: SeriesSpec.AxisSide, _ spec: ValueAxisSpec, _ range: ValueRange?, tickZoom: Double = 1
    ) -> ValueAxisLayout {
      var spec = spec
      spec.style.labels.rotation = space.axes(rotation: spec.style.labels.rotation)
      if range == nil { (spec.style.isVisible, spec.ticks) = (false, []) }
      // Without values there is nothing to be measured, unless the author says from where to where.
      if range?.extent == nil, spec.ticks == nil, spec.min == nil, spec.max == nil { spec.ticks = [] }
      return ValueAxisLayout(
        side, spec, range ?? ValueRange(), room: room,
        entries: {
          chart.edgeEntries(of: side, hidden: hidden, isFilled: range?.isFilled ?? false, in: $0, on: canvas)
        },
        free: PlotFrame.free(before: canvas.bounds.maxY - bottom, after: top - canvas.bounds.minY),
        top: top, bottom: bottom, chartWidth: space.picture.size.width, canvas: canvas.size, typeface: canvas.typeface,
        level: space.level, isMirrored: space.isMirrored,
        named: range == nil ? nil : chart.names(side),
        rowZoom: max(chart.rowZoom(of: bottom - top), tickZoom), firstStart: chart.firstStart, viewport: view.viewport,
        format: chart.spec.valueFormat(on: side),
        zone: chart.zone)
    }
    func axes() -> (left: ValueAxisLayout, right: ValueAxisLayout) {
      let (left, right) = (valueAxis(.left, spec.y, ranges.left), valueAxis(.right, spec.right, ranges.right))
      // Both are scrolled together, however far apart the ticks of one are to be.
      let zoom = max(left.tickZoom, right.tickZoom)
      guard zoom > left.rowZoom else { return (left, right) }
      return (
        valueAxis(.left, spec.y, ranges.left, tickZoom: zoom),
        valueAxis(.right, spec.right, ranges.right, tickZoom: zoom)
      )
    }
    (left, right) = axes()
    // In a horizontal chart half of the last label is beyond the plot.
    let overhang = max(left.overhang, right.overhang)
    let missing = overhang + AxisLabel.margin(in: space.picture.bounds) - (top - canvas.bounds.minY)
    if overhang > 0, missing > 0, fixed == nil {
      top = min(top + missing, bottom)
      (left, right) = axes()
    }
    let both = [left, right]
    func width(_ position: ValueAxisSpec.Side) -> Double {
      let widths = both.filter { $0.position == position && $0.width > 0 }.map(\.width)
      return widths.reduce(0, +) + AxisBoxes.axisGap * Double(max(widths.count - 1, 0))
    }
    let start = fixed?.minX ?? max(area.minX + width(.left), canvas.bounds.minX + minimum, limits.start)
    let end = fixed?.maxX ?? max(start, min(area.maxX - width(.right), canvas.bounds.maxX - minimum, limits.end))
    plot = Rect(x: start, y: top, width: end - start, height: bottom - top)
    // Where the plot is in line with those of other charts, or as its author has it, there may be less room than is wanted.
    let height = max(min(band, isTop ? plot.minY - canvas.bounds.minY : canvas.bounds.maxY - plot.maxY), 0)
    positionBox = Rect(x: plot.minX, y: isTop ? plot.minY - height : plot.maxY, width: plot.width, height: height)
    var offsets: [ValueAxisSpec.Side: Double] = [:]
    AxisBoxes.place(&left, beside: plot, &offsets)
    AxisBoxes.place(&right, beside: plot, &offsets)
  }

  /// Of two axes on one side the second stands outside.
  private static func place(
    _ axis: inout ValueAxisLayout, beside plot: Rect, _ offsets: inout [ValueAxisSpec.Side: Double]
  ) {
    let offset = offsets[axis.position, default: 0]
    offsets[axis.position] = offset + (axis.width > 0 ? axis.width + axisGap : 0)
    axis.line = axis.position == .left ? plot.minX - offset : plot.maxX + offset
    axis.box = Rect(
      x: axis.position == .left ? axis.line - axis.width : axis.line, y: plot.minY, width: axis.width,
      height: plot.height)
  }
}
