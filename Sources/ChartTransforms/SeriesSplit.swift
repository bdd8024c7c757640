import ChartModel
package import JSONModel

/// The rows of each value of a column, which make a series each.
package struct SeriesSplit {
  /// In the order of the series.
  package private(set) var names: [String] = []
  /// The rows of each, in their order.
  package private(set) var rows: [[Int32]] = []

  /// - Parameters:
  ///   - isSorted: Whether series come in the order of their values rather than of their first rows.
  ///   - most: How many series there are at most.
  /// - Throws: ``InvalidValue`` at `path` if there is no such column.
  package init(
    _ frame: Frame, by name: String, sorted isSorted: Bool, most: Int, at path: JSONPath, _ run: TransformRun
  ) throws(InvalidValue) {
    let column = try frame.column(name, at: path)
    let grouping = try Grouping(column, run)
    let members = try GroupedRows(grouping, run)
    let labels = grouping.firsts.map { column.label(at: Int($0), run) }
    var order = labels.indices.filter { labels[$0] != nil }
    if isSorted {
      let ranks = SortStep.ranks(column.taking(grouping.firsts))
      order.sort { ranks[$0] < ranks[$1] }
    }
    for group in order.prefix(most) {
      names.append(labels[group] ?? "")
      rows.append(Array(members[group]))
    }
    if order.count > most {
      run.warnings.append(
        "\(order.count - most) of \(order.count) names in column '\(name.excerpt)' \(order.count - most == 1 ? "has" : "have") no series: `most` is \(most)"
      )
    }
    let nameless = labels.indices.filter { labels[$0] == nil }.reduce(0) { $0 + members[$1].count }
    if nameless > 0 {
      run.warnings.append(
        "\(nameless.counted("row has", "rows have")) nothing in column '\(name.excerpt)', and no series")
    }
  }
}

/// The positions that all series share, and where each row stands among them.
package struct SharedPositions {
  /// Each once: numbers and moments rising, names in the order in which they first occur.
  package let positions: FrameColumn
  /// The place of each row; -1 for one without a position.
  package let places: [Int32]

  package init(_ column: FrameColumn, _ run: TransformRun) throws(InvalidValue) {
    let grouping = try Grouping(column, run)
    let firsts = column.taking(grouping.firsts)
    let ranks = SortStep.ranks(firsts)
    var order = ranks.indices.filter { !ranks[$0].isNaN }
    if case .names = column {} else { order.sort { ranks[$0] < ranks[$1] } }
    var places = [Int32](repeating: -1, count: grouping.count)
    for (place, group) in order.enumerated() { places[group] = Int32(truncatingIfNeeded: place) }
    positions = firsts.taking(order.map { Int32(truncatingIfNeeded: $0) })
    self.places = grouping.ids.map { places[Int($0)] }
  }

  package var count: Int { positions.count }

  /// The values of some rows at their places, NaN where there is none. Of several at one place the first counts.
  /// - Returns: The rows that are shown, one for each place and -1 for none, and how many are not.
  package func rows(_ rows: [Int32]) -> (rows: [Int32], leftOut: Int) {
    var shown = [Int32](repeating: -1, count: count)
    var leftOut = 0
    for row in rows where places[Int(row)] >= 0 {
      let place = Int(places[Int(row)])
      if shown[place] < 0 { shown[place] = row } else { leftOut += 1 }
    }
    return (shown, leftOut)
  }
}
