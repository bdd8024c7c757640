import ChartModel
import JSONModel

/// A line as it is drawn: which way it goes, in which colours, with what below it and on it.
final class LineMark: SeriesMark {
  let stage: PlotStage
  let series: PlotSeries
  let style: LineStyleSpec
  let axis: ValueAxisLayout
  let inView: Range<Int>
  /// Which of the points are drawn, and where.
  let reduction: LineReduction
  /// The same of what they stand on; `nil` if that is the axis alone.
  let baseReduction: LineReduction?
  /// How the points are joined.
  let curve: Curve
  /// How sure the values are.
  let errors: ErrorMarks?
  /// Whether there are so many points that only their picture counts: then no point has a dot.
  let isDense: Bool

  init(_ series: PlotSeries, _ style: LineStyleSpec, on stage: PlotStage) {
    self.stage = stage
    self.series = series
    self.style = style
    let axis = stage.axis(series.spec.axis)
    self.axis = axis
    inView = stage.points(of: series, within: stage.window.length * 1e-9)
    var columns = series.outline ?? series.points
    var base = series.base.flatMap { [columns] in try? PointColumns(columns.positions, $0) }
    var y = axis.map
    if stage.isDrawingIn || stage.phase > 1 {
      switch stage.animation.kind {
      case .grow:
        let baseline = axis.baseline
        y.start = baseline + (y.start - baseline) * stage.phase
        y.scale *= stage.phase
      case .count:
        let count = Int(saturating: (Double(inView.count) * min(max(stage.phase, 0), 1)).rounded(.down))
        let counted = 0..<(count > 0 ? inView.lowerBound + count : 0)
        (columns, base) = (columns[counted], base?[counted])
      case .none, .sweep, .wipe, .stroke: break
      }
    }
    let plot = stage.plot
    let curve = Curve(style)
    var reduction = LineReduction(
      columns, x: stage.window.map, y: y, view: plot.minX...max(plot.minX, plot.maxX), curve: curve)
    reduction.held = series.held
    reduction.noteNeed()
    self.reduction = reduction
    baseReduction = base.map { LineReduction($0, as: reduction) }
    isDense = reduction.isDense
    self.curve = isDense ? .linear : curve
    errors = ErrorMarks(
      series, on: stage, inView: inView,
      color: stage.color(of: series).standingOut(from: stage.canvas.surface.color, by: Palette.leastContrast))
  }

  /// The points to draw in runs between gaps.
  /// - Complexity: O(*k*) in the number of px, and of points where there are few.
  var runs: PointRuns { reduction.runs() }

  /// What fills the room between the line and what it stands on: also without the author's word where lines are stacked.
  var area: AreaSpec? { style.area ?? (series.base == nil ? nil : LineMark.stackedArea) }

  private static let stackedArea: AreaSpec = {
    var area = AreaSpec()
    area.opacity = 0.7
    return area
  }()

  var tintsOthers: Bool { area != nil || errors?.isBand == true }

  /// The points around a place: all that a hit test needs, however many there are.
  func runs(near place: Point) -> PointRuns {
    let reach = max(style.width / 2, loneRadius) + 1
    return reduction.runs(within: (place.x - reach)...(place.x + reach))
  }

  /// The line from gap to gap.
  func subpaths(_ runs: PointRuns) -> [Subpath] { curve.subpaths(runs) }

  /// The line as it is stroked.
  func pieces(_ runs: PointRuns) -> [Subpath] {
    isCut ? runs.flatMap { HollowCut.segments($0, radius: dotRadius) } : subpaths(runs)
  }

  /// Whether the line stops at its markers, which are hollow.
  var isCut: Bool { style.dots.place == .all && style.dots.style == .hollow && !isDense && curve == .linear }

  /// The radius of the dots without their border, in px.
  var dotRadius: Double {
    switch style.dots.style {
    case .solid:
      // At the ends they round the line off, as in R0; at all values they are there to be seen.
      style.dots.radius ?? (style.dots.place == .all ? max(style.width, 3) : style.width / 2)
    case .hollow: style.dots.radius ?? max(style.width * 1.5, 3.5)
    case .double: style.dots.radius ?? 5
    }
  }

  /// How wide the border around a dot is, half of which is outside of it, in px.
  var dotBorder: Double {
    switch style.dots.style {
    case .solid: style.dots.border == nil ? 0 : style.dots.borderWidth
    case .hollow: style.dots.borderWidth
    case .double: 0
    }
  }

  /// The radius of points that no line leads to or from, in px.
  var loneRadius: Double { isDense ? style.width / 2 : max(style.width / 2, 2.5) }

  /// How far from its points anything of the line is drawn, in px.
  var reach: Double {
    let dots = style.dots.place == .none ? 0 : dotRadius + dotBorder / 2
    return max(style.width / 2, dots, loneRadius) + 1
  }

  func place(of point: Int) -> Point? {
    let value = series.points.values[point]
    guard !value.isNaN else { return nil }
    let place = Point(
      x: stage.window.map.pixel(of: series.points.positions[point]), y: axis.map.pixel(of: value))
    guard place.isFinite else { return nil }
    guard stage.isDrawingIn, stage.animation.kind == .grow else { return place }
    let baseline = axis.baseline
    return Point(x: place.x, y: baseline + (place.y - baseline) * stage.phase)
  }

  // MARK: - Words

  func filling(_ placeholder: String, of point: Int) -> String? {
    guard style.isBandAlone, Template.name(placeholder) == "value" else {
      return stage.words.filling(placeholder, of: point, series)
    }
    let format = stage.words.format(of: series).named(by: placeholder).format
    return stage.words.range(of: point, series, format) ?? "–"
  }

  func standardMarker(of point: Int) -> [MarkerRunSpec]? {
    let isRange = series.interval != nil && !style.isBandAlone
    return stage.words.usualMarker + (isRange ? [MarkerRunSpec("\n{low} – {high}")] : [])
  }

  func words(of point: Int) -> String {
    guard style.isBandAlone else { return stage.words.sentence(of: point, series) }
    return positionText(of: point).shortened + series.nameInWords + (filling("value", of: point) ?? "")
  }

  var seriesWords: String {
    guard style.isBandAlone else { return stage.words.words(of: series) }
    return stage.words.words(of: series, areRanges: true) { self.filling("value", of: $0) ?? "" }
  }

  var warnings: [String] {
    guard style.dots.place == .all, isDense else { return [] }
    return ["series[\(series.index)].dots: left out where there are more points than px"]
  }
}

extension Curve {
  init(_ style: LineStyleSpec) {
    switch style.curve {
    case .linear: self = .linear
    case .stepBefore: self = .stepBefore
    case .step: self = .stepMiddle
    case .stepAfter: self = .stepAfter
    case .smooth: self = .smooth(style.smooth)
    case .monotone: self = .monotone
    }
  }
}
