import ChartModel

extension LineMark {
  /// The points that have a dot, in view.
  var dotPoints: [Int] {
    let values = series.points.values
    switch style.dots.place {
    case .none: return []
    case .all: return inView.filter { !values[$0].isNaN }
    case .ends:
      let all = 0..<series.points.count
      let ends = [values.firstValue(in: all), values.lastValue(in: all)].compactMap { $0 }
      return Set(ends).sorted().filter { stage.window.contains(series.points.positions[$0]) }
    }
  }

  /// The dots (L4).
  var dots: [Node] {
    guard style.dots.place != .none, !isDense else { return [] }
    let points = dotPoints
    // Beyond that, those who don't see them are told of the line as a whole.
    let isNamed = areNamed(points.count)
    return points.flatMap { point -> [Node] in
      guard let place = place(of: point), isCounted(point) else { return [] }
      return dot(at: place, meaning: isNamed ? meaning(of: point) : nil)
    }
  }

  private func dot(at place: Point, meaning: Meaning?) -> [Node] {
    let spec = style.dots
    let lineColor = color(at: place)
    let radius = dotRadius
    switch spec.style {
    case .solid:
      var style = Style(fill: spec.color ?? lineColor)
      if let border = spec.border { (style.stroke, style.strokeWidth) = (.color(border), spec.borderWidth) }
      return [Node(.circle(center: place, radius: radius), style: style, meaning: meaning)]
    case .hollow:
      let style = Style(
        fill: spec.color ?? stage.background, stroke: spec.border ?? lineColor, strokeWidth: spec.borderWidth)
      return [Node(.circle(center: place, radius: radius), style: style, meaning: meaning)]
    case .double:
      return [
        Node(.circle(center: place, radius: radius), style: Style(fill: spec.border ?? .white), meaning: meaning),
        Node(.circle(center: place, radius: radius / 2), style: Style(fill: spec.color ?? lineColor)),
      ]
    }
  }

  func highlight(of point: Int, at place: Point) -> [Node] {
    if style.isBandAlone { return errors?.bandHighlight(of: point, at: place, on: stage.background) ?? [] }
    let radius = max(dotRadius, style.width / 2) + 2.5
    return [
      Node(
        .circle(center: place, radius: radius),
        style: Style(fill: color(at: place), stroke: stage.background, strokeWidth: 2))
    ]
  }

  /// The bubble with the last value, once the line is drawn in (L11).
  var endBubble: (bubble: Bubble, tip: Point, radius: Double)? {
    guard !stage.isDrawingIn, let spec = style.endBubble,
      let last = series.points.values.lastValue(in: 0..<series.points.count),
      stage.window.contains(series.points.positions[last]), let place = place(of: last)
    else { return nil }
    let background = spec.color ?? color(at: place)
    let canvas = stage.canvas
    let bubble = Bubble(
      [MarkerRunSpec(text(Template(spec.text), of: last))], font: canvas.typeface.font(spec.fontSize),
      color: background.over(stage.background).legibleText, background: background, padding: 4,
      minimum: Size(width: spec.size, height: spec.size), maximum: canvas.size)
    return bubble.size.fits(in: canvas.size) ? (bubble, place, endRadius(at: last)) : nil
  }

  /// How far what is drawn at a point reaches from it, in px: its dot, or half of the line.
  private func endRadius(at point: Int) -> Double {
    guard style.dots.place != .none, !isDense, isCounted(point) else { return style.width / 2 }
    let hasRim = style.dots.style == .hollow || (style.dots.style == .solid && style.dots.border != nil)
    return dotRadius + (hasRim ? style.dots.borderWidth / 2 : 0)
  }
}
