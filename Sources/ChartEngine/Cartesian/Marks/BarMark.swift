import ChartModel

/// A bar, placed.
struct BarMark: Sendable {
  let series: Int
  /// Its place in the series' own order, and in the spec.
  let point: Int
  let index: Int
  let value: Double
  let rect: Rect
  /// Whether it grows downwards.
  let isNegative: Bool
  let isSelected: Bool
  /// Whether its value is 0, so that it is only as high as can be seen.
  let isZero: Bool

  /// The height of its end, away from the baseline, in px.
  var endY: Double { isNegative ? rect.maxY : rect.minY }
}

extension CartesianLayout {
  /// The bar of a point; `nil` where there is none to be seen.
  func bar(_ point: Int, of series: PlotSeries) -> BarMark? {
    guard let range = groups.range(of: series.index), let span = stacks.span(series: series.index, at: point) else {
      return nil
    }
    let axis = frame.axis(series.spec.axis)
    let map = frame.window.map
    let slot = chart.span.slot
    let position = series.points.positions[point]
    let left = map.pixel(of: position + range.lowerBound * slot)
    let right = map.pixel(of: position + range.upperBound * slot)
    let value = series.value(at: point)
    let isNegative = span.end < span.base
    let baseline = axis.baseline
    // Where bars have no 0 to stand on, as on log axes, they stand at the axis's end.
    var base = axis.y(of: span.base) ?? baseline
    var end = axis.y(of: span.end) ?? baseline
    if span.base == 0 { base = baseline }
    let share = growth(of: point, in: series)
    base = baseline + (base - baseline) * share
    end = baseline + (end - baseline) * share
    var isZero = false
    if span.end == span.base {
      guard value == 0, let zero = series.spec.bar.zero else { return nil }
      isZero = true
      end = base - zero.height * share
    }
    guard left.isFinite, right.isFinite, base.isFinite, end.isFinite, isCounted(point, of: series) else { return nil }
    let index = series.specIndex(of: point)
    return BarMark(
      series: series.index, point: point, index: index, value: value,
      rect: Rect(x: min(left, right), y: min(base, end), width: abs(right - left), height: abs(end - base)),
      isNegative: isNegative, isSelected: view.selection == [series.index, index], isZero: isZero)
  }

  /// Where a bar ends, in the middle of it; also of one of value 0, of which there may be nothing to be seen. `nil` for a gap.
  func end(ofBar point: Int, in series: PlotSeries) -> Point? {
    if let bar = bar(point, of: series) { return Point(x: bar.rect.midX, y: bar.endY) }
    guard let range = groups.range(of: series.index), let span = stacks.span(series: series.index, at: point),
      isCounted(point, of: series)
    else { return nil }
    let axis = frame.axis(series.spec.axis)
    let middle = (range.lowerBound + range.upperBound) / 2
    let base = span.base == 0 ? axis.baseline : axis.y(of: span.base) ?? axis.baseline
    let place = Point(
      x: frame.window.map.pixel(of: series.points.positions[point] + middle * chart.span.slot),
      y: axis.baseline + (base - axis.baseline) * growth(of: point, in: series))
    return place.isFinite ? place : nil
  }

  /// How far a bar has grown; beyond 1 where the easing overshoots.
  private func growth(of point: Int, in series: PlotSeries) -> Double {
    guard isDrawingIn || phase > 1 else { return 1 }
    switch spec.common.animation.kind {
    case .grow, .stroke: return BarGrowth(self, series).phase(of: point)
    case .none, .sweep, .wipe, .count: return 1
    }
  }

  /// Whether an animation by count has come to a point.
  func isCounted(_ point: Int, of series: PlotSeries) -> Bool {
    guard spec.common.animation.kind == .count, phase < 1 else { return true }
    let inView = points(inView: series)
    return Double(point - inView.lowerBound) < (Double(inView.count) * max(phase, 0)).rounded(.down)
  }
}

/// When the bars of a series grow: all at once, or one after the other (B7).
struct BarGrowth: Sendable {
  private let phase: Double
  private let stagger: Double
  private let points: Range<Int>

  init(_ layout: CartesianLayout, _ series: PlotSeries) {
    phase = layout.phase
    stagger = min(max(layout.spec.common.animation.stagger, 0), 1)
    points = layout.points(inView: series)
  }

  /// The part of the whole time in which a bar grows.
  func part(of point: Int) -> ClosedRange<Double> {
    guard stagger > 0, points.count > 1 else { return 0...1 }
    let place = min(max(Double(point - points.lowerBound) / Double(points.count - 1), 0), 1)
    // The last one needs some time, too.
    let delay = stagger * 0.9
    return delay * place...(1 - delay * (1 - place))
  }

  /// How far a bar has grown.
  func phase(of point: Int) -> Double {
    let part = part(of: point)
    guard part != 0...1 else { return max(phase, 0) }
    return min(max((phase - part.lowerBound) / (part.upperBound - part.lowerBound), 0), 1)
  }
}
