import ChartModel

extension CartesianChart {
  /// How high an overview is, and how far from what is beside it, in px.
  static let (overviewHeight, overviewGap) = (36.0, 10.0)
  /// A plot with its axes is at least as high as this, in px, or there is no overview.
  static let leastHeightBesideOverview = 90.0

  /// The chart as an overview of itself: all there is, in a strip without anything written on it.
  /// - Complexity: O(*k*) in the number of series, since it shares the data.
  var overview: CartesianChart {
    var small = spec
    small.common.title = nil
    (small.common.subtitle, small.common.caption) = (nil, nil)
    small.common.legend.position = .none
    small.common.animation.kind = .none
    small.x.style.isVisible = false
    small.y.style.isVisible = false
    small.right.style.isVisible = false
    (small.x.spacing, small.y.spacing, small.right.spacing) = (nil, nil, nil)
    small.viewport = ViewportSpec()
    small.viewport.hasScrollbar = false
    (small.limits, small.bands, small.annotations) = ([], [], [])
    small.select = PlotSelectSpec()
    small.popups.isEnabled = false
    let series = data.series.map { series in
      var series = series
      if case .line(var style) = series.spec.kind {
        style.width = min(style.width, 1)
        style.dots = DotSpec()
        (style.error, style.endBubble) = (nil, nil)
        series.spec.kind = .line(style)
      }
      return series
    }
    return CartesianChart(small, PlotData(axis: data.axis, series: series), design: nil)
  }
}
