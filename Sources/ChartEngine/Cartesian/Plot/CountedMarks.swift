package import ChartModel

/// In which of the marks of a chart rows count.
package struct CountedMarks: Sendable {
  /// Between which coordinates bins lie along the positions, and along the values of cells; each has its lower edge, the last one
  /// both.
  private let x: [Double]
  private let y: [Double]?
  /// Of cells, column by column, the number of the mark; -1 for one that there is none of.
  private let cells: [Int32]
  private let transforms: (x: AxisTransform, y: AxisTransform)
  package let count: Int
  /// Whether positions are milliseconds since 1970.
  package let isOfMoments: Bool
  /// Whether who shows some rows has to know which, besides how many count in each mark.
  package private(set) var saysRows = false
  /// Whether rows have a place along the values as well.
  package var isOfCells: Bool { y != nil }

  init(_ edges: [Double], on axis: PlotAxis) {
    (x, y, cells, count) = (edges, nil, [], max(edges.count - 1, 0))
    (transforms, isOfMoments) = ((axis.transform, .linear), axis.scale == .time)
  }

  /// - Parameter places: For each mark its column and row.
  init(_ cells: CellEdgeLists, places: [CellPlace], on axis: PlotAxis, _ transform: AxisTransform) {
    (x, y) = (cells.x, cells.y)
    let (columns, rows) = (max(cells.x.count - 1, 0), max(cells.y.count - 1, 0))
    var numbers = [Int32](repeating: -1, count: columns * rows)
    for (mark, place) in places.enumerated() where place.column >= 0 && place.row >= 0 {
      let cell = Int(place.column) * rows + Int(place.row)
      if numbers.indices.contains(cell) { numbers[cell] = Int32(clamping: mark) }
    }
    (self.cells, count) = (numbers, places.count)
    (transforms, isOfMoments) = ((axis.transform, transform), axis.scale == .time)
  }

  /// Cells that are all there are of a grid, each a mark that stands for its points, too.
  init(_ grid: DensityGrid, on axis: PlotAxis, _ transform: AxisTransform) {
    (x, y) = grid.edges
    count = grid.columns * grid.rows
    cells = (0..<count).map { Int32(truncatingIfNeeded: $0) }
    (transforms, isOfMoments) = ((axis.transform, transform), axis.scale == .time)
    saysRows = true
  }

  /// What stands for no mark.
  package static let none = UInt16.max
  /// The most marks that rows are counted in.
  package static let most = Int(UInt16.max)

  /// The mark in which each row counts; ``none`` for one that counts in none.
  /// - Parameters:
  ///   - positions: Of the rows.
  ///   - values: Of the rows, as many; only cells need them.
  /// - Complexity: O(*n*), of bins that are not equally wide O(*n* log *b*).
  package func marks(_ positions: GrowingArray<Double>, _ values: GrowingArray<Double>?) -> [UInt16] {
    precondition(count <= CountedMarks.most)
    return x.withUnsafeBufferPointer { edges in
      guard let columns = BinFinder(edges, width: BinFinder.commonWidth(of: x)) else { return none(positions.count) }
      guard let y else {
        return positions.withUnsafeBufferPointer { positions in
          // `unsafe`: nobody writes numbers or edges while they are looked at.
          nonisolated(unsafe) let (positions, columns) = (positions, columns)
          return CountedMarks.marks(positions.count) { columns.bin(of: transforms.x.coordinate(of: positions[$0])) }
        }
      }
      return y.withUnsafeBufferPointer { edges in
        guard let values, let rows = BinFinder(edges, width: BinFinder.commonWidth(of: y)) else {
          return none(positions.count)
        }
        return positions.withUnsafeBufferPointer { positions in
          values.withUnsafeBufferPointer { values in
            // `unsafe`: as above.
            nonisolated(unsafe) let (positions, values) = (positions, values)
            nonisolated(unsafe) let (columns, rows) = (columns, rows)
            return CountedMarks.marks(min(positions.count, values.count)) { row in
              let column = columns.bin(of: transforms.x.coordinate(of: positions[row]))
              let own = rows.bin(of: transforms.y.coordinate(of: values[row]))
              return column | own < 0 ? -1 : Int(cells[column * rows.count + own])
            }
          }
        }
      }
    }
  }

  /// - Parameter mark: Of a row; -1 for none.
  private static func marks(_ rowCount: Int, _ mark: @Sendable (Int) -> Int) -> [UInt16] {
    [UInt16](unsafeUninitializedCapacity: rowCount) { marks, written in
      // `unsafe`: each place has one part that writes it, and all have ended when `divide` returns.
      nonisolated(unsafe) let places = marks
      Parts.divide(rowCount, length: 1 << 19) { rows in
        for row in rows {
          places.initializeElement(at: row, to: UInt16(exactly: mark(row)) ?? CountedMarks.none)
        }
      }
      written = rowCount
    }
  }

  private func none(_ count: Int) -> [UInt16] { [UInt16](repeating: CountedMarks.none, count: count) }
}
