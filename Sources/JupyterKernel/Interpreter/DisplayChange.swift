public import CellModel

/// A subject that looks different now.
public struct DisplayChange: Hashable, Sendable {
  public var subject: DisplaySubject
  /// How it looks, or `nil` if it is no more.
  public var bundle: MIMEBundle?

  public init(subject: DisplaySubject, bundle: MIMEBundle?) {
    self.subject = subject
    self.bundle = bundle
  }
}
