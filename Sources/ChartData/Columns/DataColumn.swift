import ChartEngine
import ChartModel

/// A column of a table: typed, in order, with missing values.
///
/// Numbers and dates lie contiguous, and NaN is what is missing there, as in ``ColumnSpec``, so that they get into charts
/// without being copied. Other sources' types come as more cases.
enum DataColumn: Sendable {
  case numbers([Double])
  case dates(DateColumn)
  case texts(TextColumn)
}

/// Dates, with times if any of them has one.
struct DateColumn: Sendable {
  /// Seconds since 1970-01-01T00:00 on the clocks of the chart's time zone, or in UTC; NaN where there is none.
  var seconds: [Double] = []
  var hasTimes = false
  /// Whether the cells have offsets, so that seconds are those of UTC.
  var areInstants = false

  /// A date as ISO 8601 writes it, which the chart reads in its time zone; `nil` where there is none.
  func text(at index: Int) -> String? {
    let value = seconds[index]
    guard value.isFinite else { return nil }
    let day = (value / 86_400).rounded(.down)
    guard let number = Int(exactly: day) else { return nil }
    let date = CivilDate(dayNumber: number)
    var text = (date.year < 0 ? "-" : "") + padded(Int(date.year.magnitude), 4)
    text += "-" + padded(date.month, 2) + "-" + padded(date.day, 2)
    guard hasTimes || areInstants, let milliseconds = Int(exactly: ((value - day * 86_400) * 1000).rounded()) else {
      return text
    }
    let second = milliseconds / 1000
    text += "T" + padded(second / 3600, 2) + ":" + padded(second / 60 % 60, 2) + ":" + padded(second % 60, 2)
    if milliseconds % 1000 != 0 { text += "." + padded(milliseconds % 1000, 3) }
    return text + (areInstants ? "Z" : "")
  }

  private func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}

/// Texts one after the other in one buffer, since there may be millions.
struct TextColumn: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  var count: Int { ends.count }

  mutating func append(_ text: Span<UInt8>) {
    text.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    ends.append(bytes.count)
  }

  /// Calls a body with a text; an empty one is missing.
  func withText<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    body(bytes.span.extracting((index == 0 ? 0 : ends[index - 1])..<ends[index]))
  }

  subscript(index: Int) -> String {
    String(decoding: bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]], as: UTF8.self)
  }
}
