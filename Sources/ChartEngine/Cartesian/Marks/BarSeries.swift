import ChartModel
import JSONModel

/// The bars of one series in a layout, with what they have in common looked up once.
struct BarSeries: Sendable {
  let series: PlotSeries
  let layout: CartesianLayout
  let style: BarStyleSpec
  /// The shape of bars, and of the highlighted one (B4).
  let shape: BarShape
  private let highlightedShape: BarShape
  let axis: ValueAxisLayout
  private let map: PixelMap
  /// How far a bar's sides are from its position, in coordinates.
  private let sides: ClosedRange<Double>
  private let spans: [BarStacks.Span]
  /// The series that stand on this one.
  private let seriesAbove: ArraySlice<Int>
  /// How far bars have grown; `nil` if they are as high as they get.
  private let growth: BarGrowth?
  /// The points that an animation by count has come to; `nil` if there is none.
  private let counted: Range<Int>?
  /// The place in the spec of the selected bar, if it is one of these.
  private let selected: Int?

  /// `nil` if the series is none of bars, or hidden.
  init?(_ series: PlotSeries, _ layout: CartesianLayout) {
    guard let range = layout.groups.range(of: series.index) else { return nil }
    self.series = series
    self.layout = layout
    style = series.spec.bar
    shape = BarShape(style.shape)
    highlightedShape = style.highlighted.shape.map { BarShape($0) } ?? shape
    axis = layout.frame.axis(series.spec.axis)
    map = layout.frame.window.map
    let slot = layout.chart.span.slot
    sides = range.lowerBound * slot...range.upperBound * slot
    spans = layout.stacks.spans(of: series.index)
    seriesAbove = layout.groups.series(above: series.index)
    let isGrowing = layout.isGrowing && (layout.isDrawingIn || layout.phase > 1)
    growth = isGrowing ? BarGrowth(layout, series) : nil
    counted = layout.countedPoints(of: series)
    let selection = layout.view.selection
    selected = selection.flatMap { $0.count == 2 && $0[0] == series.index ? $0[1] : nil }
  }

  /// The bar of a point; `nil` where there is none to be seen.
  func bar(at point: Int) -> BarMark? {
    guard let span = span(at: point) else { return nil }
    let (left, right) = horizontalExtent(at: series.points.positions[point])
    let value = series.value(at: point)
    let baseline = axis.baseline
    let share = share(of: point)
    let base = grown(span.base, by: share)
    // Where bars have no 0 to stand on, as on log axes, they stand at the axis's end.
    var end = baseline + ((axis.y(of: span.end) ?? baseline) - baseline) * share
    var isZero = false
    if span.end == span.base {
      guard value == 0, let zero = style.zero else { return nil }
      isZero = true
      end = base - zero.height * share
    }
    guard left.isFinite, right.isFinite, base.isFinite, end.isFinite else { return nil }
    let index = series.specIndex(of: point)
    return BarMark(
      series: series.index, point: point, index: index, value: value,
      rect: Rect(x: min(left, right), y: min(base, end), width: abs(right - left), height: abs(end - base)),
      isNegative: span.end < span.base, isSelected: selected == index, isZero: isZero)
  }

  /// Where a bar ends, in the middle of it; also of one of value 0, of which there may be nothing to be seen. `nil` for a gap.
  func end(at point: Int) -> Point? {
    if let bar = bar(at: point) { return Point(x: bar.rect.midX, y: bar.endY) }
    guard let span = span(at: point) else { return nil }
    let middle = (sides.lowerBound + sides.upperBound) / 2
    let place = Point(
      x: map.pixel(of: series.points.positions[point] + middle), y: grown(span.base, by: share(of: point)))
    return place.isFinite ? place : nil
  }

  /// What is drawn and hit. Of a stack only the last bar is round at its end.
  func outline(of bar: BarMark) -> BarOutline {
    var shape = bar.isSelected ? highlightedShape : shape
    if case .rounded = shape, isCovered(bar) { shape = .rectangle }
    return BarOutline(shape, in: bar.rect, direction: bar.isNegative ? .down : .up)
  }

  /// Whether another bar of its stack stands on a bar.
  func isCovered(_ bar: BarMark) -> Bool {
    seriesAbove.contains { series in
      guard let span = layout.stacks.span(series: series, at: bar.point), span.end != span.base else { return false }
      return (span.end < span.base) == bar.isNegative
    }
  }

  /// The sides of a bar at a coordinate, in px.
  func horizontalExtent(at position: Double) -> (left: Double, right: Double) {
    (map.pixel(of: position + sides.lowerBound), map.pixel(of: position + sides.upperBound))
  }

  /// Whether several bars share a px.
  var isDense: Bool {
    let width = (sides.upperBound - sides.lowerBound) * map.scale
    return width < 0.5 && Double(layout.points(inView: series).count) * 0.5 > max(layout.plot.width, 1)
  }

  /// From which to which value a bar reaches; `nil` where there is none yet.
  private func span(at point: Int) -> BarStacks.Span? {
    guard spans.indices.contains(point), spans[point].isBar, counted?.contains(point) ?? true else { return nil }
    return spans[point]
  }

  /// How far a bar has grown; beyond 1 where the easing overshoots.
  private func share(of point: Int) -> Double { growth?.phase(of: point) ?? 1 }

  /// Where a value that a bar stands on is, in px.
  private func grown(_ value: Double, by share: Double) -> Double {
    let baseline = axis.baseline
    return value == 0 ? baseline : baseline + ((axis.y(of: value) ?? baseline) - baseline) * share
  }
}

extension CartesianLayout {
  /// Whether bars come in by growing.
  var isGrowing: Bool { [.grow, .stroke].contains(spec.common.animation.kind) }

  /// Up to where an animation by count has come in a series; `nil` if there is none.
  func countedPoints(of series: PlotSeries) -> Range<Int>? {
    guard spec.common.animation.kind == .count, phase < 1 else { return nil }
    let inView = points(inView: series)
    return 0..<inView.lowerBound + Int(saturating: Double(inView.count) * min(max(phase, 0), 1))
  }

  /// Whether an animation by count has come to a point.
  func isCounted(_ point: Int, of series: PlotSeries) -> Bool { countedPoints(of: series)?.contains(point) ?? true }
}
