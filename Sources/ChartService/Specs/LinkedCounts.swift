import ChartData
import ChartEngine
import ChartModel
import ChartTransforms
import JSONModel
import OrderedCollections
import Synchronization

/// Counts the selected rows of a chart whose marks count rows: millions of them while an interval is dragged, without reading
/// them once more.
///
/// While one interval moves all other selections stay, so that the rows that these take are brought in order once, by the values
/// of its column; then each move takes microseconds.
final class LinkedCounts: Sendable {
  /// What rows are brought in order for.
  private struct Key: Hashable {
    var column: String
    /// What else is selected.
    var others: [RowSelection]
  }

  private struct State {
    /// Those that were used last: for what is left, and for what stands out.
    var tiles: [(key: Key, tiles: RowTiles)] = []
    var last: [RowSelection] = []
  }

  private let rows: LinkedRows
  /// For each row its mark; -1 for none.
  private let lazyMarks: Lazy<[Int32]>
  private let markCount: Int
  private let state = Mutex(State())

  /// Fewer rows are read once more in less than the time of a picture.
  static let leastRows = 20_000

  /// - Parameter engine: Of the chart of all rows.
  /// - Returns: `nil` where the marks say anything else of rows, or these are few.
  init?(_ rows: LinkedRows, _ data: DataSpec, _ declared: ChartSpec, _ engine: Lazy<any ChartKind>) {
    guard rows.frame.rowCount >= LinkedCounts.leastRows, data.transform.isEmpty, declared.common.facet == nil,
      let plot = declared.content as? CartesianSpec, plot.seriesBy == nil,
      let counted = Chart.countedMarks(of: engine), counted.count <= RowTiles.mostMarks,
      let column = data.x.flatMap({ rows.frame.columns[$0] }), let x = column.plainNumbers,
      // Years are no milliseconds.
      !counted.isOfMoments || column.areMoments
    else { return nil }
    let y = counted.isOfCells ? data.y.flatMap { rows.frame.columns[$0]?.plainNumbers } : nil
    guard y != nil || !counted.isOfCells else { return nil }
    self.rows = rows
    markCount = counted.count
    lazyMarks = Lazy { counted.marks(x, y) }
  }

  /// How many of the rows that all of some selections take count in each mark; `nil` where these ask for anything but intervals.
  /// - Parameter hasRoom: Whether there is memory for so many bytes.
  /// - Throws: ``InvalidValue`` if it takes too long, or nobody waits any more.
  func counts(
    of selections: [RowSelection], from source: DataSource, hasRoom: (Int) -> Bool
  ) throws(InvalidValue) -> [Double]? {
    guard selections.allSatisfy({ $0.isOf(rows.frame) }) else { return nil }
    let intervals = selections.enumerated().compactMap { index, selection in
      selection.interval(in: rows.frame).map { interval in
        var others = selections
        others.remove(at: index)
        return (selection: selection, range: interval.range, key: Key(column: interval.column, others: others))
      }
    }
    let (known, last) = state.withLock { ($0.tiles, $0.last) }
    for interval in intervals {
      guard let found = known.first(where: { $0.key == interval.key }) else { continue }
      state.withLock { $0.last = selections }
      return found.tiles.counts(in: interval.range)
    }
    // The one that moves is new.
    guard let moving = intervals.first(where: { !last.contains($0.selection) }) ?? intervals.first,
      let values = rows.frame.columns[moving.key.column]?.plainNumbers,
      hasRoom(RowTiles.byteCount(rows: values.count, marks: markCount))
    else { return nil }
    let tiles = try rows.tiles(
      values, marks: lazyMarks.value, markCount: markCount, where: moving.key.others, from: source)
    state.withLock { state in
      state.tiles = Array(([(moving.key, tiles)] + state.tiles).prefix(2))
      state.last = selections
    }
    return tiles.counts(in: moving.range)
  }
}

extension FrameColumn {
  fileprivate var areMoments: Bool { if case .moments = self { true } else { false } }

  /// Its numbers or moments.
  fileprivate var plainNumbers: GrowingArray<Double>? {
    switch self {
    case .numbers(let numbers), .moments(let numbers): numbers
    case .names, .truths: nil
    }
  }
}
