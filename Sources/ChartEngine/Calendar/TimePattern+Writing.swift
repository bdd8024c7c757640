import JSONModel

extension TimePattern {
  /// The instant as clocks in a zone show it; `–` outside the supported years.
  /// - Parameters:
  ///   - milliseconds: Since 1970-01-01T00:00Z.
  ///   - names: Of months and weekdays.
  package func format(
    _ milliseconds: Double, in zone: TimeZoneRules, names: DateNames = .english
  ) -> String {
    guard let second = TimeZoneRules.second(of: milliseconds) else { return "–" }
    let offset = zone.offset(at: second)
    let time = CivilTime(seconds: second + offset)
    // What is left of a whole second, in nanoseconds. Doubles near today are a quarter of a microsecond apart: what is
    // that near to a whole one is meant to be it.
    let left = (milliseconds - Double(second) * 1000) * 1e6
    let whole = (left / 1000).rounded() * 1000
    let meant = abs(whole - left) <= milliseconds.ulp * 1e6 ? whole : left.rounded()
    let nanoseconds = Int(saturating: min(max(meant, 0), 999_999_999))
    return fields.map { write($0.field, $0.count, time, nanoseconds, offset, names) }.joined()
  }

  private func write(
    _ field: Field, _ count: Int, _ time: CivilTime, _ nanoseconds: Int, _ offset: Int, _ names: DateNames
  ) -> String {
    let date = time.date
    switch field {
    case .text(let text): return text
    case .year: return count == 2 ? padded(Int(date.year.magnitude % 100), 2) : padded(date.year, count)
    case .quarter:
      let number = padded((date.month + 2) / 3, count == 2 ? 2 : 1)
      return count == 3 ? names.quarter.replacing("#", with: number) : number
    case .month:
      guard count > 2 else { return padded(date.month, count) }
      let months = hasDay ? names.months : names.lonelyMonths
      return name(count == 4 ? months.full : months.short, date.month - 1)
    case .week: return padded(date.week.number, count)
    case .weekYear: return count == 2 ? padded(Int(date.week.year.magnitude % 100), 2) : padded(date.week.year, count)
    case .day: return padded(date.day, count)
    case .dayOfYear: return padded(date.dayOfYear, count)
    case .weekday: return name(count == 4 ? names.weekdays : names.shortWeekdays, date.weekday)
    case .hour: return padded(time.hour, count)
    case .halfDayHour: return padded((time.hour + 11) % 12 + 1, count)
    case .halfDay: return name(names.halfDays, time.hour < 12 ? 0 : 1)
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

  private func name(_ names: [String], _ index: Int) -> String { names.indices.contains(index) ? names[index] : "" }

  /// Whether it says the day of the month, beside which some languages have other names of months.
  private var hasDay: Bool { fields.contains { $0.field == .day } }
}
