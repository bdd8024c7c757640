/// What is shown, so that it can be told when it changes.
public struct DisplaySubject: Hashable, Sendable {
  /// The session that it belongs to.
  public var session: String
  /// Its name there.
  public var name: String

  public init(session: String, name: String) {
    self.session = session
    self.name = name
  }
}
