package import ChartModel

/// In which of the marks of a chart rows count.
package struct CountedMarks: Sendable {
  /// Between which coordinates bins lie along the positions, and along the values of cells; each has its lower edge, the last one
  /// both.
  private let x: BinSearch
  private let y: BinSearch?
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
    (x, y, cells, count) = (BinSearch(edges), nil, [], max(edges.count - 1, 0))
    (transforms, isOfMoments) = ((axis.transform, .linear), axis.scale == .time)
  }

  /// - Parameter places: For each mark its column and row.
  init(_ cells: CellEdgeLists, places: [CellPlace], on axis: PlotAxis, _ transform: AxisTransform) {
    (x, y) = (BinSearch(cells.x), BinSearch(cells.y))
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
    (x, y) = (BinSearch(grid.edges.x), BinSearch(grid.edges.y))
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
    let count = min(positions.count, values?.count ?? .max)
    return positions.withUnsafeBufferPointer { positions in
      [UInt16](unsafeUninitializedCapacity: positions.count) { marks, written in
        marks.initialize(repeating: CountedMarks.none)
        written = positions.count
        func column(_ row: Int) -> Int32 { x.bin(of: transforms.x.coordinate(of: positions[row])) }
        guard let y, let values else {
          for row in 0..<count { marks[row] = UInt16(exactly: column(row)) ?? CountedMarks.none }
          return
        }
        values.withUnsafeBufferPointer { values in
          for row in 0..<count {
            let (column, own) = (column(row), y.bin(of: transforms.y.coordinate(of: values[row])))
            guard column >= 0, own >= 0 else { continue }
            marks[row] = UInt16(exactly: cells[Int(column) * y.count + Int(own)]) ?? CountedMarks.none
          }
        }
      }
    }
  }
}

/// Finds the bin of a number among those between some edges.
private struct BinSearch: Sendable {
  private let edges: [Double]
  /// How many bins there are.
  let count: Int
  /// Bins in a unit, where all are about equally wide; 0 where they are not.
  private let scale: Double

  init(_ edges: [Double]) {
    self.edges = edges
    count = max(edges.count - 1, 0)
    guard let first = edges.first, let last = edges.last, count > 0, last > first else {
      scale = 0
      return
    }
    let width = (last - first) / Double(count)
    let isEven = zip(edges, edges.dropFirst()).allSatisfy { abs($1 - $0 - width) <= width * 1e-6 }
    scale = isEven && (1 / width).isFinite ? 1 / width : 0
  }

  /// -1 for what lies in none.
  @inline(__always)
  func bin(of number: Double) -> Int32 {
    guard count > 0, number >= edges[0], number <= edges[count] else { return -1 }
    var place: Int
    if scale > 0 {
      place = min(max(Int((number - edges[0]) * scale), 0), count - 1)
    } else {
      var (low, high) = (0, count - 1)
      while low < high {
        let middle = (low + high + 1) / 2
        if edges[middle] <= number { low = middle } else { high = middle - 1 }
      }
      place = low
    }
    // Edges are rounded, and so is the quotient.
    while place > 0, edges[place] > number { place -= 1 }
    while place < count - 1, edges[place + 1] <= number { place += 1 }
    return Int32(truncatingIfNeeded: place)
  }
}
