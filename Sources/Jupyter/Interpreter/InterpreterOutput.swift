/// What a running cell shows.
public enum InterpreterOutput: Hashable, Sendable {
  /// Something to look at. With a subject it is kept up to date: shown anew whenever the subject changes.
  case display(MIMEBundle, of: DisplaySubject?)
  /// The value of a statement.
  case result(MIMEBundle)
  /// Text.
  case stream(StreamName, String)
}

/// The two streams of text a cell has.
public enum StreamName: String, Hashable, Sendable {
  case stdout, stderr
}

/// What is shown, so that it can be told when it changes: a chart.
public struct DisplaySubject: Hashable, Sendable {
  public var session: String
  public var chart: String

  public init(session: String, chart: String) {
    self.session = session
    self.chart = chart
  }
}

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
