/// The two streams of text a cell has.
public enum StreamName: String, Hashable, Sendable {
  case stdout, stderr
}
