package import ChartEngine
package import ChartModel
import ChartTransforms
import Databases
package import JSONModel
import OrderedCollections

extension DataSource {
  /// The rows that a spec asks a database for; `nil` if it asks none.
  /// - Parameters:
  ///   - columns: Those that are used; if not given all, as they are before any step.
  ///   - zone: Where days and times are read that are of no zone.
  /// - Throws: ``InvalidValue`` with the path inside `data`.
  package func queried(
    _ data: DataSpec, _ columns: UsedColumns? = nil, zone: TimeZoneRules = .utc
  ) throws(InvalidValue) -> SpecTable? {
    guard let place = DatabasePlace(data) else { return nil }
    let table = try outside.rows(place.name) { () throws(InvalidValue) in
      guard let databases else { throw place.fault(DatabaseFault(.connection, "no database may be asked here")) }
      let query = Databases.Query(
        connection: place.connection, source: place.source, columns: columns?.read.map { Array($0) },
        hasSteps: !data.transform.isEmpty, filter: data.filter.mapValues { DatabasePlace.values($0) })
      var fault: InvalidValue?
      do throws(DatabaseFault) {
        return try databases.rows(of: query, isCancelled: isCancelled) { (planning) throws(DatabaseFault) in
          try planning.condition(of: selections, zone: zone)
        } plan: { (planning) throws(DatabaseFault) in
          // What is wrong with steps is told before any row is read.
          fault = stepFault(of: data, planning.columns, columns, zone)
          guard fault == nil else { throw DatabaseFault(.query, "") }
          guard let columns else { return nil }
          var pusher = StepPusher(planning, zone: zone)
          return try pusher.plan(data.transform, wanted: columns.drawn)
        }
      } catch {
        throw fault ?? place.fault(error)
      }
    }
    return SpecTable(table, zone: zone, watch: watch)
  }

  /// What a database gives, or gave when it was recorded.
  func asked(
    _ connection: String, _ read: () throws(DatabaseFault) -> ResultTable
  ) throws(DatabaseFault) -> ResultTable {
    do throws(InvalidValue) {
      return try outside.rows(connection) { () throws(InvalidValue) in
        do throws(DatabaseFault) {
          return try read()
        } catch {
          throw InvalidValue(error.reason, at: .key(error.kind.rawValue), suggestion: error.suggestion)
        }
      }
    } catch {
      var kind: DatabaseFault.Kind?
      if case .key(let name)? = error.path.components.first { kind = DatabaseFault.Kind(rawValue: name) }
      throw DatabaseFault(kind ?? .query, error.reason, suggestion: error.suggestion)
    }
  }

  /// What is wrong with steps over some columns, whatever these hold.
  private func stepFault(
    of data: DataSpec, _ described: [ColumnDescription], _ columns: UsedColumns?, _ zone: TimeZoneRules
  ) -> InvalidValue? {
    let empty = SpecTable(ResultTable(noneOf: described), zone: zone, watch: watch)
    do throws(InvalidValue) {
      _ = try FrameReader(data, zone: zone, namesOf: nil).read(from: self, or: empty, wanted: columns?.drawn)
      return nil
    } catch {
      return error
    }
  }

  /// The columns of what a spec asks a database for, for whoever would have to wait: none if they cannot be told at once.
  func columnsAtOnce(ofDatabase data: DataSpec, within limit: Duration) -> [String] {
    guard let place = DatabasePlace(data), let databases else { return [] }
    let query = Databases.Query(connection: place.connection, source: place.source)
    do throws(DatabaseFault) {
      return try databases.columns(of: query, within: limit, isCancelled: isCancelled).map(\.name)
    } catch {
      return []
    }
  }
}

/// The columns that a chart uses.
package struct UsedColumns {
  /// Those that are drawn, or otherwise used after all steps; `nil` for all.
  package var drawn: [String]?
  /// Those of the table that are used, by steps or in the end; `nil` for all.
  package var read: Set<String>?
}

/// What a spec asks which database for.
struct DatabasePlace {
  let connection: String
  let source: SQLSource
  /// The member of `data` that says what is read.
  let key: String

  init?(_ data: DataSpec) {
    guard let connection = data.connection else { return nil }
    self.connection = connection
    if let sql = data.sql {
      (source, key) = (.written(sql), "sql")
    } else if let table = data.table {
      (source, key) = (.table(SQLName.parts(of: table)), "table")
    } else {
      return nil
    }
  }

  /// What it is called in messages and recordings.
  var name: String { connection }

  func fault(_ fault: DatabaseFault) -> InvalidValue {
    let isOfConnection =
      switch fault.kind {
      case .unavailable, .connection, .unreachable, .refused: true
      case .query, .forbidden, .timeout, .tooMuch, .cancelled: false
      }
    return InvalidValue(
      fault.reason, at: .key(isOfConnection ? "connection" : key), suggestion: fault.suggestion,
      kind: fault.mayPass ? .unavailable : .other)
  }

  /// What a column must hold for a row to be taken, as a database compares it; `nil` where only reading the cells tells.
  static func values(_ wanted: JSON) -> [SQLValue]? {
    switch wanted {
    case .string(let text): [.text(text)]
    case .integer, .number: wanted.doubleValue.map { [.number($0)] }
    case .array(let any):
      any.reduce([]) { values, json in
        if case .array = json { return nil }
        return values.flatMap { values in DatabasePlace.values(json).map { values + $0 } }
      }
    default: nil
    }
  }
}

extension SpecTable {
  /// The rows of a database.
  /// - Parameter zone: Where days and times are read that are of no zone.
  init(_ table: ResultTable, zone: TimeZoneRules, watch: ReadingWatch) {
    let held = table.columns.values.map { column -> HeldColumn in
      switch column {
      case .numbers(let numbers), .moments(let numbers): HeldColumn(.numbers(GrowingArray(numbers)))
      case .clockTimes(let times): HeldColumn(.numbers(GrowingArray(times.map { zone.milliseconds(ofClock: $0) })))
      case .texts(let texts):
        HeldColumn(.values(GrowingArray(ResultColumn.entries(texts))))
      }
    }
    let areTimes = table.columns.values.map { column in
      switch column {
      case .moments, .clockTimes: true
      case .numbers, .texts: false
      }
    }
    self.init(
      columns: table.columns.keys.elements, held: held, areTimes: areTimes, count: table.rowCount, listed: table.listed,
      stepCount: table.stepCount, keepsTexts: true, origin: .same, watch: watch)
  }
}

extension ResultColumn {
  fileprivate static func entries(_ texts: TextCodes) -> [ColumnSpec.Entry] {
    let entries = texts.texts.map { ColumnSpec.Entry.text($0) }
    return texts.codes.map { $0 < 0 ? .missing : entries[Int($0)] }
  }
}

extension TimeZoneRules {
  /// The moment at which clocks here show a time.
  /// - Parameter milliseconds: Since 1970 on those clocks; NaN where there is none.
  func milliseconds(ofClock milliseconds: Double) -> Double {
    guard milliseconds.isFinite else { return .nan }
    let seconds = (milliseconds / 1000).rounded(.down)
    return Double(instant(of: Int(saturating: seconds))) * 1000 + (milliseconds - seconds * 1000)
  }
}
