/// How a request names a mark: by its index, with the series or ring that it counts in, or by the path that leads to it.
public struct MarkAddress: Hashable, Sendable {
  /// An index, of which it matters whether it was given at all: `null` asks for no mark.
  public enum Index: Hashable, Sendable {
    case missing
    case null
    case at(Int)
  }

  public var index: Index
  /// The data series, or the ring of a pie, counted from 0 at the centre.
  public var series: Int?
  /// The indices that lead to a mark among marks in marks, as slices in rings are.
  public var path: [Int]?

  public init(index: Index = .missing, series: Int? = nil, path: [Int]? = nil) {
    self.index = index
    self.series = series
    self.path = path
  }
}
