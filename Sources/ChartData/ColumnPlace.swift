/// Where a column belongs that is not in a spec's JSON.
package enum ColumnPlace: Hashable, Sendable {
  /// The positions that series share, read from a file.
  case positions
  /// The values of a series, read from a file.
  case values(series: Int)
  /// Wherever the spec says `{buffer: 0}`.
  case buffer(Int)
}

extension ColumnPlace: Comparable {
  private var order: (Int, Int) {
    switch self {
    case .positions: (0, 0)
    case .values(let series): (1, series)
    case .buffer(let number): (2, number)
    }
  }

  package static func < (left: ColumnPlace, right: ColumnPlace) -> Bool { left.order < right.order }
}

extension ColumnPlace: LosslessStringConvertible {
  /// As documents name it: `x.values`, `series[0].values`, `buffer[0]`.
  package var description: String {
    switch self {
    case .positions: "x.values"
    case .values(let series): "series[\(series)].values"
    case .buffer(let number): "buffer[\(number)]"
    }
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
    } else {
      return nil
    }
  }
}
