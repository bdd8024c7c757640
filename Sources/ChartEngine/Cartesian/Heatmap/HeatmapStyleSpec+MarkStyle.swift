import ChartModel

extension HeatmapStyleSpec: MarkStyle {
  var drawable: HeatmapStyleSpec {
    var style = self
    style.grid = nil
    // How far numbers reach is known when cells are.
    style.colorBy = colorBy?.numbered
    return style
  }

  var makesCells: Bool { true }
  var cellWidth: Double? { grid?.width }
  var cellHeight: Double? { grid?.height }

  func place(_ index: Int, in spec: inout CartesianSpec) {
    if !rows.isEmpty || columns != nil {
      placeMatrix(index, in: &spec)
    } else if isCalendar {
      placeCalendar(index, in: &spec)
    }
  }

  func gather(_ index: Int, in spec: inout CartesianSpec) {
    if grid == nil { gatherTable(index, in: &spec) }
  }

  func key(_ color: Color, _ palette: [Color], on surface: Surface) -> [LegendLayout.Item] {
    (colorBy?.names ?? []).enumerated().map {
      LegendLayout.Item($1, color: Palette.color(at: $0, in: palette, on: surface))
    }
  }

  var colorChannel: ColorChannelSpec? { colorBy }

  var needsKey: Bool { colorBy?.names.isEmpty == false }

  func legendColor(_ palette: [Color], on surface: Surface) -> Color? {
    guard let colorBy else { return nil }
    return colorBy.names.isEmpty
      ? ColorScale(colorBy.scheme, isReversed: colorBy.isReversed, on: surface).color(at: 0.5) : Color(rgb: 0x808891)
  }

  func legendScales(color: Color, name: String, surface: Surface, format: FormatSpec) -> [LegendScale] {
    let name = name.isEmpty ? grid?.title ?? "" : name
    let format = grid?.hasPlainCounts == true ? format.ofCounts(areWhole: true) : format
    return [colorBy?.legendScale(name: name, surface: surface, format: format)].compactMap(\.self)
  }

  var isKeyEnough: Bool { true }

  var comparison: PositionComparison { .never }

  /// All of each cell.
  func extent(
    of series: PlotSeries, _ values: ClosedRange<Double>?, _ stacks: Stacks, on transform: AxisTransform
  ) -> ClosedRange<Double>? {
    guard let values, let grid, transform != .downwards else { return values }
    let half = grid.height / 2
    let ends = [
      transform.value(of: transform.coordinate(of: values.lowerBound) - half),
      transform.value(of: transform.coordinate(of: values.upperBound) + half),
    ]
    return min(ends[0], ends[1])...max(ends[0], ends[1])
  }

  func warnings(of series: PlotSeries) -> [String] {
    let place = "series[\(series.index)]"
    // Where there are no cells either, that is told.
    guard series.points.count > 0 else { return [] }
    guard let colorBy, colorBy.extent != nil else {
      return ["\(place): there is nothing that its cells have colours by: give `colorBy`, `rows` or `bin`"]
    }
    return colorWarnings(colorBy, of: series)
  }

  func mark(_ series: PlotSeries, on stage: PlotStage) -> any SeriesMark { HeatmapMark(series, self, on: stage) }
}
