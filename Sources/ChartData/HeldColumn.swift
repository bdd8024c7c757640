package import ChartModel

/// A column of data that is not in a spec's JSON. It never changes, so that charts, the steps of their histories and
/// documents share it.
package final class HeldColumn: Sendable {
  /// Written out, never a buffer.
  package let entries: ColumnSpec

  package init(_ entries: ColumnSpec) { self.entries = entries }
}
