internal import Logging
internal import Synchronization

/// Counts what was lost or refused, and says so ever more seldom: whoever can cause it must not be able to fill a log.
final class LossCounter: Sendable {
  private let log: Logger
  private let what: String
  private let total = Atomic(0)

  init(log: Logger, what: String) {
    self.log = log
    self.what = what
  }

  func count(_ detail: @autoclosure () -> String = "") {
    let number = total.add(1, ordering: .relaxed).newValue
    // 1, 2, 4, 8, …
    guard number & (number - 1) == 0 else { return }
    let detail = detail()
    log.warning("\(what)\(detail.isEmpty ? "" : ": " + detail) (\(number) so far)")
  }
}
