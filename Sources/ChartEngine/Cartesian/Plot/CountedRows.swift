/// How many of the selected rows count in each mark of a chart.
public struct CountedRows: Hashable, Sendable {
  /// For each mark.
  public let counts: [Double]
  /// Which rows these are; `nil` where marks say nothing of single rows.
  let test: RowTest?

  public init(_ counts: [Double], test: RowTest? = nil) { (self.counts, self.test) = (counts, test) }
}

/// Tells of any row whether it is selected.
///
/// Two of them are equal if they are the same: nobody looks at ten million rows to find out.
public final class RowTest: Hashable, Sendable {
  let takes: @Sendable (_ row: Int) -> Bool

  public init(_ takes: @escaping @Sendable (_ row: Int) -> Bool) { self.takes = takes }

  public static func == (left: RowTest, right: RowTest) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
