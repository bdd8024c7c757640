import ChartModel

extension PlotFrame {
  /// The legend, whose room is taken off `area`: the series, then what explains the colours and sizes of those that are seen.
  /// - Parameter isDense: Whether of a series it is drawn how many points there are in each place, whatever their sizes.
  static func legend(
    _ chart: CartesianChart, on canvas: Canvas, hidden: [Bool], in area: inout Rect,
    isDense: (PlotSeries) -> Bool = { _ in false }
  ) -> (legend: LegendLayout?, warnings: [String]) {
    let surface = canvas.surface
    let (spec, common) = (chart.spec, chart.spec.common)
    guard common.legend.position != .none else { return (nil, []) }
    // There is nothing to choose between: of the only series what its colours and sizes mean says more than its own name.
    let isKeyEnough =
      spec.series.count == 1 && (spec.series[0].kind.markStyle.isKeyEnough || spec.series[0].hasUnnamedSizes)
    var items: [LegendLayout.Item] = []
    var key: [LegendLayout.Item] = []
    var scales: [LegendScale] = []
    for (index, series) in spec.series.enumerated() {
      let style: any MarkStyle = series.kind.markStyle.fitted(to: canvas.scaleOfMarks)
      let name = series.name.orNumber(ofSeries: index)
      let palette = Palette.color(at: index, in: common.palette, on: surface)
      if !isKeyEnough {
        items.append(
          LegendLayout.Item(
            name, color: series.color ?? style.legendColor(common.palette, on: surface) ?? palette,
            // What stands on one another is areas, however it was asked for.
            symbol: spec.stack(of: series) == nil ? style.legendSymbol : .swatch,
            isHidden: hidden[index]))
      }
      guard !hidden[index] else { continue }
      // Series that mean the same by a colour say so once.
      key += style.key(series.color ?? palette, common.palette, on: surface)
        .filter { !key.contains($0) }
      scales += style.legendScales(
        color: series.color ?? palette, name: spec.series.count > 1 ? name : "", surface: surface, format: common.format
      )
      // What several series have in common is nobody's own.
      .map { scale in
        let isShared = spec.series.contains { other in
          other.kind != series.kind
            && (scale.isOfColors
              ? other.kind.sharesColors(with: series.kind) : other.kind.sizeKey == series.kind.sizeKey)
        }
        return isShared ? scale.shared(titled: scale.title == name ? "" : scale.title, surface.secondaryText) : scale
      }
      .filter { !scales.contains($0) && ($0.isOfColors || chart.data.series(index).map(isDense) != true) }
    }
    let isUseful =
      spec.series.count > 1 && spec.series.contains { !$0.name.isEmpty } || !scales.isEmpty
      || spec.series.contains { $0.kind.markStyle.needsKey }
    let legend = LegendLayout.placed(
      items: items, key: key, scales: scales, spec: common.legend, typeface: canvas.typeface, isUseful: isUseful,
      in: &area)
    return (
      legend,
      LegendLayout.warnings(
        legend, common.legend, inSmall: canvas.isSmall, isUseful: isUseful,
        isEmpty: items.isEmpty && key.isEmpty && scales.isEmpty)
    )
  }
}

extension SeriesSpec {
  /// Whether nothing is to be told of it but what its sizes stand for.
  fileprivate var hasUnnamedSizes: Bool { name.isEmpty && kind.sizeKey != nil }
}
