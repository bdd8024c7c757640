import ChartEngine
import ChartModel
import ChartTransforms
import JSONModel

// Moments along the values.

extension ColumnReader {
  /// Those columns of values that are no numbers, but moments, as milliseconds since 1970, and what of them is none.
  func moments(
    _ reader: TableReader, _ columns: PlotColumns, _ targets: [(series: Int, column: Int)], _ channels: [Channel]
  ) throws(InvalidValue) -> (columns: [Int: GrowingArray<Double>], warnings: [String]) {
    var wanted = targets.indices.filter { mayBeMoments(targets[$0].series, columns.values[$0]) }
      .map { targets[$0].column }
    for (channel, column) in zip(channels, columns.channels) where channel.mayHoldMoments {
      if column.numbers?.areMostlyTexts == true { wanted.append(channel.column) }
    }
    guard !wanted.isEmpty else { return ([:], []) }
    var (moments, warnings): ([Int: GrowingArray<Double>], [String]) = ([:], [])
    do throws(InvalidValue) {
      let pattern = try data.dateFormat.map { text throws(InvalidValue) in try DatePattern(text) }
      let steps = Set(wanted).sorted()
      let read = try reader.columns(PlotColumns.Request(values: [], steps: steps, limit: ColumnSpec.maximumCount))
      for builder in read.steps {
        var column = pattern.flatMap { builder.moments(by: $0, plot.x.zone) }
        if column == nil {
          column = try builder.frameColumn(named: reader.table.columns[builder.column], zone: plot.x.zone)
        }
        switch column {
        case .moments(let numbers)?: moments[builder.column] = numbers
        case .names(let names)?:
          guard let (numbers, lost) = self.moments(among: names) else { continue }
          moments[builder.column] = numbers
          warnings.append(
            "\(lost.count.counted("text", "texts")) in column '\(reader.table.columns[builder.column].excerpt)' "
              + "\(lost.count == 1 ? "is no moment, and is" : "are no moments, and are") left out: '\(lost.first.excerpt)'"
          )
        case .numbers?, .truths?, nil: continue
        }
      }
    } catch {
      throw error.prefixed(by: .key("data"))
    }
    return (moments, warnings)
  }

  /// Texts most of which are moments, with NaN for all others, of which it is said how many they are; `nil` for other texts.
  private func moments(
    among names: NameColumn
  ) -> (numbers: GrowingArray<Double>, lost: (count: Int, first: String))? {
    let zone = plot.x.zone
    let known = names.names.map { name -> Double in (try? TimeText.milliseconds(name, in: zone)) ?? .nan }
    var (count, lost, first) = (0, 0, "")
    var numbers: [Double] = []
    numbers.reserveCapacity(names.codes.count)
    for code in names.codes {
      let moment = code < 0 ? .nan : known[Int(code)]
      numbers.append(moment)
      guard code >= 0 else { continue }
      count += 1
      guard moment.isNaN else { continue }
      if lost == 0 { first = names.names[Int(code)] }
      lost += 1
    }
    guard 2 * lost < count else { return nil }
    return (numbers: GrowingArray(numbers), lost: (count: lost, first: first))
  }

  /// Whether the values of a series may be moments: nobody asks for something else, and most of them are texts.
  func mayBeMoments(_ series: Int, _ values: ValueColumnBuilder) -> Bool {
    guard let style = style(of: series), type(of: style).valuesMayBeMoments, axis(of: series).mayMeasureMoments else {
      return false
    }
    return values.areMostlyTexts
  }

  /// - Throws: ``InvalidValue`` where the values of a series can't be moments, although its column holds some.
  func checkMoments(_ column: String, of series: Int) throws(InvalidValue) {
    var plot = plot
    // Of a chart that has none but its data the only series is of its kind.
    if plot.series.isEmpty, plot.seriesBy == nil, let style = plot.kind.style?.init() {
      plot.series = [SeriesSpec(style.kind, name: data.y ?? "")]
    }
    let own = plot.series.indices.contains(series) ? plot.series[series] : plot.seriesBy?.template
    do {
      try plot.checkMoments(along: own?.axis ?? .left)
    } catch {
      throw InvalidValue("'\(column.excerpt)' holds moments: \(error.reason)", at: error.path)
    }
  }
}
