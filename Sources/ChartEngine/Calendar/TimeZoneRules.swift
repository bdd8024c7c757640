import JSONModel

/// How far clocks somewhere are from UTC, and when that changes: UTC itself, a fixed offset, or a named zone from the bytes
/// of its TZif file, which the caller reads.
///
/// Inside, all is counted in whole seconds since 1970-01-01T00:00Z, since transitions are at whole seconds.
package struct TimeZoneRules: Hashable, Sendable {
  /// `UTC`, `+05:30` or `Europe/Berlin`.
  package let name: String
  /// Instants at which the offset changes, rising; `offsets[i + 1]` begins at `transitions[i]`.
  let transitions: [Int]
  /// In seconds east of UTC; one more than transitions.
  let offsets: [Int]
  let future: Future?

  /// What holds from the last instant that the file lists on.
  struct Future: Hashable, Sendable {
    let rule: PosixTimeZone
    let start: Int
  }

  package static let utc = TimeZoneRules(name: "UTC", offset: 0)

  /// The offsets that are believed, in seconds: a little beyond what RFC 9636, 3.2 asks files to keep to.
  static let believable = -93_600...93_600

  /// A fixed offset in seconds east of UTC, at most 26 hours.
  package init(name: String? = nil, offset: Int) {
    let offset = min(max(offset, TimeZoneRules.believable.lowerBound), TimeZoneRules.believable.upperBound)
    self.init(
      name: name ?? TimeZoneRules.name(ofOffset: offset), transitions: [], offsets: [offset], future: nil)
  }

  /// - Parameters:
  ///   - transitions: Rising.
  ///   - offsets: One more than transitions, all believable, the last one what the future begins with.
  init(name: String, transitions: [Int], offsets: [Int], future: Future?) {
    self.name = name
    self.transitions = transitions
    self.offsets = offsets
    self.future = future
  }

  /// `+05:30`; seconds only where there are some.
  static func name(ofOffset offset: Int) -> String {
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let size = abs(offset)
    return (offset < 0 ? "-" : "+") + two(size / 3600) + ":" + two(size / 60 % 60)
      + (size % 60 == 0 ? "" : ":" + two(size % 60))
  }
}

// MARK: - From UTC

extension TimeZoneRules {
  /// Seconds east of UTC at an instant.
  /// - Complexity: O(log *n*) in the number of transitions.
  package func offset(at second: Int) -> Int {
    if let future, second >= future.start { return future.rule.offset(at: second) }
    let index = transitions.firstIndex(from: 0) { $0 > second }
    return index < offsets.count ? offsets[index] : 0
  }

  /// Milliseconds east of UTC at an instant in milliseconds; 0 for what is no instant.
  func offset(at milliseconds: Double) -> Double {
    guard let second = TimeZoneRules.second(of: milliseconds) else { return 0 }
    return Double(offset(at: second)) * 1000
  }

  /// The next instant after another at which the offset changes; `nil` if it never does again.
  func nextTransition(after second: Int) -> Int? {
    let index = transitions.firstIndex(from: 0) { $0 > second }
    if index < transitions.count { return transitions[index] }
    guard let future else { return nil }
    return future.rule.nextTransition(after: max(second, future.start))
  }

  /// What clocks show at an instant.
  package func civil(at second: Int) -> CivilTime { CivilTime(seconds: second + offset(at: second)) }

  /// The whole second in which an instant in milliseconds lies; `nil` outside the supported years.
  package static func second(of milliseconds: Double) -> Int? {
    let second = (milliseconds / 1000).rounded(.down)
    return abs(second) <= Double(CivilTime.limit) ? Int(saturating: second) : nil
  }
}

// MARK: - To UTC

extension TimeZoneRules {
  /// The instant at which clocks show a time, in seconds.
  ///
  /// Of a time that they show twice, when they are set back, it is the earlier one; a time that they never show, when they
  /// are set forward, becomes the first instant after the gap. So a day whose midnight is skipped begins when its first
  /// minute does.
  /// - Parameter local: Seconds since the clocks showed 1970-01-01 00:00:00.
  package func instant(of local: Int) -> Int {
    let local = min(max(local, -CivilTime.limit), CivilTime.limit)
    // An offset is at most 26 hours, so the instant is within that of the local time read as UTC.
    let reach = TimeZoneRules.believable.upperBound + 1
    var start = local - reach
    var offset = offset(at: start)
    while true {
      let candidate = local - offset
      if candidate < start { return start }  // in the gap that ends here
      let end = nextTransition(after: start) ?? .max
      if candidate < end { return candidate }
      start = end
      offset = self.offset(at: end)
    }
  }

  /// The first instant of a day, in seconds.
  func start(of date: CivilDate) -> Int { instant(of: date.dayNumber * 86_400) }

  /// An instant in milliseconds, brought to the nearest whole second, minute, hour or day: the longest that is no longer than
  /// `length`, in milliseconds.
  func rounded(_ milliseconds: Double, to length: Double) -> Double {
    let units = [86_400_000.0, 3_600_000, 60_000, 1_000, 1]
    guard let unit = units.first(where: { $0 <= length }),
      let second = TimeZoneRules.second(of: milliseconds + (unit == units[0] ? unit / 2 : 0))
    else { return milliseconds }
    // Hours begin where days do, in zones that are half an hour off, too.
    let midnight = Double(start(of: civil(at: second).date)) * 1000
    return unit == units[0] ? midnight : midnight + ((milliseconds - midnight) / unit).rounded() * unit
  }

  /// The instant in milliseconds at which clocks show a date and time, as `instant(of:)` says.
  package func milliseconds(_ date: CivilDate, secondOfDay: Int = 0) -> Double {
    Double(instant(of: date.dayNumber * 86_400 + secondOfDay)) * 1000
  }
}
