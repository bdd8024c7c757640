import JSONModel

/// A file of comma- or otherwise separated values with a header line (RFC 4180), read from its beginning to its end in
/// pieces.
///
/// The text is UTF-8, or UTF-16 with a byte order mark, and may be packed by gzip. Reading takes O(*n*) in the file's bytes
/// and, besides what is asked for, the memory of its longest record.
struct DelimitedTable: DataTable {
  var delimiter: UInt8? { dialect.delimiter }
  let columns: [String]
  let dialect: Dialect
  private let file: OpenFile
  private let limits: DelimitedLimits
  private let piece: Int
  private let watch: ReadingWatch
  /// How many blank lines come before the header.
  private let headerRow: Int

  var style: CellStyle { dialect.style }

  /// - Parameters:
  ///   - piece: How many bytes are read at a time, at first.
  /// - Throws: ``InvalidValue`` without a path: the file is no such text, or exceeds a limit.
  init(
    _ file: OpenFile, limits: DelimitedLimits = DelimitedLimits(), piece: Int = 1 << 18, watch: ReadingWatch
  ) throws(InvalidValue) {
    self.file = file
    self.limits = limits
    self.piece = piece
    self.watch = watch
    let input = try TextInput(file, limit: limits.bytes, piece: max(piece, 1 << 16), watch: watch)
    dialect = Dialect(guessing: input.buffer[input.position..<input.count], isWhole: input.isAtEnd)
    var records = Records(input, RecordScanner(delimiter: dialect.delimiter, wanted: .header, limits: limits))
    (columns, headerRow) = try records.header(of: file.name, limits)
    guard columns.contains(where: { !$0.isEmpty }) else {
      throw InvalidValue("'\(file.name)' is empty; expected a line with the columns' names")
    }
    var names = Set<String>(minimumCapacity: columns.count)
    if let twice = columns.first(where: { !names.insert($0).inserted }) {
      throw InvalidValue("'\(file.name)' has two columns '\(twice)'")
    }
  }

  /// As spreadsheets count: the first line is row 1.
  func name(ofRow row: Int) -> String { "row \(row + 2)" }

  // MARK: - Rows

  func forEachRow(_ body: (Int, [DataCell]) throws(InvalidValue) -> Void) throws(InvalidValue) {
    try forEachRecord(.all(limit: columns.count)) { row, bytes, fields throws(InvalidValue) in
      try body(row, DelimitedTable.cells(fields, bytes))
    }
  }

  func forEachRow(
    where filter: RowFilter, in columns: [Int], _ body: (TableReader.Row) throws(InvalidValue) -> Void
  ) throws(InvalidValue) {
    let order = Set(columns + filter.columns).sorted()
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    let (wanted, conditions) = (columns.map { places[$0] ?? 0 }, filter.columns.map { places[$0] ?? 0 })
    try forEachRecord(.columns(order)) { row, bytes, fields throws(InvalidValue) in
      for (condition, slot) in zip(filter.conditions, conditions) {
        guard fields[slot].withText(in: bytes, { condition.matches($0, style) }) else { return }
      }
      try body(TableReader.Row(number: row, cells: wanted.map { DelimitedTable.cell(fields[$0], bytes) }))
    }
  }

  func read(_ columns: inout PlotColumns) throws(InvalidValue) {
    let slots = PlotColumns.Slots(columns)
    try forEachRecord(.columns(columns.columns)) { row, bytes, fields throws(InvalidValue) in
      try columns.append(fields, in: bytes, row: row, slots)
    }
  }

  private static func cells(_ fields: [RecordField], _ bytes: Span<UInt8>) -> [DataCell] {
    fields.map { cell($0, bytes) }
  }

  private static func cell(_ field: RecordField, _ bytes: Span<UInt8>) -> DataCell {
    field.withText(in: bytes) { $0.trimmedRange.isEmpty ? .missing : .text(String($0)) }
  }

  @inline(__always)
  private func forEachRecord(
    _ wanted: RecordScanner.Wanted,
    _ body: (Int, Span<UInt8>, [RecordField]) throws(InvalidValue) -> Void
  ) throws(InvalidValue) {
    let input = try TextInput(file, limit: limits.bytes, piece: piece, watch: watch)
    var records = Records(input, RecordScanner(delimiter: dialect.delimiter, wanted: wanted, limits: limits))
    try records.forEach(after: headerRow, body) { fault, column, row in
      let place = columns.indices.contains(column) ? "'\(columns[column])'" : "\(column + 1)"
      return fault.fault(in: file.name, at: "\(name(ofRow: row - 1)), column \(place)", limits)
    }
  }
}

