import JSONModel

/// A chart in a plot with axes: lines, bars, points, or all of them.
public struct CartesianSpec: Hashable, Sendable {
  /// Which way positions go, and so which way values do.
  public enum Orientation: String, CaseIterable, Hashable, Sendable {
    /// Positions to the right, values upwards.
    case vertical
    /// Positions downwards, values to the right.
    case horizontal
  }

  /// What becomes of values that stand on one another.
  public enum Stacking: String, CaseIterable, Hashable, Sendable {
    /// Each begins where the one below it ends.
    case sum
    /// The same, as shares of the whole in percent.
    case percent
    /// The same, with the whole centred about 0.
    case stream

    /// A word, or whether they are stacked at all.
    static let schema: Schema<Stacking?> = .either(
      .optional(Schema<Stacking>.word()),
      or: Schema<Bool>.bool().map(
        decode: { isStacked throws(InvalidValue) in isStacked ? .sum : nil }, encode: { $0 != nil }))
  }

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
  public var orientation = Orientation.vertical
  public var bars = BarLayoutSpec()
  /// How bars and lines stand on one another where their series name no stack; `nil` if each stands alone.
  public var stacking: Stacking?
  /// Constant lines across the plot, such as a goal.
  public var limits: [LimitSpec] = []
  /// Stretches of an axis behind everything else.
  public var bands: [BandSpec] = []
  /// Texts at places in the plot.
  public var annotations: [AnnotationSpec] = []
  /// Room around the axes and the plot; as much as looks well if not given.
  public var padding: PaddingSpec?
  public var viewport = ViewportSpec()
  public var select = PlotSelectSpec()
  public var highlight = HighlightSpec()
  public var marker = MarkerSpec()
  public var popups = PopupSpec()
  /// What could not be done when it was made ready to be drawn.
  package var notes: [String] = []

  public init() {}

  public init(kind: Kind, series: [SeriesSpec]) {
    self.kind = kind
    self.series = series
  }
}

extension CartesianSpec {
  /// What the entries of a series stand on together with those of others; `nil` if they stand alone.
  package func stack(of series: SeriesSpec) -> String? {
    // No author can name a stack so.
    series.kind.style.stack ?? (stacking != nil && series.kind.style.isStackable ? "" : nil)
  }
}
