import ChartModel

extension CartesianLayout {
  /// The points of a line that have a dot, in view.
  func dotPoints(of series: PlotSeries) -> [Int] {
    let values = series.points.values
    switch series.spec.line.dots.place {
    case .none: return []
    case .all: return points(inView: series).filter { !values[$0].isNaN }
    case .ends:
      let all = 0..<series.points.count
      let ends = [values.firstValue(in: all), values.lastValue(in: all)].compactMap { $0 }
      return Set(ends).sorted().filter { frame.window.contains(series.points.positions[$0]) }
    }
  }

  /// The dots of a line.
  func dots(of mark: LineMark) -> [Node] {
    guard mark.style.dots.place != .none, !mark.isDense else { return [] }
    let points = dotPoints(of: mark.series)
    // Beyond that, those who don't see them are told of the line as a whole.
    let isNamed = points.count <= CartesianLayout.namedCount
    return points.flatMap { point -> [Node] in
      guard let place = place(of: point, in: mark.series), isCounted(point, of: mark.series) else { return [] }
      let meaning = isNamed ? meaning(of: point, mark.series, kind: "point") : nil
      return dot(at: place, of: mark, meaning: meaning)
    }
  }

  private func dot(at place: Point, of mark: LineMark, meaning: Meaning?) -> [Node] {
    let spec = mark.style.dots
    let lineColor = mark.color(at: place, self)
    let radius = mark.dotRadius
    switch spec.style {
    case .solid:
      var style = Style(fill: spec.color ?? lineColor)
      if let border = spec.border { (style.stroke, style.strokeWidth) = (.color(border), spec.borderWidth) }
      return [Node(.circle(center: place, radius: radius), style: style, meaning: meaning)]
    case .hollow:
      let style = Style(
        fill: spec.color ?? backgroundColor, stroke: spec.border ?? lineColor, strokeWidth: spec.borderWidth)
      return [Node(.circle(center: place, radius: radius), style: style, meaning: meaning)]
    case .double:
      return [
        Node(.circle(center: place, radius: radius), style: Style(fill: spec.border ?? .white), meaning: meaning),
        Node(.circle(center: place, radius: radius / 2), style: Style(fill: spec.color ?? lineColor)),
      ]
    }
  }

  /// More marks of a series than this are not named one by one: nobody listens to them all.
  static let namedCount = 200

  /// What a mark says to those who don't see it.
  func meaning(of point: Int, _ series: PlotSeries, kind: String) -> Meaning {
    let index = series.specIndex(of: point)
    let path = [series.index, index]
    return Meaning(
      role: .symbol, kind: kind, label: words(of: point, series), path: path, isSelected: view.selection == path)
  }

  /// A mark in words: `Mon, Steps: 812`.
  func words(of point: Int, _ series: PlotSeries) -> String {
    let position = chart.positionText.text(at: series.points.positions[point]).shortened
    return position + series.nameInWords + chart.format.value(series.value(at: point))
  }

  /// What the chart lies on, as far as it can be painted.
  var backgroundColor: Color {
    let color = spec.common.background ?? canvas.theme.background
    return color.alpha == 255 ? color : canvas.theme.background
  }
}
