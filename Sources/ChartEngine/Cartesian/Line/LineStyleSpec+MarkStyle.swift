import ChartModel

extension LineStyleSpec: MarkStyle {
  var drawable: LineStyleSpec {
    var style = self
    style.width.clamp(to: 0...100, else: 2)
    style.opacity.clamp(to: 0...1, else: 1)
    style.smooth.clamp(to: 0...1, else: 0.6)
    style.gradient = gradient.map(\.drawable)
    style.thresholds = thresholds.filter { !$0.below.isNaN }
    style.dots.radius.clamp(to: 0...100)
    style.dots.borderWidth.clamp(to: 0...100, else: 1.5)
    style.area?.opacity.clamp(to: 0...1, else: 0.25)
    style.area?.gradient = area?.gradient.map(\.drawable) ?? []
    if let baseline = area?.baseline, !baseline.isFinite { style.area?.baseline = nil }
    style.endBubble?.size.clamp(to: 4...400, else: 30)
    style.endBubble?.fontSize.clamp(to: 4...100, else: 10)
    return style
  }

  var legendColor: Color? { thresholds.first?.color ?? gradient.first?.color }
  var isFilled: Bool { area.map { $0.baseline == nil } ?? false }

  func mark(_ series: PlotSeries, on stage: PlotStage) -> any SeriesMark { LineMark(series, self, on: stage) }
}
