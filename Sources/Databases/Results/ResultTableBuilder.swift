import OrderedCollections

/// A column of a result as its values come.
struct ResultColumnBuilder {
  private let kind: ResultKind
  private var numbers: [Double] = []
  private var texts = TextCoder()
  /// Whether there was a whole number that no double is, so that all of them are names.
  private var areNames: Bool

  init(_ kind: ResultKind) {
    self.kind = kind
    areNames = kind == .texts
  }

  /// How many bytes the values take, roughly.
  private(set) var byteCount = 0

  /// - Parameter number: NaN where there is none.
  @inline(__always)
  mutating func append(_ number: Double) {
    numbers.append(number)
    byteCount += 8
  }

  /// Takes a whole number of any width. What a double cannot hold stays what it is, as a name.
  mutating func append<Whole: FixedWidthInteger>(whole: Whole?) {
    if !areNames {
      guard let whole else { return append(.nan) }
      if let number = Double(exactly: whole) { return append(number) }
      areNames = true
      for number in numbers { _ = texts.append(text: number.isNaN ? nil : ResultColumnBuilder.text(ofWhole: number)) }
      numbers = []
    }
    append(text: whole.map { "\($0)" })
  }

  private static func text(ofWhole number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? UInt64(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  /// - Parameter bytes: UTF-8; `nil` where there is no text.
  mutating func append(utf8 bytes: UnsafeRawBufferPointer?) {
    append(text: bytes.map { String(decoding: $0, as: UTF8.self) })
  }

  private mutating func append(text: String?) { byteCount += texts.append(text: text) }

  var column: ResultColumn {
    switch kind {
    case .numbers: areNames ? .texts(texts.codes) : .numbers(numbers)
    case .moments: .moments(numbers)
    case .clockTimes: .clockTimes(numbers)
    case .texts: .texts(texts.codes)
    }
  }
}

/// Gives texts their codes as they come.
private struct TextCoder {
  private(set) var codes = ResultColumn.TextCodes()
  private var known: [String: Int32] = [:]

  /// - Parameter text: An empty one counts as none, as in all tables.
  /// - Returns: How many bytes more are kept.
  mutating func append(text: String?) -> Int {
    guard let text, !text.isEmpty else {
      codes.codes.append(-1)
      return 4
    }
    if let code = known[text] {
      codes.codes.append(code)
      return 4
    }
    let code = Int32(truncatingIfNeeded: codes.texts.count)
    known[text] = code
    codes.texts.append(text)
    codes.codes.append(code)
    return 4 + text.utf8.count + 96
  }
}

/// Columns of a result as its rows come, within limits.
struct ResultTableBuilder {
  private var names: [String]
  private let limits: QueryLimits
  private(set) var rowCount = 0
  var columns: [ResultColumnBuilder]

  init(_ columns: [ColumnDescription], limits: QueryLimits) {
    names = columns.map(\.name)
    self.columns = columns.map { ResultColumnBuilder($0.kind) }
    self.limits = limits
  }

  /// Takes another column, before any row.
  mutating func add(_ column: ColumnDescription) {
    names.append(column.name)
    columns.append(ResultColumnBuilder(column.kind))
  }

  /// Says that rows come.
  /// - Throws: ``DatabaseFault/Kind/tooMuch``
  mutating func expect(_ count: Int) throws(DatabaseFault) {
    rowCount += count
    guard rowCount <= limits.rows else {
      throw DatabaseFault(
        .tooMuch,
        "gives more than \(limits.rows) rows; group or filter them, or let the connection's `row_limit` be greater")
    }
    guard columns.reduce(0, { $0 + $1.byteCount }) <= limits.bytes else {
      throw DatabaseFault(.tooMuch, "gives more than \(limits.bytes >> 20) MiB; take fewer columns or rows")
    }
  }

  var table: ResultTable {
    ResultTable(
      columns: OrderedDictionary(
        zip(names, columns.map(\.column)).map { ($0, $1) }, uniquingKeysWith: { first, _ in first }),
      rowCount: rowCount)
  }
}
