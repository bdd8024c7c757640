/// What is wrong with an assignment, and where.
struct LiteralSyntaxError: Error, Hashable, Sendable {
  /// What is wrong, as a phrase without its full stop.
  var message: String
  /// What was probably meant.
  var suggestion: String?
  /// The offset in the cell, in Unicode scalars.
  var offset: Int
  /// Whether the text merely ends too early, within a bracket.
  var isUnfinished = false
}
