import ChartEngine
import ChartModel
import ChartTransforms
import JSONModel
import OrderedCollections

/// Reads what the steps of a chart's `data` need of its table, and does them.
struct FrameReader {
  private let data: DataSpec
  private let zone: TimeZoneRules
  private let names: String?

  /// - Parameters:
  ///   - zone: Where days begin.
  ///   - names: A column whose values are names in the end, moments among them.
  init(_ data: DataSpec, zone: TimeZoneRules, namesOf names: String?) {
    (self.data, self.zone, self.names) = (data, zone, names)
  }

  /// - Parameters:
  ///   - table: The table that came with the spec, if `data` names no file.
  ///   - wanted: The columns that are used in the end; `nil` for all. Others are not read, unless a step needs them.
  /// - Returns: The rows after the steps, what is to be told of them, and the file as the spec calls it.
  /// - Throws: ``InvalidValue`` with the path inside `data`.
  func read(
    from source: DataSource, or table: SpecTable?, wanted: [String]?
  ) throws(InvalidValue) -> (Frame, TransformRun, file: String) {
    // What was done where the rows are from is not done again.
    let done = table?.stepCount ?? 0
    var data = data
    if done > 0 { data.filter = [:] }
    let reader = try TableReader(data, in: source, or: table)
    let steps = Transformation(data.transform, from: done)
    let used = steps.columns(wanted: wanted)
    let frame = if let table { try frame(of: table, reader, used) } else { try frame(of: reader, used) }
    let watch = source.watch
    let run = TransformRun(zone: zone, watch: { watch.stepsFault })
    do {
      var result = try steps.apply(to: frame, run)
      if let names, let column = result.columns[names], case .moments = column {
        result = result.setting(names, .names(column.names(run)))
      }
      return (result, run, reader.file)
    } catch {
      throw error.prefixed(by: .key("transform"))
    }
  }

  private func frame(of table: SpecTable, _ reader: TableReader, _ used: Set<String>?) throws(InvalidValue) -> Frame {
    do {
      let rows = reader.filter.conditions.isEmpty ? nil : try table.rows(where: reader.filter)
      return table.frame(of: used, rows: rows, zone: zone)
    } catch {
      throw error.prefixed(by: .key("columns"))
    }
  }

  private func frame(of reader: TableReader, _ used: Set<String>?) throws(InvalidValue) -> Frame {
    let pattern = try pattern
    let places = reader.table.columns.indices.filter { used?.contains(reader.table.columns[$0]) ?? true }
    let read = try reader.columns(PlotColumns.Request(values: [], steps: places, limit: ColumnSpec.maximumCount))
    var columns: OrderedDictionary<String, FrameColumn> = [:]
    var isUsed = pattern == nil || read.count == 0
    for builder in read.steps {
      let name = reader.table.columns[builder.column]
      if let pattern, let moments = builder.moments(by: pattern, zone) {
        columns[name] = moments
        isUsed = true
      } else {
        columns[name] = try builder.frameColumn(named: name, zone: zone)
      }
    }
    guard isUsed else {
      throw InvalidValue("no column that is used holds only dates that are written so", at: .key("dateFormat"))
    }
    return Frame(columns, rowCount: read.count, listed: reader.table.columns)
  }

  private var pattern: DatePattern? {
    get throws(InvalidValue) {
      guard let text = data.dateFormat else { return nil }
      do {
        return try DatePattern(text)
      } catch {
        throw error.prefixed(by: .key("dateFormat"))
      }
    }
  }
}
