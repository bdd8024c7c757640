/// Whether code is ready to run.
public enum Completeness: Hashable, Sendable {
  case complete
  /// More lines must follow, indented by this.
  case incomplete(indent: String)
  case invalid
  case unknown
}
