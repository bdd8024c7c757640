import ChartData
import ChartEngine
import ChartModel
import JSONModel
import Synchronization

/// Where the rows are of a chart's lines, of which it holds what its picture needs.
final class LineSupply: Sendable {
  private let plot: CartesianSpec
  private let data: DataSpec
  /// `nil` after the chart came out of a document or a store, until somebody looks at it.
  private let opened: Mutex<(rows: LargeLines, patience: Duration?)?>

  /// - Returns: `nil` if all rows are held.
  init?(_ declared: ChartSpec, _ held: HeldData) {
    guard let data = declared.data, var plot = declared.content as? CartesianSpec,
      held.columns.keys.contains(where: { if case .heldRows = $0 { true } else { false } })
    else { return nil }
    plot.x.timeZoneRules = held.zone?.rules
    (self.plot, self.data) = (plot, data)
    opened = Mutex(held.lines)
  }

  /// The lines, and how long a picture waits for their rows.
  /// - Throws: ``InvalidValue`` if they cannot be reached.
  func lines(from source: DataSource) throws(InvalidValue) -> (rows: LargeLines, patience: Duration?)? {
    if let lines = opened.withLock({ $0 }) { return lines }
    guard let found = try source.lines(of: plot, data), let rows = found.lines else { return nil }
    return opened.withLock { opened in
      if let opened { return opened }
      opened = (rows, found.patience)
      return opened
    }
  }
}
