import ChartModel

/// How entries and series are put into words and into templates. All marks of a chart share it.
final class EntryWords: Sendable {
  let position: PositionText
  /// How numbers are written that are no values along an axis, such as those of colours.
  let format: NumberFormat
  /// How values along the value axes are.
  private let valueFormats: (left: NumberFormat, right: NumberFormat)
  /// How many series the chart has: the only one needs no name.
  let seriesCount: Int
  /// Of which the fonts are made that the words are written in.
  let typeface: Typeface
  /// What a marker says where nobody says it: the value, and where that is if it has a place of its own that is no name at the axis.
  let usualMarker: [MarkerRunSpec]
  /// How moments along the value axes are written; `nil` for axes of others.
  private let left: PositionText?
  private let right: PositionText?
  /// Whether values along them are percent.
  private let arePercent: (left: Bool, right: Bool)

  /// - Parameters:
  ///   - arePlaced: Whether entries are at numbers or moments that the data say, rather than at names or in their order.
  ///   - valueFormats: Those of axes that have their own.
  init(
    position: PositionText, arePlaced: Bool, format: NumberFormat,
    valueFormats: (left: NumberFormat?, right: NumberFormat?) = (nil, nil), seriesCount: Int,
    moments: (left: PositionText?, right: PositionText?) = (nil, nil),
    arePercent: (left: Bool, right: Bool) = (false, false), typeface: Typeface
  ) {
    (self.position, self.format, self.seriesCount, self.typeface) = (position, format, seriesCount, typeface)
    self.valueFormats = (valueFormats.left ?? format, valueFormats.right ?? format)
    (left, right) = moments
    self.arePercent = arePercent
    usualMarker = (arePlaced ? [MarkerRunSpec("{x}\n")] : []) + MarkerSpec().runs
  }

  /// How the values of a series are written.
  func format(of series: PlotSeries) -> NumberFormat { format(on: series.spec.axis) }

  private func format(on side: SeriesSpec.AxisSide) -> NumberFormat {
    side == .left ? valueFormats.left : valueFormats.right
  }

  /// A value of an axis that has no names, as the axis has it: a number, percent, or a moment.
  func value(_ value: Double, on side: SeriesSpec.AxisSide) -> String {
    let isPercent = side == .left ? arePercent.left : arePercent.right
    return text(of: value, on: side, isPercent: isPercent, format(on: side))
  }

  private func text(
    of value: Double, on side: SeriesSpec.AxisSide, isPercent: Bool, _ format: NumberFormat
  ) -> String {
    (side == .left ? left : right)?.text(at: value) ?? (isPercent ? format.percent(value) : format.value(value))
  }

  /// An entry in words: `Mon, Steps: 812`.
  func sentence(of point: Int, _ series: PlotSeries) -> String {
    let words = String(
      joining: position.words(at: series.points.positions[point]), series.nameInWords,
      value(of: point, series))
    guard let ends = ends(of: point, series) else { return words }
    return "\(words) (\(ends.low) to \(ends.high))"
  }

  /// The value of an entry: a number, or a name.
  func value(of point: Int, _ series: PlotSeries, _ format: NumberFormat? = nil) -> String {
    let value = series.value(at: point)
    return series.name(of: value) ?? self.value(value, of: series, format)
  }

  /// A number that a series has. Where series are stacked to 100 % that is no percent, though the axis has them.
  func value(_ value: Double, of series: PlotSeries, _ format: NumberFormat? = nil) -> String {
    text(of: value, on: series.spec.axis, isPercent: series.isOfPercent, format ?? self.format(of: series))
  }

  /// Between which ends a value lies; `nil` where nobody knows.
  private func ends(
    of point: Int, _ series: PlotSeries, _ format: NumberFormat? = nil
  ) -> (low: String, high: String)? {
    guard let interval = series.interval else { return nil }
    let transform = series.isLog ? AxisTransform.log : .linear
    let ends = [interval.low[point], interval.high[point]].map { transform.value(of: $0) }
    guard !ends[0].isNaN || !ends[1].isNaN else { return nil }
    let texts = ends.map { value($0.isNaN ? series.value(at: point) : $0, of: series, format) }
    return (texts[0], texts[1])
  }

  /// From where to where a value may lie: `2 to 5`; `nil` where nobody knows.
  func range(of point: Int, _ series: PlotSeries, _ format: NumberFormat? = nil) -> String? {
    ends(of: point, series, format).map { "\($0.low) to \($0.high)" }
  }

  /// What a placeholder stands for; `nil` if nobody knows it.
  func filling(_ placeholder: String, of point: Int, _ series: PlotSeries) -> String? {
    let (name, format) = format(of: series).named(by: placeholder)
    switch name {
    case "value": return value(of: point, series, format)
    case "x", "label": return position.text(at: series.points.positions[point], for: placeholder)
    case "series": return seriesCount > 1 ? series.spec.name.orNumber(ofSeries: series.index) : series.spec.name
    // What other types of series have.
    case "low": return ends(of: point, series, format)?.low ?? ""
    case "high": return ends(of: point, series, format)?.high ?? ""
    case "size", "color", "open", "close", "median", "lower", "upper", "mean", "count", "sum", "target", "range":
      return ""
    default: return nil
    }
  }

  /// A series in words: its values if they are few, else how many and between which they are.
  /// - Parameters:
  ///   - entry: What an entry is called; its value if not given.
  ///   - areRanges: Whether entries are no values but reach from end to end.
  func words(
    of series: PlotSeries, areRanges: Bool = false, entry: ((_ point: Int) -> String)? = nil
  ) -> String {
    let name = series.spokenName
    let values = series.points.values
    guard let extrema = values.extrema(in: 0..<values.count), let last = values.lastValue(in: 0..<values.count) else {
      return "\(name): no values"
    }
    guard series.rowCount > 30 else {
      let entries = (0..<values.count).map { point in
        let isGap = series.value(at: point).isNaN
        let position = position.words(at: series.points.positions[point])
        return "\(position) \(isGap ? "–" : entry?(point) ?? value(of: point, series))"
      }
      return "\(name): \(entries.joined(separator: ", "))"
    }
    let ends = [extrema.minIndex, extrema.maxIndex].map { value(of: $0, series) }
    guard areRanges, let entry, let interval = series.interval,
      let least = interval.low.extrema(in: 0..<interval.low.count)?.min,
      let greatest = interval.high.extrema(in: 0..<interval.high.count)?.max
    else {
      return "\(name): \(series.rowCount) values from \(ends[0]) to \(ends[1]), the last \(value(of: last, series))"
    }
    let transform = series.isLog ? AxisTransform.log : .linear
    let all = [least, greatest].map { value(transform.value(of: $0), of: series) }
    return "\(name): \(series.rowCount) ranges between \(all[0]) and \(all[1]), the last \(entry(last))"
  }
}

extension String {
  /// Three texts in one, with its room taken at once: each mark has such a sentence, and `+` would take room twice.
  fileprivate init(joining first: String, _ second: String, _ third: String) {
    var (first, second, third) = (first, second, third)
    let counts = (first.utf8.count, second.utf8.count, third.utf8.count)
    self.init(unsafeUninitializedCapacity: counts.0 + counts.1 + counts.2) { text in
      first.withUTF8 { _ = text.update(fromContentsOf: $0) }
      second.withUTF8 { _ = text[counts.0...].update(fromContentsOf: $0) }
      third.withUTF8 { _ = text[(counts.0 + counts.1)...].update(fromContentsOf: $0) }
      return text.count
    }
  }
}
