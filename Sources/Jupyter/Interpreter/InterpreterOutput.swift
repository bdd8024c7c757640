/// What a running cell shows.
public enum InterpreterOutput: Hashable, Sendable {
  /// Something to look at. With a subject it is kept up to date: shown anew whenever the subject changes.
  case display(MIMEBundle, of: DisplaySubject?)
  /// The value of a statement.
  case result(MIMEBundle)
  /// Text.
  case stream(StreamName, String)
  /// What the cell has shown so far is to go: at once, or when the next output comes, which flickers less.
  case clear(waits: Bool)
  /// Something to read beside the notebook, in a pager.
  case page(MIMEBundle)
}
