import ChartModel

/// Shares out a rectangle among weights, by rectangles that are as near to squares as a greedy choice makes them.
///
/// Source: Bruls, Huizing and van Wijk, *Squarified Treemaps* (2000). The largest come first, in rows along the shorter side of
/// what is left; a row gets another one as long as that makes its worst one no longer.
enum Squarified {
  /// A rectangle for each weight, in their order: areas are as the weights are, all are disjoint and fill the rectangle. What
  /// weighs nothing, or is no number, gets one without an area.
  /// - Complexity: O(*n* log *n*)
  static func rects(_ weights: [Double], in area: Rect) -> [Rect] {
    var rects = [Rect](repeating: Rect(x: area.x, y: area.y, width: 0, height: 0), count: weights.count)
    let largest = weights.reduce(0) { $1.isFinite ? max($0, $1) : $0 }
    guard largest > 0, area.width > 0, area.height > 0 else { return rects }
    // What is nothing beside the largest has no area either.
    let order = weights.indices.filter { weights[$0].isFinite && weights[$0] / largest > 0 }
      .sorted { weights[$0] != weights[$1] ? weights[$0] > weights[$1] : $0 < $1 }
    // Dividing by the largest keeps sums finite. What is left to share out, from each on: by sums from the least upwards, so
    // that the last one takes exactly what is left.
    let shares = order.map { weights[$0] / largest }
    var rest = [0.0]
    for share in shares.reversed() { rest.append((rest.last ?? 0) + share) }
    rest.reverse()

    var free = area
    var start = 0
    while start < order.count {
      // A row as thick as its share of the longer side, and as long as the shorter one.
      let shape = max(free.width, free.height) / min(free.width, free.height)
      let (left, largest) = (rest[start], shares[start])
      var (end, sum) = (start + 1, largest)
      var worst = aspect(of: largest / sum, and: largest / sum, thickness: sum / left * shape)
      while end < order.count {
        let longer = sum + shares[end]
        let next = aspect(of: largest / longer, and: shares[end] / longer, thickness: longer / left * shape)
        guard next <= worst else { break }
        (worst, sum, end) = (next, sum + shares[end], end + 1)
      }
      place(
        order[start..<end], shares[start..<end], share: end == order.count ? 1 : sum / rest[start], in: &free,
        to: &rects)
      start = end
    }
    return rects
  }

  /// How long the longest of a row is, as a multiple of how wide it is.
  /// - Parameters:
  ///   - largest: The largest share of the row's length; `least` is the least one.
  ///   - thickness: The row's, as a multiple of its length.
  private static func aspect(of largest: Double, and least: Double, thickness: Double) -> Double {
    max(largest / thickness, thickness / largest, least / thickness, thickness / least)
  }

  /// Puts a row along the shorter side of what is free, and takes it off.
  private static func place(
    _ row: ArraySlice<Int>, _ shares: ArraySlice<Double>, share: Double, in free: inout Rect, to rects: inout [Rect]
  ) {
    let isColumn = free.width >= free.height
    let thickness = (isColumn ? free.width : free.height) * min(max(share, 0), 1)
    let length = isColumn ? free.height : free.width
    let sum = shares.reduce(0, +)
    var before = 0.0
    for (index, share) in zip(row, shares) {
      // Edges are at sums of shares, so that neighbours meet there.
      let from = length * min(before / sum, 1)
      before += share
      let to = index == row.last ? length : length * min(before / sum, 1)
      rects[index] =
        isColumn
        ? Rect(x: free.minX, y: free.minY + from, width: thickness, height: max(to - from, 0))
        : Rect(x: free.minX + from, y: free.minY, width: max(to - from, 0), height: thickness)
    }
    free = isColumn ? free.inset(left: thickness) : free.inset(top: thickness)
  }
}
