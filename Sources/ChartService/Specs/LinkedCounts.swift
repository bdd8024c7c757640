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
/// While one interval, or rectangle, moves all other selections stay, so that the rows that these take are counted once along its
/// columns; then each move takes microseconds.
final class LinkedCounts: Sendable {
  /// What rows are counted for.
  private struct Key: Hashable {
    var columns: [String]
    /// What else is selected.
    var others: [RowSelection]
  }

  private struct State {
    /// Those that were used last: for what is left, and for what stands out.
    var tiles: [(key: Key, tiles: RowTiles)] = []
    var last: [RowSelection] = []
  }

  private let rows: LinkedRows
  /// For each row its mark; ``CountedMarks/none`` for none.
  private let lazyMarks: Lazy<[UInt16]>
  private let markCount: Int
  /// Whether it is to be told which rows are counted.
  private let saysRows: Bool
  private let state = Mutex(State())

  /// Fewer rows are read once more in less than the time of a picture.
  static let leastRows = 20_000

  /// - Parameters:
  ///   - engine: Of the chart of all rows, or of the layout that it is in.
  ///   - place: Its index there.
  /// - Returns: `nil` where the marks say anything else of rows, or these are few.
  init?(_ rows: LinkedRows, _ data: DataSpec, _ declared: ChartSpec, _ engine: Lazy<any ChartKind>, _ place: Int?) {
    guard rows.frame.rowCount >= LinkedCounts.leastRows, data.transform.isEmpty, declared.common.facet == nil,
      let plot = declared.content as? CartesianSpec, plot.seriesBy == nil,
      let counted = Chart.countedMarks(of: engine, chart: place), (1...RowTiles.mostMarks).contains(counted.count)
    else { return nil }
    let series = plot.series.first
    let values = series?.column ?? data.y
    // A series may be called what its column is.
    guard values != nil || rows.frame.columns[series?.name ?? ""] == nil,
      // Histograms count values, where they have some.
      let column = (counted.isOfCells ? data.x : values ?? data.x).flatMap({ rows.frame.columns[$0] }),
      // Years are no milliseconds.
      let x = column.plainNumbers, !counted.isOfMoments || column.areMoments
    else { return nil }
    let y = counted.isOfCells ? values.flatMap { rows.frame.columns[$0]?.plainNumbers } : nil
    guard y != nil || !counted.isOfCells, [x, y].allSatisfy({ $0?.count ?? x.count == rows.frame.rowCount }) else {
      return nil
    }
    self.rows = rows
    (markCount, saysRows) = (counted.count, counted.saysRows)
    lazyMarks = Lazy { counted.marks(x, y) }
  }

  /// Those of some selections that say anything of the rows, as far as their columns tell.
  func telling(_ selections: [RowSelection]) -> [RowSelection] {
    selections.filter { $0.saysAnything(of: rows.frame) }
  }

  /// How many of the rows that all of some selections take count in each mark; `nil` where one of them says nothing of such rows,
  /// or there is no room.
  /// - Parameters:
  ///   - selections: Those that are ``telling(_:)``.
  ///   - hasRoom: Whether there is memory for so many bytes.
  /// - Throws: ``InvalidValue`` if it takes too long, or nobody waits any more.
  func counts(
    of selections: [RowSelection], from source: DataSource, hasRoom: (Int) -> Bool
  ) throws(InvalidValue) -> CountedRows? {
    let intervals = selections.enumerated().compactMap { index, selection in
      selection.intervals(in: rows.frame).map { intervals in
        var others = selections
        others.remove(at: index)
        return (selection: selection, ranges: intervals.ranges, key: Key(columns: intervals.columns, others: others))
      }
    }
    let (known, last) = state.withLock { ($0.tiles, $0.last) }
    for interval in intervals {
      guard let found = known.first(where: { $0.key == interval.key }) else { continue }
      state.withLock { $0.last = selections }
      return counted(found.tiles, in: interval.ranges)
    }
    // The one that moves is new.
    guard let moving = intervals.first(where: { !last.contains($0.selection) }) ?? intervals.first else {
      guard !selections.isEmpty else { return nil }
      let taken = try rows.counts(marks: lazyMarks.value, markCount: markCount, where: selections, from: source)
      return taken.map { counts, mask in
        CountedRows(counts, test: saysRows ? RowTest { mask.indices.contains($0) && mask[$0] } : nil)
      }
    }
    let columns = moving.key.columns.compactMap { rows.frame.columns[$0]?.plainNumbers }
    guard columns.allSatisfy({ $0.count == rows.frame.rowCount }),
      hasRoom(RowOrder.byteCount(rows: rows.frame.rowCount) + RowTiles.byteCount(marks: markCount))
    else { return nil }
    let tiles = try rows.tiles(
      columns, marks: lazyMarks.value, markCount: markCount, where: moving.key.others, from: source)
    guard let tiles else { return nil }
    state.withLock { state in
      state.tiles = Array(([(moving.key, tiles)] + state.tiles).prefix(2))
      state.last = selections
    }
    return counted(tiles, in: moving.ranges)
  }

  private func counted(_ tiles: RowTiles, in ranges: [ClosedRange<Double>]) -> CountedRows {
    CountedRows(tiles.counts(in: ranges), test: saysRows ? RowTest { tiles.takes($0, in: ranges) } : nil)
  }
}

extension LinkedCounts {
  /// What it keeps, and how many bytes that are.
  var memory: [(memory: ObjectIdentifier, byteCount: Int)] {
    let tiles = state.withLock { $0.tiles.map(\.tiles) }
    guard !tiles.isEmpty else { return [] }
    return tiles.flatMap(\.memory) + [(ObjectIdentifier(self), rows.frame.rowCount * MemoryLayout<UInt16>.stride)]
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
