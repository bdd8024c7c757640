import ChartEngine
import ChartTransforms
import JSONModel

/// Reads dates as a pattern such as `d/M/yyyy` or `dd.MM.yyyy HH:mm` writes them; the letters are those of ``TimePattern``.
struct DatePattern: Sendable {
  let text: String
  private let fields: [(field: TimePattern.Field, count: Int)]

  /// - Throws: ``InvalidValue`` without a path if it is no pattern, or one that dates can't be read by.
  init(_ text: String) throws(InvalidValue) {
    do {
      fields = try TimePattern(text).fields
    } catch {
      throw InvalidValue("is no date format: \(error)")
    }
    self.text = text
    let readable = fields.map(\.field)
    let counted: [TimePattern.Field] = [.quarter, .dayOfYear, .week, .weekYear]
    guard !readable.contains(where: counted.contains) else {
      throw InvalidValue("dates cannot be read by their quarter, week or day of the year; write the month and the day")
    }
    guard readable.contains(.year) else {
      throw InvalidValue("says no year: expected a format such as d/M/yyyy or dd.MM.yyyy HH:mm")
    }
  }

  var hasTime: Bool { fields.contains { [.hour, .halfDayHour].contains($0.field) } }
  var hasZone: Bool { fields.contains { $0.field == .zone } }

  /// Seconds since 1970-01-01T00:00, in UTC if the pattern has an offset.
  /// - Returns: `nil` if the text is not written so, or there is no such day.
  func seconds(in text: Span<UInt8>) -> Double? {
    var reader = DigitReader()
    var (year, month, day) = (1970, 1, 1)
    var (hour, minute, second, fraction, offset) = (0, 0, 0, 0.0, 0)
    var isAfternoon: Bool?
    for (place, (field, count)) in fields.enumerated() {
      // Numbers that digits follow at once, be it of another number or the pattern's own, are as long as the pattern says.
      let isFixed = place + 1 < fields.count && fields[place + 1].field.beginsWithDigit(fields[place + 1].count)
      func number(_ most: Int) -> Int? {
        guard let value = reader.number(in: text, upTo: isFixed ? count : most), !isFixed || reader.digits == count
        else { return nil }
        return value
      }
      switch field {
      case .text(let literal): for byte in literal.utf8 where !reader.skip(byte, in: text) { return nil }
      case .year:
        guard let value = number(count == 2 ? 2 : 4), count == 2 || reader.digits >= min(count, 4) else { return nil }
        // As POSIX has it.
        year = count == 2 ? value + (value < 69 ? 2000 : 1900) : value
      case .month where count > 2:
        guard let value = reader.name(in: text, among: CalendarWords.months) else { return nil }
        month = value + 1
      case .month:
        guard let value = number(2) else { return nil }
        month = value
      case .day:
        guard let value = number(2) else { return nil }
        day = value
      case .weekday: guard reader.name(in: text, among: CalendarWords.weekdays) != nil else { return nil }
      case .hour, .halfDayHour:
        guard let value = number(2), field == .hour ? value < 24 : 1...12 ~= value else { return nil }
        hour = value
      case .halfDay:
        let letter = reader.name(in: text, among: ["am", "pm"])
        guard let letter else { return nil }
        isAfternoon = letter == 1
      case .minute:
        guard let value = number(2), value < 60 else { return nil }
        minute = value
      case .second:
        guard let value = number(2), value < 60 else { return nil }
        second = value
      case .fraction:
        guard let value = reader.number(in: text, upTo: 9) else { return nil }
        fraction = Double(UInt64(value), power: -reader.digits) ?? 0
      case .zone:
        guard let value = reader.offset(in: text) else { return nil }
        offset = value
      case .quarter, .dayOfYear, .week, .weekYear: return nil
      }
    }
    guard reader.index == text.count, let date = CivilDate(existing: year, month, day) else { return nil }
    if let isAfternoon { hour = hour % 12 + (isAfternoon ? 12 : 0) }
    return Double(date.dayNumber * 86_400 + hour * 3600 + minute * 60 + second - offset) + fraction
  }
}

extension TimePattern.Field {
  fileprivate func beginsWithDigit(_ count: Int) -> Bool {
    switch self {
    case .text(let text): text.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    case .month: count <= 2
    case .year, .day, .hour, .halfDayHour, .minute, .second, .fraction: true
    default: false
    }
  }
}

extension DigitReader {
  /// An English name in lower case, whole or its first three letters.
  fileprivate mutating func name(in text: Span<UInt8>, among names: [String]) -> Int? {
    for length in [Int.max, 3] {
      for (index, name) in names.enumerated() {
        var copy = self
        if name.utf8.prefix(length).allSatisfy({ copy.skip(letter: $0, in: text) }) {
          self = copy
          return index
        }
      }
    }
    return nil
  }

  /// `Z`, `+01:00`, `-0330`, in seconds east of UTC.
  fileprivate mutating func offset(in text: Span<UInt8>) -> Int? {
    if skip(letter: UInt8(ascii: "Z"), in: text) { return 0 }
    let isNegative = skip(Byte.minus, in: text)
    guard isNegative || skip(Byte.plus, in: text), let hours = number(in: text, upTo: 2), digits == 2 else {
      return nil
    }
    var minutes = 0
    if skip(UInt8(ascii: ":"), in: text) || index < text.count {
      guard let value = number(in: text, upTo: 2), digits == 2, value < 60 else { return nil }
      minutes = value
    }
    return (hours * 3600 + minutes * 60) * (isNegative ? -1 : 1)
  }
}
