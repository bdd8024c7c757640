package import ChartModel

/// Stretches of the calendar, by the clocks of a time zone: each begins where the one before it ends, also where clocks are
/// changed in between.
package struct CalendarBins {
  package let unit: CalendarUnit
  package let step: Int
  package let zone: TimeZoneRules

  /// The stretch in which a moment lies, in milliseconds; `nil` for what is no moment.
  package func bin(of milliseconds: Double) -> (start: Double, end: Double)? {
    guard let second = TimeZoneRules.second(of: milliseconds) else { return nil }
    switch unit {
    case .second: return bin(of: second, width: step)
    case .minute: return bin(of: second, width: step * 60)
    case .hour: return bin(of: second, width: step * 3_600)
    case .day, .week:
      // Weeks begin on Mondays, as 1969-12-29 was one.
      let (days, first) = unit == .day ? (step, 0) : (step * 7, -3)
      let day = zone.civil(at: second).date.dayNumber
      let start = first + CivilDate.floor(day - first, days) * days
      return (moment(ofDay: start), moment(ofDay: start + days))
    case .month, .quarter, .year:
      let months = step * (unit == .month ? 1 : unit == .quarter ? 3 : 12)
      let date = zone.civil(at: second).date
      let start = CivilDate.floor(date.year * 12 + date.month - 1, months) * months
      return (moment(ofMonth: start), moment(ofMonth: start + months))
    }
  }

  private func bin(of second: Int, width: Int) -> (start: Double, end: Double) {
    let offset = zone.offset(at: second)
    let floor = CivilDate.floor(second + offset, width) * width
    guard width <= 3_600 else {
      return (Double(zone.instant(of: floor)) * 1000, Double(zone.instant(of: floor + width)) * 1000)
    }
    // Of an hour that clocks show twice the second is a bin of its own, and no bin goes on where clocks are changed.
    let start = change(to: offset, from: floor - offset, upTo: second)
    let end = change(from: offset, from: second, upTo: floor - offset + width)
    return (Double(start) * 1000, Double(end) * 1000)
  }

  /// The first instant from which on clocks have had an offset, of two with at most one change between them.
  private func change(to offset: Int, from first: Int, upTo last: Int) -> Int {
    guard zone.offset(at: first) != offset else { return first }
    var (low, high) = (first, last)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if zone.offset(at: middle) == offset { high = middle } else { low = middle }
    }
    return high
  }

  /// The first instant at which clocks no longer have an offset; the last of the two if they still have it.
  private func change(from offset: Int, from first: Int, upTo last: Int) -> Int {
    guard zone.offset(at: last - 1) != offset else { return last }
    var (low, high) = (first, last - 1)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if zone.offset(at: middle) == offset { low = middle } else { high = middle }
    }
    return high
  }

  private func moment(ofDay number: Int) -> Double { zone.milliseconds(CivilDate(dayNumber: number)) }

  private func moment(ofMonth number: Int) -> Double {
    let year = CivilDate.floor(number, 12)
    return zone.milliseconds(CivilDate(year: year, month: number - year * 12 + 1, day: 1))
  }

  /// The finest stretches of which so many, or fewer, cover a range.
  package init(covering range: ClosedRange<Double>, count: Int, zone: TimeZoneRules) {
    let width = (range.upperBound - range.lowerBound) / 1000 / Double(max(count, 1))
    let choice = CalendarBins.choices.first { $0.seconds >= width } ?? (.year, 1_000, 0)
    self.init(unit: choice.unit, step: choice.step, zone: zone)
  }

  package init(unit: CalendarUnit, step: Int, zone: TimeZoneRules) {
    (self.unit, self.step, self.zone) = (unit, step, zone)
  }

  private static let choices: [(unit: CalendarUnit, step: Int, seconds: Double)] = [
    (.second, 1, 1), (.second, 5, 5), (.second, 15, 15), (.minute, 1, 60), (.minute, 5, 300), (.minute, 15, 900),
    (.hour, 1, 3_600), (.hour, 6, 21_600), (.day, 1, 86_400), (.week, 1, 604_800), (.month, 1, 2_678_400),
    (.quarter, 1, 7_948_800), (.year, 1, 31_622_400), (.year, 5, 157_852_800), (.year, 10, 315_619_200),
    (.year, 50, 1_577_923_200), (.year, 100, 3_155_846_400),
  ]
}
