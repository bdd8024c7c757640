import ChartModel

/// How the bars of several series share each slot: side by side, or on one another where they name the same stack (B2).
struct BarGroups: Hashable, Sendable {
  /// The columns of a group from left to right: each with the series that stand in it, the lowest first.
  let columns: [[Int]]
  /// Where a column is, as a share of the slot: 0 is the slot's middle; `nil` for one that takes all of it.
  private let offsets: [Double?]
  /// The width of a column as a share of the slot.
  let width: Double
  /// From the middle of one column to the middle of the next, as a share of the slot.
  let pitch: Double

  /// - Parameters:
  ///   - series: the bar series that are seen, by their index, with their stacks, and whether they take all of a slot, over
  ///     others that do.
  ///   - layout: the share of the slot that they take, and the room between columns in widths of one.
  init(_ series: [(index: Int, stack: String?, isWhole: Bool)], layout: BarLayoutSpec) {
    var columns: [[Int]] = []
    var areWhole: [Bool] = []
    var places: [String: Int] = [:]
    for (index, stack, isWhole) in series {
      if let stack, let place = places[stack] {
        columns[place].append(index)
      } else {
        if let stack { places[stack] = columns.count }
        columns.append([index])
        areWhole.append(isWhole)
      }
    }
    self.columns = columns
    let count = Double(areWhole.count { !$0 })
    let share = min(max(layout.width, 0), 1)
    let gap = max(layout.gap, 0)
    // n widths and n − 1 gaps between them.
    let width = count > 0 ? share / (count + (count - 1) * gap) : 0
    self.width = width
    pitch = count > 1 ? width * (1 + gap) : 1
    var place = 0.0
    offsets = areWhole.map { isWhole in
      guard !isWhole else { return nil }
      defer { place += 1 }
      return -share / 2 + width / 2 + place * width * (1 + gap)
    }
  }

  /// Where the bars of a series are in their slot, as shares of it from its middle; `nil` if it is none of them.
  func range(of series: Int) -> ClosedRange<Double>? {
    guard let place = columns.firstIndex(where: { $0.contains(series) }) else { return nil }
    guard let offset = offsets[place] else { return -0.5...0.5 }
    return (offset - width / 2)...(offset + width / 2)
  }

  /// The series that stand on one, the lowest first.
  func series(above series: Int) -> ArraySlice<Int> {
    columns.lazy.compactMap { column in
      column.firstIndex(of: series).map { column[($0 + 1)...] }
    }.first ?? []
  }
}
