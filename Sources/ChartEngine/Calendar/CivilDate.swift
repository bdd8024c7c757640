/// A day of the proleptic Gregorian calendar. There is a year 0 (1 BC), as in ISO 8601.
///
/// Day numbers and dates are converted by Howard Hinnant's algorithms (*chrono-Compatible Low-Level Date Algorithms*,
/// `days_from_civil` and `civil_from_days`): years begin in March there, so that leap days come last.
package struct CivilDate: Hashable, Sendable {
  package let year: Int
  /// 1 … 12
  package let month: Int
  /// 1 … 31
  package let day: Int

  /// The years that are supported. All of their milliseconds are exact as doubles.
  static let years = -200_000...200_000

  /// A date. Months beyond 12 and below 1 run on into other years, days into other months; years stop at the limits.
  package init(year: Int, month: Int, day: Int) {
    // What is a date already, as most are, needs no division.
    if CivilDate.years.contains(year), 1...12 ~= month, 1...28 ~= day {
      self.init(exactly: (year, month, day))
      return
    }
    let months = min(max(month, -120_000), 120_000) - 1
    let carried = min(max(year, CivilDate.years.lowerBound), CivilDate.years.upperBound) + CivilDate.floor(months, 12)
    let plain = CivilDate.dayNumber(year: carried, month: months - CivilDate.floor(months, 12) * 12 + 1)
    self.init(dayNumber: plain + min(max(day, -1_000_000), 1_000_000) - 1)
  }

  /// A date with a year of four digits that is in the calendar; `nil` for others, such as the 30th of February.
  package init?(existing year: Int, _ month: Int, _ day: Int) {
    guard 0...9999 ~= year, day >= 1, day <= CivilDate.days(in: month, of: year) else { return nil }
    self.init(exactly: (year, month, day))
  }

  private init(exactly date: (year: Int, month: Int, day: Int)) { (year, month, day) = date }

  /// The date that is so many days after 1970-01-01.
  package init(dayNumber: Int) {
    // Far enough beyond the supported years for the sums of all callers, and far from overflowing.
    let shifted = min(max(dayNumber, -80_000_000), 80_000_000) + 719_468
    let era = CivilDate.floor(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// How many days after 1970-01-01.
  package var dayNumber: Int { CivilDate.dayNumber(year: year, month: month) + day - 1 }

  /// 0 is Monday.
  package var weekday: Int { CivilDate.weekday(ofDay: dayNumber) }

  static func weekday(ofDay number: Int) -> Int {
    // 1970-01-01 was a Thursday.
    let number = number + 3
    return number - floor(number, 7) * 7
  }

  /// 1 is the first of January.
  package var dayOfYear: Int { dayNumber - CivilDate.dayNumber(year: year, month: 1) + 1 }

  /// The week of ISO 8601, which belongs to the year in which its Thursday is.
  package var week: (year: Int, number: Int) {
    let thursday = CivilDate(dayNumber: dayNumber - weekday + 3)
    return (thursday.year, (thursday.dayOfYear - 1) / 7 + 1)
  }

  /// The number of the first day of a month.
  static func dayNumber(year: Int, month: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = floor(year, 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  /// 28 … 31, for a month from 1 to 12; 0 for others.
  static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    case 1...12: 31
    default: 0
    }
  }

  /// The quotient rounded down, also for negative dividends.
  package static func floor(_ dividend: Int, _ divisor: Int) -> Int {
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
