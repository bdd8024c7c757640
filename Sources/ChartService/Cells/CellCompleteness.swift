/// Whether a cell can be run as it is, which decides what Enter does in a console.
public enum CellCompleteness: Hashable, Sendable {
  case complete
  /// More is expected, on a line that begins with `indent`.
  case incomplete(indent: String)
  /// No continuation can make it right.
  case invalid
  case unknown
}
