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
