import JSONModel

/// The rows of each group, one group after the other, in the order of the rows.
struct GroupedRows {
  /// Rows, sorted by group.
  let rows: [Int32]
  /// Where each group begins; one more than groups.
  let starts: [Int]

  /// - Complexity: O(*n*): a counting sort.
  init(_ grouping: Grouping, _ run: TransformRun) throws(InvalidValue) {
    var starts = [Int](repeating: 0, count: grouping.count + 1)
    for (row, group) in grouping.ids.enumerated() {
      try run.check(row)
      starts[Int(group) + 1] += 1
    }
    for group in 0..<grouping.count { starts[group + 1] += starts[group] }
    var next = starts
    var rows = [Int32](repeating: 0, count: grouping.ids.count)
    for (row, group) in grouping.ids.enumerated() {
      try run.check(row)
      rows[next[Int(group)]] = Int32(truncatingIfNeeded: row)
      next[Int(group)] += 1
    }
    self.rows = rows
    self.starts = starts
  }

  var count: Int { starts.count - 1 }

  /// The rows of a group.
  subscript(group: Int) -> ArraySlice<Int32> { rows[starts[group]..<starts[group + 1]] }
}
