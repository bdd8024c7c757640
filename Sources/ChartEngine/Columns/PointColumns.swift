import ChartModel
import JSONModel

/// The points of a series: as many positions as values.
struct PointColumns: Sendable {
  private(set) var positions: PositionColumn
  private(set) var values: ValueColumn
  /// The line of whose rows these are only some, so that what is looked for among them is told; `nil` where they are all.
  private(set) var partOfLine: HeldLine?

  /// - Throws: If there are not as many positions as values.
  init(_ positions: PositionColumn, _ values: ValueColumn) throws(InvalidValue) {
    guard positions.count == values.count else {
      throw InvalidValue("expected as many x as y, got \(positions.count) and \(values.count)")
    }
    self.positions = positions
    self.values = values
  }

  var count: Int { values.count }

  /// The same as some of the rows of a line.
  func asking(of line: HeldLine) -> PointColumns {
    var columns = self
    columns.partOfLine = line
    return columns
  }

  /// Says that the rows nearest to a position are looked for.
  func note(beside position: Double) {
    if let partOfLine { RowNeed.note(.beside(line: partOfLine, position)) }
  }

  /// The points at some indices, in the same memory; those that aren't there are left out.
  subscript(range: Range<Int>) -> PointColumns {
    var part = self
    part.positions = positions[range]
    part.values = values[range]
    return part
  }
}
