import ServiceTestSupport
import Foundation
import JSONModel

@testable import ChartData

extension TemporaryDirectory {
  /// Writes bytes into a file, and opens that as a table.
  func table(
    _ bytes: some Sequence<UInt8>, limits: DelimitedLimits = DelimitedLimits(), piece: Int = 1 << 18,
    watch: ReadingWatch = ReadingWatch(limit: .seconds(600))
  ) throws -> DelimitedTable {
    let file = path + "/\(UUID().uuidString).csv"
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return try DelimitedTable(
      OpenFile(file, named: "a.csv", limit: limits.bytes), limits: limits, piece: piece, watch: watch)
  }
}

extension DataTable {
  /// Every row's number and cells.
  func rows() throws -> [ReadRow] {
    var rows: [ReadRow] = []
    try forEachRow { rows.append(ReadRow(number: $0, cells: $1)) }
    return rows
  }
}

struct ReadRow: Hashable {
  var number: Int
  var cells: [DataCell]
}

/// A text in the encodings that are read.
enum Encoded: CaseIterable {
  case utf8, utf8WithMark, utf16LittleEndian, utf16BigEndian

  func bytes(of text: String) -> [UInt8] {
    switch self {
    case .utf8: Array(text.utf8)
    case .utf8WithMark: [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    case .utf16LittleEndian: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case .utf16BigEndian: [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }
  }
}
