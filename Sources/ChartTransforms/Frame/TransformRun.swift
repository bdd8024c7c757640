package import ChartEngine
import ChartModel
package import JSONModel

/// What all steps of one run have in common: whether somebody still waits, how much they may take, where days begin.
package final class TransformRun {
  package let zone: TimeZoneRules
  private let watch: () -> InvalidValue?
  private var cellCount = 0
  private var textByteCount = 0
  /// What the author should know of, such as names that were left out.
  package internal(set) var warnings: [String] = []
  /// What curves were found, for placeholders: `trend.equation`.
  package internal(set) var notes: [(key: String, text: String)] = []

  /// After how many rows it is asked whether somebody still waits.
  static let stride = 1 << 16
  /// The most rows that a step may make, and the most values that all steps together may.
  static let (rowLimit, cellLimit) = (ColumnSpec.maximumCount, 100_000_000)
  /// The most bytes of texts that all formulas together may make.
  static let textLimit = 512 << 20
  /// What a text takes besides its bytes, with its place in a table.
  private static let textSize = 64
  /// The most rows that steps begin with; memory that is handed over may hold more.
  static let inputLimit = 100_000_000

  /// - Parameter watch: Gives a fault if nobody waits any more, or it has taken too long.
  package init(zone: TimeZoneRules, watch: @escaping () -> InvalidValue? = { nil }) {
    self.zone = zone
    self.watch = watch
  }

  /// Another run for whoever waits for this one, where days begin in another zone.
  func anew(in zone: TimeZoneRules) -> TransformRun { TransformRun(zone: zone, watch: watch) }

  /// Tells the author something.
  package func warn(_ text: String) { warnings.append(text) }

  /// - Throws: ``InvalidValue`` without a path if nobody waits any more, or it has taken too long.
  func check() throws(InvalidValue) {
    if let fault = watch() { throw fault }
  }

  /// Asks in loops over rows.
  @inline(__always)
  func check(_ row: Int) throws(InvalidValue) {
    if row & (TransformRun.stride - 1) == 0 { try check() }
  }

  /// Says that a formula is about to keep a text.
  /// - Throws: ``InvalidValue`` without a path if there are too many bytes of them.
  func claim(textOf byteCount: Int) throws(InvalidValue) {
    textByteCount += min(byteCount, TransformRun.textLimit) + TransformRun.textSize
    guard textByteCount <= TransformRun.textLimit else {
      throw InvalidValue("makes more than \(TransformRun.textLimit >> 20) MiB of texts; filter or group first")
    }
  }

  /// Says how many rows a step is about to make of how many columns.
  /// - Throws: ``InvalidValue`` without a path if there would be too many.
  package func claim(rows: Int, columns: Int = 1) throws(InvalidValue) {
    guard rows <= TransformRun.rowLimit else {
      throw InvalidValue(
        "would make \(rows) rows, and at most \(TransformRun.rowLimit) are possible; filter, group or sample first")
    }
    let (cells, isTooMuch) = rows.multipliedReportingOverflow(by: columns)
    // Stopped one beyond the limit, so that no sum overflows.
    cellCount += isTooMuch ? TransformRun.cellLimit + 1 : min(cells, TransformRun.cellLimit + 1)
    guard cellCount <= TransformRun.cellLimit else {
      throw InvalidValue(
        "makes, with the steps before it, more than \(TransformRun.cellLimit) values; filter, group or sample first")
    }
  }
}
