import ChartModel

/// Reads what authors write for a place on an axis of moments.
struct MomentPlaces: Sendable {
  let zone: TimeZoneRules
  /// Whether 1990 is that year, rather than two seconds after 1970 began.
  let countsYears: Bool

  init(_ zone: TimeZoneRules, countsYears: Bool) { (self.zone, self.countsYears) = (zone, countsYears) }

  /// Everywhere years are counted but where the moments of the data are so near to the beginning of 1970 that somebody seems
  /// to count from there.
  static func countYears(_ extent: ClosedRange<Double>?) -> Bool {
    guard let extent else { return true }
    return extent.lowerBound < 0 || extent.upperBound >= CalendarNumbers.longestCount
  }

  /// Milliseconds since 1970; `nil` for what is no moment.
  func milliseconds(of place: PositionSpec) -> Double? {
    switch place {
    case .text(let text): return try? TimeText.milliseconds(text, in: zone)
    case .number(let number):
      if countsYears, let year = CalendarNumbers.moment(number, as: .years, in: zone) { return year }
      return number.isFinite ? number : nil
    }
  }

  func milliseconds(of places: [PositionSpec]) -> [Double] { places.compactMap(milliseconds) }
}
