/// A chart in a plot with axes: lines, bars, points, or all of them.
public struct CartesianSpec: Hashable, Sendable {
  public var kind = Kind.combined
  public var common = CommonSpec()
  public var x = PositionAxisSpec()
  /// The value axis that series have unless they say otherwise.
  public var y = ValueAxisSpec()
  /// The second value axis, for series with `axis: right`.
  public var right = ValueAxisSpec()
  public var series: [SeriesSpec] = []
  /// Instead of them: the column of the data that makes them.
  public var seriesBy: SeriesBySpec?
  /// A file from which positions and values are read, instead of the series' own.
  public var data: DataSpec?
  /// What is drawn first and so lies below; the kinds that are left out follow in their usual order.
  public var drawOrder: [SeriesSpec.Layer] = []
  public var bars = BarLayoutSpec()
  /// Whether bars stand on one another where their series name no stack.
  public var isStacked = false
  /// Constant lines across the plot, such as a goal.
  public var limits: [LimitSpec] = []
  /// Stretches of an axis behind everything else.
  public var bands: [BandSpec] = []
  /// Room around the axes and the plot; as much as looks well if not given.
  public var padding: PaddingSpec?
  public var viewport = ViewportSpec()
  public var highlight = HighlightSpec()
  public var marker = MarkerSpec()
  public var popups = PopupSpec()

  public init() {}

  public init(kind: Kind, series: [SeriesSpec]) {
    self.kind = kind
    self.series = series
  }
}

extension CartesianSpec {
  /// What the bars of a series stand on together with those of others; `nil` if they stand alone.
  package func stack(of series: SeriesSpec) -> String? {
    // No author can name a stack so.
    series.kind.style.stack ?? (isStacked && series.kind.style.standsInSlots ? "" : nil)
  }
}
