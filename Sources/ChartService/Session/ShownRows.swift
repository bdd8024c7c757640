import ChartEngine

/// What of its lines' rows a chart holds.
struct ShownRows: Hashable, Sendable {
  /// What they were put together for.
  var needs: Set<RowNeed> = []
  /// Why they are not those of the picture.
  var warnings: [String] = []
}
