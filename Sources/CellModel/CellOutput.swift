/// What a running cell brings forth.
public enum CellOutput: Hashable, Sendable {
  /// Something to look at.
  case display(Display)
  /// Text.
  case stream(StreamName, String)
  /// The value of a statement.
  case result(MIMEBundle)
  /// Something to read beside the notebook, in a pager.
  case page(MIMEBundle)
  /// What the cell has shown so far is to go: at once, or, if it `waits`, when the next output comes, which flickers less.
  case clear(waits: Bool)
}