/// The records of a text, one after the other.
private struct Records {
  private var input: TextInput
  private var scanner: RecordScanner

  init(_ input: TextInput, _ scanner: RecordScanner) {
    self.input = input
    self.scanner = scanner
  }

  /// - Parameters:
  ///   - header: The number of the header, which is left out with all before it.
  ///   - body: Gets the number of a record, from the second one of the file, and where its fields are.
  ///   - describe: What to throw of a fault, its column and the record's number, from the first one of the file.
  @inline(__always)
  mutating func forEach(
    after header: Int, _ body: (Int, Span<UInt8>, [RecordField]) throws(InvalidValue) -> Void,
    _ describe: (RecordScanner.Fault, Int, Int) -> InvalidValue
  ) throws(InvalidValue) {
    var number = 0
    while true {
      let position = try Records.scan(input, &scanner, &number, header, body, describe)
      if input.isAtEnd { return }
      input.position = position
      try input.refill()
    }
  }

  /// Looks at all whole records that have been read.
  /// - Returns: Where the first one begins that is not whole.
  @inline(__always)
  private static func scan(
    _ input: TextInput, _ scanner: inout RecordScanner, _ number: inout Int, _ header: Int,
    _ body: (Int, Span<UInt8>, [RecordField]) throws(InvalidValue) -> Void,
    _ describe: (RecordScanner.Fault, Int, Int) -> InvalidValue
  ) throws(InvalidValue) -> Int {
    var position = input.position
    let count = input.count
    let isAtEnd = input.isAtEnd
    let bytes = input.buffer.span
    while position < count {
      switch scanner.scan(bytes, from: position, to: count, isLast: isAtEnd) {
      case .record(let next):
        if number > header { try body(number - 1, bytes, scanner.fields) }
        (position, number) = (next, number + 1)
      case .blank(let next): (position, number) = (next, number + 1)
      case .incomplete: return position
      case .fault(let fault, let column): throw describe(fault, column, number)
      }
    }
    return position
  }

  /// The texts of the first record that is no blank line, without spaces around them, and its number.
  mutating func header(of name: String, _ limits: DelimitedLimits) throws(InvalidValue) -> ([String], row: Int) {
    var row = 0
    while true {
      switch Records.scanOne(input, &scanner) {
      case .blank(let next) where scanner.fields.count == 1: (input.position, row) = (next, row + 1)
      case .record, .blank:
        let names = scanner.fields.map { field in
          field.withText(in: input.buffer.span) { String($0.extracting($0.trimmedRange)) }
        }
        return (names, row)
      case .fault(let fault, let column):
        throw fault.fault(in: name, at: "row \(row + 1), column \(column + 1)", limits)
      case .incomplete:
        guard !input.isAtEnd else { return ([], row) }
        try input.refill()
      }
    }
  }

  private static func scanOne(_ input: TextInput, _ scanner: inout RecordScanner) -> RecordScanner.Outcome {
    guard input.position < input.count else { return .incomplete }
    return scanner.scan(input.buffer.span, from: input.position, to: input.count, isLast: input.isAtEnd)
  }
}

extension RecordScanner.Fault {
  fileprivate func fault(in file: String, at place: String, _ limits: DelimitedLimits) -> InvalidValue {
    switch self {
    case .textAfterQuote:
      InvalidValue(
        "'\(file)' is not CSV, in \(place): a text goes on after its closing quote; quotes in it are doubled")
    case .quoteInText:
      InvalidValue("'\(file)' is not CSV, in \(place): a quote stands in a text that does not begin with one")
    case .unclosedQuote: InvalidValue("'\(file)' is not CSV, in \(place): a quote is not closed")
    case .tooLong:
      InvalidValue("'\(file)' has a cell of more than \(limits.cell) bytes, in \(place); is a quote not closed?")
    case .tooManyColumns: InvalidValue("'\(file)' has more than \(limits.columns) columns")
    }
  }
}
