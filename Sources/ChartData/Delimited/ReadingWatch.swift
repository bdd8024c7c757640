import JSONModel

/// Ends the reading of a file that takes too long, or that nobody waits for any more.
struct ReadingWatch: Sendable {
  private let limit: Duration
  private let deadline: ContinuousClock.Instant
  private let isCancelled: @Sendable () -> Bool

  /// - Parameters:
  ///   - limit: How long reading may take from now on.
  ///   - isCancelled: Whether nobody waits any more; asked for each piece of the file.
  init(limit: Duration, isCancelled: @escaping @Sendable () -> Bool = { false }) {
    self.limit = limit
    deadline = ContinuousClock.now + limit
    self.isCancelled = isCancelled
  }

  /// - Parameter name: How the spec names the file.
  /// - Throws: ``InvalidValue`` without a path.
  func check(_ name: String) throws(InvalidValue) {
    if isCancelled() { throw InvalidValue("'\(name)' was not read to its end: the request was cancelled") }
    guard ContinuousClock.now < deadline else {
      throw InvalidValue("'\(name)' takes longer than \(limit.components.seconds) s to read; make it smaller")
    }
  }
}
