import JSONModel

@testable import ChartData

extension FuzzTarget {
  /// Delimited texts in any encoding. Read in pieces, packed by gzip or as UTF-16, a text has the same columns, rows and
  /// faults; single columns are those of whole rows.
  static let csv = FuzzTarget(name: "csv") { bytes in
    var choices = Choices(bytes)
    let form = choices.below(6)
    let piece = 1 + choices.below(256)
    let text = Array(choices.rest)
    let plain = Reading(text)
    checkColumns(of: text, plain)
    let other: [UInt8]
    switch form {
    case 0, 1: other = text
    case 2: other = Gzip.stored(text)
    case 3:
      let middle = text.count / 2
      other = Gzip.stored(Array(text[..<middle])) + Gzip.stored(Array(text[middle...]))
    default:
      // A mark of its own comes before it, and what is no UTF-8 can't be written otherwise.
      guard let string = String(validating: text, as: UTF8.self), string.unicodeScalars.first != "\u{FEFF}" else {
        return
      }
      let units = string.utf16.map { form == 4 ? $0.littleEndian : $0.bigEndian }
      other = [[0xFF, 0xFE], [0xFE, 0xFF]][form - 4] + units.withUnsafeBytes(Array.init)
    }
    // What is packed may itself be packed, but only once.
    if form == 2 || form == 3, text.starts(with: [0x1F, 0x8B]) || text.isEmpty { return }
    let reading = Reading(other, piece: piece)
    expect(reading == plain, "form \(form) in pieces of \(piece) is read as the whole: \(reading), whole \(plain)")
  }

  /// Columns alone, in the other order, are those of the rows.
  private static func checkColumns(of text: [UInt8], _ plain: Reading) {
    guard plain.fault == nil, !plain.columns.isEmpty else { return }
    let wanted = Array(plain.columns.indices.reversed().prefix(3))
    var rows: [Reading.Row] = []
    do throws(InvalidValue) {
      try InputFile.table(text, piece: 1 << 18).forEachRow(where: RowFilter(), in: wanted) { row throws(InvalidValue) in
        rows.append(Reading.Row(number: row.number, cells: row.cells))
      }
    } catch {
      expect(false, "columns can be read where rows can: \(error)")
    }
    let expected = plain.rows.map { row in
      Reading.Row(
        number: row.number, cells: wanted.map { row.cells.indices.contains($0) ? row.cells[$0] : .missing })
    }
    expect(rows == expected, "columns are those of the rows: \(rows), rows \(expected)")
  }
}

/// All that a text is read as.
private struct Reading: Equatable {
  struct Row: Equatable {
    var number: Int
    var cells: [DataCell]
  }
  var columns: [String] = []
  var delimiter: UInt8?
  var rows: [Row] = []
  var fault: String?

  init(_ bytes: [UInt8], piece: Int = 1 << 18) {
    do throws(InvalidValue) {
      let table = try InputFile.table(bytes, piece: piece)
      (columns, delimiter) = (table.columns, table.delimiter)
      var rows: [Row] = []
      defer { self.rows = rows }
      try table.forEachRow { number, cells throws(InvalidValue) in
        rows.append(Row(number: number, cells: cells))
        for cell in cells {
          guard let number = cell.number(table.style) else { continue }
          expect(!number.isNaN, "a number is one: \(cell)")
        }
      }
    } catch {
      fault = "\(error)"
    }
  }
}

/// The file that inputs are written into, since tables are read from files.
private enum InputFile {
  static let path = String(cString: getenv("TMPDIR") ?? strdup("/tmp")) + "/chart-kernel-fuzz-\(getpid()).csv"

  static func table(_ bytes: [UInt8], piece: Int) throws(InvalidValue) -> DelimitedTable {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    expect(descriptor >= 0 && write(descriptor, bytes, bytes.count) == bytes.count, "\(path) can be written")
    close(descriptor)
    let limits = DelimitedLimits(bytes: 1 << 20, columns: 1000, cell: 1 << 12)
    let file = try OpenFile(path, named: "a.csv", limit: limits.bytes)
    unlink(path)
    return try DelimitedTable(file, limits: limits, piece: piece, watch: ReadingWatch(limit: .seconds(600)))
  }
}

/// gzip files without compression (RFC 1951, 3.2.4; RFC 1952), which any input can be put into.
private enum Gzip {
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      file.append(rest.isEmpty ? 1 : 0)
      file += little(UInt16(block.count)) + little(~UInt16(block.count)) + block
    } while !rest.isEmpty
    return file + little(checksum(bytes)) + little(UInt32(truncatingIfNeeded: bytes.count))
  }

  private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian, Array.init)
  }

  /// CRC-32 (RFC 1952, 8).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
