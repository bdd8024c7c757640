internal import POSIX

/// A moment as ISO 8601 writes it, such as `2026-08-20T07:05:09.004200Z`: what every header's `date` is.
///
/// Written by hand, since a kernel writes one per message and a formatter would cost more than the rest of it.
package struct ISODate: Hashable, Sendable {
  package let text: String

  /// The current time in UTC, to the microsecond.
  static func now() -> ISODate {
    let time = WallClock.time
    return ISODate(secondsSince1970: Int(time.tv_sec), microseconds: Int(time.tv_nsec) / 1_000)
  }

  /// - Parameter microseconds: from 0 to 999,999.
  package init(secondsSince1970 seconds: Int, microseconds: Int) {
    var (seconds, parts) = (time_t(seconds), tm())
    // It fails for years beyond what fits into 32 bits, where 1900 is as good as any.
    gmtime_r(&seconds, &parts)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(27)
    Self.append(Int(parts.tm_year) + 1_900, digits: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    Self.append(Int(parts.tm_mon) + 1, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    Self.append(Int(parts.tm_mday), digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    Self.append(Int(parts.tm_hour), digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Self.append(Int(parts.tm_min), digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Self.append(Int(parts.tm_sec), digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: "."))
    Self.append(microseconds, digits: 6, to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
    text = String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ value: Int, digits: Int, to bytes: inout [UInt8]) {
    let text = String(value).utf8
    for _ in text.count..<max(digits, text.count) { bytes.append(UInt8(ascii: "0")) }
    bytes.append(contentsOf: text)
  }
}
