// The types of series that there are: a case, and a line in each of the two lists.

extension SeriesSpec {
  /// What type of series it is, with the style that such series have.
  public enum Kind: Hashable, Sendable {
    case line(LineStyleSpec)
    case bar(BarStyleSpec)
    case scatter(ScatterStyleSpec)
    case candlestick(CandlestickStyleSpec)
    case histogram(HistogramStyleSpec)
    case box(BoxStyleSpec)
    case heatmap(HeatmapStyleSpec)
    case waterfall(WaterfallStyleSpec)
    case bullet(BulletStyleSpec)

    /// The style, whichever it is.
    package var style: any SeriesStyle {
      switch self {
      case .line(let style): style
      case .bar(let style): style
      case .scatter(let style): style
      case .candlestick(let style): style
      case .histogram(let style): style
      case .box(let style): style
      case .heatmap(let style): style
      case .waterfall(let style): style
      case .bullet(let style): style
      }
    }

    /// The styles of all types.
    package static let styles: [any SeriesStyle.Type] = [
      LineStyleSpec.self,
      BarStyleSpec.self,
      ScatterStyleSpec.self,
      CandlestickStyleSpec.self,
      HistogramStyleSpec.self,
      BoxStyleSpec.self,
      HeatmapStyleSpec.self,
      WaterfallStyleSpec.self,
      BulletStyleSpec.self,
    ]
  }
}
