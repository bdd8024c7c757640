import ChartModel
import JSONModel

extension CartesianLayout {
  /// Where the brush is, in the space of the axes; `nil` without one, or where none of it is in view.
  var brushArea: BrushArea? {
    guard let brush = view.brush, brush.isOfPlaces else { return nil }
    func pixels(_ interval: ClosedRange<Double>?, on axis: BrushAxis) -> ClosedRange<Double>?? {
      guard let interval else { return .some(nil) }
      return axis.coordinates(of: interval).flatMap(axis.pixels(of:)).map { .some($0) }
    }
    guard let x = pixels(brush.x, on: brushedPositions), let y = pixels(brush.y, on: brushedValues) else { return nil }
    return BrushArea(plot, x: x, y: y)
  }

  /// Along which axes of the picture a handle at a place is dragged, in the space of the axes; `none` for what of an overview is
  /// no handle, and `nil` where there is neither.
  func handle(at place: Point) -> PlotDirections? {
    func directions(_ part: (x: BrushDrag.Part, y: BrushDrag.Part)) -> PlotDirections {
      let isEdge = [part.x, part.y].map { $0 == .lower || $0 == .upper }
      let own: PlotDirections = isEdge[0] && isEdge[1] ? .both : isEdge[0] ? .x : isEdge[1] ? .y : .none
      return space.picture(own)
    }
    if let part = frame.overview == nil ? nil : overview?.area?.part(at: place) { return directions(part) }
    if frame.overview?.contains(place) == true { return PlotDirections.none }
    guard spec.select.brush != .none, let part = brushArea?.part(at: place) else { return nil }
    let held = directions(part)
    return held == .none ? nil : held
  }

  /// What is not brushed pales; around the rest are edges with handles.
  var brushNodes: [Node] {
    guard let area = brushArea else { return [] }
    var nodes = [area.veil(on: canvas.surface)].compactMap(\.self)
    nodes.append(
      Node(
        .group(area.edges(on: canvas.surface)),
        meaning: Meaning(role: .symbol, kind: "brush", label: brushWords ?? "")))
    return space.picture(nodes)
  }

  /// What is brushed, in words: `Jan to Mar, 2 to 10`.
  var brushWords: String? {
    guard let brush = view.brush else { return nil }
    let axis = chart.data.axis
    let positions = brushedPositions
    let x = brush.x.map { interval in
      let ends =
        axis.isCategory
        ? [interval.lowerBound + 0.5, interval.upperBound - 0.5]
        : [interval.lowerBound, interval.upperBound].map { positions.readable($0, in: axis.zone) }
      return ends.map { chart.words.position.text(at: axis.transform.coordinate(of: $0)).shortened }
    }
    let (values, zone) = (brushedValues, brushedAxis.spec.scale == .time ? chart.zone : nil)
    let valueNames = chart.brushedNames
    let y = brush.y.map { interval in
      guard !valueNames.isEmpty else {
        return [interval.lowerBound, interval.upperBound].map {
          chart.words.value(values.readable($0, in: zone), on: chart.brushedSide)
        }
      }
      return [interval.lowerBound + 0.5, interval.upperBound - 0.5].map { place in
        Int(exactly: place.rounded()).flatMap { valueNames.indices.contains($0) ? valueNames[$0].shortened : nil } ?? ""
      }
    }
    let colors = brush.colors.map { interval in
      [interval.lowerBound, interval.upperBound].map { chart.words.format.value(PositionText.shortened($0)) }
    }
    let texts = [x, y, colors].map { ends in ends.map { $0[0] == $0[1] ? $0[0] : "\($0[0]) to \($0[1])" } }
    return [texts[0], texts[1], texts[2].map { "colors from \($0)" }].compactMap(\.self).joined(separator: ", ")
  }

  /// The bar of colours in the legend; `nil` without one.
  var colorBar: ColorBar? { ColorBar(frame.legend, chart.colorRamp(hidden: hidden, on: canvas.surface)) }

  /// Which part of that bar is brushed, from 0 to 1; `nil` where all of it is shown.
  var brushedColors: ClosedRange<Double>? {
    view.brush?.colors.flatMap { colors in colorBar?.shares(of: colors) }
  }
}

extension CartesianLayout {
  /// The axis of positions, as it is brushed.
  var brushedPositions: BrushAxis {
    let span = frame.window.span
    return BrushAxis(
      map: frame.window.map, full: span.lower...max(span.lower, span.upper), transform: chart.data.axis.transform,
      isNamed: chart.data.axis.isCategory)
  }

  /// The value axis that is brushed.
  private var brushedAxis: ValueAxisLayout { chart.brushedSide == .left ? frame.left : frame.right }

  /// The same as it is brushed.
  var brushedValues: BrushAxis {
    let axis = brushedAxis
    return BrushAxis(
      map: axis.map, full: axis.full.lower...max(axis.full.lower, axis.full.upper), transform: axis.transform,
      isNamed: axis.names != nil)
  }

  /// Where keys draw an interval on to, as coordinates: the edges of bins, else what has a label; none among names.
  var positionStops: [Double] {
    let axis = brushedPositions
    for case .histogram(let style) in spec.series.map(\.kind) {
      if let bins = style.bins { return bins.edges }
    }
    return axis.isNamed ? [] : frame.x.labels.map { axis.transform.coordinate(of: $0.value) }.sorted()
  }

  /// The same along the values.
  var valueStops: [Double] {
    let axis = brushedValues
    guard !axis.isNamed else { return [] }
    return brushedAxis.ticks.filter(\.isMajor).map { axis.transform.coordinate(of: $0.value) }.sorted()
  }
}
