extension TimeTicks {
  /// The ticks with their labels: `15:30:05.250`, `15:30:05`, `15:30`, `Nov 21`, `Nov 2026`, `Dec`, `2026`, or as the pattern
  /// says.
  ///
  /// Among times of day the first instant of a day is labelled as that day; times that are a day or more apart all have
  /// their day. Months, and days that are more than a year apart, have their year where it is another than that of the tick
  /// before, and all of them where they would not differ otherwise. When clocks are set back they show an hour twice,
  /// and so do the labels; where a given pattern can't tell ticks apart, all but the first of them have no label.
  /// - Parameter names: Of months and weekdays, with the order in which dates are written.
  func ticks(_ names: DateNames = .english) -> [Tick] {
    if let pattern { return blanked(values.map { Tick($0, pattern.format($0, in: zone, names: names)) }) }
    let isLong = (values.last ?? 0) - (values.first ?? 0) > 360 * 86_400_000.0
    let ofDays = TimePattern.written(.day, withYear: isLong, in: names)
    // Days with a change of the clocks may have 23 hours.
    let isSparse = isTimeOfDay && zip(values, values.dropFirst()).contains { $1 - $0 >= 23 * 3_600_000 }
    let pattern = TimePattern.written(detail, withYear: isLong, after: isSparse ? ofDays.text + " " : "", in: names)
    let labels = values.map { (isTimeOfDay && startsDay($0) ? ofDays : pattern).format($0, in: zone, names: names) }
    let shown = TimePattern.written(ofYear: detail, in: names).map { sayingYearsOnce(labels, $0, names) } ?? labels
    return zip(values, shown).map { Tick($0, $1) }
  }

  /// Labels without the years that those before them have, if they differ all the same.
  private func sayingYearsOnce(_ labels: [String], _ short: TimePattern, _ names: DateNames) -> [String] {
    var last: Int?
    let shorter = zip(values, labels).map { value, label in
      let year = TimeZoneRules.second(of: value).map { zone.civil(at: $0).date.year }
      defer { last = year }
      return year == last ? short.format(value, in: zone, names: names) : label
    }
    return Set(shorter).count == Set(labels).count ? shorter : labels
  }

  private func blanked(_ ticks: [Tick]) -> [Tick] {
    var last: String?
    return ticks.map { tick in
      defer { last = tick.label }
      return tick.label == last ? Tick(tick.value) : tick
    }
  }

  private var isTimeOfDay: Bool {
    switch detail {
    case .fraction, .second, .minute: true
    case .day, .month, .year: false
    }
  }

  private func startsDay(_ value: Double) -> Bool { TimeTicks.startsDay(value, in: zone) }

  /// Whether a moment is the first one of a day.
  static func startsDay(_ value: Double, in zone: TimeZoneRules) -> Bool {
    guard let second = TimeZoneRules.second(of: value) else { return false }
    return Double(second) * 1000 == value && zone.start(of: zone.civil(at: second).date) == second
  }

  /// The coarsest unit of which all values are beginnings.
  static func detail(of values: [Double], in zone: TimeZoneRules) -> Detail {
    if values.allSatisfy({ startsDay($0, in: zone) }) {
      let dates = values.compactMap(TimeZoneRules.second(of:)).map { zone.civil(at: $0).date }
      if dates.allSatisfy({ $0.month == 1 && $0.day == 1 }) { return .year }
      return dates.allSatisfy { $0.day == 1 } ? .month : .day
    }
    let places =
      values.map { value -> Int in
        if value.truncatingRemainder(dividingBy: 60_000) == 0 { return -2 }
        if value.truncatingRemainder(dividingBy: 1000) == 0 { return 0 }
        return value.rounded() == value ? 3 : 6
      }.max() ?? 0
    return places == -2 ? .minute : places == 0 ? .second : .fraction(places)
  }
}

extension TimePattern {
  /// How a kind of ticks is written; times of day after another pattern.
  fileprivate static func written(
    _ detail: TimeTicks.Detail, withYear: Bool, after date: String = "", in names: DateNames
  ) -> TimePattern {
    switch detail {
    case .fraction(let digits):
      TimePattern(known: date + "HH:mm:ss." + String(repeating: "S", count: min(max(digits, 1), 9)))
    case .second: TimePattern(known: date + "HH:mm:ss")
    case .minute: TimePattern(known: date + "HH:mm")
    case .day: TimePattern(known: withYear ? names.day : names.dayOfYear)
    case .month: TimePattern(known: names.month)
    case .year: TimePattern(known: "y")
    }
  }

  /// How days and months are written beside one of the same year; `nil` for other ticks.
  fileprivate static func written(ofYear detail: TimeTicks.Detail, in names: DateNames) -> TimePattern? {
    switch detail {
    case .fraction, .second, .minute, .year: nil
    case .day: TimePattern(known: names.dayOfYear)
    case .month: TimePattern(known: names.monthOfYear)
    }
  }

  /// How many seconds apart times must be so that the pattern surely writes them differently. What repeats itself
  /// (weekdays, hours) counts as what it is a part of.
  var resolution: Double {
    fields.map { field, count in
      switch field {
      case .text, .zone: .infinity
      case .fraction: (0..<count).reduce(1) { size, _ in size / 10 }
      case .second: 1
      case .minute: 60
      case .hour, .halfDayHour: 3600
      case .halfDay: 43_200
      case .day, .dayOfYear, .weekday: 86_400
      case .week: 7 * 86_400
      case .month: 2_629_746
      case .quarter: 3 * 2_629_746
      case .year, .weekYear: 31_556_952
      }
    }.min() ?? .infinity
  }
}
