@testable import ChartEngine
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite("A1 Time zones")
struct TimeZoneTests {
  static func zone(_ name: String) throws -> TimeZoneRules {
    try TimeZoneRules(name: name, tzif: ZoneFiles.bytes(name))
  }

  /// The machine's own file, which lists more years; none where there is no such database.
  private func systemFile(_ name: String) -> [UInt8]? {
    guard let file = fopen("/usr/share/zoneinfo/" + name, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 100_000)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }

  private func seconds(_ text: String) throws -> Int {
    try #require(TimeZoneRules.second(of: TimeText.milliseconds(text, in: .utc)))
  }

  @Test("A1 Clocks change when another implementation of the zones says, to the second, from 1883 to 2119")
  func known() throws {
    for known in KnownTransitions.zones {
      let zone = try TimeZoneTests.zone(known.name)
      for (text, before, after) in known.transitions {
        let instant = try seconds(text)
        #expect(zone.offset(at: instant - 1) == before && zone.offset(at: instant) == after, "\(known.name) \(text)")
        #expect(zone.nextTransition(after: instant - 1) == instant, "\(known.name) \(text)")
        #expect(zone.offset(at: Double(instant) * 1000 - 0.5) == Double(before) * 1000)
        #expect(zone.offset(at: Double(instant) * 1000) == Double(after) * 1000)
      }
      var count = 0
      var instant = try seconds("1879-01-01")
      let end = try seconds("2120-01-01")
      while let next = zone.nextTransition(after: instant), next < end {
        #expect(zone.offset(at: next) != zone.offset(at: next - 1))
        count += 1
        instant = next
      }
      #expect(count == known.count, "\(known.name)")
    }
  }

  @Test("A1 The machine's files, with more years in them, say the same as the short ones", arguments: ZoneFiles.names)
  func systemFiles(name: String) throws {
    guard let bytes = systemFile(name) else { return }
    let (long, short) = (try TimeZoneRules(name: name, tzif: bytes), try TimeZoneTests.zone(name))
    var wrong = Mismatches()
    // Laws before this are as in the embedded files; later ones may have changed since.
    for instant in stride(from: try seconds("1890-01-01"), to: try seconds("2024-01-01"), by: 6 * 3600 + 1800) {
      wrong.expect(long.offset(at: instant) == short.offset(at: instant), "\(name) at \(instant)")
    }
    wrong.check()
  }

  @Test("A1 A local time is the instant at which clocks show it; of two the earlier, in a gap the end of the gap")
  func local() throws {
    var wrong = Mismatches()
    for known in KnownTransitions.zones {
      let zone = try TimeZoneTests.zone(known.name)
      // Where clocks change by whole ten minutes, as they do since there are time zones.
      for (text, before, after) in known.transitions where (after - before) % 600 == 0 {
        let change = try seconds(text)
        // Every ten minutes of a day around, by looking at all instants: the oracle knows no transitions.
        let shown = stride(from: change - 2 * 86_400, through: change + 2 * 86_400, by: 600).map {
          (instant: $0, local: $0 + zone.offset(at: $0))
        }
        var first: [Int: Int] = [:]
        for (instant, local) in shown.reversed() { first[local] = instant }
        for minute in stride(from: -1440, through: 720, by: 10) {
          let local = change + minute * 60 + zone.offset(at: change)
          let found = zone.instant(of: local)
          if let expected = first[local] {
            wrong.expect(found == expected, "\(known.name) \(text) \(minute)")
          } else {
            // Never shown: what is shown there is later, and what is shown a second before is earlier.
            wrong.expect(
              found + zone.offset(at: found) > local && found - 1 + zone.offset(at: found - 1) < local,
              "\(known.name) \(text) \(minute)")
          }
        }
      }
    }
    wrong.check()
  }

  @Test("A1 Samoa had no 30 December 2011: that day begins when the next one does")
  func skippedDay() throws {
    let apia = try TimeZoneTests.zone("Pacific/Apia")
    let days = (28...31).map { apia.start(of: CivilDate(year: 2011, month: 12, day: $0)) }
    #expect(days[0] + 86_400 == days[1] && days[1] + 86_400 == days[2] && days[2] == days[3])
    #expect(try days[3] == seconds("2011-12-30T10:00:00Z"))
    #expect(apia.civil(at: days[3] - 1).date == CivilDate(year: 2011, month: 12, day: 29))
  }

