/// One statement of a cell: where it is, and what kind.
struct CellStatement: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A YAML or JSON chart spec.
    case spec
    /// A line that begins with `%`.
    case command
    /// A JSON-RPC request or batch.
    case request
    /// A parameter's new value: `angle = 30`, which may span several lines inside brackets.
    case assignment
    /// A parameter alone: `$angle`.
    case parameter
    /// A question: `%tap?`, `?tap`.
    case help
  }

  var kind: Kind
  /// The offsets in the cell, in Unicode scalars.
  var range: Range<Int>
}
