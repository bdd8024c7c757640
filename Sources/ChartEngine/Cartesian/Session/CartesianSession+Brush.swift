import ChartModel

// MARK: - Brushing

extension CartesianSession {
  /// What a pointer that goes down at a place does to the brush when it is dragged; `nil` where it does nothing.
  mutating func brushDrag(at place: Point) -> BrushDrag? {
    let directions = chart.spec.select.brush
    let layout = layout
    guard directions != .none, !layout.isDrawingIn, let origin = brushPlace(place) else { return nil }
    let area = layout.brushArea
    guard let held = area?.part(at: place) else {
      guard layout.plot.contains(place) else { return nil }
      return BrushDrag(
        x: directions.includesX ? .new : .none, y: directions.includesY ? .new : .none, origin: origin,
        before: state.view.brush)
    }
    let y: BrushDrag.Part =
      switch held.y {
      // Where values grow upwards px fall.
      case .lower where layout.brushedValues.growsUpwards: .upper
      case .upper where layout.brushedValues.growsUpwards: .lower
      default: held.y
      }
    return BrushDrag(x: held.x, y: y, origin: origin, before: state.view.brush)
  }

  /// The coordinates of a place, brought to where there is something.
  private mutating func brushPlace(_ place: Point) -> [Double]? {
    let layout = layout
    // Not farther than the plot: what is out of view cannot be aimed at.
    let (x, y) = (
      min(max(place.x, layout.plot.minX), layout.plot.maxX), min(max(place.y, layout.plot.minY), layout.plot.maxY)
    )
    guard let x = layout.brushedPositions.coordinate(at: x), let y = layout.brushedValues.coordinate(at: y) else {
      return nil
    }
    return [x, y]
  }

  /// Brings the brush to where the pointer has dragged it.
  mutating func brush(_ drag: BrushDrag, to place: Point) {
    guard drag.origin.count == 2, let end = brushPlace(place) else { return }
    let layout = layout
    func interval(
      _ part: BrushDrag.Part, _ before: ClosedRange<Double>?, _ axis: BrushAxis, _ index: Int
    ) -> ClosedRange<Double>? {
      guard part != .none else { return before }
      let known = before.flatMap(axis.coordinates(of:))
      return axis.dragged(part, known, from: drag.origin[index], to: end[index]).map(axis.values(of:))
    }
    set(
      Brush(
        x: interval(drag.x, drag.before?.x, layout.brushedPositions, 0),
        y: interval(drag.y, drag.before?.y, layout.brushedValues, 1), colors: drag.before?.colors))
  }

  /// Draws the interval of the brush along an axis on to the next label, or the next name: its end that is not at the mark which
  /// is selected. There, or at the first label in view, a new one begins.
  /// - Parameters:
  ///   - x: 1 for the way in which positions grow, -1 for the other one.
  ///   - y: The same of values; one of the two is 0.
  mutating func brush(x: Double = 0, y: Double = 0) {
    let layout = layout
    guard !layout.isDrawingIn else { return }
    let (brush, selected) = (state.view.brush, current)
    func drawn(_ before: ClosedRange<Double>?, _ axis: BrushAxis, _ stops: [Double], _ value: Double?, _ way: Double)
      -> ClosedRange<Double>?
    {
      guard way != 0 else { return before }
      let known = before.flatMap(axis.coordinates(of:))
      let anchor = value.map(axis.transform.coordinate(of:))
      return axis.drawnOn(known, from: anchor, isUp: way > 0, stops: stops).map(axis.values(of:)) ?? before
    }
    let position = selected.map { chart.data.axis.transform.value(of: $0.series.points.positions[$0.point]) }
    set(
      Brush(
        x: drawn(brush?.x, layout.brushedPositions, layout.positionStops, position, x),
        y: drawn(brush?.y, layout.brushedValues, layout.valueStops, selected.map { $0.series.value(at: $0.point) }, y),
        colors: brush?.colors))
  }

  /// Brushes the colours from one number to that at the place of a pointer.
  mutating func brushColors(from number: Double, to place: Point) {
    guard let end = layout.colorBar?.number(nearestTo: space.picture(place)), end != number else { return }
    set(state.view.brush.with(colors: min(number, end)...max(number, end)))
  }

  /// Brushes what lies between round numbers about the one of a colour that was tapped; the same again clears.
  mutating func tapColor(_ number: Double, of bar: ColorBar) {
    let band = bar.band(around: number)
    set(state.view.brush.with(colors: state.view.brush?.colors == band ? nil : band))
  }

  /// Brushes what a program says, as far as there is something.
  mutating func brush(_ brush: Brush?) {
    let layout = layout
    func part(_ interval: ClosedRange<Double>?, _ axis: BrushAxis) -> ClosedRange<Double>? {
      interval.flatMap(axis.coordinates(of:)).map(axis.values(of:))
    }
    let colors = chart.colorRamp(hidden: layout.hidden, on: layout.canvas.surface) == nil ? nil : brush?.colors
    set(
      brush.flatMap {
        Brush(x: part($0.x, layout.brushedPositions), y: part($0.y, layout.brushedValues), colors: colors)
      })
  }

  /// Brushes a part of the plot, or none, and tells of it.
  mutating func set(_ brush: Brush?) {
    guard brush != state.view.brush else { return }
    state.view.brush = brush
    events.append(.brushed(brush))
  }
}
