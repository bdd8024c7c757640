/// Finds the fields of records in the bytes of a delimited text (RFC 4180).
///
/// Records end with LF, CRLF or CR. A field in quotes may hold anything, a quote being doubled; spaces before a field and
/// around quotes are left out. Where a record is not whole, nothing is remembered: it is looked at again with more bytes,
/// so that it makes no difference where a piece of the file ends.
struct RecordScanner {
  /// Where a field's text lies in the bytes.
  struct Field {
    var start = 0
    var end = 0
    /// Whether two quotes in it stand for one.
    var hasDoubledQuotes = false
  }

  enum Outcome: Equatable {
    /// A record with a text in any of its fields, and where the next one begins.
    case record(next: Int)
    /// A line without any text.
    case blank(next: Int)
    /// The record goes on after the bytes that there are.
    case incomplete
    /// - Parameter column: Counted from 0.
    case fault(Fault, column: Int)
  }

  enum Fault: Equatable {
    case textAfterQuote, quoteInText, unclosedQuote, tooLong, tooManyColumns
  }

  /// The fields of the last record in the columns that are wanted.
  private(set) var fields: [Field] = []
  private let delimiter: UInt8
  private let pattern: UInt64
  private let wanted: Wanted
  private let limits: DelimitedLimits

  enum Wanted {
    /// These columns, in rising order. What a record does not have is empty.
    case columns([Int])
    /// As many as there are, up to so many.
    case all(limit: Int)
    /// As many as there are; more than the limit are a fault.
    case header
  }

  init(delimiter: UInt8, wanted: Wanted, limits: DelimitedLimits) {
    self.delimiter = delimiter
    self.wanted = wanted
    self.limits = limits
    pattern = UInt64(delimiter) &* 0x0101_0101_0101_0101
    if case .columns(let columns) = wanted { fields = Array(repeating: Field(), count: columns.count) }
  }

  /// Looks at the record that begins at an index.
  /// - Parameters:
  ///   - end: The end of the bytes that count; at least one more byte than `start`.
  ///   - isLast: Whether nothing comes after them.
  /// - Complexity: O(*n*) in the record's bytes.
  mutating func scan(_ bytes: Span<UInt8>, from start: Int, to end: Int, isLast: Bool) -> Outcome {
    var index = start
    var column = 0
    var taken = 0
    var isBlank = true
    if case .columns = wanted {} else { fields.removeAll(keepingCapacity: true) }
    while true {
      while index < end, isSpace(bytes[unchecked: index]) { index += 1 }
      var field = Field(start: index, end: index)
      if index < end, bytes[unchecked: index] == Byte.quote {
        switch quoted(bytes, from: index, to: end, isLast: isLast) {
        case .field(let found, let next): (field, index) = (found, next)
        case .incomplete: return tooLong(index, end) ? .fault(.tooLong, column: column) : .incomplete
        case .fault(let fault): return .fault(fault, column: column)
        }
      } else {
        switch plain(bytes, from: index, to: end, isLast: isLast) {
        case .field(let found, let next): (field, index) = (found, next)
        case .incomplete: return tooLong(index, end) ? .fault(.tooLong, column: column) : .incomplete
        case .fault(let fault): return .fault(fault, column: column)
        }
      }
      if field.end > field.start {
        isBlank = false
        if tooLong(field.start, field.end) { return .fault(.tooLong, column: column) }
      }
      switch wanted {
      case .columns(let columns):
        if taken < columns.count, columns[taken] == column {
          fields[taken] = field
          taken += 1
        }
      case .all(let limit): if column < limit { fields.append(field) }
      case .header:
        guard column < limits.columns else { return .fault(.tooManyColumns, column: column) }
        fields.append(field)
      }
      column += 1
      guard index < end else { break }
      let byte = bytes[unchecked: index]
      index += 1
      if byte == delimiter { continue }
      if byte == Byte.carriageReturn {
        guard index < end || isLast else { return .incomplete }
        if index < end, bytes[unchecked: index] == Byte.lineFeed { index += 1 }
      }
      break
    }
    if case .columns = wanted {
      while taken < fields.count {
        fields[taken] = Field()
        taken += 1
      }
    }
    return isBlank ? .blank(next: index) : .record(next: index)
  }

  // MARK: - Fields

  private enum FieldOutcome {
    /// - Parameter next: The index of what ends the field; the end of the bytes if that does.
    case field(Field, next: Int)
    case incomplete
    case fault(Fault)
  }

