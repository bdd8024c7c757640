import ChartModel

extension LineStyleSpec: MarkStyle {
  /// Lets lines of which only ends are given be the bands between these.
  static func prepare(_ spec: inout CartesianSpec) {
    for index in spec.series.indices where spec.series[index].values.isEmpty {
      guard case .line(var style) = spec.series[index].kind, let error = style.error,
        case .numbers(let low)? = error.low?.values, case .numbers(let high)? = error.high?.values
      else { continue }
      let transform = spec.valueTransform(spec.series[index].axis)
      guard transform != .downwards else { continue }
      style.isBandAlone = true
      style.error?.style = .band
      (style.width, style.dots.place, style.area, style.endBubble) = (0, .none, nil, nil)
      spec.series[index].kind = style.kind
      spec.series[index].values = .numbers(
        zip(low, high).map { low, high in
          let middle = transform.coordinate(of: low) / 2 + transform.coordinate(of: high) / 2
          return middle.isFinite ? transform.value(of: middle) : .nan
        })
    }
  }

  var drawable: LineStyleSpec {
    var style = self
    style.thresholds.removeAll { $0.below.isNaN }
    return style
  }

  func legendColor(_ palette: [Color], on surface: Surface) -> Color? {
    thresholds.first?.color ?? gradient.first?.color
  }
  var legendSymbol: LegendSymbol {
    guard area == nil, !isBandAlone else { return .swatch }
    let dot: LegendSymbol.Dot = dots.place != .all ? .none : dots.style == .hollow ? .hollow : .solid
    return .line(width: width, dash: dash, dot: dot)
  }
  var isFilled: Bool { area.map { $0.baseline == nil } ?? false }
  // Dots are left out where points are too dense, bubbles where there is no room for them.
  func warnsByExtent(of count: Int) -> Bool { dots.place != .all && endBubble == nil }

  func mark(_ series: PlotSeries, on stage: PlotStage) -> any SeriesMark { LineMark(series, self, on: stage) }
}
