/// How a selected slice stands out.
public struct SelectionSpec: Hashable, Sendable {
  /// Its radius as a multiple of what it is otherwise.
  public var scale = 1.2

  public init() {}
}
