import ChartEngine
import ChartModel
import TestSupport

/// What holds several charts, and what other charts select of one.
extension PlotFuzz {
  /// A layout, small multiples, or one plot.
  mutating func composite() -> ChartSpec {
    switch below(3) {
    case 0:
      var layout = LayoutSpec(charts: (0..<below(4)).map { _ in chance(80) ? .cartesian(spec()) : pie() })
      (layout.columns, layout.gap) = (maybe(50) { $0.below(4) }, number(30))
      (layout.widths, layout.heights) = ([number(3)], [number(3), number(3)])
      (layout.common.title, layout.common.size) = (
        maybe(50) { $0.text() }, Size(width: number(900), height: number(500))
      )
      return ChartSpec(layout)
    case 1:
      let whole = spec()
      var facet = FacetSpec(by: "of")
      facet.scales = pick(FacetSpec.Scales.allCases)
      facet.columns = maybe(30) { $0.below(4) }
      let panels = (0..<below(4)).map { _ in
        var panel = spec()
        panel.series = Array(panel.series.prefix(whole.series.count))
        return FacetedSpec.Panel(column: text(), chart: .cartesian(panel))
      }
      return ChartSpec(FacetedSpec(.cartesian(whole), facet: facet, panels: panels))
    default: return .cartesian(spec())
    }
  }

  private mutating func pie() -> ChartSpec {
    var pie = PieSpec()
    pie.slices = (0..<below(5)).map { _ in SliceSpec(label: text(), value: abs(number())) }
    return .pie(pie)
  }

  /// Rows of a chart that may be selected elsewhere: of the same kind, or of none.
  mutating func part(of spec: ChartSpec, charts count: Int) -> ChartPart? {
    if spec.content is LayoutSpec, chance(80) {
      return ChartPart(charts: (0..<count).map { _ in chance(40) ? nil : part(of: .cartesian(self.spec()), charts: 0) })
    }
    func rows(_ fuzz: inout PlotFuzz) -> ChartPart.Rows {
      fuzz.chance(70)
        ? .chart(.cartesian(fuzz.spec())) : .counts(CountedRows((0..<fuzz.below(9)).map { _ in fuzz.number() }))
    }
    return ChartPart(filtered: maybe(50) { rows(&$0) }, highlighted: maybe(60) { rows(&$0) })
  }
}
