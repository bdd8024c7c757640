import ChartEngine

/// A date as people write it in numbers, `17.8.2026`, `8/17/2026 2:30 PM`, `2026. 8. 17.`, whichever of them is the day.
///
/// Between the parts stand points, slashes or hyphens, all the same. A time may follow after a space, a comma or a T. Texts
/// such as `2026-08-17`, which are ISO 8601, are dates of this kind, too; those with offsets are not.
struct DateText {
  var parts: (Int, Int, Int)
  /// Whether the first part is the year; else the last one is.
  var isYearFirst: Bool
  /// Whether it is written as ISO 8601 does, or with slashes, so that every reader of moments knows it.
  var isMoment: Bool
  var separator: UInt8
  /// Seconds after midnight; `nil` without a time.
  var time: Double?

  /// - Parameter text: Without spaces around it.
  init?(_ text: Span<UInt8>) {
    // Most columns of texts are none of dates.
    guard text.count >= 8, text.count <= 40, text[0] &- Byte.zero < 10 else { return nil }
    var reader = DigitReader()
    guard let first = reader.number(in: text, upTo: 4) else { return nil }
    isYearFirst = reader.digits == 4
    guard isYearFirst || reader.digits <= 2, let separator = reader.separator(in: text),
      let second = reader.number(in: text, upTo: 2)
    else { return nil }
    var isPadded = reader.digits == 2
    guard reader.skip(separator, in: text) else { return nil }
    if separator == Byte.point { _ = reader.skip(Byte.space, in: text) }
    guard let third = reader.number(in: text, upTo: isYearFirst ? 2 : 4), isYearFirst || reader.digits == 4 else {
      return nil
    }
    isPadded = isPadded && reader.digits == 2
    parts = (first, second, third)
    self.separator = separator
    isMoment = isYearFirst && isPadded && separator != Byte.point
    if separator == Byte.point, isYearFirst { _ = reader.skip(Byte.point, in: text) }
    guard reader.index < text.count else { return }
    guard let time = reader.time(in: text) else { return nil }
    self.time = time
    // Two digits for the hour, and neither a comma before it nor AM after it: ISO 8601, whose T may be a space.
    isMoment =
      isMoment && text[10] != Byte.comma && text[13] == UInt8(ascii: ":") && text[text.count - 1] &- Byte.zero < 10
  }

  enum Order: CaseIterable { case yearFirst, dayFirst, monthFirst }

  /// The day, if the parts are in this order and there is such a day.
  func day(_ order: Order) -> CivilDate? {
    guard (order == .yearFirst) == isYearFirst else { return nil }
    return switch order {
    case .yearFirst: CivilDate(existing: parts.0, parts.1, parts.2)
    case .dayFirst: CivilDate(existing: parts.2, parts.1, parts.0)
    // Points stand after ordinal numbers, in languages that say the day first.
    case .monthFirst: separator == Byte.point ? nil : CivilDate(existing: parts.2, parts.0, parts.1)
    }
  }
}

/// Reads digits from left to right.
struct DigitReader {
  private(set) var index = 0
  /// How many digits the last number had.
  private(set) var digits = 0

  mutating func number(in text: Span<UInt8>, upTo limit: Int) -> Int? {
    var value = 0
    digits = 0
    while index < text.count, digits < limit, text[index] &- Byte.zero < 10 {
      value = value * 10 + Int(text[index] &- Byte.zero)
      index += 1
      digits += 1
    }
    return digits > 0 ? value : nil
  }

  mutating func skip(_ byte: UInt8, in text: Span<UInt8>) -> Bool {
    guard index < text.count, text[index] == byte else { return false }
    index += 1
    return true
  }

  /// A letter, whatever its case.
  mutating func skip(letter byte: UInt8, in text: Span<UInt8>) -> Bool {
    guard index < text.count, text[index] | 0x20 == byte | 0x20 else { return false }
    index += 1
    return true
  }

  mutating func separator(in text: Span<UInt8>) -> UInt8? {
    guard index < text.count else { return nil }
    let byte = text[index]
    guard byte == Byte.point || byte == Byte.minus || byte == UInt8(ascii: "/") else { return nil }
    index += 1
    if byte == Byte.point { _ = skip(Byte.space, in: text) }
    return byte
  }

  /// A time such as `14:30`, `2:30:05.25 PM`, after what separates it from the date, up to the text's end.
  /// - Returns: Seconds after midnight.
  mutating func time(in text: Span<UInt8>) -> Double? {
    let isSeparated = skip(Byte.comma, in: text)
    guard skip(Byte.space, in: text) || skip(letter: UInt8(ascii: "T"), in: text) || isSeparated,
      var hour = number(in: text, upTo: 2), skip(UInt8(ascii: ":"), in: text),
      let minute = number(in: text, upTo: 2), digits == 2, minute < 60
    else { return nil }
    var second = 0.0
    if skip(UInt8(ascii: ":"), in: text) {
      guard let whole = number(in: text, upTo: 2), digits == 2, whole < 60 else { return nil }
      second = Double(whole)
      if skip(Byte.point, in: text) {
        guard let fraction = number(in: text, upTo: 9) else { return nil }
        second += Double(UInt64(fraction), power: -digits) ?? 0
      }
    }
    if index < text.count {
      _ = skip(Byte.space, in: text)
      let isAfternoon = skip(letter: UInt8(ascii: "p"), in: text)
      guard isAfternoon || skip(letter: UInt8(ascii: "a"), in: text), skip(letter: UInt8(ascii: "m"), in: text),
        1...12 ~= hour
      else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    guard index == text.count, hour < 24 else { return nil }
    return Double(hour * 3600 + minute * 60) + second
  }
}
