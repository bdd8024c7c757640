public import ChartModel
import JSONModel

/// What of a chart's data is selected in the charts that it is linked with: specs of the same chart with those rows alone.
public struct ChartPart: Hashable, Sendable {
  /// The chart of some rows.
  public enum Rows: Hashable, Sendable {
    /// The same chart with their values.
    case chart(ChartSpec)
    /// Of a chart whose marks count rows.
    case counts(CountedRows)
  }

  /// The rows that the others leave; `nil` for all of them.
  public var filtered: Rows?
  /// Those that stand out; `nil` where none do.
  public var highlighted: Rows?
  /// Of a layout what is selected of each of its charts, which are linked for themselves; `nil` for those that are whole.
  public private(set) var charts: [ChartPart?] = []

  /// - Returns: `nil` if it is all of the chart.
  public init?(filtered: Rows?, highlighted: Rows?) {
    guard filtered != nil || highlighted != nil else { return nil }
    (self.filtered, self.highlighted) = (filtered, highlighted)
  }

  /// - Returns: `nil` if it is all of all charts.
  public init?(charts: [ChartPart?]) {
    guard charts.contains(where: { $0 != nil }) else { return nil }
    self.charts = charts
  }

  /// The same with other looks of what is selected.
  func map(_ change: (ChartSpec) -> ChartSpec) -> ChartPart {
    func changed(_ rows: Rows?) -> Rows? { rows?.chart.map { .chart(change($0)) } ?? rows }
    var part = self
    (part.filtered, part.highlighted) = (changed(filtered), changed(highlighted))
    return part
  }

  /// The same with something to say of its picture.
  func noting(_ notice: PictureNotice) -> ChartPart {
    var part = map { $0.noting(notice) }
    part.charts = charts.enumerated().map { $1?.noting(notice.ofChart($0)) }
    return part
  }

  /// The same with other charts, those of a layout, too.
  func changingCharts(_ change: (ChartSpec) -> ChartSpec) -> ChartPart {
    var part = map(change)
    part.charts = charts.map { $0?.changingCharts(change) }
    return part
  }
}

/// A spec of which some rows can stand out of all of them. Those of other kinds show these rows alone.
protocol LinkedSpec: DrawableSpec {
  /// - Parameters:
  ///   - filtered: The same of the rows that are left; `nil` for all of them.
  ///   - highlighted: The same of those that stand out; `nil` where none do.
  func engine(filtered: Self?, highlighted: Self?) -> any ChartKind
}

extension ChartSpec {
  /// What draws the spec where some of its rows are selected elsewhere.
  /// - Parameter whole: What draws it where none are.
  /// - Complexity: O(*n*) in the specs' values; in the marks where rows are counted already.
  func engine(showing part: ChartPart?, whole: Lazy<any ChartKind>) -> any ChartKind {
    guard let part else { return whole.value }
    if !part.charts.isEmpty, let charts = whole.value as? any ContainingKind { return charts.showing(part.charts) }
    if let counted = part.counts, let base = whole.value as? any CountingKind {
      HeavyWork.begin(.engine)
      return base.showing(filtered: counted.filtered, highlighted: counted.highlighted)
    }
    return engine(filtered: part.filtered?.chart, highlighted: part.highlighted?.chart)
  }

  func engine(filtered: ChartSpec?, highlighted: ChartSpec?) -> any ChartKind {
    guard filtered != nil || highlighted != nil else { return engine() }
    guard let linked = content as? any LinkedSpec else { return (highlighted ?? filtered ?? self).engine() }
    HeavyWork.begin(.engine)
    return linked.engine(ofCharts: filtered, highlighted)
  }
}

extension ChartPart {
  /// Where rows are counted already.
  fileprivate var counts: (filtered: CountedRows?, highlighted: CountedRows?)? {
    switch (filtered, highlighted) {
    case (.counts(let filtered)?, .counts(let highlighted)?): (filtered, highlighted)
    case (.counts(let filtered)?, nil): (filtered, nil)
    case (nil, .counts(let highlighted)?): (nil, highlighted)
    default: nil
    }
  }
}

extension ChartPart.Rows {
  fileprivate var chart: ChartSpec? { if case .chart(let chart) = self { chart } else { nil } }
}

extension LinkedSpec {
  fileprivate func engine(ofCharts filtered: ChartSpec?, _ highlighted: ChartSpec?) -> any ChartKind {
    engine(filtered: filtered?.content as? Self, highlighted: highlighted?.content as? Self)
  }
}

/// A kind whose marks count rows: which row counts in which mark, and the same chart of other counts, is all that it takes to show
/// some of ten million rows without reading them once more.
protocol CountingKind: ChartKind {
  /// `nil` where marks say anything else of rows.
  var countedMarks: CountedMarks? { get }
  /// The chart of some of its rows, with those that stand out of them.
  /// - Parameters:
  ///   - filtered: The rows that are left; `nil` for all of them.
  ///   - highlighted: Those that stand out; `nil` where none do.
  func showing(filtered: CountedRows?, highlighted: CountedRows?) -> any ChartKind
}
