import ChartModel

/// Where the parts of a picture are: in rows and columns, from the left to the right and from the top down.
struct LayoutGrid: Hashable, Sendable {
  /// `nil` for as many as suits the picture.
  var columns: Int?
  /// Between two, in px.
  var gap = 0.0
  /// How wide columns and how high rows are in proportion to one another; 1 for those that are left out.
  var widths: [Double] = []
  var heights: [Double] = []

  /// How many columns there are in a room for so many parts.
  func columnCount(of count: Int, in room: Rect) -> Int {
    guard count > 0 else { return 1 }
    if let columns { return min(max(columns, 1), count) }
    if !widths.isEmpty { return min(widths.count, count) }
    guard room.width > 0, room.height > 0 else { return 1 }
    // Charts look best some half wider than high, and empty places look like something missing.
    func cost(_ columns: Int) -> Double {
      let rows = (count + columns - 1) / columns
      let aspect = naturalLogarithm(room.width / Double(columns) / (room.height / Double(rows)) / 1.5)
      return abs(aspect) + 0.6 * Double(rows * columns - count) / Double(count)
    }
    return (1...count).min { cost($0) < cost($1) } ?? 1
  }

  /// The places of so many parts.
  func boxes(of count: Int, in room: Rect) -> [Rect] {
    guard count > 0 else { return [] }
    let columns = columnCount(of: count, in: room)
    let rows = (count + columns - 1) / columns
    let across = LayoutGrid.spans(columns, widths, gap: gap, from: room.minX, length: room.width)
    let down = LayoutGrid.spans(rows, heights, gap: gap, from: room.minY, length: room.height)
    return (0..<count).map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      return Rect(x: across[column].start, y: down[row].start, width: across[column].length, height: down[row].length)
    }
  }

  /// Where so many columns or rows are along an axis.
  private static func spans(
    _ count: Int, _ weights: [Double], gap: Double, from start: Double, length: Double
  ) -> [(start: Double, length: Double)] {
    // In small pictures gaps take no more than a fifth.
    let gap = count > 1 ? min(max(gap, 0), 0.2 * length / Double(count - 1)) : 0
    let weights = (0..<count).map { index in
      weights.indices.contains(index) && weights[index].isFinite ? max(weights[index], 1e-6) : 1
    }
    let unit = (length - gap * Double(count - 1)) / weights.reduce(0, +)
    var place = start
    return weights.map { weight in
      defer { place += weight * unit + gap }
      return (place, max(weight * unit, 0))
    }
  }
}
