import JSONModel

/// Ticks on a time axis: at round times of the calendar in a time zone.
///
/// The finest step is taken that has at most so many ticks: parts of a second; 1, 5, 15, 30 seconds and minutes; 1, 3, 6, 12
/// hours; 1, 2 days; weeks from Monday; 1, 3 months; 1, 2, 5 · 10ⁿ years (d3-time's intervals). If that leaves fewer than
/// two, every second or third tick of a finer step is kept.
struct TimeTicks: Hashable, Sendable {
  /// Rising, within the domain, in milliseconds since 1970-01-01T00:00Z.
  let values: [Double]
  let zone: TimeZoneRules
  /// How labels are written; `nil` if by what the ticks are.
  let pattern: TimePattern?
  /// What the ticks are.
  let detail: Detail
  /// Which steps of the calendar they were taken from, and which of these they are, counted from one of them; `nil` where they
  /// are parts of seconds, or somebody chose them.
  private let steps: Steps?

  /// What tells ticks apart.
  enum Detail: Hashable, Sendable {
    /// With so many digits after the second's decimal mark.
    case fraction(Int)
    case second, minute, day, month, year
  }

  private struct Steps: Hashable {
    let step: TimeStep
    let every: Int

    init(_ step: TimeStep, every: Int = 1) { (self.step, self.every) = (step, every) }
  }

  /// The first and the last instant that the calendar knows, in ms.
  private static let earliest =
    Double(CivilDate(year: CivilDate.years.lowerBound, month: 1, day: 1).dayNumber) * 86_400_000
  private static let latest =
    Double(CivilDate(year: CivilDate.years.upperBound, month: 12, day: 31).dayNumber) * 86_400_000

  /// More are never made, whatever is asked for.
  static let limit = 10_000

  /// - Parameters:
  ///   - domain: In milliseconds; what is outside the supported years has no ticks.
  ///   - pattern: How labels are to be written. There are no ticks that it could not tell apart, such as hours by
  ///     `MM-dd`, unless there would be less than two.
  ///   - grain: About how many seconds are between what ticks may stand at, unless there would be none.
  init(_ domain: Domain, in zone: TimeZoneRules, maxCount: Int, pattern: TimePattern? = nil, grain: Double = 0) {
    self.zone = zone
    self.pattern = pattern
    guard let domain = domain.clamped(from: TimeTicks.earliest, to: TimeTicks.latest) else {
      (values, detail, steps) = ([], .day, nil)
      return
    }
    let count = min(max(maxCount, 1), TimeTicks.limit)
    let resolution = pattern?.resolution ?? 0
    var chosen = TimeTicks.chosen(domain, zone, count, resolution: resolution)
    if resolution > 0, chosen.values.count < min(2, count) {
      chosen = TimeTicks.chosen(domain, zone, count, resolution: 0)
    }
    if grain > resolution {
      let coarse = TimeTicks.chosen(domain, zone, count, resolution: grain)
      if !coarse.values.isEmpty { chosen = coarse }
    }
    (values, detail, steps) = chosen
  }

  /// The ticks of a domain whose ends are ticks of others, in the same steps.
  init(_ domain: Domain, like other: TimeTicks) {
    (zone, pattern, detail, steps) = (other.zone, other.pattern, other.detail, other.steps)
    guard let steps else {
      values = other.values
      return
    }
    let (first, last) = TimeTicks.seconds(of: domain)
    let all = steps.step.instants(from: first, through: last, in: zone, limit: TimeTicks.limit)
    values = stride(from: 0, to: all.count, by: max(steps.every, 1)).map { Double(all[$0]) * 1000 }
  }

