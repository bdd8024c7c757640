package import ChartModel
package import JSONModel
package import OrderedCollections

/// The rows that steps work on: columns of the same length, by their names.
package struct Frame: Sendable {
  package private(set) var columns: OrderedDictionary<String, FrameColumn>
  package let rowCount: Int
  /// All columns of the table, also those that nothing uses: messages name them.
  private var listed: [String]
  /// Which rows of the table it has.
  package private(set) var origin: RowOrigin

  /// - Parameters:
  ///   - columns: Each as long as there are rows.
  ///   - listed: All columns of the table, if there are more than were read.
  ///   - origin: Which rows of the table these are, where messages can name them.
  package init(
    _ columns: OrderedDictionary<String, FrameColumn>, rowCount: Int, listed: [String] = [],
    origin: RowOrigin = .unknown
  ) {
    self.columns = columns
    self.rowCount = rowCount
    self.listed = listed
    self.origin = origin
  }

  // MARK: - Columns

  /// A column.
  /// - Throws: ``InvalidValue`` at a path with the columns that there are.
  package func column(_ name: String, at path: JSONPath = JSONPath()) throws(InvalidValue) -> FrameColumn {
    guard let column = columns[name] else {
      throw InvalidValue(
        "there is no column '\(name.excerpt)', \(columnList)", at: path,
        suggestion: nearestWord(to: name, among: names))
    }
    return column
  }

  /// Looks for the columns that a formula names.
  /// - Throws: ``InvalidValue`` without a path, of all that there are not.
  func check(_ expression: Expression) throws(InvalidValue) {
    var faults = FaultList()
    for name in OrderedSet(expression.columns) {
      try faults.check { () throws(InvalidValue) in _ = try column(name) }
    }
    try faults.check()
  }

  /// A column of numbers, or of moments where those will do.
  /// - Throws: ``InvalidValue`` at a path if there is none of that name, or it holds something else.
  package func numbers(
    _ name: String, orMoments mayBeMoments: Bool = false, at path: JSONPath
  ) throws(InvalidValue) -> (values: GrowingArray<Double>, areMoments: Bool) {
    let column = try column(name, at: path)
    switch column {
    case .numbers(let numbers): return (numbers, false)
    case .moments(let moments) where mayBeMoments: return (moments, true)
    case .truths(let truths):
      return (GrowingArray(truths.map { $0 == .missing ? .nan : $0 == .yes ? 1 : 0 }), false)
    case .names where column.isNothing:
      return (GrowingArray([Double](repeating: .nan, count: rowCount)), false)
    case .moments, .names:
      throw InvalidValue(
        "expected a column of numbers\(mayBeMoments ? " or moments" : ""), but '\(name.excerpt)' holds \(column.words)"
          + Frame.hint(column, name), at: path)
    }
  }

  /// What to do where numbers are expected.
  static func hint(_ column: FrameColumn, _ name: String) -> String {
    guard case .names(let names) = column,
      let example = names.codes.first(where: { $0 >= 0 }).map({ names.names[Int($0)] })
    else { return "" }
    return ", such as '\(example.prefix(40))'; `number(\(name.excerpt))` reads those that are numbers"
  }

  /// The names of the columns, also of those that were not read, in the table's order.
  private var names: [String] {
    let known = Set(listed)
    return listed + columns.keys.filter { !known.contains($0) && !$0.hasPrefix("\u{0}") }
  }

  private var columnList: String {
    guard !names.isEmpty else { return "and no other either" }
    return "only " + names.prefix(20).map(\.excerpt).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
  }

  // MARK: - Other frames

  /// The frame with another column, at the end or in the place of one that has its name.
  package func setting(_ name: String, _ column: FrameColumn) -> Frame {
    var frame = self
    frame.columns[name] = column
    return frame
  }

  /// Some of its rows, in their order.
  /// - Parameter rows: Each one of the frame's; -1 for one with nothing in it.
  /// - Complexity: O(*k* · *c*) in rows and columns.
  package func taking(_ rows: [Int32]) -> Frame {
    Frame(
      columns.mapValues { $0.taking(rows) }, rowCount: rows.count, listed: listed, origin: origin.taking(rows))
  }
}
