/// The rule of a TZif file's last line for all years that its table does not list: `CET-1CEST,M3.5.0,M10.5.0/3`
/// (POSIX.1-2017, 8.3, TZ, with the hours beyond a day of RFC 9636, 3.3.1).
struct PosixTimeZone: Hashable, Sendable {
  /// When in a year clocks are changed.
  enum Day: Hashable, Sendable {
    /// 1 … 365, never counting 29 February.
    case julian(Int)
    /// 0 … 365, counting it.
    case ordinal(Int)
    /// A weekday (0 is Sunday) of a week (5 is the last) of a month.
    case weekday(Int, week: Int, month: Int)
  }

  struct Change: Hashable, Sendable {
    let day: Day
    /// Seconds after that day's midnight by the clock that is being changed; −167 to 167 hours.
    let time: Int
  }

  struct Daylight: Hashable, Sendable {
    /// In seconds east of UTC.
    let offset: Int
    let start: Change
    let end: Change
  }

  /// In seconds east of UTC; in the file, west of it.
  let standardOffset: Int
  let daylight: Daylight?

  func offset(at second: Int) -> Int {
    guard let daylight else { return standardOffset }
    var latest = Int.min
    var offset = standardOffset
    // Changes may be a week outside their year.
    let year = CivilTime(seconds: second).date.year
    for year in (year - 1)...(year + 1) {
      let (start, end) = changes(in: year, daylight)
      if end <= second, end > latest { (latest, offset) = (end, standardOffset) }
      // Where one ends as the next begins, as with daylight time all year round, the beginning counts.
      if start <= second, start >= latest { (latest, offset) = (start, daylight.offset) }
    }
    return offset
  }

  /// The next instant after another at which the offset changes.
  func nextTransition(after second: Int) -> Int? {
    guard let daylight, daylight.offset != standardOffset else { return nil }
    let current = offset(at: second)
    let year = CivilTime(seconds: second).date.year
    // Daylight time all year round has changes that change nothing.
    return ((year - 1)...(year + 2)).flatMap { year in
      let (start, end) = changes(in: year, daylight)
      return [start, end].filter { $0 > second && offset(at: $0) != current }
    }.min()
  }

  /// When daylight time starts and ends in a year.
  private func changes(in year: Int, _ daylight: Daylight) -> (start: Int, end: Int) {
    (
      PosixTimeZone.local(daylight.start, year) - standardOffset,
      PosixTimeZone.local(daylight.end, year) - daylight.offset
    )
  }

  /// When clocks are changed in a year, by the clock before.
  private static func local(_ change: Change, _ year: Int) -> Int {
    let first = CivilDate.dayNumber(year: year, month: 1)
    let day: Int
    switch change.day {
    case .julian(let number): day = first + number - 1 + (CivilDate.isLeap(year) && number > 59 ? 1 : 0)
    case .ordinal(let number): day = first + number
    case .weekday(let weekday, let week, let month):
      let start = CivilDate.dayNumber(year: year, month: month)
      // CivilDate counts from Monday.
      let offset = ((weekday + 6) % 7 - CivilDate.weekday(ofDay: start) + 7) % 7 + (week - 1) * 7
      day = start + (offset < CivilDate.days(in: month, of: year) ? offset : offset - 7)
    }
    return day * 86_400 + change.time
  }
}
