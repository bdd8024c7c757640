public import JSONModel

/// A chart that was split into small multiples by its data: what a spec with ``FacetSpec`` is once these are read.
public struct FacetedSpec: Hashable, Sendable {
  /// The chart of one part of the data.
  public struct Panel: Hashable, Sendable {
    /// What its row is called; `nil` where rows say nothing.
    public var row: String?
    /// What it is called itself, or its column.
    public var column: String?
    public var chart: ChartSpec

    public init(row: String? = nil, column: String? = nil, chart: ChartSpec) {
      (self.row, self.column, self.chart) = (row, column, chart)
    }

    /// What it is called where there is one name for it.
    public var name: String { [row, column].compactMap(\.self).joined(separator: ", ") }
  }

  /// The chart as its author wrote it, without data.
  public var whole: ChartSpec
  public var facet: FacetSpec
  /// Row by row.
  public var panels: [Panel]

  public init(_ whole: ChartSpec, facet: FacetSpec, panels: [Panel]) {
    (self.whole, self.facet, self.panels) = (whole, facet, panels)
  }
}

extension FacetedSpec: CompositeSpec {
  package var parts: [ChartSpec] {
    get { panels.map(\.chart) }
    set {
      for (index, chart) in newValue.enumerated() where panels.indices.contains(index) { panels[index].chart = chart }
    }
  }
}

extension FacetedSpec: KindSpec {
  public var kindName: String { whole.kind }

  public var common: CommonSpec {
    get { whole.common }
    set { whole.common = newValue }
  }

  public var weight: Int {
    panels.reduce(0) { sum, panel in
      let (next, isTooMuch) = sum.addingReportingOverflow(panel.chart.content.weight)
      return isTooMuch ? .max : next
    }
  }

  public var linkFilter: LinkFilter { whole.content.linkFilter }

  /// All have the same.
  public var legendLabels: [String] { panels.first?.chart.content.legendLabels ?? [] }

  /// The index of a panel, then what leads to the mark in it.
  public func path(of mark: MarkAddress) throws(InvalidValue) -> [Int]? {
    try PartAddress.path(of: mark, in: parts, called: "panel")
  }

  public func address(of path: [Int]) -> MarkAddress { PartAddress.address(of: path, in: parts) }

  public func check(selection path: [Int]) throws(InvalidValue) {
    try PartAddress.check(path, in: parts, called: "panel")
  }
}
