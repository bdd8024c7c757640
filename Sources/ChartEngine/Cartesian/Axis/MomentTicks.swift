import ChartModel

/// The ticks of an axis of moments, of positions as of values: where the calendar has them, and how they are written.
struct MomentTicks: Sendable {
  let zone: TimeZoneRules
  /// How labels are to be written; `nil` if by what the ticks are.
  private let pattern: TimePattern?
  private let names: DateNames

  /// - Parameters:
  ///   - format: The author's pattern of labels. What is none says nothing.
  ///   - locale: The language of months.
  init(_ zone: TimeZoneRules, format: String?, locale: String) {
    self.zone = zone
    pattern = format.flatMap { try? TimePattern($0) }
    names = DateNames(locale)
  }

  /// Those that fit best.
  /// - Parameter grain: About how many milliseconds are between what ticks may stand at.
  func ticks(in domain: Domain, maxCount: Int, grain: Double = 0) -> [Tick] {
    TimeTicks(domain, in: zone, maxCount: maxCount, pattern: pattern, grain: grain / 1000).ticks(names)
  }

  /// Those that the author chose.
  func ticks(at places: [PositionSpec], in domain: Domain) -> [Tick] {
    let places = MomentPlaces(
      zone, countsYears: MomentPlaces.countYears(domain.lower...max(domain.lower, domain.upper))
    )
    .milliseconds(of: places)
    return ticks(atMilliseconds: places, in: domain)
  }

  func ticks(atMilliseconds places: [Double], in domain: Domain) -> [Tick] {
    TimeTicks(explicit: places, in: domain, zone: zone, pattern: pattern).ticks(names)
  }

  /// A domain whose ends are ticks, with these: where most of it would be empty, its ends stay what they are.
  /// - Parameters:
  ///   - data: What of the domain is not free room.
  ///   - room: How many labels there is room for at most.
  func nice(_ domain: Domain, showing data: Domain, maxCount: Int, atMost room: Int) -> (domain: Domain, ticks: [Tick])
  {
    for count in maxCount...max(maxCount, min(maxCount + 6, room)) {
      let ticks = TimeTicks(domain, in: zone, maxCount: count, pattern: pattern)
      guard let round = ticks.rounded(domain), data.span >= LinearTicks.leastUse * round.span else { continue }
      return (round, TimeTicks(round, like: ticks).ticks(names))
    }
    return (domain, ticks(in: domain, maxCount: maxCount))
  }
}
