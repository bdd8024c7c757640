import ChartModel
import JSONModel

/// A line as it is drawn: which way it goes, in which colours, with what below it and on it.
struct LineMark: Sendable {
  let series: PlotSeries
  let style: LineStyleSpec
  let axis: ValueAxisLayout
  /// The points in runs between gaps, and how they are joined.
  let runs: PointRuns
  let curve: Curve
  /// Whether there are so many points that only their picture counts: then no point has a dot.
  let isDense: Bool

  init(_ series: PlotSeries, _ layout: CartesianLayout) {
    let reduction = LineMark.reduction(of: series, layout)
    self.init(series, layout, reduction, runs: reduction.runs())
  }

  /// - Parameter runs: The points to draw, or some of them.
  init(_ series: PlotSeries, _ layout: CartesianLayout, _ reduction: LineReduction, runs: PointRuns) {
    self.series = series
    self.runs = runs
    style = series.spec.line
    axis = layout.frame.axis(series.spec.axis)
    curve = reduction.drawnCurve
    isDense = reduction.isDense
  }

  static func reduction(of series: PlotSeries, _ layout: CartesianLayout) -> LineReduction {
    var columns = series.points
    var y = layout.frame.axis(series.spec.axis).map
    if layout.isDrawingIn || layout.phase > 1 {
      switch layout.spec.common.animation.kind {
      case .grow:
        let baseline = layout.frame.axis(series.spec.axis).baseline
        y.start = baseline + (y.start - baseline) * layout.phase
        y.scale *= layout.phase
      case .count:
        let inView = layout.points(inView: series)
        let count = Int(saturating: (Double(inView.count) * min(max(layout.phase, 0), 1)).rounded(.down))
        columns = columns[0..<(count > 0 ? inView.lowerBound + count : 0)]
      case .none, .sweep, .wipe, .stroke: break
      }
    }
    let plot = layout.plot
    return LineReduction(
      columns, x: layout.frame.window.map, y: y, view: plot.minX...max(plot.minX, plot.maxX),
      curve: Curve(series.spec.line))
  }

  /// The line from gap to gap.
  var subpaths: [Subpath] { curve.subpaths(runs) }

  /// The line as it is stroked.
  var pieces: [Subpath] { isCut ? runs.flatMap { HollowCut.segments($0, radius: dotRadius) } : subpaths }

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

  /// How far from its points anything of the line is drawn, in px.
  var reach: Double {
    let dots = style.dots.place == .none ? 0 : dotRadius + dotBorder / 2
    return max(style.width / 2, dots) + 1
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
