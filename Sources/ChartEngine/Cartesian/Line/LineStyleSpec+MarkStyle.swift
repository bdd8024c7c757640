import ChartModel

extension LineStyleSpec: MarkStyle {
  var drawable: LineStyleSpec {
    var style = self
    style.thresholds.removeAll { $0.below.isNaN }
    return style
  }

  func legendColor(_ palette: [Color], on surface: Surface) -> Color? {
    thresholds.first?.color ?? gradient.first?.color
  }
  var legendSymbol: LegendSymbol {
    guard area == nil else { return .swatch }
    let dot: LegendSymbol.Dot = dots.place != .all ? .none : dots.style == .hollow ? .hollow : .solid
    return .line(width: width, dash: dash, dot: dot)
  }
  var isFilled: Bool { area.map { $0.baseline == nil } ?? false }
  // Dots are left out where points are too dense, bubbles where there is no room for them.
  func warnsByExtent(of count: Int) -> Bool { dots.place != .all && endBubble == nil }

  func mark(_ series: PlotSeries, on stage: PlotStage) -> any SeriesMark { LineMark(series, self, on: stage) }
}
