import ChartEngine
import ChartModel
import JSONModel

/// The positions of points, as their column's cells come in: numbers if all are, dates if all are, else texts.
struct PositionColumnBuilder {
  let column: Int
  let style: CellStyle
  private let scale: PositionAxisSpec.Scale?
  private let pattern: DatePattern?
  private var reader: NumberText
  private var dates = DateColumn()
  /// As long as all cells are numbers or missing, else empty.
  private var numbers: [Double] = []
  private var isNumeric: Bool
  private var hasNumber = false
  private(set) var markerCount = 0
  /// What every cell held, since one that is no number comes after a million that are.
  private(set) var texts = TextColumn()
  private(set) var kinds: [Kind] = []
  /// The numbers of the cells that are no texts, one after the other.
  private(set) var typed: [Double] = []

  enum Kind { case missing, text, number }

  /// - Parameters:
  ///   - scale: What the author says that positions are.
  ///   - pattern: How the author says that dates are written.
  init(column: Int, style: CellStyle, scale: PositionAxisSpec.Scale?, pattern: DatePattern?) {
    self.column = column
    self.style = style
    self.scale = scale
    self.pattern = scale == .category ? nil : pattern
    isNumeric = scale != .category && self.pattern == nil
    reader = NumberText(allowsComma: style.allowsDecimalComma)
    if let pattern {
      dates.hasTimes = pattern.hasTime
      dates.areInstants = pattern.hasZone
    }
  }

  // MARK: - Adding

  /// - Throws: ``InvalidValue`` without a path if the cell is not as the author's pattern says. It names neither row nor column.
  mutating func append(_ text: Span<UInt8>) throws(InvalidValue) {
    let text = text.extracting(text.trimmedRange)
    if let pattern {
      guard !text.isEmpty, !style.isMarker(text) else { return dates.seconds.append(.nan) }
      guard let seconds = pattern.seconds(in: text) else {
        throw InvalidValue("expected a date written as \(pattern.text), got '\(String(text).prefix(40))'")
      }
      return dates.seconds.append(seconds)
    }
    texts.append(text)
    guard !text.isEmpty else {
      kinds.append(.missing)
      if isNumeric { numbers.append(.nan) }
      return
    }
    kinds.append(.text)
    guard isNumeric else {
      if style.isMarker(text) { markerCount += 1 }
      return
    }
    if !(scale == .time && PositionColumnBuilder.isDate(text)), let number = reader.number(in: text) {
      numbers.append(number)
      hasNumber = true
    } else if style.isMarker(text) {
      numbers.append(.nan)
      markerCount += 1
    } else {
      isNumeric = false
      numbers = []
    }
  }

  /// - Throws: As for texts.
  mutating func append(_ cell: DataCell) throws(InvalidValue) {
    switch cell {
    case .missing: try append([UInt8]().span)
    case .text(let text): try text.withSpan { text throws(InvalidValue) in try append(text) }
    case .number(let number):
      if pattern != nil || scale == .category {
        return try (cell.text ?? "").withSpan { text throws(InvalidValue) in try append(text) }
      }
      texts.append([UInt8]().span)
      kinds.append(.number)
      typed.append(number)
      guard isNumeric else { return }
      numbers.append(number)
      hasNumber = true
    }
  }

  // MARK: - The column

  /// What the cells are together.
  /// - Returns: The column, and how many of its cells are missing.
  /// - Throws: ``InvalidValue`` without a path if they are dates in any of two ways.
  func column(named name: String) throws(InvalidValue) -> (spec: ColumnSpec, missing: Int) {
    let missing = kinds.count { $0 == .missing }
    switch try dataColumn(named: name) {
    case .numbers(let numbers): return (.numbers(numbers), missing + markerCount)
    case .dates(let dates):
      let entries = dates.seconds.indices.map { index in
        dates.text(at: index).map(ColumnSpec.Entry.text) ?? .missing
      }
      return (.values(entries), entries.count { $0 == .missing })
    case .texts:
      let skipsMarkers = hasMissingMoments
      var numbers = typed.makeIterator()
      let entries = kinds.indices.map { index in
        switch kinds[index] {
        case .missing: ColumnSpec.Entry.missing
        case .number: numbers.next().map(ColumnSpec.Entry.number) ?? .missing
        case .text: entry(at: index, skipsMarkers: skipsMarkers)
        }
      }
      return (.values(entries), missing + (skipsMarkers ? markerCount : 0))
    }
  }

