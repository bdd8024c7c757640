import ChartModel
import JSONModel

/// The bars of one series, with what they have in common looked up once.
final class BarMark: SeriesMark {
  let stage: PlotStage
  let series: PlotSeries
  let style: BarStyleSpec
  let axis: ValueAxisLayout
  let inView: Range<Int>
  /// The shape of bars, and of the highlighted one (B4).
  let shape: BarShape
  private let highlightedShape: BarShape
  private let map: PixelMap
  private let baseline: Double
  /// How far a bar's sides are from its position, in coordinates.
  private let sides: ClosedRange<Double>
  private let spans: [Stacks.Span]
  /// The bars of the series that stand on this one.
  private let spansAbove: [[Stacks.Span]]
  /// How far bars have grown; `nil` if they are as high as they get.
  private let growth: BarGrowth?
  /// The points that an animation by count has come to; `nil` if there is none.
  private let counted: Range<Int>?
  /// The place in the spec of the selected bar, if it is one of these.
  private let selected: Int?
  /// How sure the values are.
  let errors: ErrorMarks?
  /// What its bars stand for if that are bins.
  let bins: BarBins?
  /// How far a bar's sides are from its position at most, in coordinates.
  private let reach: Double

  init(_ series: PlotSeries, _ style: BarStyleSpec, on stage: PlotStage, bins: BarBins? = nil) {
    self.bins = bins
    self.stage = stage
    self.series = series
    self.style = style
    shape = BarShape(style.shape)
    highlightedShape = style.highlighted.shape.map { BarShape($0) } ?? shape
    axis = stage.axis(series.spec.axis)
    baseline = axis.baseline
    map = stage.window.map
    sides = stage.sides(of: series)
    spans = stage.stacks.spans(of: series.index)
    spansAbove = stage.groups.series(above: series.index).map(stage.stacks.spans)
    reach = max(stage.slot / 2, bins?.reach ?? 0)
    // A bar whose slot only touches the edge is not in view.
    inView = stage.points(of: series, within: reach * (1 - 1e-6))
    let isGrowing = BarMark.isGrowing(stage.animation) && (stage.isDrawingIn || stage.phase > 1)
    growth = isGrowing ? BarGrowth(inView, on: stage) : nil
    counted = stage.counted(inView)
    selected = stage.selectedIndex(in: series)
    errors = ErrorMarks(
      series, on: stage, inView: inView, offset: (sides.lowerBound + sides.upperBound) / 2,
      color: stage.canvas.surface.text)
  }

  /// Whether bars come in by growing: also where lines are drawn meanwhile.
  static func isGrowing(_ animation: AnimationSpec) -> Bool { animation.kind == .grow || animation.kind == .stroke }

  /// How long a bar is that begins and ends at one moment, in px.
  private static let milestoneWidth = 3.0

  /// The bar of a point; `nil` where there is none to be seen.
  func bar(at point: Int) -> PlacedBar? { placed(point, alsoOfZero: false) }

  /// The bar that a value is written at: also one of 0 of which nothing is seen, if it is no part of a stack.
  func labelled(at point: Int) -> PlacedBar? { placed(point, alsoOfZero: true) }

  private func placed(_ point: Int, alsoOfZero: Bool) -> PlacedBar? {
    guard let span = span(at: point) else { return nil }
    let (left, right) = horizontalExtent(of: point)
    let value = series.value(at: point)
    let share = share(of: point)
    let base = grown(span.base, by: share)
    // Where bars have no 0 to stand on, as on log axes, they stand at the axis's end.
    var end = baseline + ((axis.y(of: span.end) ?? baseline) - baseline) * share
    var isZero = false
    // What begins and ends at one moment is a line.
    let isMilestone = span.end == span.base && series.isOfMoments
    if span.end == span.base, !isMilestone {
      guard value == 0, style.zero != nil || (alsoOfZero && span.base == 0) else { return nil }
      isZero = true
      end = base + (axis.isReversed ? 1 : -1) * (style.zero?.height ?? 0) * share
    }
    guard left.isFinite, right.isFinite, base.isFinite, end.isFinite else { return nil }
    let index = series.specIndex(of: point)
    let half = isMilestone ? BarMark.milestoneWidth / 2 : 0
    return PlacedBar(
      series: series.index, point: point, index: index, value: value,
      rect: Rect(
        x: min(left, right), y: min(base, end) - half, width: abs(right - left), height: abs(end - base) + 2 * half),
      growsDown: span.end == span.base ? axis.isReversed : growsDown(span), isSelected: selected == index,
      isZero: isZero)
  }

