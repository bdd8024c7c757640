/// A distance between ticks by the calendar and the clocks of a time zone, not by equal durations: days have 23 to 25
/// hours, months 28 to 31 days.
enum TimeStep: Hashable, Sendable {
  /// Seconds, minutes or an hour, counted from the full hour; each really passes, also when clocks are changed.
  case seconds(Int)
  /// Several hours, counted from midnight.
  case hours(Int)
  /// Counted from 1970-01-01.
  case days(Int)
  /// Mondays.
  case weeks
  /// Counted from January.
  case months(Int)
  /// Counted from year 0.
  case years(Int)

  /// All that are used, from fine to coarse.
  static let ladder: [TimeStep] =
    [1, 5, 15, 30, 60, 300, 900, 1800, 3600].map { .seconds($0) } + [3, 6, 12].map { .hours($0) }
    + [.days(1), .days(2), .weeks, .months(1), .months(3)]
    + [1, 10, 100, 1000, 10_000].flatMap { [.years($0), .years(2 * $0), .years(5 * $0)] } + [.years(100_000)]

  /// About how many seconds it lasts.
  var duration: Double {
    switch self {
    case .seconds(let count): Double(count)
    case .hours(let count): Double(count) * 3600
    case .days(let count): Double(count) * 86_400
    case .weeks: 604_800
    case .months(let count): Double(count) * 2_629_746
    case .years(let count): Double(count) * 31_556_952
    }
  }

  /// The ticks between two seconds, both included: rising, at most `limit`.
  func instants(from first: Int, through last: Int, in zone: TimeZoneRules, limit: Int) -> [Int] {
    switch self {
    case .seconds(let count): return everySecond(count, from: first, through: last, in: zone, limit: limit)
    case .hours(let count):
      return local(from: first, through: last, in: zone, limit: limit, start: { $0.dayNumber * 86_400 }) { local, _ in
        local + count * 3600
      }
    case .days(let count):
      return local(
        from: first, through: last, in: zone, limit: limit,
        start: { CivilDate.floor($0.dayNumber, count) * count * 86_400 }, next: { local, _ in local + count * 86_400 })
    case .weeks:
      return local(
        from: first, through: last, in: zone, limit: limit, start: { ($0.dayNumber - $0.weekday) * 86_400 },
        next: { local, _ in local + 7 * 86_400 })
    case .months(let count):
      return local(
        from: first, through: last, in: zone, limit: limit,
        start: { CivilDate(year: $0.year, month: ($0.month - 1) / count * count + 1, day: 1).dayNumber * 86_400 },
        next: { _, date in CivilDate(year: date.year, month: date.month + count, day: 1).dayNumber * 86_400 })
    case .years(let count):
      return local(
        from: first, through: last, in: zone, limit: limit,
        start: { CivilDate(year: CivilDate.floor($0.year, count) * count, month: 1, day: 1).dayNumber * 86_400 },
        next: { _, date in CivilDate(year: date.year + count, month: 1, day: 1).dayNumber * 86_400 })
    }
  }

  /// Local times that the calendar names, as instants. Those that a zone skips become the first instant after the gap;
  /// two of the same gap are one tick.
  /// - Parameters:
  ///   - start: The last local time of the step on or before a date's midnight.
  ///   - next: The local time after another, of which also the date is given.
  private func local(
    from first: Int, through last: Int, in zone: TimeZoneRules, limit: Int, start: (CivilDate) -> Int,
    next: (Int, CivilDate) -> Int
  ) -> [Int] {
    var instants: [Int] = []
    // Where the day itself was skipped, the day before still has its tick.
    var local = start(CivilDate(dayNumber: zone.civil(at: first).date.dayNumber - 1))
    while instants.count < limit {
      let instant = zone.instant(of: local)
      guard instant <= last else { break }
      if instant >= first, instant > instants.last ?? .min { instants.append(instant) }
      let following = next(local, CivilTime(seconds: local).date)
      // Years stop at the calendar's end.
      guard following > local else { break }
      local = following
    }
    return instants
  }

  /// Between two changes of the clocks, instants are as far apart as the clocks say.
  private func everySecond(
    _ count: Int, from first: Int, through last: Int, in zone: TimeZoneRules, limit: Int
  ) -> [Int] {
    var instants: [Int] = []
    var start = first
    while start <= last, instants.count < limit {
      let offset = zone.offset(at: start)
      let end = zone.nextTransition(after: start) ?? .max
      var instant = -CivilDate.floor(-(start + offset), count) * count - offset
      while instant < end, instant <= last, instants.count < limit {
        instants.append(instant)
        instant += count
      }
      start = end
    }
    return instants
  }
}
