import ChartEngine
import ChartModel
import ChartTransforms
import JSONModel

// Moments along the values.

extension ColumnReader {
  /// Those columns of values that are no numbers, but moments, as milliseconds since 1970.
  func moments(
    _ reader: TableReader, _ columns: PlotColumns, _ targets: [(series: Int, column: Int)], _ channels: [Channel]
  ) throws(InvalidValue) -> [Int: GrowingArray<Double>] {
    var wanted = targets.indices.filter { mayBeMoments(targets[$0].series, columns.values[$0], of: columns.count) }
      .map { targets[$0].column }
    for (channel, column) in zip(channels, columns.channels) where channel.mayHoldMoments {
      if let numbers = column.numbers, 2 * numbers.faultyCount > columns.count { wanted.append(channel.column) }
    }
    guard !wanted.isEmpty else { return [:] }
    var moments: [Int: GrowingArray<Double>] = [:]
    do throws(InvalidValue) {
      let pattern = try data.dateFormat.map { text throws(InvalidValue) in try DatePattern(text) }
      let steps = Set(wanted).sorted()
      let read = try reader.columns(PlotColumns.Request(values: [], steps: steps, limit: ColumnSpec.maximumCount))
      for builder in read.steps {
        var column = pattern.flatMap { builder.moments(by: $0, plot.x.zone) }
        if column == nil {
          column = try builder.frameColumn(named: reader.table.columns[builder.column], zone: plot.x.zone)
        }
        if case .moments(let numbers)? = column { moments[builder.column] = numbers }
      }
    } catch {
      throw error.prefixed(by: .key("data"))
    }
    return moments
  }

  /// Whether the values of a series may be moments: nobody asks for something else, and most of them are texts.
  func mayBeMoments(_ series: Int, _ values: ValueColumnBuilder, of count: Int) -> Bool {
    guard let style = style(of: series), type(of: style).valuesMayBeMoments, axis(of: series).mayMeasureMoments else {
      return false
    }
    return 2 * values.faultyCount > count
  }

  /// - Throws: ``InvalidValue`` where values can't be moments, although a column holds some.
  func checkMoments(_ column: String) throws(InvalidValue) {
    for (side, key) in [(SeriesSpec.AxisSide.left, "y"), (.right, "right")] {
      do {
        try plot.checkMoments(along: side, named: key)
      } catch {
        throw InvalidValue("'\(column.excerpt)' holds moments: \(error.reason)", at: error.path)
      }
    }
  }
}
