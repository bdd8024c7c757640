/// Reads instants from texts as ISO 8601 and RFC 3339 write them.
///
/// - Dates: `2026`, `2026-11`, `2026-11-21`, `20261121`, and what many files have instead, `2026/11/21`; years beyond four digits with a sign, `+012026-11-21`,
///   `-0044-03-15`. Week and ordinal dates are not known.
/// - A time after `T`, `t` or a space: `15`, `15:30`, `15:30:05`, `153005`, with a fraction of the last part that is
///   written after `.` or `,` of seconds. `24:00` ends a day. A leap second, `23:59:60`, is the first one of the next minute.
/// - An offset after a time: `Z`, `+01`, `+01:00`, `+0100`. Without one it is the time of the given zone; so are dates,
///   which mean the beginning of their year, month or day there.
package enum TimeText {
  /// Milliseconds since 1970-01-01T00:00Z.
  /// - Complexity: O(*n*).
  package static func milliseconds(_ text: String, in zone: TimeZoneRules) throws(TimeTextError) -> Double {
    var text = text
    // Not an array of its own: files hold millions of dates.
    return try text.withUTF8 { bytes in
      var parser = TimeTextParser(bytes)
      return Result { () throws(TimeTextError) in try parser.milliseconds(in: zone) }
    }.get()
  }
}

private struct TimeTextParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func milliseconds(in zone: TimeZoneRules) throws(TimeTextError) -> Double {
    let date = try date()
    guard next != nil else { return zone.milliseconds(date) }
    guard skip("T") || skip("t") || skip(" ") else {
      throw error(.syntax, "expected a T or a space before the time, or the end")
    }
    let (seconds, fraction) = try time()
    guard next != nil else { return zone.milliseconds(date, secondOfDay: seconds) + fraction }
    let offset = try offset()
    return Double(date.dayNumber * 86_400 + seconds - offset) * 1000 + fraction
  }

  // MARK: Parts

  private mutating func date() throws(TimeTextError) -> CivilDate {
    let isNegative = next == UInt8(ascii: "-")
    let isSigned = isNegative || next == UInt8(ascii: "+")
    if isSigned { position += 1 }
    let start = position
    while let byte = next, isDigit(byte), position - start < 8 { position += 1 }
    let count = position - start
    position = start
    let isBasic = !isSigned && count == 8
    guard isBasic || count == 4 || (isSigned && (4...6).contains(count)) else {
      throw error(.syntax, "expected a date such as 2026-11-21, its year in four digits")
    }
    let size = try digits(isBasic ? 4 : count, 0...CivilDate.years.upperBound, "a year")
    let year = isNegative ? -size : size
    let separator: Unicode.Scalar = next == UInt8(ascii: "/") ? "/" : "-"
    guard isBasic || skip(separator) else { return CivilDate(year: year, month: 1, day: 1) }
    let month = try digits(2, 1...12, "a month")
    guard isBasic || skip(separator) else { return CivilDate(year: year, month: month, day: 1) }
    let day = try digits(2, 1...CivilDate.days(in: month, of: year), "a day")
    return CivilDate(year: year, month: month, day: day)
  }

  /// Whole seconds after midnight, and the fraction in milliseconds.
  private mutating func time() throws(TimeTextError) -> (seconds: Int, fraction: Double) {
    let start = position
    let hour = try digits(2, 0...24, "an hour")
    guard let byte = next, byte == UInt8(ascii: ":") || isDigit(byte) else { return (hour * 3600, 0) }
    let isExtended = skip(":")
    let minute = try digits(2, 0...59, "a minute")
    var second = 0
    var fraction = 0.0
    if isExtended ? skip(":") : next.map(isDigit) == true {
      second = try digits(2, 0...60, "a second")
      if skip(".") || skip(",") { fraction = try thousandths() }
    }
    guard hour < 24 || (minute == 0 && second == 0 && fraction == 0) else {
      position = start
      throw error(.range, "expected an hour from 00 to 23; only 24:00 ends a day")
    }
    return (hour * 3600 + minute * 60 + second, fraction)
  }

  private mutating func thousandths() throws(TimeTextError) -> Double {
    let start = position
    while let byte = next, isDigit(byte) { position += 1 }
    guard position > start else { throw error(.syntax, "expected digits after the decimal mark") }
    // More digits than a double has say nothing.
    let digits = String(decoding: bytes[start..<min(position, start + 21)], as: UTF8.self)
    let padded = digits + "000"
    return Double("\(padded.prefix(3)).\(padded.dropFirst(3))") ?? 0
  }

  /// In seconds east of UTC.
  private mutating func offset() throws(TimeTextError) -> Int {
    if skip("Z") || skip("z") {
      guard next == nil else { throw error(.syntax, "unexpected text after the time") }
      return 0
    }
    let isNegative = next == UInt8(ascii: "-")
    guard skip("+") || skip("-") else {
      throw error(.syntax, "expected Z or an offset such as +01:00 after the time, or the end")
    }
    var seconds = try digits(2, 0...25, "the hours of an offset") * 3600
    if skip(":") || next != nil { seconds += try digits(2, 0...59, "the minutes of an offset") * 60 }
    guard next == nil else { throw error(.syntax, "unexpected text after the offset") }
    return isNegative ? -seconds : seconds
  }

  // MARK: Characters

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func digits(
    _ count: Int, _ range: ClosedRange<Int>, _ what: String
  ) throws(TimeTextError) -> Int {
    let start = position
    var value = 0
    while let byte = next, isDigit(byte), position - start < count {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      position += 1
    }
    let isComplete = position - start == count
    guard isComplete, range.contains(value) else {
      position = start
      throw error(
        isComplete ? .range : .syntax,
        "expected \(what) in \(count) digits, from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private func error(_ code: TimeTextError.Code, _ reason: String) -> TimeTextError {
    TimeTextError(code, at: position, reason)
  }
}
