import ChartModel

/// What is made of all numbers that lie in one cell.
enum CellMeasures {
  /// A number for each cell; NaN where there is none to make it of.
  /// - Parameters:
  ///   - numbers: Of the rows; those that are missing don't count. `nil` to count rows.
  /// - Complexity: O(*n*) in the number of rows; O(*n* log *n*) for medians.
  static func gather(
    _ numbers: GrowingArray<Double>?, in index: CellIndex, by measure: HeatmapStyleSpec.Measure
  ) -> [Double] {
    let count = index.places.count
    guard let numbers else { return counts(index.cells, of: count) }
    return numbers.withUnsafeBufferPointer { numbers in
      let cells = index.cells.prefix(numbers.count)
      switch measure {
      case .count: return counts(cells.enumerated().lazy.map { numbers[$0].isFinite ? $1 : -1 }, of: count)
      case .sum, .mean:
        var sums = [Double](repeating: 0, count: count)
        var counts = [Double](repeating: 0, count: count)
        for (row, cell) in cells.enumerated() where cell >= 0 && numbers[row].isFinite {
          sums[Int(cell)] += numbers[row]
          counts[Int(cell)] += 1
        }
        return sums.indices.map { cell in
          guard counts[cell] > 0 else { return .nan }
          guard measure == .mean else { return sums[cell].madeFinite }
          return sums[cell].isFinite ? sums[cell] / counts[cell] : .nan
        }
      case .min, .max:
        var ends = [Double](repeating: .nan, count: count)
        for (row, cell) in cells.enumerated() where cell >= 0 && numbers[row].isFinite {
          let (number, end) = (numbers[row], ends[Int(cell)])
          if end.isNaN || (measure == .min ? number < end : number > end) { ends[Int(cell)] = number }
        }
        return ends
      case .median: return medians(numbers, cells, of: count)
      }
    }
  }

  private static func counts(_ cells: some Sequence<Int32>, of count: Int) -> [Double] {
    var counts = [Int](repeating: 0, count: count)
    for cell in cells where cell >= 0 { counts[Int(cell)] += 1 }
    return counts.map { $0 == 0 ? .nan : Double($0) }
  }

  /// The number in the middle, or half-way between the two that are.
  private static func medians(
    _ numbers: UnsafeBufferPointer<Double>, _ cells: ArraySlice<Int32>, of count: Int
  ) -> [Double] {
    // Those of each cell side by side.
    var starts = [Int](repeating: 0, count: count + 1)
    for (row, cell) in cells.enumerated() where cell >= 0 && numbers[row].isFinite { starts[Int(cell) + 1] += 1 }
    for cell in 0..<count { starts[cell + 1] += starts[cell] }
    var (next, sorted) = (starts, [Double](repeating: 0, count: starts[count]))
    for (row, cell) in cells.enumerated() where cell >= 0 && numbers[row].isFinite {
      sorted[next[Int(cell)]] = numbers[row]
      next[Int(cell)] += 1
    }
    return (0..<count).map { cell in
      guard starts[cell] < starts[cell + 1] else { return .nan }
      sorted[starts[cell]..<starts[cell + 1]].sort()
      let (length, middle) = (starts[cell + 1] - starts[cell], (starts[cell] + starts[cell + 1]) / 2)
      return length.isMultiple(of: 2) ? sorted[middle - 1] / 2 + sorted[middle] / 2 : sorted[middle]
    }
  }
}

extension ColorChannelSpec {
  /// The channel with how many rows there are in each cell.
  func counted(_ counts: [Double]) -> ColorChannelSpec {
    var channel = self
    (channel.names, channel.values) = ([], .numbers(GrowingArray(counts)))
    channel.extent = channel.values.extent(above: channel.scale == .log ? 0 : -.infinity)
    return channel
  }

  /// The channel with one number for each cell, made of those of its rows.
  /// - Parameters:
  ///   - notes: What it had to do is told there.
  ///   - saysMeasure: Whether the author says what is made of several.
  func gathered(
    _ index: CellIndex, by measure: HeatmapStyleSpec.Measure, _ notes: inout [String], series: Int, saysMeasure: Bool
  ) -> ColorChannelSpec {
    var channel = self
    var given: GrowingArray<Double>?
    if case .numbers(let numbers) = values, !numbers.isEmpty { given = numbers }
    if given == nil, measure != .count { given = GrowingArray([]) }
    let isOfNames = !names.isEmpty && measure != .count
    if index.sharerCount > 0, !saysMeasure || isOfNames {
      let what = isOfNames ? "the first name" : measure == .count ? "how many there are" : "the \(measure.rawValue)"
      notes.append(
        "series[\(series)]: \(index.sharerCount.counted("entry lies", "entries lie")) in cells that others "
          + "are in: \(what) of each cell is shown"
      )
    }
    if isOfNames, let given {
      // There is nothing between two names.
      var firsts = [Double](repeating: .nan, count: index.places.count)
      for (row, cell) in index.cells.prefix(given.count).enumerated() where cell >= 0 && firsts[Int(cell)].isNaN {
        firsts[Int(cell)] = given[row]
      }
      channel.values = .numbers(firsts)
    } else {
      if measure == .count { channel.names = [] }
      channel.values = .numbers(CellMeasures.gather(given, in: index, by: measure))
    }
    channel.extent = channel.values.extent(above: channel.scale == .log ? 0 : -.infinity)
    return channel
  }
}
