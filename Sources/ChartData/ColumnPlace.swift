/// Where a column belongs that is not in a spec's JSON.
package enum ColumnPlace: Hashable, Sendable {
  /// The positions that series share, read from a file.
  case positions
  /// The same where they are moments, as milliseconds since 1970: numbers alone don't tell.
  case moments
  /// A series' own positions, where a column says which rows are whose.
  case ownPositions(series: Int)
  case ownMoments(series: Int)
  /// The names of the series that a column's values make.
  case seriesNames
  /// What small multiples are called: of each the name of its row, and its own.
  case facets
  /// What steps found out for placeholders: keys and texts in turn.
  case notes
  /// The values of a series, read from a file.
  case values(series: Int)
  /// The same where they are moments, as milliseconds since 1970.
  case valueMoments(series: Int)
  /// Which of all its rows a series holds: ``HeldRows/numbers``.
  case heldRows(series: Int)
  /// What else a series says of its entries, such as their sizes, read from a file.
  case channel(series: Int, name: String)
  /// A column of a linked chart's table, all of whose rows are kept: by its place in that.
  case row(column: Int)
  /// The same of moments, as milliseconds since 1970.
  case rowMoments(column: Int)
  /// The names of those.
  case rowNames
  /// Wherever the spec says `{buffer: 0}`.
  case buffer(Int)
}

extension ColumnPlace: Comparable {
  private var order: (Int, Int, String) {
    switch self {
    case .positions: (0, 0, "")
    case .moments: (0, 1, "")
    case .seriesNames: (0, 2, "")
    case .notes: (0, 3, "")
    case .facets: (0, 4, "")
    case .ownPositions(let series): (4, series, "")
    case .ownMoments(let series): (5, series, "")
    case .values(let series): (1, series, "")
    case .valueMoments(let series): (1, series, "moments")
    case .buffer(let number): (2, number, "")
    case .channel(let series, let name): (3, series, name)
    case .heldRows(let series): (9, series, "")
    case .rowNames: (6, 0, "")
    case .row(let column): (7, column, "")
    case .rowMoments(let column): (8, column, "")
    }
  }

  package static func < (left: ColumnPlace, right: ColumnPlace) -> Bool { left.order < right.order }
}

extension ColumnPlace: LosslessStringConvertible {
  /// As documents name it: `x.values`, `x.moments`, `series[0].values`, `series[0].x`, `series[0].size.values`, `buffer[0]`,
  /// `rows[0]`.
  package var description: String {
    switch self {
    case .positions: "x.values"
    case .moments: "x.moments"
    case .seriesNames: "series.names"
    case .notes: "data.notes"
    case .facets: "facet.names"
    case .ownPositions(let series): "series[\(series)].x"
    case .ownMoments(let series): "series[\(series)].x.moments"
    case .values(let series): "series[\(series)].values"
    case .valueMoments(let series): "series[\(series)].moments"
    case .channel(let series, let name): "series[\(series)].\(name).values"
    case .buffer(let number): "buffer[\(number)]"
    case .heldRows(let series): "series[\(series)].rows"
    case .rowNames: "rows.names"
    case .row(let column): "rows[\(column)]"
    case .rowMoments(let column): "rows[\(column)].moments"
    }
  }

  /// `series[0].size.values`, `series[0].error.low.values`
  private static func channel(_ description: String) -> ColumnPlace? {
    let parts = description.split(separator: ".", omittingEmptySubsequences: false)
    let name = parts.dropFirst().dropLast()
    guard (1...2).contains(name.count), parts[0].hasPrefix("series["), parts[0].hasSuffix("]"),
      !name.contains(where: \.isEmpty), parts.last == "values", let series = Int(parts[0].dropFirst(7).dropLast()),
      series >= 0
    else { return nil }
    return .channel(series: series, name: name.joined(separator: "."))
  }

  package init?(_ description: String) {
    func number(after start: String, before end: String) -> Int? {
      guard description.hasPrefix(start), description.hasSuffix(end) else { return nil }
      let number = Int(description.dropFirst(start.count).dropLast(end.count))
      return number.flatMap { $0 >= 0 ? $0 : nil }
    }
    if description == "x.values" {
      self = .positions
    } else if description == "x.moments" {
      self = .moments
    } else if description == "series.names" {
      self = .seriesNames
    } else if description == "data.notes" {
      self = .notes
    } else if description == "facet.names" {
      self = .facets
    } else if description == "rows.names" {
      self = .rowNames
    } else if let column = number(after: "rows[", before: "]") {
      self = .row(column: column)
    } else if let column = number(after: "rows[", before: "].moments") {
      self = .rowMoments(column: column)
    } else if let series = number(after: "series[", before: "].x") {
      self = .ownPositions(series: series)
    } else if let series = number(after: "series[", before: "].x.moments") {
      self = .ownMoments(series: series)
    } else if let series = number(after: "series[", before: "].values") {
      self = .values(series: series)
    } else if let series = number(after: "series[", before: "].moments") {
      self = .valueMoments(series: series)
    } else if let series = number(after: "series[", before: "].rows") {
      self = .heldRows(series: series)
    } else if let buffer = number(after: "buffer[", before: "]") {
      self = .buffer(buffer)
    } else if let channel = ColumnPlace.channel(description) {
      self = channel
    } else {
      return nil
    }
  }
}
