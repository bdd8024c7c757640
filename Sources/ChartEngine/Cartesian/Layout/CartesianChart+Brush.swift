import ChartModel
import JSONModel

extension CartesianChart {
  func initialState() -> ChartState {
    var state = ChartState()
    state.view.brush = (try? brush(x: spec.select.x, y: spec.select.y)) ?? nil
    return state
  }

  /// What the author wants to be brushed and can't be.
  var brushWarnings: [String] {
    do throws(InvalidValue) {
      _ = try brush(x: spec.select.x, y: spec.select.y)
      return []
    } catch {
      return ["select.\(error.path): \(error.reason)"]
    }
  }

  func brush(x: [PositionSpec]?, y: [PositionSpec]?) throws(InvalidValue) -> Brush? {
    let side: SeriesSpec.AxisSide = measures(.left) || !measures(.right) ? .left : .right
    let names = axisSpec(side).scale == .category
    let positions = try x.map { ends throws(InvalidValue) in
      try interval(ends, areNames: data.axis.isCategory, named: "x") { end, path throws(InvalidValue) in
        try PlotPositions(data).check(end, at: path)
        return data.axis.transform.value(of: data.coordinate(of: end) ?? .nan)
      }
    }
    let values = try y.map { ends throws(InvalidValue) in
      try interval(ends, areNames: names, named: "y") { end, path throws(InvalidValue) in
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
    return Brush(x: positions, y: values)
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
