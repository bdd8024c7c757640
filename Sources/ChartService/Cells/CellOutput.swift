public import JSONModel
public import OrderedCollections

/// What a cell brings forth, as it is made.
public enum CellOutput: Hashable, Sendable {
  /// Where text goes.
  public enum Stream: Hashable, Sendable {
    case stdout
    case stderr
  }

  /// A chart to show: a display whose picture is updated when the chart changes later.
  case chart(ChartDisplay)
  /// Text: of `%echo`, or warnings.
  case stream(Stream, String)
  /// A value, as a MIME bundle: the answer of a JSON-RPC request, or of a command that has no picture.
  case result(OrderedDictionary<String, JSON>)
  /// Something to read beside the notebook, as a MIME bundle: what `%tap?` asks for.
  case page(OrderedDictionary<String, JSON>)
  /// What the cell has shown so far goes: at once, or, if it `waits`, when the next output comes.
  case clear(waits: Bool)
}