  @inline(__always)
  private func plain(_ bytes: Span<UInt8>, from start: Int, to end: Int, isLast: Bool) -> FieldOutcome {
    var index = start
    var hasDoubledQuotes = false
    while true {
      index = firstSpecial(bytes, from: index, to: end)
      guard index < end else {
        guard isLast else { return .incomplete }
        break
      }
      guard bytes[unchecked: index] == Byte.quote else { break }
      guard index + 1 < end || isLast else { return .incomplete }
      guard index + 1 < end, bytes[unchecked: index + 1] == Byte.quote else { return .fault(.quoteInText) }
      hasDoubledQuotes = true
      index += 2
    }
    return .field(Field(start: start, end: index, hasDoubledQuotes: hasDoubledQuotes), next: index)
  }

  private func quoted(_ bytes: Span<UInt8>, from start: Int, to end: Int, isLast: Bool) -> FieldOutcome {
    var index = start + 1
    var hasDoubledQuotes = false
    while true {
      index = first(Byte.quote, in: bytes, from: index, to: end)
      guard index < end else { return isLast ? .fault(.unclosedQuote) : .incomplete }
      guard index + 1 < end || isLast else { return .incomplete }
      guard index + 1 < end, bytes[unchecked: index + 1] == Byte.quote else { break }
      hasDoubledQuotes = true
      index += 2
    }
    let field = Field(start: start + 1, end: index, hasDoubledQuotes: hasDoubledQuotes)
    index += 1
    while index < end, isSpace(bytes[unchecked: index]) { index += 1 }
    guard index < end else { return isLast ? .field(field, next: end) : .incomplete }
    let byte = bytes[unchecked: index]
    guard byte == delimiter || byte == Byte.lineFeed || byte == Byte.carriageReturn else {
      return .fault(.textAfterQuote)
    }
    return .field(field, next: index)
  }

  private func tooLong(_ start: Int, _ end: Int) -> Bool { end - start > limits.cell }

  @inline(__always)
  private func isSpace(_ byte: UInt8) -> Bool {
    byte == Byte.space || (byte == Byte.tab && delimiter != Byte.tab)
  }

  // MARK: - Searching eight bytes at a time

  /// The index of the next delimiter, quote or line end; `end` if there is none.
  @inline(__always)
  private func firstSpecial(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var index = start
    while index + 8 <= end {
      let word = bytes.word(at: index)
      let found =
        zeros(word ^ pattern) | zeros(word ^ 0x0A0A_0A0A_0A0A_0A0A) | zeros(word ^ 0x0D0D_0D0D_0D0D_0D0D)
        | zeros(word ^ 0x2222_2222_2222_2222)
      if found != 0 { return index + found.trailingZeroBitCount >> 3 }
      index += 8
    }
    while index < end {
      let byte = bytes[unchecked: index]
      if byte == delimiter || byte == Byte.lineFeed || byte == Byte.carriageReturn || byte == Byte.quote { break }
      index += 1
    }
    return index
  }

  private func first(_ byte: UInt8, in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
    var index = start
    while index + 8 <= end {
      let found = zeros(bytes.word(at: index) ^ pattern)
      if found != 0 { return index + found.trailingZeroBitCount >> 3 }
      index += 8
    }
    while index < end, bytes[unchecked: index] != byte { index += 1 }
    return index
  }

  /// The highest bit of the lowest byte that is 0, and of some above it: only the lowest bit says something (*Bit Twiddling
  /// Hacks*, "Determine if a word has a zero byte").
  @inline(__always)
  private func zeros(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }
}

/// What is read of a delimited text at most.
struct DelimitedLimits: Sendable {
  /// Bytes of the file, and of what is packed in it.
  var bytes = 64 << 20
  /// Columns of the header.
  var columns = 200_000
  /// Bytes of a cell.
  var cell = 1 << 20
}

extension RecordScanner.Field {
  /// Calls a body with the field's text.
  @inline(__always)
  func withText<Result, Failure: Error>(
    in bytes: Span<UInt8>, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard hasDoubledQuotes else { return try body(bytes.extracting(start..<end)) }
    var text: [UInt8] = []
    var index = start
    while index < end {
      text.append(bytes[index])
      index += bytes[index] == Byte.quote ? 2 : 1
    }
    return try body(text.span)
  }
}
