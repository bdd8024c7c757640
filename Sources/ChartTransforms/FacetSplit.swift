package import ChartModel
package import JSONModel

/// The rows of each value of a column, or of each pair of values of two, which make a chart each.
package struct FacetSplit {
  package struct Panel {
    /// What its row of charts is called; `nil` where rows say nothing.
    package var row: String?
    /// What it is called, or its column.
    package var column: String?
    /// In their order.
    package var rows: [Int32]
  }

  /// Row by row.
  package private(set) var panels: [Panel] = []

  /// - Parameter counts: Of how many rows each row of the frame is one; of one each if not given.
  /// - Throws: ``InvalidValue`` at the key of `facet` that names no column, or where there are too many values.
  package init(
    _ frame: Frame, _ facet: FacetSpec, _ run: TransformRun, counts: [Double]? = nil
  ) throws(InvalidValue) {
    let place = JSONPath.Component.key("facet")
    func levels(_ name: String?, _ key: String) throws(InvalidValue) -> Levels? {
      guard let name else { return nil }
      let path = JSONPath([place, .key(key)])
      let levels = try Levels(frame.column(name, at: path), sorted: facet.isSorted, run)
      let nameless = levels.ranks.indices.reduce(0.0) { levels.ranks[$1] < 0 ? $0 + (counts?[$1] ?? 1) : $0 }
      if nameless > 0 {
        let rows = Int(saturating: nameless).counted("row has", "rows have")
        run.warnings.append("\(rows) nothing in column '\(name.excerpt)', and no chart")
      }
      return levels
    }
    let rows = try levels(facet.row, "row")
    let columns = facet.by != nil ? try levels(facet.by, "by") : try levels(facet.column, "column")
    let (rowCount, columnCount) = (rows?.names.count ?? 1, columns?.names.count ?? 1)
    guard rowCount <= FacetSpec.maximumCount, columnCount <= FacetSpec.maximumCount,
      rowCount * columnCount <= FacetSpec.maximumCount
    else {
      throw InvalidValue(
        "would make \(rowCount == 1 || columnCount == 1 ? "" : "\(rowCount) × \(columnCount) = ")"
          + "\(rowCount * columnCount) charts, and at most \(FacetSpec.maximumCount) are possible: choose some with `where`, or "
          + "group the values", at: JSONPath([place]))
    }
    panels = (0..<rowCount * columnCount).map { index in
      Panel(
        row: rows?.names[index / max(columnCount, 1)], column: columns?.names[index % max(columnCount, 1)], rows: [])
    }
    for row in 0..<frame.rowCount {
      try run.check(row)
      let (row0, column) = (rows?.ranks[row] ?? 0, columns?.ranks[row] ?? 0)
      guard row0 >= 0, column >= 0 else { continue }
      panels[row0 * columnCount + column].rows.append(Int32(row))
    }
  }

  /// The values of a column in their order, and which of them each row has.
  private struct Levels {
    var names: [String] = []
    /// -1 for a row without any.
    var ranks: [Int] = []

    init(_ column: FrameColumn, sorted isSorted: Bool, _ run: TransformRun) throws(InvalidValue) {
      let grouping = try Grouping(column, run)
      let labels = grouping.firsts.map { column.label(at: Int($0), run) }
      var order = labels.indices.filter { labels[$0] != nil }
      let firsts = column.taking(grouping.firsts)
      if case .names = column, !isSorted {
        if let places = CalendarWords.places(of: order.compactMap { labels[$0] }) {
          order = zip(order, places).sorted { $0.1 < $1.1 }.map(\.0)
        }
      } else {
        let ranks = SortStep.ranks(firsts)
        order.sort { ranks[$0] < ranks[$1] }
      }
      var places = [Int](repeating: -1, count: grouping.count)
      for (place, group) in order.enumerated() { places[group] = place }
      names = order.map { labels[$0] ?? "" }
      ranks = grouping.ids.map { places[Int($0)] }
    }
  }
}

/// Names of months and weekdays, which have an order of their own.
package enum CalendarWords {
  package static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]
  package static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  /// The places of names in a year or in a week; `nil` if any is none.
  static func places(of names: [String]) -> [Int]? {
    guard names.count > 1 else { return nil }
    for list in [months, weekdays] {
      let places = names.map { name in
        let lower = name.lowercased()
        return list.firstIndex { $0 == lower || (lower.utf8.count == 3 && $0.hasPrefix(lower)) }
      }
      if places.allSatisfy({ $0 != nil }) { return places.compactMap(\.self) }
    }
    return nil
  }
}
