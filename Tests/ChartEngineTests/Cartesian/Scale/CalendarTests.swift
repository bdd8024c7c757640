@testable import ChartEngine
import Testing

@Suite("A1 The calendar")
struct CalendarTests {
  /// The day after a date, as one counts on fingers: an oracle that has nothing in common with the engine's.
  private func dayAfter(_ date: (year: Int, month: Int, day: Int)) -> (year: Int, month: Int, day: Int) {
    let isLeap = date.year % 400 == 0 || (date.year % 4 == 0 && date.year % 100 != 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if date.day < lengths[date.month - 1] { return (date.year, date.month, date.day + 1) }
    return date.month < 12 ? (date.year, date.month + 1, 1) : (date.year + 1, 1, 1)
  }

  @Test("A1 Every day from 1200 to 2400 and around year 0 has the number and weekday that counting gives it")
  func everyDay() {
    var wrong = Mismatches()
    // Days before 1970-01-01, and the weekday, of the days where the walks begin (Fliegel and Van Flandern 1968).
    for (start, number, count) in [((1200, 1, 1), -281_237, 438_300), ((-4, 1, 1), -720_989, 3000)] {
      var date: (year: Int, month: Int, day: Int) = start
      var weekday = ((number + 3) % 7 + 7) % 7
      var dayOfYear = 1
      for offset in 0..<count {
        let found = CivilDate(dayNumber: number + offset)
        wrong.expect((found.year, found.month, found.day) == date, "\(number + offset): \(found), not \(date)")
        let made = CivilDate(year: date.year, month: date.month, day: date.day)
        wrong.expect(made.dayNumber == number + offset && made == found, "\(date): \(made.dayNumber)")
        wrong.expect(found.weekday == weekday && found.dayOfYear == dayOfYear, "\(found)")
        weekday = (weekday + 1) % 7
        let next = dayAfter(date)
        dayOfYear = next.year == date.year ? dayOfYear + 1 : 1
        date = next
      }
    }
    wrong.check()
    #expect(CivilDate(year: 1970, month: 1, day: 1).dayNumber == 0 && CivilDate(dayNumber: 0).weekday == 3)
  }

  @Test("A1 Years 1900 and 2100 are no leap years, 2000 and 0 are")
  func leapYears() {
    #expect(CivilDate.days(in: 2, of: 1900) == 28 && CivilDate.days(in: 2, of: 2000) == 29)
    #expect(CivilDate.days(in: 2, of: 2100) == 28 && CivilDate.days(in: 2, of: 2024) == 29)
    #expect(
      CivilDate.days(in: 2, of: 0) == 29 && CivilDate.days(in: 2, of: -4) == 29 && CivilDate.days(in: 2, of: -1) == 28)
    #expect(CivilDate.days(in: 13, of: 2000) == 0 && CivilDate.days(in: 0, of: 2000) == 0)
    #expect(CivilDate(year: 1900, month: 2, day: 29) == CivilDate(year: 1900, month: 3, day: 1))
    #expect(CivilDate(existing: 2024, 2, 29) == CivilDate(year: 2024, month: 2, day: 29))
    for (year, month, day) in [
      (1900, 2, 29), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (10_000, 1, 1), (-1, 1, 1),
      (2026, .max, .max),
    ] {
      #expect(CivilDate(existing: year, month, day) == nil)
    }
    #expect(CivilDate(year: 2026, month: 14, day: 1) == CivilDate(year: 2027, month: 2, day: 1))
    #expect(CivilDate(year: 2026, month: 0, day: 31) == CivilDate(year: 2025, month: 12, day: 31))
  }

  @Test("A1 Days run on into other months for a million days, and stop there")
  func farDays() {
    let first = CivilDate(year: 2000, month: 1, day: 1).dayNumber
    for day in [-1_000_000, -40, 0, 29, 32, 100_000, 1_000_000] {
      #expect(CivilDate(year: 2000, month: 1, day: day).dayNumber == first + day - 1)
    }
    #expect(CivilDate(year: 2000, month: 1, day: 1_000_001).dayNumber == first + 999_999)
    #expect(CivilDate(year: 2000, month: 1, day: .min).dayNumber == first - 1_000_001)
  }

  @Test("A1 400 years are 146,097 days, out to 200,000 years from now and before it")
  func eras() {
    var wrong = Mismatches()
    for year in stride(from: -200_000, through: 199_600, by: 400) {
      let first = CivilDate(year: year, month: 3, day: 1)
      let next = CivilDate(year: year + 400, month: 3, day: 1)
      wrong.expect(next.dayNumber - first.dayNumber == 146_097, "\(year)")
      wrong.expect(CivilDate(dayNumber: first.dayNumber) == first && first.weekday == next.weekday, "\(year)")
    }
    wrong.check()
    for extreme in [Int.min, .max] {
      #expect(CivilDate(dayNumber: extreme).month > 0)
      #expect(CivilDate(year: extreme, month: extreme, day: extreme).day > 0)
      #expect(CivilTime(seconds: extreme).date.month > 0)
    }
  }

  @Test(
    "A7 The last seven days are today − 7 … today − 1, also over the end of a month, of February and of summer time")
  func lastDays() throws {
    func last(_ text: String, _ zone: TimeZoneRules = .utc, _ count: Int = 7) throws -> [String] {
      DayLabels.last(count, before: try TimeText.milliseconds(text, in: zone), in: zone)
    }
    #expect(try last("2026-11-21") == ["11-14", "11-15", "11-16", "11-17", "11-18", "11-19", "11-20"])
    #expect(try last("2024-03-03T23:59:59") == ["02-25", "02-26", "02-27", "02-28", "02-29", "03-01", "03-02"])
    #expect(try last("2026-01-02", .utc, 3) == ["12-30", "12-31", "01-01"])
    let berlin = try TimeZoneRules(name: "Europe/Berlin", tzif: ZoneFiles.bytes("Europe/Berlin"))
    #expect(try last("2026-03-30T00:00", berlin, 3) == ["03-27", "03-28", "03-29"])
    #expect(try last("2026-10-26T23:30", berlin, 3) == ["10-23", "10-24", "10-25"])
    #expect(DayLabels.last(0, before: 0, in: .utc) == [] && DayLabels.last(7, before: .nan, in: .utc) == [])
    #expect(DayLabels.last(.max, before: 0, in: .utc).count == 10_000)
  }
}
