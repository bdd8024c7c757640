@testable import ChartEngine
import Testing
import TestSupport

@Suite("A1 Time ticks")
struct TimeTicksTests {
  static func ticks(
    _ first: String, _ second: String, _ count: Int, _ zone: TimeZoneRules = .utc, pattern: String? = nil
  ) throws -> [Tick] {
    let domain = Domain(try TimeText.milliseconds(first, in: zone), try TimeText.milliseconds(second, in: zone))
    return TimeTicks(domain, in: zone, maxCount: count, pattern: try pattern.map { text in try TimePattern(text) })
      .ticks()
  }

  private func labels(
    _ first: String, _ second: String, _ count: Int, _ zone: TimeZoneRules = .utc, pattern: String? = nil
  ) throws -> [String] {
    try TimeTicksTests.ticks(first, second, count, zone, pattern: pattern).map(\.label)
  }

  /// One axis of each kind.
  static let examples: [[Tick]] = [1e2, 1e4, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e15].map { span in
    TimeTicks(Domain(1_795_000_000_000, 1_795_000_000_000 + span), in: .utc, maxCount: 8).ticks()
  }

  @Test("A1 There are never more than 10,000, however many are asked for")
  func greatestNumber() {
    for seconds in [9_000.0, 10_500, 1_000_000] {
      let ticks = TimeTicks(Domain(0, seconds * 1000), in: .utc, maxCount: 1_000_000).ticks()
      #expect((100...10_000).contains(ticks.count), "\(seconds) s: \(ticks.count)")
    }
  }

