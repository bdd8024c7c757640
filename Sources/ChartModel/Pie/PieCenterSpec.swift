/// What is written in the hole.
public struct PieCenterSpec: Hashable, Sendable {
  /// While nothing is selected: `{title}` and `{total}` stand for what they say. A title here isn't drawn above.
  public var text: String?
  /// While a slice is selected: `{label}`, `{value}`, `{percent}`.
  public var selected: String?

  public init() {}
}