  /// Where a bar ends, in the middle of it; also of one of value 0, of which there may be nothing to be seen. `nil` for a gap.
  func place(of point: Int) -> Point? {
    if let bar = bar(at: point) { return Point(x: bar.rect.midX, y: bar.endY) }
    guard let span = span(at: point) else { return nil }
    let middle = (sides.lowerBound + sides.upperBound) / 2
    let place = Point(
      x: map.pixel(of: series.points.positions[point] + middle), y: grown(span.base, by: share(of: point)))
    return place.isFinite ? place : nil
  }

  /// What is drawn and hit. Of a stack only the last bar is round at its end.
  func outline(of bar: PlacedBar) -> BarOutline {
    var shape = bar.isSelected ? highlightedShape : shape
    if case .rounded = shape, isCovered(bar) { shape = .rectangle }
    return BarOutline(shape, in: bar.rect, direction: bar.growsDown ? .down : .up)
  }

  /// Whether another bar of its stack stands on a bar.
  func isCovered(_ bar: PlacedBar) -> Bool {
    spansAbove.contains { spans in
      guard spans.indices.contains(bar.point) else { return false }
      let span = spans[bar.point]
      return span.isFinite && span.end != span.base && growsDown(span) == bar.growsDown
    }
  }

  /// Whether a bar that has a height grows downwards.
  private func growsDown(_ span: Stacks.Span) -> Bool { (span.end < span.base) != axis.isReversed }

  /// The sides of a point's bar, in px.
  func horizontalExtent(of point: Int) -> (left: Double, right: Double) {
    guard let bins, let edges = bins.edges(of: series.specIndex(of: point)) else {
      let position = series.points.positions[point]
      return (map.pixel(of: position + sides.lowerBound), map.pixel(of: position + sides.upperBound))
    }
    let (left, right) = (map.pixel(of: edges.lower), map.pixel(of: edges.upper))
    // A narrow bar is not to vanish between its gaps.
    let inset = min(bins.gap, max(right - left - 1, 0)) / 2
    return (left + inset, right - inset)
  }

  /// Whether several bars share a px.
  var isDense: Bool {
    let width = (sides.upperBound - sides.lowerBound) * map.scale
    return width < 0.5 && Double(inView.count) * 0.5 > max(stage.plot.width, 1)
  }

  /// From which to which value a bar reaches; `nil` where there is none yet.
  private func span(at point: Int) -> Stacks.Span? {
    guard spans.indices.contains(point), spans[point].isFinite, counted?.contains(point) ?? true else { return nil }
    return spans[point]
  }

  /// How far a bar has grown; beyond 1 where the easing overshoots.
  private func share(of point: Int) -> Double { growth?.phase(of: point) ?? 1 }

  /// Where a value that a bar stands on is, in px.
  private func grown(_ value: Double, by share: Double) -> Double {
    value == 0 && !series.isOfMoments ? baseline : baseline + ((axis.y(of: value) ?? baseline) - baseline) * share
  }
}

// MARK: - Hitting

extension BarMark {
  var hitKind: Hit.Kind { .bar }
  var entryName: String { bins == nil ? "bar" : "bin" }
  var standsOnZero: Bool { true }
  var tintsOthers: Bool { (bins?.isOutlined ?? false) || errors?.isBand == true }
  var offset: Double { (sides.lowerBound + sides.upperBound) / 2 }

