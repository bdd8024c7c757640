import JSONModel
import SQLite

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
      // SQLite would take what comes before it for the whole.
      guard !selection.sql.utf8.contains(0) else { throw InvalidValue("holds a NUL character") }
      columns = try SQLiteTable.statement(selection, file.connection).columnNames
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
      let statement = try SQLiteTable.statement(selection, file.connection)
      var number = 0
      while try statement.step() {
        try body(number, try cells(of: statement, number))
        number += 1
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

  private static func statement(
    _ selection: SQLiteSelection, _ connection: borrowing SQLiteConnection
  ) throws -> SQLiteStatement {
    let statement = try connection.prepare(selection.sql)
    guard statement.isReadOnly, !statement.columnNames.isEmpty else { throw InvalidValue("is not a SELECT") }
    guard statement.parameterCount == 0 else {
      throw InvalidValue("has a parameter such as `?` or `:name`, which nothing gives a value")
    }
    return statement
  }

  private func cells(of row: borrowing SQLiteStatement, _ number: Int) throws(InvalidValue) -> [DataCell] {
    var cells: [DataCell] = []
    cells.reserveCapacity(columns.count)
    for (index, column) in columns.enumerated() {
      switch row.value(at: index) {
      case .null: cells.append(.missing)
      case .integer(let value):
        // What a double cannot hold stays what it is as a label.
        cells.append(Double(exactly: value).map(DataCell.number) ?? .text("\(value)"))
      case .real(let value): cells.append(value.isFinite ? .number(value) : .text("\(value)"))
      case .text(let text): cells.append(text.trimmed.isEmpty ? .missing : .text(text))
      case .blob:
        throw InvalidValue(
          "\(name(ofRow: number)), column '\(column)': is a BLOB, which is neither text nor number; leave it out by `query`"
        )
      }
    }
    return cells
  }
}
