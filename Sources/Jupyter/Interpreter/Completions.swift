/// What could stand at the cursor.
public struct Completions: Hashable, Sendable {
  public var matches: [String]
  /// The range a match replaces, in Unicode scalars from 0; the end is not part of it.
  public var start: Int
  public var end: Int

  public init(matches: [String], start: Int, end: Int) {
    self.matches = matches
    self.start = start
    self.end = end
  }
}

/// What is known of the word at the cursor.
public struct Inspection: Hashable, Sendable {
  public var plain: String
  public var markdown: String

  public init(plain: String, markdown: String) {
    self.plain = plain
    self.markdown = markdown
  }
}

/// Whether code is ready to run.
public enum Completeness: Hashable, Sendable {
  case complete
  /// More lines must follow, indented by this.
  case incomplete(indent: String)
  case invalid
  case unknown
}
