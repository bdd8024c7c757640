/// One showing of something.
public struct Display: Hashable, Sendable {
  /// What it shows. With a subject it is kept up to date: shown anew whenever the subject changes.
  public var subject: DisplaySubject?
  /// The revision of the subject that it shows.
  public var revision: Int
  public var bundle: MIMEBundle
  /// Whether it is shown live where its subject is known; never if it shows the subject in a way of its own.
  public var live: Liveness

  public init(_ bundle: MIMEBundle, of subject: DisplaySubject? = nil, revision: Int = 0, live: Liveness = .off) {
    self.bundle = bundle
    self.subject = subject
    self.revision = revision
    self.live = live
  }
}
