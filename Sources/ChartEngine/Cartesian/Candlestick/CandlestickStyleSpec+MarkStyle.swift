import ChartModel

extension CandlestickStyleSpec: MarkStyle {
  /// Series that have a colour, or of which there are several, are told apart by it.
  static func prepare(_ spec: inout CartesianSpec) {
    func style(_ series: SeriesSpec) -> CandlestickStyleSpec? {
      if case .candlestick(let style) = series.kind { style } else { nil }
    }
    let areSeveral = spec.series.count { style($0) != nil } > 1
    for index in spec.series.indices {
      guard var style = style(spec.series[index]), style.rising == nil || style.falling == nil else { continue }
      style.coloring = areSeveral ? .oneOfSeveral : spec.series[index].color != nil ? .series : .direction
      spec.series[index].kind = style.kind
    }
  }

  /// - Parameter own: The series' colour.
  func color(isRising: Bool, own: Color, on surface: Surface) -> Color {
    (isRising ? rising : falling)
      ?? (coloring != .direction ? own : Palette.color(at: isRising ? 0 : 1, in: [], on: surface))
  }

  func legendColor(_ palette: [Color], on surface: Surface) -> Color? {
    coloring != .direction ? nil : color(isRising: true, own: .black, on: surface)
  }

  func key(_ color: Color, _ palette: [Color], on surface: Surface) -> [LegendLayout.Item] {
    // Bars of the series' colour are the same wherever prices went: the sides of their ticks tell it.
    guard style == .candles || coloring == .direction || rising != nil || falling != nil else { return [] }
    // Told apart without colours, as in the plot; of several series, beside whose names they stand, alike.
    let own = coloring == .oneOfSeveral ? surface.secondaryText : color
    return [(true, "rising"), (false, "falling")].map { isRising, name in
      LegendLayout.Item(
        name, color: self.color(isRising: isRising, own: own, on: surface),
        symbol: isRising && style == .candles ? .hollow : .swatch)
    }
  }

  var isKeyEnough: Bool { true }

  func warnings(of series: PlotSeries) -> [String] {
    var warnings = channelWarnings(of: series)
    let missing = (0..<series.points.count).count { point in
      !series.points.values[point].isNaN && open?.number(at: series.specIndex(of: point)) == nil
    }
    if missing > 0 {
      warnings.append(
        "series[\(series.index)].open: \(missing.counted("entry has no first price, and is", "entries have no first price, and are")) "
          + "drawn as if it were the last one")
    }
    return warnings
  }

  func mark(_ series: PlotSeries, on stage: PlotStage) -> any SeriesMark { CandlestickMark(series, self, on: stage) }
}
