/// What is wrong with a YAML text, and where.
public struct YAMLSyntaxError: Error, Hashable, Sendable {
  /// What is wrong, as a phrase without its full stop.
  public var message: String
  /// From 1.
  public var line: Int
  /// From 1, in Unicode scalars.
  public var column: Int
  /// Whether the text merely ends too early, so that more text could mend it.
  public var isUnfinished: Bool

  public init(message: String, line: Int, column: Int, isUnfinished: Bool = false) {
    self.message = message
    self.line = line
    self.column = column
    self.isUnfinished = isUnfinished
  }

  package init(_ message: String, at position: TextPosition, isUnfinished: Bool = false) {
    self.init(message: message, line: position.line, column: position.column, isUnfinished: isUnfinished)
  }
}