  private func entry(at index: Int, skipsMarkers: Bool) -> ColumnSpec.Entry {
    texts.withText(at: index) { text in
      if skipsMarkers, style.isMarker(text) { return .missing }
      var reader = NumberText(allowsComma: style.allowsDecimalComma)
      if scale == .time, !PositionColumnBuilder.isDate(text), let number = reader.number(in: text) {
        return .number(number)
      }
      return .text(String(text))
    }
  }

  func dataColumn(named name: String) throws(InvalidValue) -> DataColumn {
    if pattern != nil { return .dates(dates) }
    if isNumeric, hasNumber { return .numbers(numbers) }
    if style.isText, scale == nil || scale == .time, let dates = try nationalDates(named: name) { return .dates(dates) }
    return .texts(texts)
  }

  /// Whether words such as `NA` stand among moments that any reader knows, and so for nothing.
  private var hasMissingMoments: Bool {
    guard markerCount > 0, scale == nil || scale == .time else { return false }
    let axis = PositionAxisSpec()
    var hasMoment = false
    for index in kinds.indices where kinds[index] == .text {
      guard !texts.withText(at: index, style.isMarker) else { continue }
      guard axis.milliseconds(of: texts[index]) != nil else { return false }
      hasMoment = true
    }
    return hasMoment
  }

  /// The texts as dates, if all are and the chart does not know them by itself.
  private func nationalDates(named name: String) throws(InvalidValue) -> DateColumn? {
    var candidates = DateText.Order.allCases.map { (order: $0, column: DateColumn()) }
    var example: Int?
    var isMoment = true
    for index in kinds.indices {
      if kinds[index] == .number { return nil }
      if texts.withText(at: index, { $0.isEmpty || style.isMarker($0) }) {
        for place in candidates.indices { candidates[place].column.seconds.append(.nan) }
        continue
      }
      guard let date = texts.withText(at: index, { DateText($0) }) else { return nil }
      if example == nil { example = index }
      isMoment = isMoment && date.isMoment
      var place = 0
      while place < candidates.count {
        guard let day = date.day(candidates[place].order) else {
          candidates.remove(at: place)
          continue
        }
        candidates[place].column.seconds.append(Double(day.dayNumber * 86_400) + (date.time ?? 0))
        if date.time != nil { candidates[place].column.hasTimes = true }
        place += 1
      }
      if candidates.isEmpty { return nil }
    }
    guard let example, !isMoment else { return nil }
    let first = candidates[0].column
    // The same day in both orders, such as 3/3/2026, tells nothing, and need not.
    if let other = candidates.dropFirst().first?.column,
      !zip(first.seconds, other.seconds).allSatisfy({ $0 == $1 || $0.isNaN })
    {
      let mark = texts[example].contains("-") ? "-" : "/"
      throw InvalidValue(
        "the dates in column '\(name)', such as '\(texts[example])', can begin with the day or with the month; say which "
          + "by `dateFormat: d\(mark)M\(mark)yyyy` or `dateFormat: M\(mark)d\(mark)yyyy` in `data`")
    }
    return first
  }

  /// Whether a number is a year or a date all the same, `2026` or `20260821`, where moments are expected.
  private static func isDate(_ text: Span<UInt8>) -> Bool {
    guard text.count == 4 || text.count == 8 else { return false }
    return text.indices.allSatisfy { text[$0] &- Byte.zero < 10 }
  }
}

extension String {
  init(_ text: Span<UInt8>) { self = text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
}
