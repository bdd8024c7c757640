import ChartModel
import JSONModel

/// Where everything in a plot is: what is drawn, hit and reported is all made from it.
final class CartesianLayout: ChartLayout {
  let chart: CartesianChart
  let view: ChartState.View
  /// Where the plot and all in it are laid out; a hit's place, a marker's and the like are places in the picture.
  let space: AxesSpace
  /// The phase of the draw-in, from 0 to 1, after easing.
  let phase: Double
  let frame: PlotFrame
  /// For each series of the spec whether the legend has hidden it.
  let hidden: [Bool]
  let stage: PlotStage
  /// The series that are seen, in the order of the spec.
  let marks: [any SeriesMark]
  /// The same of the rows that stand out; empty where none do.
  let partMarks: [any SeriesMark]
  /// Where limits and bands are.
  let rules: PlotRules
  private let lazyOverview: Lazy<OverviewLayout?>
  /// All there is in a strip; `nil` where there is none, or no room for it.
  var overview: OverviewLayout? { lazyOverview.value }
  // Hit tests, most of what a chart is asked, need none of the texts in the plot.
  private let lazyTexts: Lazy<PlotTexts>
  /// What is written in the plot.
  var texts: PlotTexts { lazyTexts.value }

  /// The picture's.
  var canvas: Canvas { space.picture }
  var spec: CartesianSpec { chart.spec }
  var plot: Rect { frame.plot }

  /// - Parameter other: A layout of the same chart, of which what still holds is taken over.
  init(
    _ chart: CartesianChart, view: ChartState.View, phase: Double, canvas: Canvas, reusing other: CartesianLayout? = nil
  ) {
    self.chart = chart
    self.view = view
    self.phase = phase
    let space = AxesSpace(canvas, chart.spec)
    self.space = space
    let hidden = view.hiddenFlags(count: chart.spec.series.count)
    self.hidden = hidden
    let known = other.flatMap { $0.hidden == hidden ? $0.stage.standing : nil }
    let standing = known ?? chart.standing(hidden: hidden)
    let ranges = chart.valueRanges(hidden: hidden, standing)
    let frame = PlotFrame(
      chart, view, in: space, hidden: hidden, ranges: ranges,
      room: { slot in
        let (labels, annotations) = (
          chart.labelRoom(standing.groups, slot: slot, in: canvas), chart.annotationRoom(ranges, in: space)
        )
        return (labels.above + annotations, labels.below)
      })
    self.frame = frame
    let labels = chart.spec.x.style
    let stage = PlotStage(
      space: space, plot: frame.plot, window: frame.window, left: frame.left, right: frame.right, standing: standing,
      slot: chart.span.slot, words: chart.words, selection: view.selection,
      animation: chart.spec.common.animation, phase: phase, palette: chart.spec.common.palette,
      labelledSide: labels.isVisible && labels.labels.isVisible ? chart.spec.x.position : nil,
      shownColors: view.brush?.colors)
    self.stage = stage
    marks = stage.marks(except: hidden)
    partMarks = chart.part.map { stage.showing($0.value.standing(hidden: hidden)).marks(except: hidden) } ?? []
    lazyOverview = Lazy { OverviewLayout(chart, view, canvas: canvas, space, frame) }
    let rules = PlotRules(chart, frame: frame, marks: marks)
    self.rules = rules
    lazyTexts = Lazy { [marks] in
      PlotTexts(rules, marks: marks, in: space, beside: frame.texts(in: space))
    }
  }

  /// The mark of a series by its place in the spec; `nil` if it is hidden, or there is none.
  func mark(of series: Int) -> (any SeriesMark)? {
    // Nearly always all are there, and in their places.
    if marks.indices.contains(series), marks[series].series.index == series { return marks[series] }
    return marks.first { $0.series.index == series }
  }

  /// Whether the chart is being drawn in.
  var isDrawingIn: Bool { stage.isDrawingIn }

  var movability: Movability {
    var movability = Movability()
    let window = frame.window
    let (hasBefore, hasAfter) =
      space.isMirrored ? (window.hasAfter, window.hasBefore) : (window.hasBefore, window.hasAfter)
    movability.hasBefore = spec.viewport.scrolls && hasBefore
    movability.hasAfter = spec.viewport.scrolls && hasAfter
    // Where only rows of names scroll these are what a wheel moves.
    let axis = frame.left
    if spec.viewport.scrolls, !frame.window.scrolls, axis.rowZoom > 1 {
      let unseen = axis.unseen
      let (before, after) = space.isTurned ? (unseen.below, unseen.above) : unseen
      (movability.hasBefore, movability.hasAfter) = (before > axis.full.span * 1e-9, after > axis.full.span * 1e-9)
    }
    movability.snaps = spec.viewport.snaps
    movability.turns = space.picture(spec.select.brush).includesY || (spec.viewport.hasOverview && space.isTurned)
    movability.zoom = space.picture(spec.viewport.zoom)
    return movability
  }

  var drawsMarker: Bool { true }

  var alignedPlot: Rect? { spec.padding == nil ? space.picture(plot) : nil }

  func mark(at path: [Int]) -> MarkReference? {
    guard chart.isSelectable(path, hidden: view.hidden), let series = chart.data.series(path[0]),
      let point = series.point(ofSpecIndex: path[1])
    else { return nil }
    return MarkReference(
      series: path[0], index: path[1], path: nil,
      label: mark(of: path[0])?.positionText(of: point) ?? "", value: series.value(at: point),
      fraction: nil)
  }
}

