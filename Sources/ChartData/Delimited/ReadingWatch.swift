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
    if isCancelled() { throw cancellation(name) }
    guard ContinuousClock.now < deadline else { throw lateness(name) }
  }

  /// Whether reading ends here, for those who can't throw what ``check(_:)`` throws: they throw ``fault(_:)``.
  var isOver: Bool { isCancelled() || ContinuousClock.now >= deadline }

  /// Why ``isOver`` was so.
  func fault(_ name: String) -> InvalidValue {
    // A request that is cancelled stays so.
    isCancelled() ? cancellation(name) : lateness(name)
  }

  /// Why steps end here, if they do.
  var stepsFault: InvalidValue? {
    if isCancelled() { return InvalidValue("was not done to its end: the request was cancelled") }
    guard ContinuousClock.now >= deadline else { return nil }
    return InvalidValue("takes longer than \(limit.components.seconds) s; filter, group or sample first")
  }

  private func cancellation(_ name: String) -> InvalidValue {
    InvalidValue("'\(name)' was not read to its end: the request was cancelled")
  }

  private func lateness(_ name: String) -> InvalidValue {
    InvalidValue("'\(name)' takes longer than \(limit.components.seconds) s to read; make it smaller")
  }
}
