import ChartEngine
import ChartModel
import JSONModel

// Steps whose results depend on the rows before each one.

extension Frame {
  /// A column computed from another one, group by group, in the order of the rows.
  /// - Parameter body: Gets the values of a group, and gives as many.
  fileprivate func computing(
    from values: GrowingArray<Double>, by groups: [String], _ run: TransformRun,
    _ body: ([Double]) throws(InvalidValue) -> [Double]
  ) throws(InvalidValue) -> GrowingArray<Double> {
    try run.claim(rows: rowCount)
    guard !groups.isEmpty else { return GrowingArray(try body(Array(values))) }
    let rows = try GroupedRows(Grouping(self, by: groups, at: .key("by"), run), run)
    var results = [Double](repeating: .nan, count: rowCount)
    for group in 0..<rows.count {
      try run.check()
      let members = rows[group]
      for (row, result) in zip(members, try body(members.map { values[Int($0)] })) { results[Int(row)] = result }
    }
    return GrowingArray(results)
  }
}

extension RollingSpec {
  func apply(to frame: Frame, _ run: TransformRun) throws(InvalidValue) -> Frame {
    let (values, _) = try frame.numbers(column, at: .key("column"))
    let window = SlidingWindow(self)
    let function = function
    let results = try frame.computing(from: values, by: by, run) { values throws(InvalidValue) in
      try window.results(values, function, run)
    }
    return frame.setting(name ?? column, .numbers(results))
  }
}

extension CumulativeSpec {
  func apply(to frame: Frame, _ run: TransformRun) throws(InvalidValue) -> Frame {
    let (values, _) = try frame.numbers(column, at: .key("column"))
    let function = function
    let results = try frame.computing(from: values, by: by, run) { values throws(InvalidValue) in
      function.results(values)
    }
    return frame.setting(name ?? column, .numbers(results))
  }
}

extension DifferenceSpec {
  /// - Parameter isShare: Whether differences are shares of what was before.
  func apply(to frame: Frame, asShare isShare: Bool, _ run: TransformRun) throws(InvalidValue) -> Frame {
    let (values, areMoments) = try frame.numbers(column, orMoments: !isShare, at: .key("column"))
    let lag = lag
    let results = try frame.computing(from: values, by: by, run) { values throws(InvalidValue) in
      values.indices.map { index in
        guard index >= lag else { return .nan }
        let (now, before) = (values[index], values[index - lag])
        // Moments are so many days apart.
        if areMoments { return (now - before) / 86_400_000 }
        return isShare ? (now / before - 1).orMissing : (now - before).orMissing
      }
    }
    return frame.setting(name ?? column, .numbers(results))
  }
}

extension NormalizeSpec {
  func apply(to frame: Frame, _ run: TransformRun) throws(InvalidValue) -> Frame {
    let (values, _) = try frame.numbers(column, at: .key("column"))
    let grouping = try Grouping(frame, by: by, at: .key("by"), run)
    let aggregation = Aggregation(grouping, run)
    let sums = try aggregation.column(.sum, of: values, share: 0)
    try run.claim(rows: frame.rowCount)
    var shares = (0..<frame.rowCount).map { (values[$0] / sums[Int(grouping.ids[$0])]).orMissing }
    if sums.contains(where: \.isNaN) {
      // Of a sum beyond all doubles there are shares all the same.
      let means = try aggregation.column(.mean, of: values, share: 0)
      let counts = try aggregation.column(.count, of: values, share: 0)
      for row in shares.indices where sums[Int(grouping.ids[row])].isNaN {
        let group = Int(grouping.ids[row])
        shares[row] = (values[row] / means[group] / counts[group]).orMissing
      }
    }
    return frame.setting(name ?? column, .numbers(GrowingArray(shares)))
  }
}

extension StackSpec {
  /// Values above 0 stand on one another, and those below hang from one another, as bars do.
  func apply(to frame: Frame, _ run: TransformRun) throws(InvalidValue) -> Frame {
    let (values, _) = try frame.numbers(column, at: .key("column"))
    let grouping = try Grouping(frame, by: by, at: .key("by"), run)
    try run.claim(rows: frame.rowCount, columns: 2)
    var above = [RunningSum](repeating: RunningSum(), count: grouping.count)
    var below = above
    var starts = [Double](repeating: .nan, count: frame.rowCount)
    var ends = starts
    for row in 0..<frame.rowCount {
      try run.check(row)
      let value = values[row]
      guard value.isFinite else { continue }
      let group = Int(grouping.ids[row])
      let before = value < 0 ? below[group] : above[group]
      var after = before
      after.add(value)
      guard after.value.isFinite else { continue }
      if value < 0 { below[group] = after } else { above[group] = after }
      (starts[row], ends[row]) = (before.value, after.value)
    }
    let (first, second) = (names?[0] ?? column + "Start", names?[1] ?? column + "End")
    return frame.setting(first, .numbers(GrowingArray(starts))).setting(second, .numbers(GrowingArray(ends)))
  }
}
