import JSONModel

extension TimePattern {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  /// The instant as clocks in a zone show it; `–` outside the supported years.
  /// - Parameter milliseconds: Since 1970-01-01T00:00Z.
  package func format(_ milliseconds: Double, in zone: TimeZoneRules) -> String {
    guard let second = TimeZoneRules.second(of: milliseconds) else { return "–" }
    let offset = zone.offset(at: second)
    let time = CivilTime(seconds: second + offset)
    // What is left of a whole second, in nanoseconds. Doubles near today are a quarter of a microsecond apart: what is
    // that near to a whole one is meant to be it.
    let left = (milliseconds - Double(second) * 1000) * 1e6
    let whole = (left / 1000).rounded() * 1000
    let meant = abs(whole - left) <= milliseconds.ulp * 1e6 ? whole : left.rounded()
    let nanoseconds = Int(saturating: min(max(meant, 0), 999_999_999))
    return fields.map { write($0.field, $0.count, time, nanoseconds, offset) }.joined()
  }

  private func write(_ field: Field, _ count: Int, _ time: CivilTime, _ nanoseconds: Int, _ offset: Int) -> String {
    let date = time.date
    switch field {
    case .text(let text): return text
    case .year: return count == 2 ? padded(Int(date.year.magnitude % 100), 2) : padded(date.year, count)
    case .quarter: return (count == 3 ? "Q" : "") + padded((date.month + 2) / 3, count == 2 ? 2 : 1)
    case .month:
      return count > 2 ? name(TimePattern.months, date.month - 1, isFull: count == 4) : padded(date.month, count)
    case .day: return padded(date.day, count)
    case .dayOfYear: return padded(date.dayOfYear, count)
    case .weekday: return name(TimePattern.weekdays, date.weekday, isFull: count == 4)
    case .hour: return padded(time.hour, count)
    case .halfDayHour: return padded((time.hour + 11) % 12 + 1, count)
    case .halfDay: return time.hour < 12 ? "AM" : "PM"
    case .minute: return padded(time.minute, count)
    case .second: return padded(time.second, count)
    case .fraction: return String(padded(nanoseconds, 9).prefix(count))
    case .zone: return offset == 0 ? "Z" : TimeZoneRules.name(ofOffset: offset)
    }
  }

  private func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }

  private func name(_ names: [String], _ index: Int, isFull: Bool) -> String {
    guard names.indices.contains(index) else { return "" }
    return isFull ? names[index] : String(names[index].prefix(3))
  }
}
