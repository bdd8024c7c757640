import ChartModel
import JSONModel

@testable import ChartData
@testable import ChartEngine

extension FuzzTarget {
  /// A pattern in the first line, and a date in the rest. Moments are finite, what a pattern has read it also writes and
  /// reads again, and labels stay short.
  static let date = FuzzTarget(name: "date") { bytes in
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let pattern = String(decoding: bytes[..<end], as: UTF8.self)
    let text = Array(bytes[min(end + 1, bytes.count)...])
    checkMoment(text)
    if let date = DateText(text.span) {
      for order in DateText.Order.allCases { _ = date.day(order) }
      expect((0..<86_400).contains(date.time ?? 0), "a time lies in its day: \(date)")
    }
    guard let writing = try? TimePattern(pattern) else { return }
    checkLabel(writing, text)
    guard let reading = try? DatePattern(pattern), let seconds = reading.seconds(in: text.span) else { return }
    // From the year 0 to 9999, and offsets of hours.
    expect(abs(seconds) < 4e11, "a date lies in a year of four digits: \(seconds)")
    guard canWriteWhatItReads(writing) else { return }
    let written = writing.format(seconds * 1000, in: .utc)
    expect(
      reading.seconds(in: Array(written.utf8).span) == seconds,
      "what was read is written alike: \(seconds) as \(written) by \(pattern)")
  }

  /// Patterns in which nothing is told twice or cut, and no word goes on in what stands behind it.
  private static func canWriteWhatItReads(_ pattern: TimePattern) -> Bool {
    var fields = Set<TimePattern.Field>()
    for (field, count) in pattern.fields {
      switch field {
      case .text(let text): guard text.utf8.allSatisfy({ $0 < 0x41 }) else { return false }
      case .fraction, .zone: return false
      case .year: guard count <= 4, fields.insert(field).inserted else { return false }
      default: guard fields.insert(field).inserted else { return false }
      }
    }
    // Where both tell the half of the day, 1 PM may be read and is written as 13 PM.
    return !fields.contains(.hour) || fields.isDisjoint(with: [.halfDayHour, .halfDay])
  }

  private static func checkMoment(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(TimeTextError) {
      let moment = try TimeText.milliseconds(text, in: .utc)
      expect(moment.isFinite, "a moment is a number: \(text)")
    } catch {
      expect((0...text.utf8.count).contains(error.offset), "a fault lies in the text: \(error)")
    }
  }

  /// A label of any moment at all.
  private static func checkLabel(_ pattern: TimePattern, _ bytes: [UInt8]) {
    let bits = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let label = pattern.format(Double(bitPattern: bits), in: .utc)
    expect(label.utf8.count <= 12 * TimePattern.lengthLimit, "a label is bounded: \(label)")
  }
}
