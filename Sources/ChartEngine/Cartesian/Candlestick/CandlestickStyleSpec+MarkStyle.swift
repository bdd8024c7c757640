import ChartModel

extension CandlestickStyleSpec: MarkStyle {
  func color(isRising: Bool, on surface: Surface) -> Color {
    (isRising ? rising : falling) ?? Palette.color(at: isRising ? 0 : 1, in: [], on: surface)
  }

  func legendColor(_ palette: [Color], on surface: Surface) -> Color? { color(isRising: true, on: surface) }

  func key(_ color: Color, _ palette: [Color], on surface: Surface) -> [LegendLayout.Item] {
    // Told apart without colours, as in the plot.
    [(true, "rising"), (false, "falling")].map { isRising, name in
      LegendLayout.Item(
        name, color: self.color(isRising: isRising, on: surface),
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
