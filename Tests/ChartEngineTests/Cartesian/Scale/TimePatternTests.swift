@testable import ChartEngine
import Testing

@Suite("A7 How dates and times are written")
struct TimePatternTests {
  /// Saturday.
  private let instant = 1_795_275_005_250.0

  @Test(
    "A7 The letters of Unicode TR35",
    arguments: [
      ("MM-dd", "11-21"), ("yyyy-MM-dd", "2026-11-21"), ("MMM d", "Nov 21"), ("HH:mm", "15:30"), ("EEE", "Sat"),
      ("E", "Sat"), ("EEEE", "Saturday"), ("d.M.", "21.11."), ("d.M.yy", "21.11.26"),
      ("MMMM d, yyyy", "November 21, 2026"),
      ("h:mm a", "3:30 PM"), ("hh a", "03 PM"), ("HH:mm:ss.SSS", "15:30:05.250"), ("s.S", "5.2"), ("SSSSSS", "250000"),
      ("QQQ yyyy", "Q4 2026"), ("Q", "4"), ("D", "325"), ("XXX", "Z"),
      ("yyyy-MM-dd'T'HH:mm:ssXXX", "2026-11-21T15:30:05Z"),
      ("", ""), ("M月d日", "11月21日"), ("d. 'of' MMMM", "21. of November"), ("h 'o''clock'", "3 o'clock"), ("''yy", "'26"),
      ("yyyyyy", "002026"), ("LLL", "Nov"), ("u", "2026"), ("H", "15"),
    ])
  func letters(pattern: String, expected: String) throws {
    #expect(try TimePattern(pattern).format(instant, in: .utc) == expected)
  }

  @Test(
    "A7 What is no pattern is refused, with the byte",
    arguments: [
      ("yyyy-mm-dd HH:MM b", 17), ("T", 0), ("dd 'of", 3), ("ddd", 0), ("日MMMMM", 3), ("'a' b", 4), ("SSSSSSSSSS", 0),
    ])
  func refused(pattern: String, offset: Int) {
    let error = #expect(throws: TimeTextError.self) { try TimePattern(pattern) }
    #expect(error?.offset == offset)
  }

  @Test(
    "A7 Each letter may stand so often side by side, and no more",
    arguments: [
      ("y", 9), ("u", 9), ("Q", 3), ("M", 4), ("L", 4), ("d", 2), ("D", 3), ("E", 4), ("H", 2), ("h", 2), ("a", 1),
      ("m", 2), ("s", 2), ("S", 9), ("X", 3),
    ])
  func repetitions(letter: String, longest: Int) {
    func pattern(_ count: Int) throws -> TimePattern { try TimePattern(String(repeating: letter, count: count)) }
    for count in 1...longest { #expect(throws: Never.self) { try pattern(count) } }
    #expect(throws: TimeTextError.self) { try pattern(longest + 1) }
  }

  @Test("A pattern is as long as somebody writes, at most")
  func limit() throws {
    let longest = String(repeating: "-", count: TimePattern.lengthLimit)
    #expect(try TimePattern(longest).format(instant, in: .utc) == longest)
    let error = #expect(throws: TimeTextError.self) { try TimePattern(longest + "-") }
    #expect(error?.offset == TimePattern.lengthLimit)
  }

  @Test("A7 Years before 1 and after 9999, and instants that are none")
  func years() throws {
    let pattern = try TimePattern("yyyy-MM-dd")
    func format(_ text: String) throws -> String { pattern.format(try TimeText.milliseconds(text, in: .utc), in: .utc) }
    #expect(try format("-0044-03-15") == "-0044-03-15" && format("0000-01-01") == "0000-01-01")
    #expect(try format("+012026-11-21") == "12026-11-21" && format("-200000-01-01") == "-200000-01-01")
    for value in [Double.nan, .infinity, -.infinity, 1e17, -1e300] { #expect(pattern.format(value, in: .utc) == "–") }
  }

  @Test("A7 Hours to 12 begin with 12, and noon is PM")
  func halfDays() throws {
    let pattern = try TimePattern("h a")
    let labels = (0..<24).map { pattern.format(Double($0) * 3_600_000, in: .utc) }
    #expect(labels[0] == "12 AM" && labels[1] == "1 AM" && labels[12] == "12 PM" && labels[23] == "11 PM")
    #expect(Set(labels).count == 24)
  }

  @Test("A7 A fraction that a double can't hold is written as it was meant; instants before 1970 count upwards, too")
  func fractions() throws {
    let pattern = try TimePattern("HH:mm:ss.SSSSSS")
    #expect(pattern.format(1_795_275_005_250.1, in: .utc) == "15:30:05.250100")
    #expect(pattern.format(-1, in: .utc) == "23:59:59.999000" && pattern.format(-0.5, in: .utc) == "23:59:59.999500")
  }

  @Test("A7 The library's own patterns are right")
  func own() {
    #expect(TimePattern.monthAndDay.text == "MM-dd")
    // All that ticks are labelled with have their fields.
    for ticks in TimeTicksTests.examples { #expect(ticks.allSatisfy { !$0.label.isEmpty }) }
  }
}
