import ChartModel
import JSONModel

extension CartesianChart {
  func initialState() -> ChartState {
    var state = ChartState()
    state.view.brush = (try? brush(x: spec.select.x, y: spec.select.y, colors: spec.select.colors)) ?? nil
    return state
  }

  /// What the author wants to be brushed and can't be.
  var brushWarnings: [String] {
    do throws(InvalidValue) {
      _ = try brush(x: spec.select.x, y: spec.select.y, colors: spec.select.colors)
      return []
    } catch {
      return ["select.\(error.path): \(error.reason)"]
    }
  }

  func brush(x: [PositionSpec]?, y: [PositionSpec]?, colors: [Double]?) throws(InvalidValue) -> Brush? {
    let side = brushedSide
    let names = axisSpec(side).scale == .category
    let positions = try x.map { ends throws(InvalidValue) in
      try interval(ends, areNames: data.axis.isCategory, named: "x") { end, path throws(InvalidValue) in
        try PlotPositions(data).check(end, at: path)
        return data.axis.transform.value(of: data.coordinate(of: end) ?? .nan)
      }
    }
    let values = try y.map { ends throws(InvalidValue) in
      try interval(ends, areNames: names, named: "y") { end, path throws(InvalidValue) in
        if axisSpec(side).scale == .time {
          guard let moment = momentPlaces(side).milliseconds(of: end) else {
            throw InvalidValue("expected a moment such as 2026-08-21", at: path, kind: .mismatch)
          }
          return moment
        }
        switch end {
        case .number(let number): return number
        case .text(let name):
          guard names, let index = axisSpec(side).labels.firstIndex(of: name) else {
            throw InvalidValue(
              names ? "there is no '\(name.excerpt)' along the values" : "expected a number, got '\(name.excerpt)'",
              at: path, suggestion: nearestWord(to: name, among: axisSpec(side).labels))
          }
          return Double(index)
        }
      }
    }
    let numbers = try colors.map { ends throws(InvalidValue) in
      guard colorRamp(hidden: [], on: Surface(.light)) != nil else {
        throw InvalidValue("there are no colours that stand for numbers", at: .key("colors"))
      }
      return try interval(ends.map { .number($0) }, areNames: false, named: "colors") { end, _ throws(InvalidValue) in
        if case .number(let number) = end { number } else { .nan }
      }
    }
    return Brush(x: positions, y: values, colors: numbers)
  }

  /// The first value axis that measures a series: the one that is brushed.
  var brushedSide: SeriesSpec.AxisSide { measures(.left) || !measures(.right) ? .left : .right }

  /// The names along that axis; none where it measures numbers.
  var brushedNames: [String] {
    let axis = axisSpec(brushedSide)
    return axis.scale == .category ? axis.labels : []
  }

  /// The colours that stand for numbers, of the first series that is seen and has any; `nil` without one.
  /// - Parameter hidden: For each series whether it is left out.
  func colorRamp(hidden: [Bool], on surface: Surface) -> ColorRamp? {
    spec.series.indices.lazy.filter { !hidden.indices.contains($0) || !hidden[$0] }
      .compactMap { spec.series[$0].kind.markStyle.colorChannel }
      .compactMap { ColorRamp($0, on: surface) }.first
  }

  private func interval(
    _ ends: [PositionSpec], areNames: Bool, named name: String,
    _ number: (PositionSpec, JSONPath) throws(InvalidValue) -> Double
  ) throws(InvalidValue) -> ClosedRange<Double> {
    guard ends.count == 2 else {
      throw InvalidValue("expected two places, from one to the other, got \(ends.count)", at: .key(name))
    }
    let first = try number(ends[0], JSONPath([.key(name), .index(0)]))
    let last = try number(ends[1], JSONPath([.key(name), .index(1)]))
    // A program's may be no numbers at all.
    for (index, end) in [first, last].enumerated() where !end.isFinite {
      throw InvalidValue("expected a number that is a place", at: JSONPath([.key(name), .index(index)]))
    }
    let (low, high) = (min(first, last), max(first, last))
    return areNames ? low.rounded() - 0.5...high.rounded() + 0.5 : low...high
  }
}