  /// Bars grow, or are uncovered by a wipe.
  var drawnEdge: Double { stage.drawnEdge(uncoveredBy: [.wipe]) }

  func hit(at place: Point, _ part: LayerPart, of layer: SeriesSpec.Layer) -> Int? {
    guard layer == .bar, place.x < drawnEdge else { return nil }
    // Caps reach over the edge of the plot, bars don't.
    if part == .above { return errors?.hit(at: place, self.place) }
    guard stage.plot.contains(place) else { return nil }
    let coordinate = map.value(at: place.x)
    let positions = series.points.positions
    let reach = reach * (1 + 1e-9)
    let near = positions.lowerBound(of: coordinate - reach)..<positions.upperBound(of: coordinate + reach)
    return near.first { point in bar(at: point).map { outline(of: $0).contains(place) } ?? false }
  }

  func rect(of point: Int) -> Rect? { bar(at: point)?.rect }

  func covers(_ rect: Rect, except point: Int?) -> Bool {
    guard map.isInvertible, stage.plot.intersects(rect) else { return false }
    let reach = reach * (1 + 1e-9)
    let positions = series.points.positions
    let first = positions.lowerBound(of: map.value(at: rect.minX) - reach)
    let near = first..<max(positions.upperBound(of: map.value(at: rect.maxX) + reach), first)
    // So many that they leave nothing free.
    guard near.count <= 2_000 else { return true }
    if errors?.covers(rect, place) == true { return true }
    return near.clamped(to: inView).contains { other in
      other != point && bar(at: other).map { $0.rect.intersects(rect) } ?? false
    }
  }

  func markerPlace(of point: Int) -> (distance: Double, isBelow: Bool) {
    (2, bar(at: point)?.growsDown ?? false)
  }
}

// MARK: - Words

extension BarMark {
  /// Of a bin also between which edges it is, which nobody reads off the axis.
  func standardMarker(of point: Int) -> [MarkerRunSpec]? {
    guard bins == nil else {
      return [MarkerRunSpec(series.spec.name.isEmpty ? "{label}\n{value}" : "{label}\n{series} {value}")]
    }
    let usual = stage.words.usualMarker
    guard series.interval == nil else { return usual + [MarkerRunSpec("\n{low} – {high}")] }
    // Of one that doesn't stand on 0 both ends are meant.
    guard style.base != nil, let span = span(at: point), span.base != 0 || series.isOfMoments else { return usual }
    return [MarkerRunSpec("{series} \(stage.words.value(span.base, of: series)) – {value}")]
  }

  /// A bin in words: `35 – 40, Adelie: 12`; of a bar between two moments both: `Design: Jan 5, 2026 to Feb 3, 2026`.
  func words(of point: Int) -> String {
    guard let bin = bins?.text(of: series.specIndex(of: point), stage.words.position) else {
      guard series.isOfMoments else { return stage.words.sentence(of: point, series) }
      return stage.words.position.words(at: series.points.positions[point]) + series.nameInWords
        + ends(of: point)
    }
    return bin + series.nameInWords + (filling("value", of: point) ?? "")
  }

  var seriesWords: String {
    stage.words.words(of: series) { self.series.isOfMoments ? self.ends(of: $0) : self.filling("value", of: $0) ?? "" }
  }

  /// From where to where a bar between two values goes.
  private func ends(of point: Int) -> String {
    let value = stage.words.value(of: point, series)
    guard spans.indices.contains(point), spans[point].isFinite else { return value }
    return "\(stage.words.value(spans[point].base, of: series)) to \(value)"
  }

  func filling(_ placeholder: String, of point: Int) -> String? {
    if let bins {
      let (name, format) = stage.words.format(of: series).named(by: placeholder)
      if name == "x" || name == "label",
        let bin = bins.text(of: series.specIndex(of: point), stage.words.position, for: placeholder)
      {
        return bin
      }
      if name == "value" { return stage.words.value(bins.shown(series.value(at: point)), of: series, format) }
    }
    return stage.words.filling(placeholder, of: point, series)
  }
}
