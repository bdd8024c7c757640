import JSONModel

extension LayoutSpec {
  /// The declaration of layouts of charts of some kinds.
  static func schema(of kinds: [ChartKindDeclaration]) -> Schema<LayoutSpec> {
    let chart = Schema.choice(by: "kind", kinds.map(\.choice))
      .annotated(["description": "One of the charts: it is written as if it stood alone."]).named("ChartOfLayout")
    return Schema.object(
      "Layout", "Several charts in one picture, in rows and columns.", initial: LayoutSpec()
    ) {
      Property<LayoutSpec>(constant: "kind", "layout", "What kind of chart it is.")
      CommonSpec.properties(in: \LayoutSpec.common, without: ["legend"])
      Property(
        "charts", \.charts, .array(of: chart, maxItems: maximumCount),
        "The charts, row by row. What they say of theme and size counts for nothing; palette, animation and format of the "
          + "whole are theirs where they have none."
      )
      .alsoCalled("layout", "rows", "panels", "subplots")
      Property(
        "columns", \.columns, .optional(.integer(min: 1, max: maximumCount)),
        "How many stand side by side; as many as suits the picture if not given.")
      Property("gap", \.gap, .number(min: 0, max: 200), "Between two charts, in px, besides the margins that each has.")
      Property(
        "widths", \.widths, weights,
        "How wide columns are in proportion; 1 for those left out: `[2, 1]`.")
      Property(
        "heights", \.heights, weights, "How high rows are in proportion; 1 for those left out: `[1, 2]`."
      )
    }.validated { spec, faults throws(InvalidValue) in try spec.validate(&faults) }
  }

  private static let weights = Schema<[Double]>.array(of: .number(above: 0, max: 1_000), maxItems: maximumCount)

  private func validate(_ faults: inout FaultList) throws(InvalidValue) {
    guard let columns else { return }
    if widths.count > columns {
      try faults.add(
        InvalidValue("expected at most \(columns), one for each column, got \(widths.count)", at: .key("widths")))
    }
    let rows = (charts.count + columns - 1) / columns
    if heights.count > rows {
      try faults.add(
        InvalidValue("expected at most \(rows), one for each row, got \(heights.count)", at: .key("heights")))
    }
  }
}
