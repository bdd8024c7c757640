import ChartModel

/// The boxes of a plot, from the outside in (A5): the chart, without padding, title and legend, without the labels of the
/// axes, and with at least the author's room around it, is the plot.
struct PlotFrame: Sendable {
  let plot: Rect
  let window: ViewWindow
  let x: PositionAxisLayout
  let left: ValueAxisLayout
  let right: ValueAxisLayout
  let title: TitleLayout?
  let legend: LegendLayout?
  /// Whether there is a legend for which there is no room.
  let isLegendMissing: Bool

  /// Between the labels of an axis and the axis that stands outside of it, in px.
  private static let axisGap = 8.0

  /// The axis that measures a series.
  func axis(_ side: SeriesSpec.AxisSide) -> ValueAxisLayout { side == .left ? left : right }

  /// - Parameters:
  ///   - ranges: What the value axes must show; `nil` for one that measures nothing.
  ///   - room: What is to stay free above the greatest values, in px.
  init(
    _ chart: CartesianChart, _ view: ChartState.View, canvas: Canvas, hidden: [Bool],
    ranges: (left: ValueRange?, right: ValueRange?), room: (above: Double, below: Double)
  ) {
    let spec = chart.spec
    var area = canvas.innerBounds
    if let padding = spec.padding {
      area = canvas.bounds.inset(
        left: padding.left, top: padding.top, right: padding.right, bottom: padding.bottom)
    }
    title = TitleLayout(spec.common.title, in: &area)
    (legend, isLegendMissing) = PlotFrame.legend(chart, theme: canvas.theme, hidden: hidden, in: &area)

    let context = PositionAxisLayout.Context(
      axis: chart.data.axis, spec: spec.x, slotLabels: chart.slotLabels, format: spec.common.format,
      theme: canvas.theme, bounds: canvas.bounds, selected: chart.coordinate(ofSelection: view.selection),
      valueFontSize: PlotFrame.valueFontSize(spec, ranges))
    let minimum = spec.padding?.minimum ?? 0

    // First the height, which value axes need for their ticks, whose labels take off the width.
    let about = PlotFrame.window(chart, view, hidden: hidden, left: area.minX, width: area.width, in: canvas)
    let band = min(PositionAxisLayout.height(context, about: about, width: area.width), area.height)
    let isTop = spec.x.position == .top
    let top = max(area.minY + (isTop ? band : 0), canvas.bounds.minY + minimum)
    let bottom = max(top, min(area.maxY - (isTop ? 0 : band), canvas.bounds.maxY - minimum))
    func valueAxis(_ side: SeriesSpec.AxisSide, _ spec: ValueAxisSpec, _ range: ValueRange?) -> ValueAxisLayout {
      var spec = spec
      if range == nil { (spec.style.isVisible, spec.ticks) = (false, []) }
      return ValueAxisLayout(
        side, spec, range ?? ValueRange(), room: room,
        entries: { chart.edgeEntries(of: side, hidden: hidden, isFilled: range?.isFilled ?? false, in: $0) },
        free: PlotFrame.free(before: canvas.bounds.maxY - bottom, after: top - canvas.bounds.minY),
        top: top, bottom: bottom, chartWidth: canvas.size.width, viewport: view.viewport,
        format: chart.spec.common.format)
    }
    var left = valueAxis(.left, spec.y, ranges.left)
    var right = valueAxis(.right, spec.right, ranges.right)
    func width(_ position: ValueAxisSpec.Side) -> Double {
      let widths = [left, right].filter { $0.position == position && $0.width > 0 }.map(\.width)
      return widths.reduce(0, +) + PlotFrame.axisGap * Double(max(widths.count - 1, 0))
    }
    let start = max(area.minX + width(.left), canvas.bounds.minX + minimum)
    let end = max(start, min(area.maxX - width(.right), canvas.bounds.maxX - minimum))
    let plot = Rect(x: start, y: top, width: end - start, height: bottom - top)
    self.plot = plot

    // Of two axes on one side the second stands outside.
    var offsets: [ValueAxisSpec.Side: Double] = [.left: 0, .right: 0]
    func place(_ axis: inout ValueAxisLayout) {
      let offset = offsets[axis.position, default: 0]
      offsets[axis.position] = offset + (axis.width > 0 ? axis.width + PlotFrame.axisGap : 0)
      axis.line = axis.position == .left ? plot.minX - offset : plot.maxX + offset
      axis.box = Rect(
        x: axis.position == .left ? axis.line - axis.width : axis.line, y: plot.minY, width: axis.width,
        height: plot.height)
    }
    place(&left)
    place(&right)
    (self.left, self.right) = (left, right)

    window = PlotFrame.window(chart, view, hidden: hidden, left: plot.minX, width: plot.width, in: canvas)
    x = PositionAxisLayout(
      context, window: window, plot: plot,
      box: Rect(x: plot.minX, y: isTop ? plot.minY - band : plot.maxY, width: plot.width, height: band))
  }

  /// The font size of the largest labels of value axes that are shown; 0 without any.
  private static func valueFontSize(
    _ spec: CartesianSpec, _ ranges: (left: ValueRange?, right: ValueRange?)
  ) -> Double {
    func size(_ axis: ValueAxisSpec, _ range: ValueRange?) -> Double {
      range != nil && axis.style.isVisible && axis.style.labels.isVisible ? axis.style.labels.fontSize : 0
    }
    return max(size(spec.y, ranges.left), size(spec.right, ranges.right))
  }

  /// What is seen of the x axis.
  private static func window(
    _ chart: CartesianChart, _ view: ChartState.View, hidden: [Bool], left: Double, width: Double, in canvas: Canvas
  ) -> ViewWindow {
    let (axis, viewport) = (chart.spec.x, chart.spec.viewport)
    let span = chart.span.widened(
      for: chart.edgeEntries(hidden: hidden), axis, viewport, width: width,
      free: free(before: left - canvas.bounds.minX, after: canvas.bounds.maxX - left - width))
    let base = span.visibleLength(axis, viewport, width: width)
    guard let seen = view.viewport, seen.isPossible else {
      return ViewWindow(span, start: chart.start(span, length: base), length: base, left: left, width: width)
    }
    return ViewWindow(span, start: seen.startX, length: base / seen.zoomX, left: left, width: width)
  }
}

extension CartesianChart {
  /// Where the viewport begins before anybody moves it.
  fileprivate func start(_ span: PositionSpan, length: Double) -> Double {
    switch spec.viewport.start {
    case .start: span.lower
    case .end: span.upper - length
    case .position(let position): (data.coordinate(of: position) ?? span.lower) - span.slot * span.spaceMin
    }
  }

  /// Where the selected entry is along the x axis.
  func coordinate(ofSelection path: [Int]?) -> Double? {
    guard let path, path.count == 2, let series = data.series(path[0]), let point = series.point(ofSpecIndex: path[1])
    else { return nil }
    return series.points.positions[point]
  }
}
