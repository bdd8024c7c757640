/// What of its data is selected in a chart, in the terms of its axes: what other charts of the same data can be asked for.
public struct MarkSelection: Hashable, Sendable {
  /// What lies along an axis.
  public enum Extent: Hashable, Sendable {
    /// Names.
    case names(Set<String>)
    /// Numbers, or milliseconds since 1970, from one to another, both included.
    case within(ClosedRange<Double>)
    /// The same without the last of them, as bins have it.
    case below(ClosedRange<Double>)
  }

  /// One mark, or all that lie between some ends.
  public struct Mark: Hashable, Sendable {
    public var x: Extent?
    public var y: Extent?
    /// What its colour stands for.
    public var color: Extent?
    /// Of a series; `nil` for all.
    public var series: Int?
    /// The names that lead to a slice.
    public var labels: [String] = []
    /// Of small multiples the one in which it is.
    public var part: Int?

    public init() {}
  }

  /// Each of what is selected; `nil` where nothing is but what the legend leaves.
  public var marks: [Mark]?
  /// The entries of the legend that are hidden, by their names.
  public var hidden: Set<String> = []

  /// - Returns: `nil` if nothing is left out.
  public init?(_ marks: [Mark]?, hidden: Set<String>) {
    guard marks != nil || !hidden.isEmpty else { return nil }
    (self.marks, self.hidden) = (marks, hidden)
  }
}
