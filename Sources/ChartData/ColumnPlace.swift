/// Where a column belongs that is not in a spec's JSON.
package enum ColumnPlace: Hashable, Sendable {
  /// The positions that series share, read from a file.
  case positions
  /// The values of a series, read from a file.
  case values(series: Int)
  /// What else a series says of its entries, such as their sizes, read from a file.
  case channel(series: Int, name: String)
  /// Wherever the spec says `{buffer: 0}`.
  case buffer(Int)
}

extension ColumnPlace: Comparable {
  private var order: (Int, Int, String) {
    switch self {
    case .positions: (0, 0, "")
    case .values(let series): (1, series, "")
    case .buffer(let number): (2, number, "")
    case .channel(let series, let name): (3, series, name)
    }
  }

  package static func < (left: ColumnPlace, right: ColumnPlace) -> Bool { left.order < right.order }
}

extension ColumnPlace: LosslessStringConvertible {
  /// As documents name it: `x.values`, `series[0].values`, `series[0].size.values`, `buffer[0]`.
  package var description: String {
    switch self {
    case .positions: "x.values"
    case .values(let series): "series[\(series)].values"
    case .channel(let series, let name): "series[\(series)].\(name).values"
    case .buffer(let number): "buffer[\(number)]"
    }
  }

  /// `series[0].size.values`
  private static func channel(_ description: String) -> ColumnPlace? {
    let parts = description.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].hasPrefix("series["), parts[0].hasSuffix("]"), !parts[1].isEmpty,
      parts[2] == "values", let series = Int(parts[0].dropFirst(7).dropLast()), series >= 0
    else { return nil }
    return .channel(series: series, name: String(parts[1]))
  }

  package init?(_ description: String) {
    func number(after start: String, before end: String) -> Int? {
      guard description.hasPrefix(start), description.hasSuffix(end) else { return nil }
      let number = Int(description.dropFirst(start.count).dropLast(end.count))
      return number.flatMap { $0 >= 0 ? $0 : nil }
    }
    if description == "x.values" {
      self = .positions
    } else if let series = number(after: "series[", before: "].values") {
      self = .values(series: series)
    } else if let buffer = number(after: "buffer[", before: "]") {
      self = .buffer(buffer)
    } else if let channel = ColumnPlace.channel(description) {
      self = channel
    } else {
      return nil
    }
  }
}
