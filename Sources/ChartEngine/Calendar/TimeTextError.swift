/// A text or file that says no time, no pattern or no time zone: what is wrong, and where.
package struct TimeTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault; more may come.
  package struct Code: Hashable, Sendable {
    private enum Value { case syntax, range, unsupported }
    private let value: Value
    /// It is not written as it should be.
    static let syntax = Code(value: .syntax)
    /// It is well written, but there is no such day, hour, offset or entry.
    static let range = Code(value: .range)
    /// It is right, but not known here.
    static let unsupported = Code(value: .unsupported)
  }

  package var code: Code
  /// The byte, counted from 0, at which it stopped making sense.
  package var offset: Int
  /// A sentence without its full stop: `expected a month from 01 to 12`.
  package var reason: String

  init(_ code: Code, at offset: Int, _ reason: String) {
    self.code = code
    self.offset = offset
    self.reason = reason
  }

  package var description: String { "\(reason) (at byte \(offset))" }
}
