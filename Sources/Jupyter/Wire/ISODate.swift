#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A moment as ISO 8601 writes it, such as `2026-08-20T07:05:09.004200Z`: what every header's `date` is.
///
/// Written by hand, since a kernel writes one per message and Foundation's formatter costs more than the rest of it.
package struct ISODate: Hashable, Sendable {
  package let text: String

  /// The current time in UTC, to the microsecond.
  static func now() -> ISODate {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return ISODate(secondsSince1970: Int(time.tv_sec), microseconds: Int(time.tv_nsec) / 1_000)
  }

  /// - Parameter microseconds: from 0 to 999,999.
  package init(secondsSince1970 seconds: Int, microseconds: Int) {
    let day = seconds.quotientRoundedDown(by: 86_400)
    let second = seconds - day * 86_400
    let (year, month, dayOfMonth) = Self.civil(fromDays: day)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(27)
    Self.append(year, digits: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    Self.append(month, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    Self.append(dayOfMonth, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    Self.append(second / 3_600, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Self.append(second / 60 % 60, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Self.append(second % 60, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: "."))
    Self.append(microseconds, digits: 6, to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The proleptic Gregorian date so many days after 1970-01-01.
  ///
  /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`: years start in March, so that the
  /// leap day is the last of its year.
  private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted.quotientRoundedDown(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func append(_ value: Int, digits: Int, to bytes: inout [UInt8]) {
    let text = String(value).utf8
    for _ in text.count..<max(digits, text.count) { bytes.append(UInt8(ascii: "0")) }
    bytes.append(contentsOf: text)
  }
}

extension Int {
  fileprivate func quotientRoundedDown(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
