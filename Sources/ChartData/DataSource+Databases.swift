package import ChartEngine
package import ChartModel
import ChartTransforms
import Databases
package import JSONModel
import OrderedCollections

extension DataSource {
  /// The rows that a spec asks a database for; `nil` if it asks none.
  /// - Parameters:
  ///   - wanted: The columns that are used; all if not given.
  ///   - zone: Where days and times are read that are of no zone.
  /// - Throws: ``InvalidValue`` with the path inside `data`.
  package func queried(
    _ data: DataSpec, wanted: Set<String>? = nil, zone: TimeZoneRules = .utc
  ) throws(InvalidValue) -> SpecTable? {
    guard let place = DatabasePlace(data) else { return nil }
    let table = try outside.rows(place.name) { () throws(InvalidValue) in
      guard let databases else { throw place.fault(DatabaseFault(.connection, "no database may be asked here")) }
      do throws(DatabaseFault) {
        return try databases.rows(
          of: Databases.Query(
            connection: place.connection, source: place.source, columns: wanted.map { Array($0) },
            hasSteps: !data.transform.isEmpty, filter: data.filter.mapValues { DatabasePlace.values($0) }),
          isCancelled: isCancelled)
      } catch {
        throw place.fault(error)
      }
    }
    return SpecTable(table, zone: zone, watch: watch)
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

/// What a spec asks which database for.
private struct DatabasePlace {
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
      fault.reason, at: .key(isOfConnection ? "connection" : key), suggestion: fault.suggestion)
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
      origin: .same, watch: watch)
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
