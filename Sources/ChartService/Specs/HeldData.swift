import ChartData
import Databases
import ChartModel
import JSONModel

/// What belongs to a spec but is not in its JSON. It is kept so that undo and import need neither files nor a clock, which
/// may say something else by then.
struct HeldData: Sendable {
  /// The rules of a named time zone.
  struct Zone: Hashable, Sendable {
    var name: String
    /// The bytes of its TZif file.
    var rules: [UInt8]
  }

  /// The slices that were read from the file that `data` names.
  var slices: JSON?
  /// What was read from the file that `data` names, or came as binary buffers.
  var columns: [ColumnPlace: HeldColumn] = [:]
  /// Whether points were added to what was read from a file, so that reading it again would lose them.
  var hasGrown = false
  var zone: Zone?
  /// The day on which the spec was read, for `x.lastDays` without `before`.
  var today: String?
  /// What was left out while reading.
  var warnings: [String] = []
  /// Where the other rows are of lines that are held in part.
  var lines: ChartLines.Plot?
  /// The data of the charts that a chart is made of, in their order.
  var parts: [HeldData] = []
}

extension HeldData {
  /// Takes the rows of lines that a picture of all of them needs.
  /// - Throws: ``InvalidValue``
  mutating func take(
    _ source: LineSource, unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(InvalidValue) {
    let rows = try HeldData.rows(of: [source], unless: isCancelled)
    if let rows = rows.first { take(rows, of: source) }
  }

  /// The rows of several plots' lines that a picture of all of them needs.
  /// - Throws: ``InvalidValue``
  static func rows(
    of sources: [LineSource], unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(InvalidValue) -> [LargeLines.Held] {
    let lines = ChartLines(sources.enumerated().map { $1.plot($0) })
    do throws(DatabaseFault) {
      return try lines.rowsAtFirst(LargeLines.Patience(limit: sources.first?.patience, isCancelled: isCancelled))
    } catch {
      throw InvalidValue(error.reason, at: JSONPath([.key("data"), .key("connection")]))
    }
  }

  mutating func take(_ rows: LargeLines.Held, of source: LineSource) {
    for (index, line) in rows.lines.enumerated() {
      let place = source.isMoments ? ColumnPlace.ownMoments(series: index) : .ownPositions(series: index)
      columns[place] = HeldColumn(.numbers(GrowingArray(line.x)))
      columns[.values(series: index)] = HeldColumn(.numbers(GrowingArray(line.y)))
      columns[.heldRows(series: index)] = HeldColumn(.numbers(GrowingArray(line.rows.numbers)))
    }
    if let names = source.names { columns[.seriesNames] = HeldColumn(.values(GrowingArray(names.map { .text($0) }))) }
    lines = source.plot()
    warnings += source.warnings
  }

  /// The columns of all buffers, those of its parts, too: they are numbered through.
  var buffers: [ColumnPlace: HeldColumn] {
    parts.reduce(into: columns.filter { !$0.key.isInFile }) { $0.merge($1.buffers) { first, _ in first } }
  }

  /// The columns of a linked chart's rows, those of its parts, too.
  var rowColumns: [ColumnSpec] {
    parts.reduce(columns.filter { $0.key.isOfRows }.map(\.value.entries)) { $0 + $1.rowColumns }
  }

  /// Whether the rows of linked charts are the same.
  func hasSameRows(as other: HeldData) -> Bool {
    func rows(_ held: HeldData) -> [ColumnPlace: ColumnSpec] {
      held.columns.filter { $0.key.isOfRows }.mapValues(\.entries)
    }
    return rows(self) == rows(other) && parts.count == other.parts.count
      && zip(parts, other.parts).allSatisfy { $0.hasSameRows(as: $1) }
  }

  /// How many bytes the slices take as JSON.
  var sliceByteCount: Int { parts.reduce(slices?.bytes.count ?? 0) { $0 + $1.sliceByteCount } }

  /// Whether anything was read.
  var isEmpty: Bool { columns.isEmpty && parts.allSatisfy(\.isEmpty) }
}

extension ColumnPlace {
  /// Whether it is one of all rows of a linked chart.
  var isOfRows: Bool {
    switch self {
    case .row, .rowMoments, .rowNames: true
    default: false
    }
  }
}
