public import JSONModel

/// A kind whose marks lie in one row: requests name them by `index`, and paths are that.
public protocol IndexedKindSpec: KindSpec {
  var markCount: Int { get }
  /// What one of the marks is called: `stage`.
  static var markName: String { get }
}

extension IndexedKindSpec {
  public func path(of mark: MarkAddress) throws(InvalidValue) -> [Int]? {
    if mark.path != nil { throw InvalidValue("is for slices: give `index`", at: .key("path")) }
    if let series = mark.series, series != 0 {
      throw InvalidValue("expected 0, since there is only one series, got \(series)", at: .key("series"))
    }
    switch mark.index {
    case .null: return nil
    case .missing: throw InvalidValue("is required: the index of a \(Self.markName)", at: .key("index"))
    case .at(let index):
      guard (0..<markCount).contains(index) else {
        let allowed = markCount == 0 ? "there are no \(Self.markName)s" : "expected an index from 0 to \(markCount - 1)"
        throw InvalidValue("\(allowed), got \(index)", at: .key("index"))
      }
      return [index]
    }
  }

  public func address(of path: [Int]) -> MarkAddress {
    MarkAddress(index: path.last.map(MarkAddress.Index.at) ?? .missing, series: 0)
  }

  public func check(selection path: [Int]) throws(InvalidValue) {
    guard path.count == 1 else { throw InvalidValue("expected the index of a \(Self.markName)") }
    guard (0..<markCount).contains(path[0]) else {
      throw InvalidValue("there is no \(Self.markName) \(path[0])", at: JSONPath([.index(0)]))
    }
  }
}
