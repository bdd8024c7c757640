/// What is wrong with a YAML text, and where.
public struct YAMLSyntaxError: Error, Hashable, Sendable {
  /// What is wrong, as a phrase without its full stop.
  public var message: String
  /// From 1.
  public var line: Int
  /// From 1, in Unicode scalars.
  public var column: Int

  public init(message: String, line: Int, column: Int) {
    self.message = message
    self.line = line
    self.column = column
  }

  init(_ message: String, at position: TextPosition) {
    self.init(message: message, line: position.line, column: position.column)
  }
}
