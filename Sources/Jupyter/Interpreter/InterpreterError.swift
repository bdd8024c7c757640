/// Why a cell failed: what Jupyter calls `ename`, `evalue` and `traceback`.
public struct InterpreterError: Error, Hashable, Sendable {
  /// The kind of error, such as `InvalidSpec`.
  public var name: String
  /// One sentence.
  public var message: String
  /// Where and what, line by line; may hold ANSI colours.
  public var traceback: [String]

  public init(name: String, message: String, traceback: [String]) {
    self.name = name
    self.message = message
    self.traceback = traceback
  }
}
