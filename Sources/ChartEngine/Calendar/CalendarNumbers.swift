package import ChartModel

/// Numbers that are years or days as people write them, `1955` or `19550314`, where moments are expected.
///
/// Readers of texts take four or eight digits for a date (`PositionColumnBuilder`); what came of steps, or out of a table
/// with types, is a number already. As milliseconds these would all lie within three hours of 1970, so that nothing is lost
/// by taking them for dates, if all of a column are.
package enum CalendarNumbers {
  /// How numbers are written that are dates.
  package enum Notation: Hashable, Sendable { case years, days }

  /// Moments that all lie within so many milliseconds after 1970 began are counted rather than dated: those of a year.
  package static let longestCount = 365 * 86_400_000.0

  /// The first and the last year of four digits.
  package static let years = 1_000.0...9_999

  /// What all numbers that are there are; `nil` if they are neither, and if there are none.
  /// - Complexity: O(*n*), but O(1) for most that are no dates: the first number tells.
  package static func notation(of numbers: some Sequence<Double>) -> Notation? {
    var found: Notation?
    for number in numbers where !number.isNaN {
      let own: Notation? = isYear(number) ? .years : day(number) == nil ? nil : .days
      guard let own, found == nil || found == own else { return nil }
      found = own
    }
    return found
  }

  /// Whether a number is a year of four digits.
  package static func isYear(_ number: Double) -> Bool { years.contains(number) && number == number.rounded() }

  /// The beginnings of years or days as milliseconds since 1970, NaN for what is no date.
  package static func moments(
    _ numbers: GrowingArray<Double>, as notation: Notation, in zone: TimeZoneRules
  ) -> GrowingArray<Double> {
    // Years come again and again, and a zone is slow to ask.
    var known: [Double: Double] = [:]
    return GrowingArray(
      numbers.map { number in
        if let moment = known[number] { return moment }
        let moment = self.moment(number, as: notation, in: zone) ?? .nan
        known[number] = moment
        return moment
      })
  }

  /// The beginning of a year or day in milliseconds since 1970; `nil` for what is no such date.
  package static func moment(_ number: Double, as notation: Notation, in zone: TimeZoneRules) -> Double? {
    switch notation {
    case .years:
      guard isYear(number), let year = Int(exactly: number) else { return nil }
      return zone.milliseconds(CivilDate(year: year, month: 1, day: 1))
    case .days: return day(number).map { zone.milliseconds($0) }
    }
  }

  private static func day(_ number: Double) -> CivilDate? {
    guard (10_000_101...99_991_231).contains(number), let digits = Int(exactly: number) else { return nil }
    return CivilDate(existing: digits / 10_000, digits / 100 % 100, digits % 100)
  }
}
