/// The values of a series, as its column's cells come in.
struct ValueColumnBuilder {
  let column: Int
  /// NaN for gaps.
  private(set) var numbers: [Double] = []
  /// The first rows whose cells are no numbers.
  private(set) var faulty: [Int] = []
  private(set) var faultyCount = 0
  private var missingCount = 0
  private let style: CellStyle
  private var reader: NumberText

  init(column: Int, style: CellStyle) {
    self.column = column
    self.style = style
    reader = NumberText(allowsComma: style.allowsDecimalComma)
  }

  @inline(__always)
  mutating func append(_ text: Span<UInt8>, row: Int) {
    if let number = reader.number(in: text) {
      numbers.append(number)
    } else {
      appendUncommon(text, row: row)
    }
  }

  private mutating func appendUncommon(_ text: Span<UInt8>, row: Int) {
    let text = text.extracting(text.trimmedRange)
    if let number = reader.number(in: text) {
      numbers.append(number)
      return
    }
    numbers.append(.nan)
    guard !text.isEmpty, !style.isMarker(text) else {
      missingCount += 1
      return
    }
    faultyCount += 1
    if faulty.count < 6 { faulty.append(row) }
  }

  /// Whether most of the cells that hold anything are no numbers.
  var areMostlyTexts: Bool { 2 * faultyCount > numbers.count - missingCount }

  mutating func append(_ cell: DataCell, row: Int) {
    switch cell {
    case .missing:
      numbers.append(.nan)
      missingCount += 1
    case .number(let number): numbers.append(number)
    case .text(let text): text.withSpan { append($0, row: row) }
    }
  }
}

extension String {
  /// Calls a body with the text's bytes.
  func withSpan<Result, Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Result) throws(Failure) -> Result {
    let bytes = ContiguousArray(utf8)
    return try body(bytes.span)
  }
}