  @Test("A1 Each range has the finest step that fits, and its labels")
  func steps() throws {
    #expect(
      try labels("2026-11-21T15:30:05", "2026-11-21T15:30:05.4", 5) == [
        "15:30:05.000", "15:30:05.100", "15:30:05.200", "15:30:05.300", "15:30:05.400",
      ])
    #expect(
      try labels("2026-11-21T15:30:05.2500Z", "2026-11-21T15:30:05.2504Z", 3) == [
        "15:30:05.2500", "15:30:05.2502", "15:30:05.2504",
      ])
    #expect(
      try labels("2026-11-21T15:30:05", "2026-11-21T15:30:08", 5) == ["15:30:05", "15:30:06", "15:30:07", "15:30:08"])
    #expect(
      try labels("2026-11-21T15:30:03", "2026-11-21T15:30:32", 6) == [
        "15:30:05", "15:30:10", "15:30:15", "15:30:20", "15:30:25", "15:30:30",
      ])
    #expect(try labels("2026-11-21T15:00", "2026-11-21T15:30", 5) == ["15:00", "15:15", "15:30"])
    #expect(
      try labels("2026-11-20T18:00", "2026-11-21T12:00", 8) == [
        "18:00", "21:00", "Nov 21", "03:00", "06:00", "09:00", "12:00",
      ])
    #expect(try labels("2026-11-20T18:00", "2026-11-24", 6) == ["Nov 21", "Nov 22", "Nov 23", "Nov 24"])
    #expect(try labels("2026-11-01", "2026-11-30", 6) == ["Nov 2", "Nov 9", "Nov 16", "Nov 23", "Nov 30"])
    #expect(
      try labels("2026-01-01", "2026-06-30", 6) == [
        "Jan 2026", "Feb", "Mar", "Apr", "May", "Jun",
      ])
    #expect(
      try labels("2025-01-15", "2026-11-21", 8) == [
        "Apr 2025", "Jul 2025", "Oct 2025", "Jan 2026", "Apr 2026", "Jul 2026", "Oct 2026",
      ])
    #expect(try labels("2019", "2026", 8) == ["2019", "2020", "2021", "2022", "2023", "2024", "2025", "2026"])
    #expect(try labels("1900", "2100", 5) == ["1900", "1950", "2000", "2050", "2100"])
    #expect(try labels("-0500-01-01", "0500", 3) == ["-500", "0", "500"])
  }

  @Test(
    "A1 Within twelve months the year is said once, and again where it changes, in any language",
    arguments: DateNames.languages.sorted())
  func years(_ language: String) throws {
    let names = DateNames(language)
    let domain = Domain(
      try TimeText.milliseconds("2025-06-01", in: .utc), try TimeText.milliseconds("2026-03-01", in: .utc))
    let labels = TimeTicks(domain, in: .utc, maxCount: 12).ticks(names).map(\.label)
    #expect(labels.count == 10 && Set(labels).count == 10)
    for (index, label) in labels.enumerated() {
      #expect((label.contains("2025") || label.contains("2026")) == [0, 7].contains(index), "\(language): \(labels)")
    }
  }

  @Test("A1 With two labels, every n-th tick of a finer step is kept rather than one")
  func few() throws {
    #expect(try labels("2026-11-21T15:01", "2026-11-21T15:04", 2) == ["15:01", "15:04"])
    #expect(try labels("2026-02-10", "2026-02-14", 2) == ["Feb 10", "Feb 14"])
    #expect(try labels("2026-02-10T01:00", "2026-12-14", 1).count == 1)
  }

  @Test("A7 Patterns decide how labels are written, and which steps they can tell apart")
  func patterns() throws {
    #expect(
      try labels("2026-11-14", "2026-11-20", 7, pattern: "MM-dd") == [
        "11-14", "11-15", "11-16", "11-17", "11-18", "11-19", "11-20",
      ])
    // No hours, which would all be the same day.
    #expect(try labels("2026-11-19", "2026-11-21", 24, pattern: "MM-dd") == ["11-19", "11-20", "11-21"])
    // No days there are to show: hours, labelled once a day.
    #expect(try labels("2026-11-19T09:00", "2026-11-19T12:00", 4, pattern: "MM-dd") == ["11-19", "", "", ""])
    #expect(try labels("2026", "2027", 13, pattern: "MMM").count == 13)
    #expect(try labels("2026-06", "2028-06", 30, pattern: "yyyy") == ["2027", "2028"])
  }

  @Test("A1 Explicit instants are kept to, labelled by the coarsest unit they all begin")
  func explicit() throws {
    func labels(_ texts: [String]) throws -> [String] {
      let values = try texts.map { text in try TimeText.milliseconds(text, in: .utc) }
      return TimeTicks(explicit: values + [.nan, 1e30], in: Domain(0, 4e12), zone: .utc).ticks().map(\.label)
    }
    #expect(try labels(["2026", "2024", "2026"]) == ["2024", "2026"])
    #expect(try labels(["2026-02", "2026"]) == ["Jan 2026", "Feb"])
    #expect(try labels(["2026-02-03", "2026", "2024-05-05"]) == ["May 5, 2024", "Jan 1, 2026", "Feb 3"])
    #expect(try labels(["2026-02-03", "2026"]) == ["Jan 1", "Feb 3"])
    #expect(try labels(["2026-02-03T12:00", "2026-02-03"]) == ["Feb 3", "12:00"])
    #expect(try labels(["2026-02-03T12:00", "2026-02-04T12:00"]) == ["Feb 3 12:00", "Feb 4 12:00"])
    #expect(try labels(["2026-02-03T12:00", "2026-02-03T12:00:01"]) == ["12:00:00", "12:00:01"])
    #expect(try labels(["2026-02-03T12:00:00.5"]) == ["12:00:00.500"] && labels([]) == [])
  }

  @Test("A1 Days of 23 and 25 hours: ticks stay at local midnight, and hours that clocks skip have none")
  func summerTime() throws {
    let berlin = try TimeZoneTests.zone("Europe/Berlin")
    let days = try TimeTicksTests.ticks("2026-03-27", "2026-03-31", 6, berlin)
    #expect(days.map(\.label) == ["Mar 27", "Mar 28", "Mar 29", "Mar 30", "Mar 31"])
    #expect(zip(days, days.dropFirst()).map { ($1.value - $0.value) / 3_600_000 } == [24, 24, 23, 24])
    #expect(
      try labels("2026-03-29T00:00", "2026-03-29T05:00", 8, berlin) == ["Mar 29", "01:00", "03:00", "04:00", "05:00"])
    // The clocks do show that hour twice.
    #expect(
      try labels("2026-10-25T00:00", "2026-10-25T04:00", 8, berlin) == [
        "Oct 25", "01:00", "02:00", "02:00", "03:00", "04:00",
      ])
    #expect(
      try labels("2026-10-24T18:00", "2026-10-25T12:00", 8, berlin) == [
        "18:00", "21:00", "Oct 25", "03:00", "06:00", "09:00", "12:00",
      ])
    let howe = try TimeZoneTests.zone("Australia/Lord_Howe")
    let hours = try TimeTicksTests.ticks("2026-10-04T00:00", "2026-10-04T04:00", 5, howe)
    #expect(hours.map(\.label) == ["Oct 4", "01:00", "03:00", "04:00"])
    #expect(hours.map { ($0.value - hours[0].value) / 60_000 } == [0, 60, 150, 210])
  }

  @Test("A1 A day that a zone never had has no tick")
  func skippedDay() throws {
    let apia = try TimeZoneTests.zone("Pacific/Apia")
    #expect(try labels("2011-12-28", "2012-01-02", 8, apia) == ["Dec 28", "Dec 29", "Dec 31", "Jan 1", "Jan 2"])
  }

  @Test("A1 Midnights, Mondays and firsts are all that walking by half hours finds", arguments: ZoneFiles.names)
  func walking(name: String) throws {
    let zone = try TimeZoneTests.zone(name)
    var wrong = Mismatches()
    for year in [1916, 1945, 1981, 2011, 2026, 2040] {
      guard let first = TimeZoneRules.second(of: try TimeText.milliseconds("\(year)-02-20T11:30", in: zone)) else {
        continue
      }
      let last = first + 300 * 86_400
      // The oracle knows only what clocks show; they are whole half hours from UTC in these years.
      var beginnings: [(step: TimeStep, instants: [Int])] = [
        (.days(1), []), (.weeks, []), (.months(1), []), (.months(3), []), (.hours(12), []),
      ]
      var before = zone.civil(at: first - 1800)
      for moment in stride(from: first, through: last, by: 1800) {
        let now = zone.civil(at: moment)
        let isMorning = now.date != before.date
        let days = now.date.dayNumber - before.date.dayNumber
        before = now
        guard isMorning || now.secondOfDay == 43_200 else { continue }
        if now.date.month % 3 == 1, now.date.day == 1, isMorning { beginnings[3].instants.append(moment) }
        if now.date.day == 1, isMorning { beginnings[2].instants.append(moment) }
        if now.date.weekday < days, isMorning { beginnings[1].instants.append(moment) }
        if isMorning { beginnings[0].instants.append(moment) }
        beginnings[4].instants.append(moment)
      }
      for (step, expected) in beginnings {
        let found = step.instants(from: first, through: last, in: zone, limit: 1000)
        // A skipped noon, as Samoa's on 30 December 2011, is the same as the midnight after it.
        wrong.expect(found == expected, "\(name) \(year) \(step): \(found.count) instead of \(expected.count)")
      }
    }
    wrong.check()
  }

  @Test("A1 Fault 20: 100,000 random ranges of time have rising ticks within, at most so many, mostly at least two")
  func random() throws {
    let zones =
      try [.utc, TimeZoneRules(offset: -12_600)] + ZoneFiles.names.map { name in try TimeZoneTests.zone(name) }
    var random = SplitMix64(seed: 11)
    var wrong = Mismatches()
    for _ in sample(0..<100_000) {
      let zone = zones[random.whole(0...zones.count - 1)]
      let start = random.chance(0.7) ? random.number(-3e12...5e12) : random.number(-6e15...6e15)
      // From milliseconds to 200,000 years.
      let domain = Domain(start, start + power(10, random.number(0...15.5)))
      let count = random.whole(1...12)
      let ticks = TimeTicks(domain, in: zone, maxCount: count)
      let values = ticks.values
      wrong.expect(values.allSatisfy(domain.contains) && values.count <= count, "\(values) in \(domain)")
      wrong.expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 }, "\(values) in \(domain)")
      wrong.expect(
        values.count >= min(2, count) || domain.span < 1000, "\(values) of \(count) in \(domain) \(zone.name)")
    }
    wrong.check()
  }

  @Test("A1 Labels differ; times of day do from one day's label to the next")
  func different() {
    var random = SplitMix64(seed: 12)
    var wrong = Mismatches()
    for _ in 0..<5000 {
      let start = random.number(-3e12...5e12)
      let domain = Domain(start, start + power(10, random.number(0...14)))
      let labels = TimeTicks(domain, in: .utc, maxCount: random.whole(2...12)).ticks().map(\.label)
      let days = labels.filter { !$0.contains(":") }
      wrong.expect(Set(days).count == days.count && !labels.contains(""), "\(labels) in \(domain)")
      for times in labels.split(whereSeparator: { !$0.contains(":") }) {
        wrong.expect(Set(times).count == times.count, "\(labels) in \(domain)")
      }
    }
    wrong.check()
  }

  @Test("Bad input: Times beyond the calendar have no ticks, or those within; nothing traps")
  func extremes() {
    for bound in PixelMapTests.bounds {
      for other in PixelMapTests.bounds {
        for count in [Int.min, 0, 5] {
          let ticks = TimeTicks(Domain(bound, other), in: .utc, maxCount: count)
          #expect(ticks.values.count <= TimeTicks.limit && ticks.ticks().count == ticks.values.count)
        }
      }
    }
    #expect(TimeTicks(Domain(0, 1e9), in: .utc, maxCount: .max).values.count <= TimeTicks.limit)
    #expect(TimeTicks(Domain(1e17, 1e18), in: .utc, maxCount: 5).values == [])
    let all = TimeTicks(Domain(-1e300, 1e300), in: .utc, maxCount: 5)
    #expect(all.ticks().map(\.label) == ["-200000", "-100000", "0", "100000", "200000"])
  }
}