  /// A domain with its ends moved out to the next ticks; `nil` where these are no steps of the calendar, or there are none.
  func rounded(_ domain: Domain) -> Domain? {
    guard let steps, let inside = domain.clamped(from: TimeTicks.earliest, to: TimeTicks.latest), inside == domain
    else {
      return nil
    }
    let (first, last) = ((domain.lower / 1000).rounded(.down), (domain.upper / 1000).rounded(.up))
    // A month or a year is a day or two longer than on average.
    let reach = steps.step.duration * 1.1 + 7_200
    func instants(_ from: Double, _ to: Double) -> [Double] {
      steps.step.instants(
        from: Int(saturating: from), through: Int(saturating: to), in: zone, limit: TimeTicks.limit
      ).map { Double($0) * 1000 }
    }
    let lower = instants(first - reach, first + 1).last { $0 <= domain.lower }
    var upper = instants(last - 1, last + reach * Double(max(steps.every, 1))).first { $0 >= domain.upper }
    guard let lower else { return nil }
    if steps.every > 1 {
      // Of every second one the last is one that is kept.
      let all = instants(lower / 1000, last + reach * Double(steps.every + 1))
      upper = stride(from: 0, to: all.count, by: steps.every).lazy.map { all[$0] }.first { $0 >= domain.upper }
    }
    guard let upper, lower < upper else { return nil }
    return Domain(lower, upper)
  }

  /// The first and the last whole second of a domain.
  private static func seconds(of domain: Domain) -> (first: Int, last: Int) {
    (Int(saturating: (domain.lower / 1000).rounded(.up)), Int(saturating: (domain.upper / 1000).rounded(.down)))
  }

  /// Ticks that somebody chose: those within the domain, in order, each once.
  init(explicit values: [Double], in domain: Domain, zone: TimeZoneRules, pattern: TimePattern? = nil) {
    self.zone = zone
    self.pattern = pattern
    self.values = values.filter { domain.contains($0) && TimeZoneRules.second(of: $0) != nil }.sorted()
      .reduce(into: []) { kept, value in if kept.last != value { kept.append(value) } }
    detail = TimeTicks.detail(of: self.values, in: zone)
    steps = nil
  }

  private static func chosen(
    _ domain: Domain, _ zone: TimeZoneRules, _ count: Int, resolution: Double
  ) -> (values: [Double], detail: Detail, steps: Steps?) {
    let fine = resolution < 1 ? fractions(domain, count, resolution: resolution) : nil
    if let fine, fine.step < 1000 { return (fine.values, fine.detail, nil) }
    let (first, last) = seconds(of: domain)
    var finer: TimeStep?
    for step in TimeStep.ladder where step.duration >= resolution {
      // No need to count what is far too fine.
      if Double(last - first) / step.duration <= Double(count) * 1.5 + 2 {
        let instants = step.instants(from: first, through: last, in: zone, limit: count + 1)
        if instants.count <= count {
          guard instants.count < min(2, count) else {
            return (instants.map { Double($0) * 1000 }, step.detail, Steps(step))
          }
          break
        }
      }
      finer = step
    }
    guard let finer else {
      guard let fine else {
        let coarse = TimeStep.ladder.first { $0.duration >= resolution } ?? .days(1)
        let instants = coarse.instants(from: first, through: last, in: zone, limit: count)
        return (instants.map { Double($0) * 1000 }, coarse.detail, Steps(coarse))
      }
      return (fine.values, fine.detail, nil)
    }
    let many = finer.instants(from: first, through: last, in: zone, limit: limit)
    let every = count == 1 ? many.count : (many.count - 1 + count - 2) / (count - 1)
    let kept = stride(from: 0, to: many.count, by: max(1, every)).map { Double(many[$0]) * 1000 }
    return (Array(kept.prefix(count)), finer.detail, Steps(finer, every: max(1, every)))
  }

  /// Ticks at parts of seconds, which need no calendar: zones are whole seconds from UTC.
  private static func fractions(
    _ domain: Domain, _ count: Int, resolution: Double
  ) -> (values: [Double], step: Double, detail: Detail)? {
    guard domain.span <= Double(count + 1) * 1000 else { return nil }
    let ticks = LinearTicks(domain, maxCount: count, minStep: resolution * 1000)
    guard ticks.values.count > 1 else { return nil }
    let step = zip(ticks.values, ticks.values.dropFirst()).map { $1 - $0 }.min() ?? 0
    return (ticks.values, step, .fraction(min(3 + ticks.decimals, 9)))
  }
}

extension TimeStep {
  /// What tells its ticks apart.
  fileprivate var detail: TimeTicks.Detail {
    switch self {
    case .seconds(let count): count < 60 ? .second : .minute
    case .hours: .minute
    case .days, .weeks: .day
    case .months: .month
    case .years: .year
    }
  }
}
