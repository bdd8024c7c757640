/// What went wrong in a cell.
public struct CellError: Error, Hashable, Sendable {
  /// What kind of fault it is: `SyntaxError`, `InvalidSpec`, `InvalidArgument`, `UnknownCommand`,
  /// `UnknownParameter`, `NoSuchChart`, `NoSuchSession`, `LimitExceeded`, `Interrupted`, `InternalError`; more may come.
  public var name: String
  /// One sentence, with the path and the suggestion.
  public var message: String
  /// From 1, in the cell.
  public var line: Int?
  /// From 1, in Unicode scalars.
  public var column: Int?
  /// The line, and a line with a caret below the fault; empty if there is no place.
  public var excerpt: [String]
  /// All of it for people, line by line: the place, the excerpt, the message, the suggestion.
  public var traceback: [String]

  public init(
    name: String, message: String, line: Int? = nil, column: Int? = nil, excerpt: [String] = [],
    traceback: [String] = []
  ) {
    self.name = name
    self.message = message
    self.line = line
    self.column = column
    self.excerpt = excerpt
    self.traceback = traceback
  }
}
