import ChartModel

extension CartesianLayout {
  /// A template filled with what an entry says.
  func text(_ template: String, of point: Int, _ series: PlotSeries) -> String {
    Template(template).filled { filling($0, of: point, series) }.map(\.text).joined().oneLine
  }

  /// What a placeholder stands for.
  func filling(_ placeholder: String, of point: Int, _ series: PlotSeries) -> String? {
    switch placeholder {
    case "value": chart.format.value(series.value(at: point))
    case "x", "label": chart.positionText.text(at: series.points.positions[point])
    case "series": series.spec.name
    default: nil
    }
  }
}
