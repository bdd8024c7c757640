import ChartModel

extension CartesianSpec: LinkedSpec {
  func engine(filtered: CartesianSpec?, highlighted: CartesianSpec?) -> any ChartKind {
    CartesianChart.linked([PlotParts(self, filtered, highlighted)], x: [[0]], y: [[0]])[0]
  }
}

/// A plot, and those of some of its rows.
struct PlotParts {
  let whole: CartesianSpec
  let filtered: CartesianSpec?
  let highlighted: CartesianSpec?

  init(_ whole: CartesianSpec, _ filtered: CartesianSpec?, _ highlighted: CartesianSpec?) {
    (self.whole, self.filtered, self.highlighted) = (whole, filtered, highlighted)
  }
}

extension CartesianChart {
  /// Plots as they are seen while some of their rows are selected elsewhere.
  ///
  /// All have the positions of the whole, so that nothing moves along them. The values of rows that stand out are those of the axis
  /// of all; where others are left out altogether, the axis suits the rest.
  /// - Parameters:
  ///   - x: The groups of those plots that share the axis of positions, by their indices; each is in one.
  ///   - y: The same of the axes of values.
  static func linked(_ plots: [PlotParts], x: [[Int]], y: [[Int]]) -> [CartesianChart] {
    var specs = plots.map(\.whole)
    func add(_ part: CartesianSpec?) -> Int? {
      guard let part else { return nil }
      specs.append(part)
      return specs.count - 1
    }
    let filtered = plots.map { add($0.filtered) }
    let highlighted = plots.map { add($0.highlighted) }
    let charts = sharing(
      specs,
      x: x.map { group in
        (group + group.flatMap { [filtered[$0], highlighted[$0]].compactMap(\.self) }, leaders: group.count)
      },
      y: y.map { group in group.flatMap { [filtered[$0] ?? $0] + [highlighted[$0]].compactMap(\.self) } })
    return plots.indices.map { index in
      let base = charts[filtered[index] ?? index]
      return highlighted[index].map { base.highlighting(charts[$0]) } ?? base
    }
  }
}
