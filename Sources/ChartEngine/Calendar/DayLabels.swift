/// The days before a day, as labels for categories: the last seven days of R0 (A7).
enum DayLabels {
  /// The labels today − `count` … today − 1, oldest first.
  /// - Parameters:
  ///   - count: How many days, at most 10,000.
  ///   - today: Any instant of the day, in milliseconds; no labels for what is no instant.
  ///   - zone: Where it is that day.
  static func last(
    _ count: Int, before today: Double, in zone: TimeZoneRules, pattern: TimePattern = .monthAndDay
  ) -> [String] {
    guard let second = TimeZoneRules.second(of: today), count > 0 else { return [] }
    let day = zone.civil(at: second).date.dayNumber
    // By dates rather than by 24 hours, since days when clocks change have 23 or 25; written as UTC, so that even a day
    // that a zone never had (30 December 2011 in Samoa) has a label of its own.
    return (1...min(count, 10_000)).reversed().map { pattern.format(Double(day - $0) * 86_400_000, in: .utc) }
  }
}