  @Test("A1 UTC and fixed offsets")
  func fixed() {
    #expect(TimeZoneRules.utc.offset(at: 1e12) == 0 && TimeZoneRules.utc.nextTransition(after: 0) == nil)
    let india = TimeZoneRules(offset: 19_800)
    #expect(india.name == "+05:30" && india.offset(at: 0.0) == 19_800_000 && india.instant(of: 19_800) == 0)
    #expect(TimeZoneRules(offset: -3630).name == "-01:00:30" && TimeZoneRules(offset: .min).offset(at: 0) == -93_600)
    for value in [Double.nan, .infinity, 1e300] { #expect(india.offset(at: value) == 0) }
  }

  @Test(
    "A1 Rules for the future (POSIX TZ), with daylight time in the south, below standard time, and all year round",
    arguments: [
      ("UTC0", [("2026-01-01", 0), ("2026-07-01", 0)]),
      ("<-03>3", [("2026-07-01", -10_800)]),
      ("CET-1CEST,M3.5.0,M10.5.0/3", [("2026-03-29T00:59:59", 3600), ("2026-03-29T01:00", 7200)]),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", [("2026-01-01", 39_600), ("2026-07-01", 36_000), ("2026-12-31", 39_600)]),
      ("AAA0BBB,M1.1.1,M12.5.0", [("2026-06-01", 3600), ("2026-12-27T00:59:59", 3600), ("2026-12-27T01:00", 0)]),
      // Irish law has summer as standard time.
      ("IST-1GMT0,M10.5.0,M3.5.0/1", [("2026-01-01", 0), ("2026-07-01", 3600)]),
      (
        "EST5EDT,0/0,J365/25",
        [("2026-01-01T04:59:59", -14_400), ("2026-01-01T05:00", -14_400), ("2026-07-01", -14_400)]
      ),
      // A Thursday, 50 hours later (Greenland).
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", [("2026-03-29T00:59:59", -7200), ("2026-03-29T01:00", -3600)]),
      ("IST-2IDT,M3.4.4/26,M10.5.0", [("2026-03-26T23:59:59", 7200), ("2026-03-27T00:00", 10_800)]),
      // Day 60 is 1 March in every year by J, and by n in other years than leap years.
      ("A<B>", []), ("AAA0BBB,J60/0,J61/0", [("2024-03-01T12:00", 3600), ("2024-02-29T12:00", 0)]),
      ("AAA0BBB,59/0,60/0", [("2024-02-29T12:00", 3600), ("2026-03-01T12:00", 3600), ("2026-02-28T12:00", 0)]),
      ("AAA0BBB-0:20:30,M1.1.0,M2.1.0", [("2026-01-20", 1230)]),
    ] as [(String, [(String, Int)])])
  func rules(text: String, expected: [(String, Int)]) throws {
    guard !expected.isEmpty else {
      #expect(throws: TimeTextError.self) { try PosixTimeZone(Array(text.utf8)) }
      return
    }
    let rule = try PosixTimeZone(Array(text.utf8))
    for (instant, offset) in expected { #expect(try rule.offset(at: seconds(instant)) == offset, "\(instant)") }
  }

  @Test(
    "Bad input: What is no rule is refused",
    arguments: [
      "", "CET", "C1", "CET-1CEST", "CET-1CEST,", "CET-1CEST,M3.5.0", "CET-25", "CET-1CEST,M13.5.0,M10.5.0",
      "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J1", "CET-1CEST,366,1",
      "CET-1CEST,M3.5.0/168,J1",
      "CET-1CEST,M3.5.0,M10.5.0/3x", "CET-1:60", "<+01-1", "CET-1CEST,M3,M4", "CET-9999999999999999999999",
    ])
  func noRules(text: String) {
    #expect(throws: TimeTextError.self) { try PosixTimeZone(Array(text.utf8)) }
  }
}
