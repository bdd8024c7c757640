/// Moments as SQL has them in texts.
enum SQLMoment {
  /// Whether a moment is one of the years that all engines have, and a whole number of the parts of a second that so many digits
  /// tell.
  static func isWritten(_ milliseconds: Double, digits: Int) -> Bool {
    // From the year 1 to the year 9999.
    guard milliseconds >= -62_135_596_800_000, milliseconds < 253_402_300_800_000 else { return false }
    var scaled = milliseconds
    for _ in 0..<max(digits - 3, 0) { scaled *= 10 }
    for _ in 0..<max(3 - digits, 0) { scaled /= 10 }
    return scaled.rounded() == scaled
  }

  /// `2026-01-31T23:59:59.250000Z`
  static func text(_ milliseconds: Double, digits: Int) -> String {
    guard !milliseconds.isNaN else { return "" }
    let bounded = min(max(milliseconds, -62_135_596_800_000), 253_402_300_799_999)
    let seconds = (bounded / 1_000).rounded(.down)
    var parts = ((bounded - seconds * 1_000) * 1_000).rounded()
    var whole = Int(seconds)
    if parts >= 1_000_000 { (whole, parts) = (whole + 1, 0) }
    let (days, second) = floored(whole, 86_400)
    let (year, month, day) = date(ofDay: days)
    func padded(_ number: Int, _ width: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(width - text.utf8.count, 0)) + text
    }
    let clock = [second / 3_600, second / 60 % 60, second % 60].map { padded($0, 2) }.joined(separator: ":")
    let fraction = digits > 0 ? "." + padded(Int(parts), 6).prefix(digits) : ""
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(clock)\(fraction)Z"
  }

  private static func floored(_ number: Int, _ divisor: Int) -> (quotient: Int, rest: Int) {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }

  /// The date so many days after 1970-01-01 (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
  private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = floored(day + 719_468, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}
