/// Whether code is ready to run, which decides what Enter does in a console.
public enum Completeness: Hashable, Sendable {
  case complete
  /// More lines must follow, indented by this.
  case incomplete(indent: String)
  /// No continuation can make it right.
  case invalid
  case unknown
}
