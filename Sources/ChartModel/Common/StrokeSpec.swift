/// The line around each slice.
public struct StrokeSpec: Hashable, Sendable {
  /// The background's colour if not given, which is white in the light theme.
  public var color: Color?
  /// In px.
  public var width = 1.0

  public init() {}
}
