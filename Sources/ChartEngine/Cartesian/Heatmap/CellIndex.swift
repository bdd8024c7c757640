/// Which cell each of some rows of a table lies in.
struct CellIndex: Sendable {
  /// For each row the number of its cell. A row without a place has a cell of its own, which nobody sees.
  let cells: [Int32]
  /// The column and the row of a cell; -1 for what has no place.
  typealias Place = (column: Int32, row: Int32)

  /// Of each cell.
  let places: [Place]
  /// How many rows lie in cells that other rows are in already.
  let sharerCount: Int

  /// Cells in the order in which they occur first.
  /// - Parameters:
  ///   - columns: The column of each row; -1 for none.
  ///   - rows: As many rows of cells.
  ///   - rowCount: How many rows of cells there are.
  /// - Complexity: O(*n*) in the number of rows.
  init(columns: [Int32], rows: [Int32], rowCount: Int) {
    var known: [Int64: Int32] = [:]
    known.reserveCapacity(min(columns.count, 1 << 20))
    var places: [Place] = []
    var sharers = 0
    cells = zip(columns, rows).map { column, row in
      let next = Int32(clamping: places.count)
      guard column >= 0, row >= 0 else {
        places.append((-1, -1))
        return next
      }
      let key = Int64(column) * Int64(max(rowCount, 1)) + Int64(row)
      if let cell = known[key] {
        sharers += 1
        return cell
      }
      known[key] = next
      places.append((column, row))
      return next
    }
    (self.places, sharerCount) = (places, sharers)
  }

  /// All cells of a grid, column by column, of which those stay that have any rows.
  /// - Complexity: O(*n*) in the number of rows, and of cells.
  init(allOf columns: [Int32], rows: [Int32], columnCount: Int, rowCount: Int) {
    let count = columnCount * rowCount
    var numbers = [Int32](repeating: -1, count: count)
    let rowHeight = Int32(clamping: rowCount)
    let keys = [Int32](unsafeUninitializedCapacity: columns.count) { keys, written in
      for index in 0..<min(columns.count, rows.count) {
        let (column, row) = (columns[index], rows[index])
        let key = column < 0 || row < 0 ? -1 : column &* rowHeight &+ row
        keys[index] = key
        if key >= 0 { numbers[Int(key)] = 0 }
      }
      written = min(columns.count, rows.count)
    }
    var places: [Place] = []
    for key in 0..<count where numbers[key] == 0 {
      numbers[key] = Int32(clamping: places.count)
      places.append((Int32(key / rowCount), Int32(key % rowCount)))
    }
    cells = [Int32](unsafeUninitializedCapacity: keys.count) { cells, written in
      for index in keys.indices {
        let key = keys[index]
        cells[index] = key < 0 ? -1 : numbers[Int(key)]
      }
      written = keys.count
    }
    (self.places, sharerCount) = (places, 0)
  }
}
