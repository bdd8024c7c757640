public import JSONModel

/// A kind whose marks are entries of series: requests name them by `series` and `index`, and paths are these two.
public protocol SeriesKindSpec: KindSpec {
  var seriesCount: Int { get }
  /// How many entries a series has, which must be there.
  func entryCount(inSeries index: Int) -> Int
}

extension SeriesKindSpec {
  /// Series and index of an entry.
  public func path(of mark: MarkAddress) throws(InvalidValue) -> [Int]? {
    if mark.path != nil { throw InvalidValue("is for slices: give `series` and `index`", at: .key("path")) }
    switch mark.index {
    case .null: return nil
    case .missing: throw InvalidValue("is required: the index of an entry", at: .key("index"))
    case .at(let index):
      let place = mark.series ?? 0
      try check(series: place)
      let count = entryCount(inSeries: place)
      guard (0..<count).contains(index) else {
        let allowed = count == 0 ? "there are no entries" : "expected an index from 0 to \(count - 1)"
        throw InvalidValue("\(allowed), got \(index)", at: .key("index"))
      }
      return [place, index]
    }
  }

  public func address(of path: [Int]) -> MarkAddress {
    MarkAddress(index: path.last.map(MarkAddress.Index.at) ?? .missing, series: path.first)
  }

  public func check(selection path: [Int]) throws(InvalidValue) {
    guard path.count == 2 else { throw InvalidValue("expected the indices of a series and of an entry in it") }
    do {
      _ = try self.path(of: MarkAddress(index: .at(path[1]), series: path[0]))
    } catch {
      throw InvalidValue(error.reason, at: JSONPath([.index(error.path == .key("series") ? 0 : 1)]))
    }
  }

  /// - Throws: ``InvalidValue`` at `series` if there is no such series.
  package func check(series index: Int) throws(InvalidValue) {
    guard !(0..<seriesCount).contains(index) else { return }
    let allowed = seriesCount == 0 ? "there are no series" : "expected a series from 0 to \(seriesCount - 1)"
    throw InvalidValue("\(allowed), got \(index)", at: .key("series"))
  }
}
