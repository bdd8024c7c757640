import ChartData
import JSONModel
import OrderedCollections

/// A table whose rows are kept while they are read.
struct RecordingTable: DataTable {
  private let table: any DataTable
  private let recorder: Recorder

  init(_ table: any DataTable, _ recorder: Recorder) {
    self.table = table
    self.recorder = recorder
  }

  var columns: [String] { table.columns }
  var style: CellStyle { table.style }

  func name(ofRow row: Int) -> String { table.name(ofRow: row) }

  func forEachRow(_ body: (Int, [DataCell]) throws(InvalidValue) -> Void) throws(InvalidValue) {
    var rows: [JSON] = []
    var isOver = false
    do throws(InvalidValue) {
      try table.forEachRow { row, cells throws(InvalidValue) in
        rows.append([.integer(row), .array(cells.map(\.recorded))])
        do throws(InvalidValue) {
          try body(row, cells)
        } catch {
          isOver = true
          throw error
        }
      }
      recorder.note(["rows": .array(rows)])
    } catch {
      // The reader's own faults come again by themselves.
      recorder.note(isOver ? ["rows": .array(rows)] : ["rows": .array(rows), "fault": error.recorded])
      throw error
    }
  }
}

/// A table as it was when it was recorded.
struct ReplayedTable: DataTable {
  let columns: [String]
  /// Recordings of versions that did not tell delimiters take cells as those versions did.
  let style: CellStyle
  private let firstRow: String
  private let outside: RecordedOutside

  init(_ json: JSON, _ outside: RecordedOutside) {
    columns = (json["columns"]?.arrayValue ?? []).compactMap(\.stringValue)
    style = json["delimiter"]?.stringValue?.utf8.first.map(CellStyle.delimited) ?? .typed
    firstRow = json["firstRow"]?.stringValue ?? "row 0"
    self.outside = outside
  }

  /// The first row's name with another number: `row 2`, `element [0]`.
  func name(ofRow row: Int) -> String {
    let digits = firstRow.filter(\.isNumber)
    guard let first = Int(digits) else { return firstRow }
    // Any row can stand in a file that somebody changed.
    let (number, isTooLarge) = first.addingReportingOverflow(row)
    return isTooLarge ? firstRow : firstRow.replacing(digits, with: "\(number)")
  }

  func forEachRow(_ body: (Int, [DataCell]) throws(InvalidValue) -> Void) throws(InvalidValue) {
    guard let entry = outside.next("rows") else { throw RecordedOutside.missing("rows") }
    for row in entry["rows"]?.arrayValue ?? [] {
      try body(row[0]?.integerValue ?? 0, (row[1]?.arrayValue ?? []).map(DataCell.init(recorded:)))
    }
    if let fault = entry["fault"] { throw InvalidValue(recorded: fault) }
  }
}

extension DataCell {
  fileprivate var recorded: JSON {
    switch self {
    case .missing: nil
    case .text(let text): .string(text)
    case .number(let number): JSON(number)
    }
  }

  fileprivate init(recorded json: JSON) {
    if let text = json.stringValue {
      self = .text(text)
    } else if let number = json.doubleValue {
      self = .number(number)
    } else {
      self = .missing
    }
  }
}
