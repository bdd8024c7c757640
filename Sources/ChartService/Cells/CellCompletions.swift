/// What can stand where the cursor is.
public struct CellCompletions: Hashable, Sendable {
  /// The words, each to be put in the place of what lies between ``start`` and ``end``.
  public var matches: [String]
  /// Offsets in Unicode scalars.
  public var start: Int
  public var end: Int

  public init(matches: [String], start: Int, end: Int) {
    self.matches = matches
    self.start = start
    self.end = end
  }
}

/// What is known about the word at the cursor.
public struct CellInspection: Hashable, Sendable {
  public var plain: String
  public var markdown: String

  public init(plain: String, markdown: String) {
    self.plain = plain
    self.markdown = markdown
  }
}

/// Whether a cell can be run as it is, which decides what Enter does in a console.
public enum CellCompleteness: Hashable, Sendable {
  case complete
  /// More is expected, on a line that begins with `indent`.
  case incomplete(indent: String)
  /// No continuation can make it right.
  case invalid
  case unknown
}
