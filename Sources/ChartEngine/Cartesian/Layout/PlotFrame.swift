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
  let legendWarnings: [String]
  /// What of the texts around the plot is left out so that more than these is seen.
  let sparedWarnings: [String]
  /// Where the overview is, in the space of the axes; `nil` without one.
  let overview: Rect?

  /// The axis that measures a series.
  func axis(_ side: SeriesSpec.AxisSide) -> ValueAxisLayout { side == .left ? left : right }

  /// - Parameters:
  ///   - ranges: What the value axes must show; `nil` for one that measures nothing.
  ///   - room: What is to stay free above the greatest values, and below the least, in px, where slots are so wide.
  init(
    _ chart: CartesianChart, _ view: ChartState.View, in space: AxesSpace, hidden: [Bool],
    ranges: (left: ValueRange?, right: ValueRange?), room: (_ slot: Double) -> (above: Double, below: Double)
  ) {
    self.init(chart, view, in: space, hidden: hidden, ranges: ranges, sparing: [], room: room)
    let size = space.picture.size
    guard chart.spec.padding == nil, space.picture.plot == nil, !space.picture.isPart, size.width >= 320,
      size.height >= 200
    else { return }
    // Without a legend series are not told apart: a caption gives way to it as it does to the plot.
    let mayHaveLegend = chart.spec.common.legend.position == .auto
    var spared: Set<SparedText> = []
    var enough: PlotFrame?
    for text in SparedText.allCases {
      if space.picture(plot).height >= SparedText.leastShare * size.height {
        enough = enough ?? self
        if !mayHaveLegend || legend != nil || legendWarnings.isEmpty { break }
      }
      guard text.isThere(in: self, chart.spec, isTurned: space.isTurned) else { continue }
      spared.insert(text)
      self.init(chart, view, in: space, hidden: hidden, ranges: ranges, sparing: spared, room: room)
    }
    if legend == nil, let enough { self = enough }
  }

  private init(
    _ chart: CartesianChart, _ view: ChartState.View, in space: AxesSpace, hidden: [Bool],
    ranges: (left: ValueRange?, right: ValueRange?), sparing spared: Set<SparedText>,
    room: (_ slot: Double) -> (above: Double, below: Double)
  ) {
    let chart = spared.isEmpty ? chart : chart.sparing(spared, isTurned: space.isTurned)
    sparedWarnings = SparedText.allCases.filter(spared.contains).compactMap(\.warning)
    let spec = chart.spec
    var seen = space.picture.innerBounds
    if let padding = spec.padding {
      seen = space.picture.bounds.inset(
        left: padding.left, top: padding.top, right: padding.right, bottom: padding.bottom)
    }
    title = TitleLayout(
      spec.common, hasOneLine: spared.contains(.secondTitleLine), on: space.picture, in: &seen)
    let canvas = space.canvas
    let whole = space.axes(seen)
    (legend, legendWarnings) = PlotFrame.legend(chart, on: space.picture, hidden: hidden, in: &seen) { series in
      guard series.points.count > PointDensity.mostPoints else { return false }
      // Whatever room the legend takes, the same is seen, or nearly so.
      let window = PlotFrame.window(chart, view, hidden: hidden, left: whole.minX, width: whole.width, in: canvas)
      return PointDensity.shows(series, from: window.start, to: window.end)
    }
    var area = space.axes(seen)
    // Below the axis of positions; beside a plot that is turned where its values end.
    let strip = CartesianChart.overviewHeight
    let hasOverview =
      spec.viewport.hasOverview && area.height >= CartesianChart.leastHeightBesideOverview + strip
    let edge = space.isTurned ? area.minY : area.maxY - strip
    if hasOverview {
      let room = strip + CartesianChart.overviewGap
      area = area.inset(left: 0, top: space.isTurned ? room : 0, right: 0, bottom: space.isTurned ? 0 : room)
    }

    let fixedRoom = space.picture.plot.map(space.axes).map { plot in
      let room = spec.x.position == .top ? plot.minY - canvas.bounds.minY : canvas.bounds.maxY - plot.maxY
      return room - AxisLabel.margin(in: space.picture.bounds)
    }
    var x = spec.x
    x.style.labels.rotation = space.axes(rotation: x.style.labels.rotation)
    var context = PositionAxisLayout.Context(
      axis: chart.data.axis, spec: x, level: space.level, slotLabels: chart.slotLabels,
      grain: chart.grain,
      hasPositions: chart.data.extent != nil || spec.x.sharedExtent != nil || spec.x.min != nil || spec.x.max != nil,
      format: spec.common.format,
      surface: canvas.surface, typeface: canvas.typeface,
      bounds: space.axes(PlotFrame.bounds(space.picture.bounds, besides: legend, seen)),
      isPart: space.picture.isPart, leastTurn: space.picture.leastTurn, fixedRoom: fixedRoom,
      selected: chart.coordinate(ofSelection: view.selection),
      valueFontSize: PlotFrame.valueFontSize(spec, ranges, canvas.typeface),
      writing: space.isTurned ? .besideAxis : .level)

    let about = PlotFrame.window(chart, view, hidden: hidden, left: area.minX, width: area.width, in: canvas)
    let room = room(abs(about.map.scale) * chart.span.slot)
    var limits = PositionAxisLayout.Limits()
    func boxes() -> AxisBoxes {
      let band = min(PositionAxisLayout.height(context, about: about, width: area.width), area.height)
      return AxisBoxes(
        chart, view, in: space, hidden: hidden, ranges: ranges, room: room, area: area, band: band, limits: limits)
    }
    func window(_ plot: Rect) -> ViewWindow {
      PlotFrame.window(chart, view, hidden: hidden, left: plot.minX, width: plot.width, in: canvas)
    }
    var placed = boxes()
    // How high names are decides how wide the value axes' labels are, and so again how names are written. Each way leaves them
    // less room than the one before, but for a px or two.
    for _ in 0..<3 {
      for _ in 0..<3 {
        let beside = PositionAxisLayout.limits(context, in: window(placed.plot), placed.plot, limits)
        guard beside != limits else { break }
        limits = beside
        placed = boxes()
      }
      let writing = PositionAxisLayout.writing(context, in: window(placed.plot), placed.plot)
      guard writing != context.writing else { break }
      context.writing = writing
      placed = boxes()
    }
    (plot, left, right) = (placed.plot, placed.left, placed.right)
    self.window = window(placed.plot)
    overview = hasOverview ? Rect(x: placed.plot.minX, y: edge, width: placed.plot.width, height: strip) : nil
    self.x = PositionAxisLayout(context, window: self.window, plot: placed.plot, box: placed.positionBox)
  }

  /// Where labels may be: the chart, without a legend that stands beside the plot.
  private static func bounds(_ bounds: Rect, besides legend: LegendLayout?, _ seen: Rect) -> Rect {
    guard let boxes = legend?.boxes, let first = boxes.first else { return bounds }
    let (least, greatest) = boxes.reduce((first.minX, first.maxX)) { (min($0.0, $1.minX), max($0.1, $1.maxX)) }
    let gap = 4.0
    return bounds.inset(
      left: greatest <= seen.minX ? greatest + gap - bounds.minX : 0,
      right: least >= seen.maxX ? bounds.maxX - least + gap : 0)
  }

  /// Where anything is written around the plot.
  func texts(in space: AxesSpace) -> [Rect] {
    let labels = x.labels + [left, right].flatMap { $0.labels(plot: plot, in: space) }
    let surface = space.canvas.surface
    let titles = x.title(plot: plot, on: surface) + [left, right].flatMap { $0.title(plot: plot, on: surface) }
    return labels.flatMap(\.boxes) + titles.map { $0.box(in: x.font) }
      + ((title.map { [$0.box, $0.captionBox] } ?? []) + (legend?.boxes ?? [])).map(space.axes)
  }

  /// The font size of the largest labels of value axes that are shown; 0 without any.
  private static func valueFontSize(
    _ spec: CartesianSpec, _ ranges: (left: ValueRange?, right: ValueRange?), _ typeface: Typeface
  ) -> Double {
    func size(_ axis: ValueAxisSpec, _ range: ValueRange?) -> Double {
      range != nil && axis.style.isVisible && axis.style.labels.isVisible
        ? typeface.size(axis.style.labels.fontSize) : 0
    }
    return max(size(spec.y, ranges.left), size(spec.right, ranges.right))
  }

  /// What is seen of the x axis.
  private static func window(
    _ chart: CartesianChart, _ view: ChartState.View, hidden: [Bool], left: Double, width: Double, in canvas: Canvas
  ) -> ViewWindow {
    let (axis, viewport) = (chart.spec.x, chart.spec.viewport)
    let span = chart.span.widened(
      for: chart.edgeEntries(hidden: hidden, in: canvas), axis, viewport, width: width,
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
