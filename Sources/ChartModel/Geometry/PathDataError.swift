/// Path data that is none: what is wrong, and where.
public struct PathDataError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault; more may come.
  public struct Code: Hashable, Sendable {
    private enum Value { case syntax, limit }
    private let value: Value
    /// It is not written as SVG has it.
    public static let syntax = Code(value: .syntax)
    /// It is too long, or leads too far out.
    public static let limit = Code(value: .limit)
  }

  public var code: Code
  /// The character, counted from 0, at which it stopped making sense. All before it are ASCII.
  public var offset: Int
  /// A sentence without its full stop: `expected a number, got "x"`.
  public var reason: String

  init(_ code: Code, at offset: Int, _ reason: String) {
    self.code = code
    self.offset = offset
    self.reason = reason
  }

  /// `at character 7 expected a number, got "x"`, where the first character is 1.
  public var description: String { "at character \(offset + 1) \(reason)" }
}
