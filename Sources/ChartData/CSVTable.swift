import JSONModel
import SwiftCSV

/// A CSV file with a header line.
struct CSVTable: DataTable {
  let columns: [String]
  private let csv: EnumeratedCSV
  private let file: String

  /// - Throws: ``InvalidValue`` without a path.
  init(_ bytes: [UInt8], named file: String) throws(InvalidValue) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw InvalidValue("'\(file)' is not UTF-8 text")
    }
    self.file = file
    do {
      // Without rows: SwiftCSV makes all of them as long as the longest, which a file could abuse to fill the memory.
      csv = try EnumeratedCSV(
        string: text, delimiter: CSVTable.delimiter(of: text), loadColumns: false, rowLimit: 0)
    } catch {
      throw InvalidValue("'\(file)' is not CSV, in row 1: \(CSVTable.reason(error))")
    }
    columns = csv.header.map { String($0.trimmed) }
    guard columns.contains(where: { !$0.isEmpty }) else {
      throw InvalidValue("'\(file)' is empty; expected a line with the columns' names")
    }
    if let index = columns.indices.first(where: { columns[..<$0].contains(columns[$0]) }) {
      throw InvalidValue("'\(file)' has two columns '\(columns[index])'")
    }
  }

  /// As spreadsheets count: the header is row 1.
  func name(ofRow row: Int) -> String { "row \(row + 2)" }

  func forEachRow(_ body: (Int, [DataCell]) throws(InvalidValue) -> Void) throws(InvalidValue) {
    var row = 0
    var fault: InvalidValue?
    do {
      try withoutActuallyEscaping(body) { body in
        try csv.enumerateAsArray(startAt: 1, rowLimit: nil) { cells in
          defer { row += 1 }
          // An empty line is no row.
          guard fault == nil, cells.contains(where: { !$0.isEmpty }) else { return }
          do throws(InvalidValue) {
            try body(row, cells.map { $0.trimmed.isEmpty ? .missing : .text($0) })
          } catch {
            fault = error
          }
        }
      }
    } catch {
      throw InvalidValue("'\(file)' is not CSV, in \(name(ofRow: row)): \(CSVTable.reason(error))")
    }
    if let fault { throw fault }
  }

  /// A comma, unless the header has none but another usual delimiter.
  private static func delimiter(of text: String) -> CSVDelimiter {
    let header = text.prefix { !$0.isNewline }
    if header.contains(",") { return .comma }
    return header.contains(";") ? .semicolon : header.contains("\t") ? .tab : .comma
  }

  private static func reason(_ error: any Error) -> String {
    if case .quotation(let message) = error as? CSVParseError {
      "\(message), after a closing quote"
    } else {
      "\(error)"
    }
  }
}
