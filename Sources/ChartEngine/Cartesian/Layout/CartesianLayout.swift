import ChartModel

/// Where everything in a plot is: what is drawn, hit and reported is all made from it.
struct CartesianLayout: ChartLayout {
  let chart: CartesianChart
  let view: ChartState.View
  let canvas: Canvas
  /// The phase of the draw-in, from 0 to 1, after easing.
  let phase: Double
  let frame: PlotFrame
  /// For each series of the spec whether the legend has hidden it.
  let hidden: [Bool]
  let groups: BarGroups
  let stacks: BarStacks
  /// Whether what is drawn is to come in by itself, rather than to be as the phase has it.
  var entrances = false

  var spec: CartesianSpec { chart.spec }
  var plot: Rect { frame.plot }

  /// - Parameter other: A layout of the same chart, of which what still holds is taken over.
  init(
    _ chart: CartesianChart, view: ChartState.View, phase: Double, canvas: Canvas, reusing other: CartesianLayout? = nil
  ) {
    self.chart = chart
    self.view = view
    self.phase = phase
    self.canvas = canvas
    let hidden = view.hiddenFlags(count: chart.spec.series.count)
    self.hidden = hidden
    if let other, other.hidden == hidden {
      (groups, stacks) = (other.groups, other.stacks)
    } else {
      (groups, stacks) = chart.bars(hidden: hidden)
    }
    frame = PlotFrame(
      chart, view, canvas: canvas, hidden: hidden, ranges: chart.valueRanges(hidden: hidden, stacks),
      room: chart.labelRoom)
  }

  /// The series that are seen, in the order of the spec.
  var visibleSeries: [PlotSeries] { chart.data.series.filter { !hidden[$0.index] } }

  /// Whether the chart is being drawn in.
  var isDrawingIn: Bool { spec.common.animation.kind != .none && phase < 1 }

  var movability: Movability {
    var movability = Movability()
    movability.hasBefore = spec.viewport.scrolls && frame.window.hasBefore
    movability.hasAfter = spec.viewport.scrolls && frame.window.hasAfter
    movability.snaps = spec.viewport.snaps
    movability.zoom = spec.viewport.zoom
    return movability
  }

  /// The points of a series that are in view, and so many beside them.
  func points(inView series: PlotSeries, margin: Int = 0) -> Range<Int> {
    let positions = series.points.positions
    // A bar whose slot only touches the edge is not in view.
    let slack = series.isBar ? chart.span.slot / 2 * (1 - 1e-6) : frame.window.length * 1e-9
    let first = positions.lowerBound(of: frame.window.start - slack)
    let last = max(first, positions.upperBound(of: frame.window.end + slack))
    return max(0, first - margin)..<min(positions.count, last + margin)
  }

  /// Where a value of a series is; `nil` for a gap.
  func place(of point: Int, in series: PlotSeries) -> Point? {
    if series.isBar { return BarSeries(series, self)?.end(at: point) }
    let value = series.points.values[point]
    guard !value.isNaN else { return nil }
    let place = Point(
      x: frame.window.map.pixel(of: series.points.positions[point]),
      y: frame.axis(series.spec.axis).map.pixel(of: value))
    guard place.isFinite else { return nil }
    guard isDrawingIn, spec.common.animation.kind == .grow else { return place }
    let baseline = frame.axis(series.spec.axis).baseline
    return Point(x: place.x, y: baseline + (place.y - baseline) * phase)
  }

  func mark(at path: [Int]) -> MarkReference? {
    guard chart.isSelectable(path, hidden: view.hidden), let series = chart.data.series(path[0]),
      let point = series.point(ofSpecIndex: path[1])
    else { return nil }
    return MarkReference(
      series: path[0], index: path[1], path: nil,
      label: chart.positionText.text(at: series.points.positions[point]), value: series.value(at: point),
      fraction: nil)
  }
}

extension CartesianChart {
  /// What the two value axes must show; `nil` for one that measures nothing.
  ///
  /// All values count, not just those in view, so that an axis stays as it is while the content is scrolled.
  func valueRanges(hidden: [Bool], _ stacks: BarStacks) -> (left: ValueRange?, right: ValueRange?) {
    var ranges: [SeriesSpec.AxisSide: ValueRange] = [:]
    for series in data.series where !hidden[series.index] {
      let values = series.points.values
      let extrema = values.extrema(in: 0..<values.count)
      let transform: AxisTransform = axisSpec(series.spec.axis).scale == .log ? .log : .linear
      var raw = extrema.map { transform.value(of: $0.min)...transform.value(of: $0.max) }
      if series.isBar, let ends = stacks.extent(of: series.index) {
        // On a log axis bars can't begin at 0: there the least value says how far down it has to go.
        raw = transform == .log ? raw.map { $0.lowerBound...max($0.upperBound, ends.upperBound) } : ends
      }
      // What is filled up to 0 has to show it, or its size would say nothing.
      let isFilled = series.isBar || (series.spec.line.area.map { $0.baseline == nil } ?? false)
      ranges[series.spec.axis, default: ValueRange()].add(raw, isFilled: isFilled)
    }
    // A goal that nobody reaches yet is to be seen all the same.
    for limit in spec.limits where limit.value.isFinite && (limit.value > 0 || axisSpec(limit.axis).scale == .linear) {
      ranges[limit.axis]?.add(limit.value...limit.value)
    }
    // Without any series there still is an axis.
    if ranges.isEmpty {
      ranges[spec.series.first?.axis ?? .left] = ValueRange()
    }
    return (ranges[.left], ranges[.right])
  }

  func axisSpec(_ side: SeriesSpec.AxisSide) -> ValueAxisSpec { side == .left ? spec.y : spec.right }

  /// The free room beyond the greatest and the least value that labels above bars need, in px.
  var labelRoom: (above: Double, below: Double) {
    data.series.reduce((above: 0, below: 0)) { room, series in
      guard series.isBar, series.spec.bar.labels.position == .above,
        let extrema = series.points.values.extrema(in: 0..<series.points.count)
      else { return room }
      let own = series.spec.bar.labels.fontSize * 1.1 + 4
      return (
        extrema.max >= 0 ? max(room.above, own) : room.above, extrema.min < 0 ? max(room.below, own) : room.below
      )
    }
  }
}