extension CartesianChart {
  /// What the two value axes must show; `nil` for one that measures nothing.
  ///
  /// All values count, not just those in view, so that an axis stays as it is while the content is scrolled.
  func valueRanges(hidden: [Bool], _ standing: Standing) -> (left: ValueRange?, right: ValueRange?) {
    var ranges: [SeriesSpec.AxisSide: ValueRange] = [:]
    for series in standing.data.series where !hidden[series.index] {
      let values = series.points.values
      let extrema = values.extrema(in: 0..<values.count)
      let transform = spec.valueTransform(series.spec.axis)
      let raw = extrema.map { extrema in
        let ends = (transform.value(of: extrema.min), transform.value(of: extrema.max))
        return min(ends.0, ends.1)...max(ends.0, ends.1)
      }
      let style = series.spec.kind.markStyle
      let isStacked = series.base != nil && spec.stacking != .stream
      // What is filled up to 0 has to show it, or its size would say nothing.
      ranges[series.spec.axis, default: ValueRange()]
        .add(style.extent(of: series, raw, standing.stacks, on: transform), isFilled: style.isFilled || isStacked)
      let spans = standing.stacks.spans(of: series.index)
      for column in [series.interval?.low, series.interval?.high].compactMap(\.self) {
        let ends =
          spans.isEmpty
          ? column.extrema(in: 0..<column.count).map { [$0.min, $0.max] } ?? []
          : (0..<column.count).map { series.drawn(column[$0], of: $0, spans) }
        let values = ends.map(transform.value).filter(\.isFinite)
        if let least = values.min(), let greatest = values.max() { ranges[series.spec.axis]?.add(least...greatest) }
      }
      if let base = series.base, let extrema = base.extrema(in: 0..<base.count) {
        ranges[series.spec.axis]?.add(extrema.min...extrema.max)
      }
    }
    // A goal that nobody reaches yet is to be seen all the same.
    for limit in spec.limits {
      guard let side = limit.axis.side, let value = value(of: limit) else { continue }
      ranges[side]?.add(value...value)
    }
    // What charts beside it show, it shows, too.
    for (side, axis) in [(SeriesSpec.AxisSide.left, spec.y), (.right, spec.right)] {
      guard let extent = axis.sharedExtent, ranges[side] != nil || spec.series.contains(where: { $0.axis == side })
      else { continue }
      ranges[side, default: ValueRange()].add(extent, isFilled: axis.isSharedFilled)
    }
    // Without any series there still is an axis.
    if ranges.isEmpty {
      ranges[spec.series.first?.axis ?? .left] = ValueRange()
    }
    return (ranges[.left], ranges[.right])
  }

  /// The free room beyond the greatest value that annotations of it need, in px.
  fileprivate func annotationRoom(
    _ ranges: (left: ValueRange?, right: ValueRange?), in space: AxesSpace
  ) -> Double {
    spec.annotations.reduce(0) { room, annotation in
      let range = annotation.axis == .left ? ranges.left : ranges.right
      let axis: RuledAxis = annotation.axis == .left ? .left : .right
      guard annotation.offset == nil, let extent = range?.extent,
        let value = annotation.place.y.flatMap({ value(of: $0, on: axis) }), value >= extent.upperBound,
        value <= extent.upperBound + (extent.upperBound - extent.lowerBound) / 20
      else { return room }
      let lines = annotation.text.split(separator: "\n", omittingEmptySubsequences: false).prefix(20)
      let font = space.picture.typeface.font(annotation.fontSize)
      let size = Size(
        width: lines.map { font.width(of: String($0).oneLine) }.max() ?? 0,
        height: Double(lines.count) * font.lineHeight)
      return max(room, space.axes(size).height + AnnotationPlacer.nearest)
    }
  }

  /// The value that a limit is at on its axis of values; `nil` where it is at none.
  func value(of limit: LimitSpec) -> Double? { value(of: limit.place, on: limit.axis) }

  /// The same of any place.
  private func value(of place: PositionSpec, on axis: RuledAxis) -> Double? {
    guard let side = axis.side, let coordinate = coordinate(of: place, on: axis) else { return nil }
    // As it was written: a power of its logarithm may be another number.
    if case .number(let number) = place, [.linear, .log].contains(axisSpec(side).scale) { return number }
    return spec.valueTransform(side).value(of: coordinate)
  }

  func axisSpec(_ side: SeriesSpec.AxisSide) -> ValueAxisSpec { spec.valueAxis(side) }

  /// The free room beyond the greatest and the least value that series need, in px.
  /// - Parameter slot: How wide a slot is, in px.
  func labelRoom(_ groups: BarGroups, slot: Double, in canvas: Canvas) -> (above: Double, below: Double) {
    let columns = BarColumns(
      width: groups.width * slot, pitch: groups.pitch * slot, areHorizontal: spec.orientation == .horizontal)
    return data.series.reduce((above: 0, below: 0)) { room, series in
      // There is no share of more than all.
      if spec.stacking == .percent, groups.columns.contains(where: { $0.contains(series.index) }) { return room }
      let own = series.spec.kind.markStyle.fitted(to: canvas.scaleOfMarks).room(for: series, in: columns, words)
      return (max(room.above, own.above), max(room.below, own.below))
    }
  }
}
