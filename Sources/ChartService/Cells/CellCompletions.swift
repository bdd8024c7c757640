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
