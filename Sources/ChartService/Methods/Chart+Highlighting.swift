import ChartEngine
import ChartModel
import JSONModel

extension Chart {
  /// What a request for a highlight means.
  struct HighlightTarget: Hashable, Sendable {
    /// The path of indices to a mark; `nil` for none.
    var indices: [Int]?
  }

  /// The mark that a request names by its index, its path or its place.
  /// - Returns: `nil` if there is nothing to be seen at such a place.
  /// - Throws: ``InvalidValue`` with the parameter that is wrong.
  func mark(of params: HighlightParams) throws(InvalidValue) -> HighlightTarget? {
    switch spec {
    case .pie: try slice(of: params)
    case .cartesian(let plot): try entry(of: params, in: plot)
    }
  }

  private func slice(of params: HighlightParams) throws(InvalidValue) -> HighlightTarget {
    var mark = params.mark
    if params.y != nil {
      throw InvalidValue("a pie has no y axis; name the slice with `index` or `path`", at: .key("y"))
    }
    if let x = params.x {
      guard mark == MarkAddress() else {
        throw InvalidValue("give either `x` or `index`, `series` and `path`", at: .key("x"))
      }
      // Of a pie, x counts the slices.
      let json = PositionSpec.schema.encode(x)
      guard let index = json.integerValue, index >= 0 else {
        throw InvalidValue("expected a whole number of at least 0, got \(json.text.excerpt)", at: .key("x"))
      }
      mark.index = .at(index)
    }
    return HighlightTarget(indices: try spec.path(of: mark))
  }

  private func entry(of params: HighlightParams, in plot: CartesianSpec) throws(InvalidValue) -> HighlightTarget? {
    guard let x = params.x else {
      if params.y != nil { throw InvalidValue("is required where `y` is given", at: .key("x")) }
      return HighlightTarget(indices: try plot.path(of: params.mark))
    }
    guard params.mark.index == .missing, params.mark.path == nil else {
      throw InvalidValue("give either `x` or `index`", at: .key("x"))
    }
    if let series = params.mark.series { try plot.check(series: series) }
    try positions?.check(x, at: .key("x"))
    return path(near: PlotPlace(x: x, y: params.y, series: params.mark.series)).map { HighlightTarget(indices: $0) }
  }
}
