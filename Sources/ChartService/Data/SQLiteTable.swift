import GRDB
import GRDBSQLite
import JSONModel

/// The rows that a query gives, or those of a table, in a SQLite file.
struct SQLiteTable: DataTable {
  let columns: [String]
  private let selection: SQLiteSelection
  private let file: SQLiteFile

  /// - Throws: ``InvalidValue`` with the path inside `data`.
  init(_ selection: SQLiteSelection, in file: SQLiteFile) throws(InvalidValue) {
    self.selection = selection
    self.file = file
    do {
      // SQLite would end there, and GRDB go on from there for ever.
      guard !selection.sql.utf8.contains(0) else { throw InvalidValue("holds a NUL character") }
      columns = try file.queue.unsafeRead { try SQLiteTable.statement(selection, $0).columnNames }
      if let index = columns.indices.first(where: { columns[..<$0].contains(columns[$0]) }) {
        throw InvalidValue("gives two columns '\(columns[index])'; name one with `AS`")
      }
    } catch let fault as InvalidValue {
      throw fault.prefixed(by: .key(selection.key))
    } catch {
      throw SQLiteFault(error, file.watch).fault(of: selection, in: file)
    }
  }

  func name(ofRow row: Int) -> String { "row \(row + 1)" }

  func forEachRow(_ body: (Int, [DataCell]) throws(InvalidValue) -> Void) throws(InvalidValue) {
    do {
      try file.queue.unsafeRead { database in
        let rows = try Row.fetchCursor(SQLiteTable.statement(selection, database))
        var number = 0
        while let row = try rows.next() {
          try body(number, try cells(of: row, number))
          number += 1
        }
      }
    } catch let fault as InvalidValue {
      throw fault
    } catch {
      var fault = SQLiteFault(error, file.watch).fault(of: selection, in: file)
      // The caller puts the key before it.
      fault.path = JSONPath()
      throw fault
    }
  }

  private static func statement(_ selection: SQLiteSelection, _ database: Database) throws -> Statement {
    let statement = try database.makeStatement(sql: selection.sql)
    guard statement.isReadonly, statement.columnCount > 0 else { throw InvalidValue("is not a SELECT") }
    guard sqlite3_bind_parameter_count(statement.sqliteStatement) == 0 else {
      throw InvalidValue("has a parameter such as `?` or `:name`, which nothing gives a value")
    }
    return statement
  }

  private func cells(of row: Row, _ number: Int) throws(InvalidValue) -> [DataCell] {
    var cells: [DataCell] = []
    cells.reserveCapacity(columns.count)
    for value in row.databaseValues {
      switch value.storage {
      case .null: cells.append(.missing)
      case .int64(let value):
        // What a double cannot hold stays what it is as a label.
        cells.append(Double(exactly: value).map(DataCell.number) ?? .text("\(value)"))
      case .double(let value): cells.append(value.isFinite ? .number(value) : .text("\(value)"))
      case .string(let text): cells.append(text.trimmed.isEmpty ? .missing : .text(text))
      case .blob:
        let column = columns.indices.contains(cells.count) ? columns[cells.count] : ""
        throw InvalidValue(
          "\(name(ofRow: number)), column '\(column)': is a BLOB, which is neither text nor number; leave it out by `query`"
        )
      }
    }
    return cells
  }
}
