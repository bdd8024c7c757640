extension PosixTimeZone {
  /// Reads `CET-1CEST,M3.5.0,M10.5.0/3`. Daylight time must say when it begins and ends.
  init(_ text: some Collection<UInt8>) throws(TimeTextError) {
    var parser = PosixTimeZoneParser(Array(text))
    self = try parser.rule()
  }
}

private struct PosixTimeZoneParser {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skip(_ character: Character) -> Bool {
    guard next == character.asciiValue else { return false }
    position += 1
    return true
  }

  mutating func rule() throws(TimeTextError) -> PosixTimeZone {
    try name()
    // POSIX counts west of Greenwich as positive.
    let standard = -(try time(maxHours: 24))
    guard next != nil else { return PosixTimeZone(standardOffset: standard, daylight: nil) }
    try name()
    let offset = next == UInt8(ascii: ",") ? standard + 3600 : -(try time(maxHours: 24))
    let start = try change()
    let end = try change()
    guard next == nil else { throw error("unexpected text after the rule") }
    return PosixTimeZone(
      standardOffset: standard, daylight: PosixTimeZone.Daylight(offset: offset, start: start, end: end))
  }

  /// Three or more letters, or `<+0330>`.
  private mutating func name() throws(TimeTextError) {
    let start = position
    let isQuoted = skip("<")
    while let byte = next, isLetter(byte) || (isQuoted && (isDigit(byte) || byte == 0x2B || byte == 0x2D)) {
      position += 1
    }
    guard position - start >= (isQuoted ? 2 : 3), !isQuoted || skip(">") else {
      throw error("expected the name of a time zone")
    }
  }

  /// `[+-]hh[:mm[:ss]]` in seconds.
  private mutating func time(maxHours: Int) throws(TimeTextError) -> Int {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    var seconds = try number(0...maxHours, "hours") * 3600
    if skip(":") {
      seconds += try number(0...59, "minutes") * 60
      if skip(":") { seconds += try number(0...59, "seconds") }
    }
    return isNegative ? -seconds : seconds
  }

  /// `,M10.5.0/3`
  private mutating func change() throws(TimeTextError) -> PosixTimeZone.Change {
    guard skip(",") else { throw error("expected a comma before a rule of daylight time") }
    let day: PosixTimeZone.Day
    if skip("J") {
      day = .julian(try number(1...365, "a day"))
    } else if skip("M") {
      let month = try number(1...12, "a month")
      guard skip(".") else { throw error("expected a full stop") }
      let week = try number(1...5, "a week")
      guard skip(".") else { throw error("expected a full stop") }
      day = .weekday(try number(0...6, "a weekday"), week: week, month: month)
    } else {
      day = .ordinal(try number(0...365, "a day"))
    }
    // Two in the morning where nothing is said.
    return PosixTimeZone.Change(day: day, time: skip("/") ? try time(maxHours: 167) : 7200)
  }

  private mutating func number(_ range: ClosedRange<Int>, _ what: String) throws(TimeTextError) -> Int {
    let start = position
    var value = 0
    while let byte = next, isDigit(byte), position - start < 3 {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      position += 1
    }
    guard position > start, range.contains(value) else {
      position = start
      throw error("expected \(what) from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
  private func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") }

  private func error(_ reason: String) -> TimeTextError { TimeTextError(.syntax, at: position, reason) }
}
