/// A date and time of day as clocks somewhere show it.
package struct CivilTime: Hashable, Sendable {
  package let date: CivilDate
  /// 0 … 86,399
  package let secondOfDay: Int

  /// Seconds farther than this from 1970 count as this: 18,000 years beyond the years that are supported.
  static let limit = 6_900_000_000_000

  /// What a clock shows so many seconds after it showed 1970-01-01 00:00:00.
  package init(seconds: Int) {
    let seconds = min(max(seconds, -CivilTime.limit), CivilTime.limit)
    let day = CivilDate.floor(seconds, 86_400)
    date = CivilDate(dayNumber: day)
    secondOfDay = seconds - day * 86_400
  }

  package var hour: Int { secondOfDay / 3600 }
  package var minute: Int { secondOfDay / 60 % 60 }
  package var second: Int { secondOfDay % 60 }
}
